"""What must hold of battles and Sieges in Magic."""

from typing import Any

from checker import every, invariant, leads_to, may, possible, some, transition, under, violated
from models.magic import Battle, Card, Combat, Item, Magic, Phase, Player, Zone
from models.priority_stack import Stage
from specs.magic import (
    battles,
    priority,  # noqa: F401 - what holds of priority in all games of this rulebook
)
from specs.magic.battles import ability_waits, has_no_defense

# -- defense 0 -------------------------------------------------------------------------------------------


@invariant(
    cites=("CR24:310.7", "CR24:704.5v", "CR24:704.3/1", "S-MTG:bullet-5/1"),
    at="priority",
    says="a battle with defense 0 has left the battlefield before any player may act again, "
    "unless an ability of it has triggered and not yet left the stack",
    also=(
        under(pending_triggers="stack_only"),
        under(edition="CR26"),
        under(exemption="for_ever", expect=violated(length=20, part="every(Battle): fails for B")),
    ),
)
def zero_defense_leaves_play(game: Magic) -> bool:
    """No battle with defense 0 is there when a player may act, but for an ability of its own that waits."""
    return battles.zero_defense_leaves_play(game)


@invariant(
    cites="S-MTG:bullet-4/2",
    at="priority",
    says="a battle with defense 0 has left the battlefield before any player may act again, "
    "without exception",
    expect=violated(length=11, part="every(Battle): fails for B"),
)
def zero_defense_leaves_play_naive(game: Magic) -> bool:
    """The same without the exception, which the rules do make."""
    return every(Battle, lambda b: not has_no_defense(game, b))


@transition(
    cites=("CR24:310.7", "CR24:310.11b/2", "S-MTG:bullet-5/1"),
    says="state-based actions leave a protected Siege alone while an ability of it has triggered and "
    "not left the stack, whether or not it is on the stack yet",
    also=(
        under(pending_triggers="stack_only", expect=violated(length=10, part="every(Battle): fails for B")),
    ),
)
def an_ability_keeps_its_siege(before: Magic, step: Any, after: Magic) -> bool:
    """What has just been defeated is there when its ability resolves, as far as the checks are concerned."""
    return step.rule != "state_based" or every(
        Battle,
        lambda b: (
            not (before.is_siege(b) and before.protector[b] and ability_waits(before, b)) or after.is_siege(b)
        ),
    )


@leads_to(
    cites=("CR24:310.7", "CR24:704.3/2"),
    says="a battle with defense 0 does not stay: it leaves the battlefield or gets counters again",
    also=(under(exemption="for_ever", expect=violated()),),
)
def zero_defense_does_not_last(game: Magic) -> tuple[bool, bool]:
    """Wherever a battle has defense 0, a state comes in which none has."""
    none = every(Battle, lambda b: not has_no_defense(game, b))
    return not none, none


@invariant(
    cites=("CR26:310.8", "CR26:704.5w", "CR26:310.12", "CR24:310.11", "S-MTG:310.11"),
    at="priority",
    says="a battle that is no Siege never stays with defense 0, whatever waits",
    expect=violated(length=20, part="every(Battle): fails for B"),
    also=(under(edition="CR26"),),
)
def zero_defense_buries_other_battles(game: Magic) -> bool:
    """What the later edition says of battles that are no Sieges; the earlier one spares them like Sieges."""
    return every(Battle, lambda b: not has_no_defense(game, b) or game.card[b] != Card.NO_TYPE)


# -- counters and defeat ---------------------------------------------------------------------------------


@transition(
    cites=("CR24:310.4b", "S-MTG:310.4b"), says="a battle enters with the printed number of defense counters"
)
def battles_enter_with_their_counters(before: Magic, step: Any, after: Magic) -> bool:
    """Nothing sees a battle that has entered without its counters."""
    return every(
        Battle,
        lambda b: (
            before.zone[b] == Zone.BATTLEFIELD or not after.is_battle(b) or after.defense[b] == after.printed
        ),
    )


@invariant(
    cites=("CR24:310.4", "CR24:310.4c", "S-MTG:310.4", "S-MTG:310.4c"),
    says="only battles on the battlefield have defense counters",
)
def only_battles_have_counters(game: Magic) -> bool:
    """Counters are on battles and go with them."""
    return every(Battle, lambda b: game.defense[b] == 0 or game.is_battle(b))


