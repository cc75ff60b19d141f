from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from checker import Game, Participant, action, automatic, integer, require
from checker.explore.symbolic import SymbolicEngine
from checker.judge import graphs, inquiry
from checker.judge.claims import always_possible, eventually, leads_to
from checker.judge.inquiry import Clock, Inquiry
from checker.judge.rounds import rounds_of
from checker.judge.selection import Selection
from checker.judge.verdict import Evidence, Status, Verdict
from checker.judge.workspace import GameEntry
from checker.language.tracing.tracings import Tracings

pytestmark = pytest.mark.skipif(bool(SymbolicEngine.unavailable()), reason="dd.cudd is not here")


class Player(Participant, size=2):
    """Two."""


class Pot(Game):
    """Coins go into a pot of nine, which empties by itself; somebody may break it for good."""

    coins: int = integer(0, 9)
    broken: bool = False

    @action(says="{player} puts a coin in")
    def put(self, player: Player) -> None:
        require(self.coins < 9, not self.broken)
        self.coins += 1

    @action(says="{player} breaks it")
    def smash(self, player: Player) -> None:
        require(self.coins == 5)
        self.broken = True
        self.coins = 0

    @automatic(says="it is emptied")
    def spill(self) -> None:
        require(self.coins == 9)
        self.coins = 0

    def over(self) -> bool:
        return self.broken


@leads_to()
def full_then_empty(game: Pot) -> tuple[bool, bool]:
    """What is full is emptied."""
    return game.coins == 9, game.coins == 0


@eventually()
def it_breaks(game: Pot) -> bool:
    """Nobody has to break it."""
    return game.broken


@always_possible()
def never_lost(game: Pot) -> bool:
    """Once it is broken it is never full again."""
    return game.coins == 9


@leads_to(fair="smash")
def with_fairness(game: Pot) -> tuple[bool, bool]:
    """Only a graph answers what rests on fairness."""
    return game.coins == 9, game.coins == 0


CLAIMS = (full_then_empty, it_breaks, never_lost, with_fairness)


class Silent:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        pass

    def found(self, verdict: Verdict) -> None:
        pass


def judged(engine: str) -> Iterator[Verdict]:
    selection = Selection(engine=engine, properties=tuple(c.__name__ for c in CLAIMS))
    (one,) = rounds_of([GameEntry("pot", Pot, None)], selection)
    return Inquiry(one, selection, Clock(None), Silent(), Tracings()).verdicts()


def answers(engine: str) -> dict[str, tuple[Status, Evidence, int | None]]:
    return {
        v.name: (v.status, v.evidence, len(v.play.steps) if v.play is not None else None)
        for v in judged(engine)
    }


def test_sets_of_states_say_what_the_graph_says() -> None:
    expected = {
        "full_then_empty": (Status.HOLDS, Evidence.EXHAUSTIVE, None),
        "it_breaks": (Status.VIOLATED, Evidence.LASSO, 10),
        "never_lost": (Status.VIOLATED, Evidence.PLAY, 6),
        "with_fairness": (Status.HOLDS, Evidence.EXHAUSTIVE, None),
    }
    assert answers("explicit") == answers("symbolic") == expected


def test_only_what_sets_can_answer_is_asked_of_them() -> None:
    by = {v.name: v.engine for v in judged("symbolic")}
    assert by == {
        "full_then_empty": "symbolic",
        "it_breaks": "symbolic",
        "never_lost": "symbolic",
        "with_fairness": "graph",
    }


def test_they_answer_where_the_graph_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inquiry, "graph_of", partial(graphs.graph_of, small=3, large=4))
    monkeypatch.setattr(inquiry, "too_large", partial(graphs.too_large, large=4))
    by = {v.name: (v.engine, v.status) for v in judged("auto")}
    assert by == {
        "full_then_empty": ("symbolic", Status.HOLDS),
        "it_breaks": ("symbolic", Status.VIOLATED),
        "never_lost": ("symbolic", Status.VIOLATED),
        "with_fairness": ("graph", Status.UNDETERMINED),
    }
    assert {v.engine for v in judged("explicit")} == {"graph"}, "who asks for states one by one gets them"
