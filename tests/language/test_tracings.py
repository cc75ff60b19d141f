"""What was traced under one reading serves under another one only where that was not asked for."""

from __future__ import annotations

from typing import Any

import pytest

from checker import (
    Game,
    Participant,
    Set,
    action,
    ghost,
    gives,
    integer,
    may,
    norm,
    observer,
    reading,
    require,
    requires,
)
from checker.judge.contradictions.demands import DemandReader
from checker.judge.contradictions.topics import topics_of
from checker.judge.norms import declare
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.language.tracing.tracings import Tracings

pytestmark = pytest.mark.usefixtures("only_own_norms")


class Player(Participant, size=2):
    pass


class Counting(Game):
    """One counts on; who did so is noted, under one reading only from the second time on."""

    tally: int = integer(0, 3)
    noted: Set[Player] = ghost()
    step: str = reading("how far does one count", one="A:1", two="A:2")
    notes: str = reading("who is noted", everybody="A:1", later="A:2")

    @action()
    def count_on(self, player: Player) -> None:
        require(self.tally < 2)
        self.tally += 1 if self.step == "one" else 2

    @observer
    def note(self, before: Counting, step: Any) -> None:
        if self.notes == "everybody" or before.tally > 0:
            self.noted.add(step.player)


def told(readings: dict[str, str], tracings: Tracings) -> tuple[str, list[tuple[object, object]]]:
    """The whole system, and what all norms demand in it."""
    lowered = lower(Schema(Counting, {}, readings), tracings)
    demands = [d for n in declare.norms_of(Counting) for d in DemandReader(lowered).read(n)]
    return str(lowered.system), [(d.premise, d.conclusion) for d in demands]


def test_under_every_reading_it_is_as_if_traced_for_the_first_time() -> None:
    @norm("A:1", gives("tally"))
    def it_is_noted_how_far(game: Counting) -> tuple[bool, bool]:
        return game.notes == "later" and bool(game.noted), game.tally == 0

    @norm("A:2", gives("tally", after="count_on"))
    def it_goes_on(before: Counting, step: Any, after: Counting) -> tuple[bool, bool]:
        return before.step == "two", after.tally == before.tally + 2

    shared = Tracings()
    found = []
    for step in ("one", "two"):
        for notes in ("everybody", "later"):
            readings = {"step": step, "notes": notes}
            found.append(told(readings, shared))
            assert found[-1] == told(readings, Tracings())
    assert len({system for system, _ in found}) == 4
    assert len({str(demands) for _, demands in found}) == 4


def test_what_is_not_asked_for_does_not_trace_anything_again() -> None:
    calls: list[str] = []

    @norm("A:3", gives("tally"))
    def something(game: Counting) -> tuple[bool, bool]:
        calls.append("now")
        return True, game.tally == 0

    @norm("A:3", gives("tally", after="count_on"))
    def something_after(before: Counting, step: Any, after: Counting) -> tuple[bool, bool]:
        calls.append(f"then, {before.step}")
        return True, after.tally == before.tally

    shared = Tracings()
    told({"step": "one", "notes": "everybody"}, shared)
    asked = list(calls)
    assert set(asked) == {"now", "then, one"}
    told({"step": "one", "notes": "later"}, shared)
    assert calls == asked
    told({"step": "two", "notes": "later"}, shared)
    assert set(calls[len(asked) :]) == {"then, two"}


def test_who_may_act_is_known_to_norms_that_were_traced_before() -> None:
    @norm("A:4", requires())
    def one_can_count(game: Counting) -> tuple[bool, bool]:
        return game.tally == 0, may(Player(0), "count_on")

    @norm("A:5", requires())
    def the_other_can_count(game: Counting) -> tuple[bool, bool]:
        return game.tally == 1, may(Player(1), "count_on")

    shared = Tracings()
    for step in ("one", "two"):
        lowered = lower(Schema(Counting, {}, {"step": step}), shared)
        (topic,) = topics_of(DemandReader(lowered), declare.norms_of(Counting))
        assert topic.rules == ("count_on",)
        assert len(topic.instances) == 2
