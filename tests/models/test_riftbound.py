from typing import ClassVar

import pytest

import specs.riftbound.claims
import specs.riftbound.control  # noqa: F401 - states the others
from checker import one_of, require
from checker.explore.explicit import ExplicitEngine
from models.riftbound import Battlefield, Item, Player, Riftbound, Trigger, Unit, Zone
from tests.models.faults import breaks, lowered


class PassesAreKept(Riftbound):
    """A run of passes is not broken by an action."""

    abstract: ClassVar[bool] = False

    def acted(self, player: Player) -> None:
        self.holders.discard(player)
        self.due = self.next_after_action(player)


class FirstInFirst(Riftbound):
    """The oldest item resolves."""

    abstract: ClassVar[bool] = False

    def next_to_resolve(self) -> Item:
        for item in self.stack:
            return item
        return self.stack.top


class EmptyCleanups(Riftbound):
    """A cleanup does nothing."""

    abstract: ClassVar[bool] = False

    def end_cleanup(self) -> None:
        require(self.is_cleaning_up())
        self.outstanding = False

    def is_neutral_open(self) -> bool:
        return super().is_neutral_open() and not self.outstanding


class PassesPassFocus(Riftbound):
    """Passing priority in a chain passes focus as well."""

    abstract: ClassVar[bool] = False

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        if player in self.focus:
            self.pass_focus()


class TurnPlayerAfterResolution(Riftbound):
    """After a resolution the turn player is next, as in other games."""

    abstract: ClassVar[bool] = False

    def next_after_resolution(self, entry: Item) -> Player | None:
        return self.turn_player


class ControlOnArrival(Riftbound):
    """Who arrives at a battlefield that nobody controls, controls it."""

    abstract: ClassVar[bool] = False

    def contest(self, unit: Unit) -> None:
        battlefield = self.at[unit]
        if battlefield and not self.controller[battlefield]:
            self.establish_control(self.side[unit], battlefield)
        else:
            super().contest(unit)


class ClosesAfterOnePass(Riftbound):
    """A showdown closes when one player has passed."""

    abstract: ClassVar[bool] = False

    def everybody_has_passed(self) -> bool:
        return bool(self.passed) if not self.stack else super().everybody_has_passed()


class TriggersWait(Riftbound):
    """Triggers are put on the chain when nothing else goes on."""

    abstract: ClassVar[bool] = False

    def put_on_chain(self, player: Player, trigger: Trigger = one_of("waiting", by="player")) -> None:  # noqa: B008 - as in models
        require(self.holders, self.passed)
        super().put_on_chain(player, trigger)


class ScoresWithoutCounting(Riftbound):
    """What is conquered is not noted as scored."""

    abstract: ClassVar[bool] = False

    def conquers(self, player: Player, battlefield: Battlefield) -> None:
        self.gain_point(player)


class PlaysForNothing(Riftbound):
    """Units cost nothing."""

    abstract: ClassVar[bool] = False

    def added_permanent(self, player: Player) -> None:
        super().added_permanent(player)
        self.energy[player] += 1


class DamageStays(Riftbound):
    """Units do not heal in the cleanup of a combat."""

    abstract: ClassVar[bool] = False

    def heal_and_recall(self) -> None:
        damage = {unit: self.damage[unit] for unit in Unit}
        super().heal_and_recall()
        for unit in Unit:
            self.damage[unit] = damage[unit]


class StunIsNothing(Riftbound):
    """Stunned units deal damage."""

    abstract: ClassVar[bool] = False

    def sum_might(self) -> None:
        self.stunned.clear()
        super().sum_might()


class CountersNothing(Riftbound):
    """A card that is countered is put into the trash, and its item stays on the chain."""

    abstract: ClassVar[bool] = False

    def denial_resolves(self) -> None:
        item = self.resolving()
        require(item.against)
        self.card_zone[item.against] = Zone.TRASH
        self.carried_out()


FAULTS: dict[type[Riftbound], str] = {
    PassesPassFocus: "a_pass_in_a_chain_keeps_focus",
    EmptyCleanups: "contested_is_fought_about",
    PassesAreKept: "resolves_after_passes_in_a_row",
    FirstInFirst: "resolves_last_in_first",
    TurnPlayerAfterResolution: "newest_controller_after_resolution",
    ControlOnArrival: "control_changes_at_the_end",
    ClosesAfterOnePass: "closes_after_passes_in_a_row",
    TriggersWait: "tasks_come_before_priority",
    ScoresWithoutCounting: "one_score_a_battlefield",
    PlaysForNothing: "costs_are_paid_once",
    DamageStays: "combat_heals_and_recalls",
    StunIsNothing: "the_stunned_deal_nothing",
    CountersNothing: "cards_and_items_agree",
}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "broken"), FAULTS.items())
def test_a_fault_in_the_rules_breaks_a_claim(game: type[Riftbound], broken: str) -> None:
    assert breaks(game, broken, {})


@pytest.mark.slow
def test_the_bundled_game_is_searched_whole() -> None:
    seen = ExplicitEngine().search(lowered(Riftbound, {}).sliced()).statistics
    assert (seen.states, seen.transitions, seen.levels) == (22253, 23184, 120)
    assert (seen.dead_ends, seen.cut, seen.wrong) == (0, 0, 0)


@pytest.mark.parametrize(
    ("scopes", "tables", "states"),
    [
        ({"units": 1, "battlefields": 1}, 1, 355),
        pytest.param({"units": 1}, 1, 844, marks=pytest.mark.slow),
        pytest.param({"units": 2}, 4, 12862, marks=pytest.mark.slow),
        pytest.param({"battlefields": 1}, 4, 5662, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_smaller_scopes_have_the_tables_that_they_have_room_for(
    scopes: dict[str, int], tables: int, states: int
) -> None:
    system = lowered(Riftbound, scopes).sliced()
    seen = ExplicitEngine().search(system).statistics
    assert (len(system.initial), seen.states) == (tables, states)
    assert (seen.dead_ends, seen.cut, seen.wrong) == (0, 0, 0)