@transition(
    cites=("CR24:310.6", "CR24:120.3h", "CR24:510.2", "S-MTG:working-2/1"),
    says="combat damage removes one defense counter for every unblocked attacker, as far as there are any",
)
def damage_removes_counters(before: Magic, step: Any, after: Magic) -> bool:
    """Damage removes counters one for one, and never more than there are."""
    if step.rule != "combat_damage":
        return True
    return every(
        Battle,
        lambda b: (
            after.defense[b] == before.defense[b]
            if before.combat[b] != Combat.UNBLOCKED
            else after.defense[b] + before.attackers[b] == before.defense[b]
            or (after.defense[b] == 0 and before.attackers[b] >= before.defense[b])
        ),
    )


@transition(
    cites=("CR24:310.11b/1", "CR24:603.2c", "S-MTG:bullet-5/2", "S-MTG:bullet-6/1"),
    says="an event that takes the last counter from a Siege makes one defeat trigger; no other event does",
)
def one_defeat_trigger_an_event(before: Magic, step: Any, after: Magic) -> bool:
    """One trigger an event, however many counters and sources."""
    return battles.one_defeat_trigger_an_event(before, step, after)


@transition(
    cites=("CR24:603.4", "CR24:310.11b/2"),
    says="the defeat ability exiles its Siege also if it has defense counters again",
    also=(under(defeated_is="a_state", expect=violated(length=25, part="every(Battle): fails for B")),),
)
def counters_put_back_save_no_siege(before: Magic, step: Any, after: Magic) -> bool:
    """The ability has no condition that would be looked at again as it resolves."""
    return step.rule != "defeat_resolves" or every(
        Battle,
        lambda b: (
            not before.is_siege(b)
            or not some(before.stack, lambda e: e.stage == Stage.RESOLVING and e.battle == b)
            or after.zone[b] == Zone.EXILE
        ),
    )


@invariant(
    cites=("WotC-R:1", "S-MTG:bullet-6/1", "S-MTG:bullet-6/2"),
    says="a battle that never had defense counters is neither exiled nor cast transformed",
)
def only_what_had_counters_is_exiled(game: Magic) -> bool:
    """To be in exile or transformed, a battle must have had a counter to lose."""
    return every(
        Battle,
        lambda b: (game.zone[b] != Zone.EXILE and b not in game.transformed) or b in game.had_counters,
    )


@invariant(
    cites=("WotC-R:4", "WotC-R:5/2", "S-MTG:bullet-7/1", "S-MTG:bullet-8/2", "CR24:712.14a"),
    says="only a transforming double-faced card is ever cast transformed",
)
def only_double_faced_cards_transform(game: Magic) -> bool:
    """No token and no card without such a back is on the stack or the battlefield with its back face up."""
    return every(Battle, lambda b: b not in game.transformed or game.has_back_face(b))


@transition(
    cites=("CR24:310.11b/3", "CR24:608.2g/1", "CR24:117.2e"),
    says="the back face is cast while the ability that exiled the card is still resolving",
)
def back_face_is_cast_inside_the_resolution(before: Magic, step: Any, after: Magic) -> bool:
    """Whoever casts a back face does it between the beginning and the end of one resolution."""
    return step.rule != "cast_transformed" or (before.is_resolving() and after.is_resolving())


@transition(
    cites=("CR24:310.11b/3", "WotC-R:4"),
    says="a card in exile stays there, unless it is cast in the same resolution, is a token, "
    "or leaves with its owner",
)
def exile_is_for_good(before: Magic, step: Any, after: Magic) -> bool:
    """What is declined, or cannot be cast, stays in exile."""
    return every(
        Battle,
        lambda b: (
            before.zone[b] != Zone.EXILE
            or after.zone[b] == Zone.EXILE
            or before.offer == b
            or before.card[b] == Card.TOKEN
            or after.owner[b] not in after.in_game
        ),
    )


@transition(
    cites="CR24:400.7",
    says="no battle enters the battlefield while an ability of what it was before still waits",
)
def old_abilities_meet_no_new_battle(before: Magic, step: Any, after: Magic) -> bool:
    """So "the same object" need not be asked of a battle that is there."""
    return every(
        Battle,
        lambda b: (
            before.zone[b] == Zone.BATTLEFIELD or not after.is_battle(b) or not ability_waits(before, b)
        ),
    )


# -- protectors and combat -------------------------------------------------------------------------------


@invariant(
    cites=(
        "CR24:310.8",
        "CR24:310.8f",
        "CR24:310.8a/2",
        "CR24:310.11a/2",
        "S-MTG:310.11a/2",
        "S-MTG:bullet-3/1",
        "S-MTG:working-1/3",
    ),
    at="priority",
    says="whenever a player may act, every battle has a protector in the game: an opponent of a Siege's "
    "controller, the controller of any other battle; only while it is attacked may there be none",
    also=(under(protector_check="seed", expect=violated(length=12, part="every(Battle): fails for B")),),
)
def protector_is_allowed(game: Magic) -> bool:
    """The protector is one whom the battle's type allows."""
    return every(Battle, lambda b: not game.is_battle(b) or has_allowed_protector(game, b))


