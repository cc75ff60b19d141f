from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from checker import Game, Participant, action, integer, invariant, possible, require, transition
from checker.judge import graphs, inquiry
from checker.judge.inquiry import Clock, Inquiry
from checker.judge.rounds import rounds_of
from checker.judge.selection import Selection
from checker.judge.verdict import Status, Verdict
from checker.judge.workspace import GameEntry
from checker.language.tracing.tracings import Tracings


class Counter(Participant, size=2):
    """Who counts."""


class Count(Game):
    """Nobody stops at five."""

    tally: int = integer(0, 5)

    @action()
    def up(self, player: Counter) -> None:
        """Count on."""
        self.tally += 1

    @action()
    def rest(self, player: Counter) -> None:
        """Nobody rests at nine."""
        require(self.tally == 9)


@invariant()
def small(game: Count) -> bool:
    """It is not."""
    return game.tally < 2


@transition()
def by_one(before: Count, step: Any, after: Count) -> bool:
    """It is."""
    return after.tally == before.tally + 1


@possible()
def four(game: Count) -> bool:
    """It is."""
    return game.tally == 4


class Silent:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None: ...

    def found(self, verdict: Verdict) -> None: ...


def judged() -> Iterator[Verdict]:
    selection = Selection()
    (one,) = rounds_of([GameEntry("count", Count, None)], selection)
    return Inquiry(one, selection, Clock(None), Silent(), Tracings()).verdicts()


@pytest.mark.parametrize("graph_fits", [True, False])
def test_a_game_too_large_for_a_graph_is_searched_for_all_questions(
    monkeypatch: pytest.MonkeyPatch, graph_fits: bool
) -> None:
    if not graph_fits:
        monkeypatch.setattr(inquiry, "graph_of", partial(graphs.graph_of, small=2, large=3))
        monkeypatch.setattr(inquiry, "too_large", partial(graphs.too_large, large=3))
    found = {v.claim: (v.status, len(v.play.steps) if v.play is not None else None) for v in judged()}
    undecided = (Status.HOLDS if graph_fits else Status.UNDETERMINED, None)
    assert found == {
        "no_dead_end": (Status.HOLDS, None),
        "no_step_goes_wrong": (Status.VIOLATED, 6),
        "automatic_runs_end": undecided,
        "automatic_order_is_settled": undecided,
        "every_rule_can_happen": (Status.VIOLATED, None),
        "small": (Status.VIOLATED, 2),
        "by_one": (Status.HOLDS, None),
        "four": (Status.HOLDS, 4),
    }
