"""What proofs of every size lean on in Magic."""

from checker import every, some
from models.magic import Battle, Card, Combat, Item, Magic, OnStack, Phase, Zone
from models.priority_stack import Stage
from specs.core_lemmas import CORE_LEMMAS

__all__ = ["LEMMAS"]


def nobody_acts_in_a_declaration(game: Magic) -> bool:
    """Return whether nobody has priority, and nothing waits, while something is declared or dealt."""
    declaring = (
        game.phase == Phase.DECLARE_ATTACKERS
        or game.phase == Phase.DECLARE_BLOCKERS
        or game.phase == Phase.DEAL_DAMAGE
    )
    nobody = not game.holders and not game.due and not game.passed
    return not declaring or (nobody and not game.stack)


def has_been_carried_out(game: Magic) -> bool:
    """Return whether a resolution is at its end: the entry has had its effect, and is still there."""
    return some(game.stack, lambda e: e.stage == Stage.CARRIED_OUT)


def what_is_offered_is_in_exile(game: Magic) -> bool:
    """Return whether the card that may be cast inside a resolution lies in exile, and has just gone there."""
    return every(
        Battle,
        lambda b: (
            game.offer != b
            or (game.zone[b] == Zone.EXILE and game.has_back_face(b) and has_been_carried_out(game))
        ),
    )


def no_trigger_goes_to_the_stack(game: Magic) -> bool:
    """Return whether no trigger waits of a player in the game; those of others never get to the stack."""
    return every(game.waiting, lambda t: t.controller not in game.in_game)


def nothing_waits_at_priority(game: Magic) -> bool:
    """Return whether no trigger waits for the stack while somebody has priority."""
    return not game.holders or no_trigger_goes_to_the_stack(game)


def nothing_waits_among_passes(game: Magic) -> bool:
    """Return whether no trigger waits for the stack in the middle of a run of passes."""
    return not game.passed or game.is_resolving() or no_trigger_goes_to_the_stack(game)


def no_trigger_is_a_card(game: Magic) -> bool:
    """Return whether what waits for the stack is a triggered ability of the battle that it names."""
    return every(game.waiting, lambda t: game.is_own_ability(t.item))


def who_has_left_has_nothing_on_the_stack(game: Magic) -> bool:
    """Return whether entries are of players in the game, but at the end of a resolution: they go first."""
    return has_been_carried_out(game) or every(
        game.stack,
        lambda e: e.controller in game.in_game and (not is_card(e) or game.owner[e.battle] in game.in_game),
    )


def who_resolves_an_offer_is_in_the_game(game: Magic) -> bool:
    """Return whether who may cast a card inside a resolution is in the game."""
    return not game.offer or every(
        game.stack, lambda e: e.stage == Stage.WAITING or e.controller in game.in_game
    )


def the_turn_player_is_not_attacked(game: Magic) -> bool:
    """Return whether the turn player protects nothing that is attacked."""
    return every(Battle, lambda b: game.combat[b] == Combat.NONE or game.protector[b] != game.turn_player)


def what_is_attacked_is_in_play(game: Magic) -> bool:
    """Return whether all that is attacked is a battle on the battlefield."""
    return every(Battle, lambda b: game.combat[b] == Combat.NONE or game.is_battle(b))


def battles_are_of_players_in_the_game(game: Magic) -> bool:
    """Return whether owners and controllers of all that is on the battlefield, face up, are in the game."""
    return every(
        Battle,
        lambda b: (
            game.zone[b] != Zone.BATTLEFIELD
            or b in game.transformed
            or (game.owner[b] in game.in_game and game.controller[b] in game.in_game)
        ),
    )


def what_is_no_battle_is_never_cast(game: Magic) -> bool:
    """Return whether what is no battle by itself is no spell and has no back face, and is its owner's.

    Another player may control it while it is a copy of a Siege.
    """
    return every(
        Battle,
        lambda b: (
            game.card[b] != Card.NO_BATTLE
            or (
                game.zone[b] != Zone.STACK
                and b not in game.transformed
                and (game.is_battle(b) or game.controller[b] == game.owner[b])
            )
        ),
    )


def only_what_is_no_battle_is_made_a_copy(game: Magic) -> bool:
    """Return whether what is to become a copy of a Siege is no battle by itself."""
    return every(game.stack, lambda e: e.item != Item.COPY or game.card[e.battle] == Card.NO_BATTLE)


def copies_are_in_play(game: Magic) -> bool:
    """Return whether what has become a copy of a Siege is on the battlefield, and no battle by itself."""
    return every(
        Battle,
        lambda b: (
            b not in game.copies_of_a_siege
            or (game.zone[b] == Zone.BATTLEFIELD and game.card[b] == Card.NO_BATTLE)
        ),
    )


def protectors_are_settled(game: Magic) -> bool:
    """Return whether nobody has a protector to choose at priority, among passes, and in a declaration."""
    quiet = bool(game.holders) or (bool(game.passed) and not game.is_resolving())
    return not (quiet or game.phase == Phase.DECLARE_ATTACKERS) or every(
        Battle, lambda b: not game.needs_protector(b)
    )


def what_is_attacked_is_protected_rightly(game: Magic) -> bool:
    """Return whether all that is attacked has no protector, or one whom its type allows."""
    return every(Battle, lambda b: not game.is_attacked(b) or not game.needs_protector(b))


def is_card(entry: OnStack) -> bool:
    """Return whether an entry is a card that has not become anything else yet."""
    return entry.stage != Stage.CARRIED_OUT and (entry.item == Item.BATTLE or entry.item == Item.BACK_FACE)


def tokens_are_in_play_at_priority(game: Magic) -> bool:
    """Return whether, while somebody has priority, tokens are in play or gone."""
    return not game.holders or every(
        Battle,
        lambda b: game.card[b] != Card.TOKEN or game.zone[b] == Zone.BATTLEFIELD or game.zone[b] == Zone.GONE,
    )


def cards_on_the_stack_are_there(game: Magic) -> bool:
    """Return whether the card of every entry that is one is on the stack, and no token.

    That of a player who has left the game has gone with them.
    """
    return every(
        game.stack,
        lambda e: (
            not is_card(e)
            or (game.owner[e.battle] not in game.in_game and game.zone[e.battle] == Zone.GONE)
            or (game.zone[e.battle] == Zone.STACK and game.card[e.battle] != Card.TOKEN)
        ),
    )


def a_card_is_there_once(game: Magic) -> bool:
    """Return whether no two entries are the same card."""
    return every(
        game.stack,
        game.stack,
        lambda a, b: not (is_card(a) and is_card(b) and a.battle == b.battle) or a.arrived == b.arrived,
    )


LEMMAS = (
    *CORE_LEMMAS,
    nobody_acts_in_a_declaration,
    what_is_offered_is_in_exile,
    who_resolves_an_offer_is_in_the_game,
    nothing_waits_at_priority,
    nothing_waits_among_passes,
    no_trigger_is_a_card,
    who_has_left_has_nothing_on_the_stack,
    the_turn_player_is_not_attacked,
    what_is_attacked_is_in_play,
    what_is_no_battle_is_never_cast,
    only_what_is_no_battle_is_made_a_copy,
    copies_are_in_play,
    battles_are_of_players_in_the_game,
    protectors_are_settled,
    what_is_attacked_is_protected_rightly,
    tokens_are_in_play_at_priority,
    cards_on_the_stack_are_there,
    a_card_is_there_once,
)
"""All of them; one that does not hold under some reading is left out there."""