def has_allowed_protector(game: Magic, battle: Battle) -> bool:
    """Return whether the protector of ``battle`` is allowed, or is missing while the battle is attacked."""
    current = game.protector[battle]
    if not current:
        return game.combat[battle] != Combat.NONE
    is_controller = current == game.controller[battle]
    return current in game.in_game and is_controller == (game.card[battle] == Card.NO_TYPE)


@transition(
    cites=("CR24:310.8b/1", "S-MTG:310.8b/1", "S-MTG:working-1/1"),
    says="the protector of a battle never attacks it",
    also=(under(attacker_named="owner", expect=violated(length=18, part="protector[step.battle] is P1")),),
)
def protector_never_attacks(before: Magic, step: Any, after: Magic) -> bool:
    """Whoever attacks a battle is not its protector."""
    player: Player = step.player
    return step.rule != "attack" or before.protector[step.battle] != player


@invariant(
    cites=("CR24:310.8b/2", "CR24:310.8b/3", "S-MTG:working-1/4", "S-MTG:curiosity", "WotC-R:6"),
    at="choice",
    says="while attackers are declared, the active player may attack a battle that another player "
    "protects, also one of their own",
)
def everybody_else_may_attack(game: Magic) -> bool:
    """Where there is a battle to attack that the active player does not protect, they may attack."""
    return not some(
        Battle,
        lambda b: (
            game.phase == Phase.DECLARE_ATTACKERS
            and game.is_battle(b)
            and game.combat[b] == Combat.NONE
            and game.protector[b] != game.turn_player
        ),
    ) or may(game.turn_player, "attack")


@transition(
    cites=("CR24:310.8c/1", "CR24:310.8c/2", "CR24:509.1a", "S-MTG:310.8c/2", "S-MTG:working-1/2"),
    says="only the protector of a battle blocks what attacks it",
)
def only_the_protector_blocks(before: Magic, step: Any, after: Magic) -> bool:
    """Whoever blocks is the protector of the battle that is attacked."""
    player: Player = step.player
    return step.rule != "block" or before.protector[step.battle] == player


@invariant(cites="CR24:506.4", says="only battles on the battlefield are attacked")
def only_battles_are_attacked(game: Magic) -> bool:
    """What leaves the battlefield leaves combat."""
    return every(Battle, lambda b: game.combat[b] == Combat.NONE or game.is_battle(b))


@transition(
    cites=("CR24:506.4", "WotC-R:3"), says="a battle that changes its controller is removed from combat"
)
def control_change_ends_the_attack(before: Magic, step: Any, after: Magic) -> bool:
    """No attack outlasts a change of control."""
    return every(
        Battle, lambda b: before.controller[b] == after.controller[b] or after.combat[b] == Combat.NONE
    )


@transition(
    cites=("WotC-R:2/1", "CR24:310.10/1"), says="no protector is chosen for a battle that is being attacked"
)
def no_new_protector_during_an_attack(before: Magic, step: Any, after: Magic) -> bool:
    """A choice of protector waits until nothing attacks the battle."""
    return step.rule != "choose_protector" or before.combat[step.battle] == Combat.NONE


# -- what can happen: without these, the claims above would be about nothing -----------------------------


@possible(
    cites=("CR24:310.11b/3", "CR24:608.2g/1"),
    says="a back face can be cast",
    also=(under(back_face_timing="main_phase_only", expect=violated()),),
)
def a_back_face_is_cast(game: Magic) -> bool:
    """A card is on the stack with its back face up."""
    return some(Battle, lambda b: game.zone[b] == Zone.STACK and b in game.transformed)


@possible(cites="CR24:712.13", says="a back face can enter the battlefield")
def a_back_face_enters(game: Magic) -> bool:
    """A card is on the battlefield with its back face up."""
    return some(Battle, lambda b: game.zone[b] == Zone.BATTLEFIELD and b in game.transformed)


@possible(
    cites="CR24:117.3b", says="a player other than the active one can be the one who casts the back face"
)
def the_other_player_casts_the_back_face(game: Magic) -> bool:
    """A back face is on the stack, and its controller is not the active player."""
    return some(game.stack, lambda e: e.item == Item.BACK_FACE and e.controller != game.turn_player)


