"""What must hold of combat between single creatures about a battle."""

from typing import Any

from checker import count, every, expecting, invariant, possible, some, transition, under, violated
from models.magic_combat import Battle, Creature, Demand, Item, MagicCombat, Phase, Player
from specs.magic import (
    battles,
    priority,  # noqa: F401 - what holds of priority in all games of this rulebook
)

# What a search of one effect does not come to: a Siege that nobody can protect takes a player who leaves,
# and a counterspell that finds nothing takes a second effect.
expecting(
    MagicCombat,
    "every_rule_can_happen",
    expect=violated(part="never happens: bury_without_protector, nothing_to_counter"),
)

# -- attackers -------------------------------------------------------------------------------------------


@transition(
    cites=("CR24:310.8b/1", "CR24:310.8b/3"),
    says="the protector of a battle attacks it with none of their creatures",
)
def protector_never_attacks(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """Whoever lets a creature attack a battle is not its protector."""
    player: Player = step.player
    return step.rule != "attack_battle" or before.protector[step.battle] != player


@transition(
    cites=("CR24:508.1", "CR24:508.1d"),
    says="a creature that has to attack does so if it is able, whatever else is declared",
)
def who_has_to_attack_does(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """When the declaration ends, the first creature attacks, or is not there, tapped or a battle as well."""
    first = Creature(0)
    return (
        step.rule != "end_declaration"
        or before.demand == Demand.NOTHING
        or before.side[first] != before.turn_player
        or first in before.attacking
        or first not in before.alive
        or first in before.tapped
        or first in before.also_battle
    )


@invariant(
    cites=("CR24:101.2", "CR24:508.1c"),
    says="a restriction on attackers is never broken, also where creatures have to attack",
)
def only_one_attacks(game: MagicCombat) -> bool:
    """While attackers are declared, no more attack than an effect allows."""
    limited = game.demand == Demand.FIRST_ATTACKS_ALONE and game.phase == Phase.DECLARE_ATTACKERS
    return not limited or game.attacking.size <= 1


@invariant(
    cites=("CR24:506.3f", "CR24:506.4", "CR24:508.1a", "CR24:509.1a"),
    says="a creature that is a battle as well neither attacks nor blocks",
)
def battles_neither_attack_nor_block(game: MagicCombat) -> bool:
    """Being a battle takes a creature out of combat, and keeps it out."""
    return every(
        Creature, lambda c: c not in game.also_battle or (c not in game.attacking and not game.blocks[c])
    )


@invariant(
    cites="CR24:508.8",
    says="there are blockers and combat damage only if a creature was declared as an attacker",
)
def no_combat_without_attackers(game: MagicCombat) -> bool:
    """In the steps after the declaration something attacks, or has left combat since."""
    in_combat = game.phase != Phase.MAIN and game.phase != Phase.DECLARE_ATTACKERS
    return not in_combat or bool(game.attackers_were_declared)


# -- a battle that is removed from combat ----------------------------------------------------------------


def left_combat(game: MagicCombat, creature: Creature) -> bool:
    """Return whether there is a reason of its own for which ``creature`` attacks no more."""
    return creature not in game.alive or creature in game.also_battle or game.phase == Phase.MAIN


@transition(
    cites=("CR24:506.4", "CR24:506.4c/1"),
    says="what attacks a battle that is removed from combat goes on attacking",
)
def attackers_outlast_their_battle(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """An attacker stops attacking for reasons of its own, or with the combat, and for no other."""
    return every(
        Creature, lambda c: c not in before.attacking or c in after.attacking or left_combat(after, c)
    )


@transition(
    cites=("CR24:506.4c/3", "CR24:510.1b", "CR24:510.1c", "CR24:510.2"),
    says="each unblocked creature that attacks a battle takes one counter off it, and no other creature does",
)
def damage_comes_from_unblocked_attackers(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """Neither those that attack nothing any more nor blocked ones count."""
    if step.rule != "combat_damage":
        return True
    return every(
        Battle,
        lambda b: (
            after.defense[b] + unblocked(before, b) == before.defense[b]
            or (after.defense[b] == 0 and unblocked(before, b) >= before.defense[b])
        ),
    )


def unblocked(game: MagicCombat, battle: Battle) -> int:
    """Return how many creatures attack ``battle`` for which no blocker was declared."""
    return count(Creature, lambda c: game.attacks[c] == battle and c not in game.blocked)


@transition(
    cites=("CR24:508.5/1", "CR24:508.5/2", "CR24:310.8d"),
    says="an ability that strikes the defending player finds one, also when the battle that its source "
    "attacked has been removed from combat",
    also=(
        under(
            defender_of_nothing="nobody",
            expect=violated(length=23, part="some(after.struck): holds for none"),
        ),
    ),
)
def the_defending_player_is_known(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """Somebody is struck, and it is an opponent of the creature's controller."""
    if step.rule != "attack_ability_resolves":
        return True
    return some(after.struck, lambda p: p != after.side[Creature(0)])


@transition(
    cites="CR24:310.8d",
    says="while a battle is attacked, the defending player is its protector",
)
def the_protector_is_struck(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """Neither the controller of the battle is, nor anybody else."""
    if step.rule != "attack_ability_resolves":
        return True
    return every(
        Battle,
        lambda b: (
            before.attacks[Creature(0)] != b
            or every(Player, lambda p: (p in after.struck) == (before.protector[b] == p))
        ),
    )


# -- blockers --------------------------------------------------------------------------------------------


@transition(
    cites=("CR24:310.8c/1", "CR24:310.8c/2", "CR24:509.1a"),
    says="only the protector of the battle that a creature attacks blocks it",
)
def only_the_protector_blocks(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """Whoever blocks an attacker of a battle protects that battle."""
    player: Player = step.player
    return step.rule != "block" or every(
        Battle, lambda b: before.attacks[step.attacker] != b or before.protector[b] == player
    )


@transition(
    cites="CR24:509.1a",
    says="every blocker blocks a creature that attacks its controller or a battle which they protect",
    expect=violated(length=22, part="some(Battle): holds for none"),
    also=(under(blocks_of_nothing="literal"),),
)
def blockers_block_what_attacks_them(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """The words of the clause alone; another one lets creatures be blocked that attack nothing."""
    player: Player = step.player
    return (
        step.rule != "block"
        or before.attacks_player[step.attacker] == player
        or some(Battle, lambda b: before.attacks[step.attacker] == b and before.protector[b] == player)
    )


@possible(
    cites="CR24:506.4c/2",
    says="a creature that attacks nothing any more can be blocked",
    also=(under(blocks_of_nothing="literal", expect=violated()),),
)
def an_attacker_of_nothing_is_blocked(game: MagicCombat) -> bool:
    """Blockers are being declared, and one of them blocks what attacks nothing."""
    return game.phase == Phase.DECLARE_BLOCKERS and some(
        Creature, Creature, lambda c, a: game.blocks[c] == a and game.attacks_nothing(a)
    )


@transition(
    cites="CR24:509.1h",
    says="a blocked creature stays blocked as long as it attacks, whatever becomes of its blockers",
)
def blocked_is_for_good(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """No attacker becomes unblocked."""
    return every(Creature, lambda c: c not in before.blocked or c in after.blocked or left_combat(after, c))


# -- battles ---------------------------------------------------------------------------------------------


@invariant(
    cites=("CR24:310.7", "CR24:704.5v"),
    at="priority",
    says="a battle with defense 0 has left the battlefield before any player may act again, "
    "unless an ability of it has triggered and not yet left the stack",
)
def zero_defense_leaves_play(game: MagicCombat) -> bool:
    """Also where other abilities wait than those of the battle."""
    return battles.zero_defense_leaves_play(game)


@transition(
    cites=("CR24:310.11b/1", "CR24:603.2c", "CR24:510.2"),
    says="however many creatures take the last counters of a Siege together, it is defeated once",
)
def one_defeat_trigger_an_event(before: MagicCombat, step: Any, after: MagicCombat) -> bool:
    """One trigger an event, however many attackers."""
    return battles.one_defeat_trigger_an_event(before, step, after)


# -- what can happen: without these, the claims above would be about nothing -----------------------------


@possible(cites="CR24:510.2", says="two creatures can take the last two counters of a Siege at once")
def two_creatures_defeat_a_siege(game: MagicCombat) -> bool:
    """Two unblocked creatures have dealt their damage, and the defeat ability waits."""
    return some(game.waiting, lambda t: t.item == Item.DEFEAT) and some(
        Battle, lambda b: unblocked(game, b) == 2
    )


@possible(
    cites=("CR24:508.1b", "CR24:509.1a"),
    says="of two attackers of a battle one can be blocked and the other not",
)
def one_of_two_is_blocked(game: MagicCombat) -> bool:
    """A blocked and an unblocked creature attack the same battle."""
    return some(
        Battle,
        lambda b: unblocked(game, b) == 1 and count(Creature, lambda c: game.attacks[c] == b) == 2,
    )


@possible(cites=("CR24:510.1c", "CR24:510.1d"), says="a blocked creature and its blocker destroy each other")
def fighters_destroy_each_other(game: MagicCombat) -> bool:
    """Two creatures are gone, and no effect was played."""
    return game.effects_left == 1 and game.alive.size == 1


@possible(cites="CR24:506.3f", says="a creature that is a battle as well can be left out of an attack")
def a_battle_is_left_out(game: MagicCombat) -> bool:
    """A creature that attacked is a battle as well, and combat goes on without it."""
    return game.phase == Phase.BLOCKERS and game.also_battle.size == 1
