"""What the clauses demand of a Siege that never had defense counters. One clause each.

They are judged as in ``specs.magic_siege.norms``, and also after a protector has been chosen: here the checks
begin with that.
"""

from collections.abc import Callable
from typing import Any

from checker import ensures, every, norm, some
from models.magic_copies import Battle, MagicCopies, Zone
from models.priority_stack import Stage
from specs.magic.battles import has_no_defense

Pair = tuple[bool, bool]

CHECKED = ("finish_resolution", "choose_protector")
"""What is followed by the checks before anybody has priority."""


def waits(game: MagicCopies, battle: Battle) -> bool:
    """Return whether an ability of ``battle`` has triggered, and is on the stack or waits for it."""
    return some(game.waiting, lambda t: t.battle == battle) or some(
        game.stack,
        lambda e: e.battle == battle and e.stage == Stage.WAITING and game.is_own_ability(e.item),
    )


def all_are(after: MagicCopies, zone: Zone, which: Callable[[Battle], bool]) -> Pair:
    """Return that there are some such battles, and that they all are in a zone."""
    return some(Battle, which), every(Battle, lambda b: not which(b) or after.zone[b] == zone)


@norm("CR24:310.7", ensures(after=CHECKED), governs="zone")
def an_ability_that_has_triggered_spares_it(before: MagicCopies, step: Any, after: MagicCopies) -> Pair:
    """A battle with defense 0 stays while an ability of it has triggered and not left the stack."""
    return all_are(after, Zone.BATTLEFIELD, lambda b: has_no_defense(before, b) and waits(before, b))


@norm("CR24:704.5v", ensures(after=CHECKED), governs="zone")
def without_defense_it_is_buried(before: MagicCopies, step: Any, after: MagicCopies) -> Pair:
    """A battle with defense 0 is buried, unless an ability of it has triggered and not left the stack."""
    return all_are(after, Zone.GRAVEYARD, lambda b: has_no_defense(before, b) and not waits(before, b))


@norm("S-MTG:bullet-6/2", ensures(after=CHECKED), governs="zone")
def without_counters_it_dies_at_once(before: MagicCopies, step: Any, after: MagicCopies) -> Pair:
    """A Siege that never had defense counters, as one that is a copy, goes to its owner's graveyard."""
    return all_are(after, Zone.GRAVEYARD, lambda b: before.is_siege(b) and b not in before.had_counters)


@norm("WotC-R:1", ensures(after=CHECKED), governs="zone")
def what_never_had_counters_is_buried(before: MagicCopies, step: Any, after: MagicCopies) -> Pair:
    """A Siege that never had defense counters goes to its owner's graveyard."""
    return all_are(after, Zone.GRAVEYARD, lambda b: before.is_siege(b) and b not in before.had_counters)
