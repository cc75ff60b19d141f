import pytest

import specs.force_of_will.claims  # noqa: F401 - states the claims
from checker import require
from checker.explore.explicit import ExplicitEngine
from checker.judge.verdict import Status
from checker.language.lower import lower
from checker.language.schema import Schema
from models.force_of_will import Card, Entry, ForceOfWill, Player
from tests.models.judging import judge

SMALL = {"stack": 3}
"""A chase of at most three entries: a fault shows in that."""


class KeepsPasses(ForceOfWill):
    """A run of passes is not broken by an action."""

    def acted(self, player: Player) -> None:
        self.holders.discard(player)
        self.due = self.next_after_action(player)


class FirstInFirst(ForceOfWill):
    """The oldest entry resolves."""

    def next_to_resolve(self) -> Entry:
        for entry in self.stack:
            return entry
        return self.stack.top


class KeepsPriority(ForceOfWill):
    """Who passes keeps priority besides."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        self.holders.add(player)


class ResolvesAfterOnePass(ForceOfWill):
    """One pass is enough."""

    def everybody_has_passed(self) -> bool:
        return bool(self.passed)


class LeavesDamage(ForceOfWill):
    """No rule process destroys what is damaged."""

    def destroyed(self, card: Card) -> None:
        require(card not in self.damaged, card in self.damaged)


class BuriesAtOnce(ForceOfWill):
    """A card goes to the graveyard when it starts to resolve."""

    def begin_resolution(self) -> None:
        super().begin_resolution()
        self.leave_stack(self.resolving())


class OtherPlayerFirst(ForceOfWill):
    """The other player's triggered abilities are played first."""

    def stacks_next(self, player: Player) -> bool:
        return player == Player(1) or Card.WATCHER not in self.waiting


class AnyTiming(ForceOfWill):
    """What needs main timing may be done whenever its player has priority."""

    def main_timing(self, player: Player) -> bool:
        return player in self.holders


class PlaysForNothing(ForceOfWill):
    """Costs are not paid."""

    def pay(self, player: Player, cost: int) -> None:
        require(self.will[player] + self.stones[player] >= cost)


@pytest.mark.parametrize(
    ("game", "broken"),
    [
        pytest.param(KeepsPasses, "resolves_after_passes_in_a_row", marks=pytest.mark.slow),
        pytest.param(FirstInFirst, "resolves_last_in_first", marks=pytest.mark.slow),
        pytest.param(KeepsPriority, "one_priority_holder", marks=pytest.mark.slow),
        pytest.param(ResolvesAfterOnePass, "resolves_after_passes_in_a_row", marks=pytest.mark.slow),
        pytest.param(LeavesDamage, "checks_come_before_priority", marks=pytest.mark.slow),
        (BuriesAtOnce, "cards_and_spells_agree"),
        pytest.param(OtherPlayerFirst, "turn_players_triggers_first", marks=pytest.mark.slow),
        pytest.param(AnyTiming, "main_timing_needs_an_empty_chase", marks=pytest.mark.slow),
        pytest.param(PlaysForNothing, "costs_are_paid_at_once", marks=pytest.mark.slow),
    ],
)
def test_a_fault_in_the_rules_breaks_a_claim(game: type[ForceOfWill], broken: str) -> None:
    answer = judge(game, broken, SMALL)
    assert answer.status is Status.VIOLATED
    assert answer.play is not None


def test_the_bundled_game_is_searched_whole() -> None:
    system = lower(Schema(ForceOfWill)).sliced()
    seen = ExplicitEngine().search(system).statistics
    assert (seen.states, seen.transitions, seen.levels) == (7512, 9127, 68)
    assert (seen.dead_ends, seen.cut, seen.wrong) == (0, 0, 0)
