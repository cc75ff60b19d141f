"""What the clauses demand of battles that enter, their protectors, and damage to them. One clause each."""

from typing import Any

from checker import ensures, every, norm, requires, some
from models.magic_siege import Battle, Card, Combat, Item, MagicSiege, Zone
from models.priority_stack import Stage

Pair = tuple[bool, bool]


def enters(before: MagicSiege, battle: Battle) -> bool:
    """Return whether ``battle`` is the spell that is being resolved."""
    return some(
        before.stack,
        lambda e: e.stage == Stage.RESOLVING and e.item == Item.BATTLE and e.battle == battle,
    )


@norm("CR24:310.2", ensures(after="battle_resolves"), governs="zone")
def it_is_put_onto_the_battlefield(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """When a battle spell resolves, it is put onto the battlefield."""
    return True, every(Battle, lambda b: not enters(before, b) or after.zone[b] == Zone.BATTLEFIELD)


@norm("CR24:310.4b", ensures(after="battle_resolves"), governs="defense")
def it_enters_with_its_counters(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """A battle enters with defense counters to the number printed on it."""
    return True, every(Battle, lambda b: not enters(before, b) or after.defense[b] == after.printed)


@norm("CR24:310.11a/1", ensures(after="battle_resolves"), governs="protector")
def an_opponent_is_chosen(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """As a Siege enters, its controller chooses its protector among their opponents."""

    def is_siege(battle: Battle) -> bool:
        return enters(before, battle) and before.card[battle] != Card.NO_TYPE

    def is_an_opponent(battle: Battle) -> bool:
        return some(after.in_game, lambda p: after.protector[battle] == p and p != after.controller[battle])

    return some(Battle, is_siege), every(Battle, lambda b: not is_siege(b) or is_an_opponent(b))


@norm("CR24:310.8a/2", ensures(after="battle_resolves"), governs="protector")
def without_a_type_it_is_the_controller(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """The controller of a battle without battle types becomes its protector."""

    def has_no_type(battle: Battle) -> bool:
        return enters(before, battle) and before.card[battle] == Card.NO_TYPE

    return some(Battle, has_no_type), every(
        Battle, lambda b: not has_no_type(b) or after.protector[b] == after.controller[b]
    )


@norm("CR24:310.11a/2", requires(), governs="protector")
def no_controller_protects(game: MagicSiege) -> Pair:
    """Only an opponent of its controller can be a Siege's protector."""
    return some(Battle, game.is_siege), every(
        Battle, lambda b: not game.is_siege(b) or game.protector[b] != game.controller[b]
    )


@norm("CR24:310.8", requires(), governs="protector")
def every_battle_has_a_protector(game: MagicSiege) -> Pair:
    """Each battle has one player designated as its protector."""
    return some(Battle, game.is_battle), every(
        Battle, lambda b: not game.is_battle(b) or bool(game.protector[b])
    )


@norm("CR24:310.6", ensures(after="combat_damage"), governs="defense")
def damage_removes_counters(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """Damage to a battle results in as many defense counters being removed from it."""

    def is_hit(battle: Battle) -> bool:
        return before.combat[battle] == Combat.UNBLOCKED

    return some(Battle, is_hit), every(
        Battle,
        lambda b: (
            not is_hit(b)
            or after.defense[b] == before.defense[b] - before.attackers[b]
            or (after.defense[b] == 0 and before.attackers[b] >= before.defense[b])
        ),
    )