@possible(
    cites=("CR24:310.7", "CR24:704.5v"),
    says="any ability of a Siege keeps it, not only its defeat ability: with defense 0 it can wait for its "
    "enters ability alone",
)
def an_enters_ability_keeps_its_siege(game: Magic) -> bool:
    """Its defeat ability has left the stack, and a Siege with defense 0 is still there at priority."""
    return (
        bool(game.holders)
        and some(Battle, lambda b: game.is_siege(b) and game.defense[b] == 0)
        and some(game.stack, lambda e: e.item == Item.ENTERS)
        and not some(game.stack, lambda e: e.item == Item.DEFEAT)
    )


@possible(cites="CR24:310.7", says="a Siege can be buried for its defense of 0")
def a_siege_is_buried(game: Magic) -> bool:
    """A Siege card that is no spell any more is in the graveyard with its front face up."""
    return some(Battle, lambda b: game.card[b] == Card.PERMANENT_BACK and game.zone[b] == Zone.GRAVEYARD)


@possible(cites=("CR24:310.4b", "WotC-R:1"), says="a battle that never had counters can be buried")
def a_copy_without_counters_is_buried(game: Magic) -> bool:
    """A permanent that became a copy of a Siege is in the graveyard and has never had a counter."""
    return some(
        Battle,
        lambda b: (
            game.card[b] == Card.NO_BATTLE and game.zone[b] == Zone.GRAVEYARD and b not in game.had_counters
        ),
    )


@possible(cites="WotC-R:4", says="a card without a back to transform to can stay in exile")
def a_single_faced_card_is_exiled(game: Magic) -> bool:
    """A copy of a Siege is in exile and nothing resolves any more."""
    return not game.is_resolving() and some(
        Battle, lambda b: game.card[b] == Card.SINGLE_FACED and game.zone[b] == Zone.EXILE
    )


@possible(
    cites="CR24:310.11b/3",
    says="a player can leave a double-faced card in exile",
    also=(under(cast_back_face="must", expect=violated()),),
)
def a_double_faced_card_is_left_in_exile(game: Magic) -> bool:
    """A card that could have been cast is in exile and nothing resolves any more."""
    return not game.is_resolving() and some(
        Battle, lambda b: game.has_back_face(b) and game.zone[b] == Zone.EXILE
    )


@possible(cites=("CR24:704.5d", "S-MTG:bullet-7/2"), says="a defeated token ceases to exist")
def a_token_ceases(game: Magic) -> bool:
    """A token is gone while its owner is still in the game."""
    return some(
        Battle,
        lambda b: game.card[b] == Card.TOKEN and game.zone[b] == Zone.GONE and game.owner[b] in game.in_game,
    )


@possible(cites="CR24:310.8c/1", says="an attack on a battle can be blocked")
def an_attack_is_blocked(game: Magic) -> bool:
    """What attacks a battle is blocked."""
    return some(Battle, lambda b: game.combat[b] == Combat.BLOCKED)


@possible(cites="CR24:310.8b/3", says="a player can attack a Siege of their own")
def a_player_attacks_their_own_siege(game: Magic) -> bool:
    """The active player controls what is attacked."""
    return some(Battle, lambda b: game.combat[b] != Combat.NONE and game.controller[b] == game.turn_player)


@possible(cites=("CR24:704.5x/1", "S-MTG:bullet-3/2"), says="the owner of a Siege can come to protect it")
def the_owner_protects(game: Magic) -> bool:
    """After a change of control, the owner is chosen as protector."""
    return some(Battle, lambda b: game.is_siege(b) and game.protector[b] == game.owner[b])


@possible(cites="WotC-R:2/1", says="a battle can be attacked whose protector has left the game")
def an_attacked_battle_has_no_protector(game: Magic) -> bool:
    """Nobody protects a battle, and it is attacked."""
    return some(Battle, lambda b: game.combat[b] != Combat.NONE and not game.protector[b])


@possible(
    cites=("CR24:310.10/2", "CR24:704.5w/2"), says="a battle can be buried because nobody can protect it"
)
def a_battle_is_buried_for_want_of_a_protector(game: Magic) -> bool:
    """A Siege with its counters went to the graveyard after its protector left the game."""
    return some(
        Battle,
        lambda b: (
            game.card[b] == Card.PERMANENT_BACK
            and game.zone[b] == Zone.GRAVEYARD
            and game.in_game.size == 1
            and game.effects_left == 0
        ),
    )


@possible(
    cites="CR24:603.3d", says="a trigger without a target can be removed while another goes onto the stack"
)
def a_trigger_is_removed(game: Magic) -> bool:
    """Of a card with two enters abilities, the one without a target is on the stack, the other is not."""
    return (
        not game.waiting
        and some(game.stack, lambda e: e.item == Item.ENTERS and game.card[e.battle] == Card.SORCERY_BACK)
        and not some(game.stack, lambda e: e.item == Item.AIMED)
    )
