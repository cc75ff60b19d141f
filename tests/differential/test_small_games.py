from __future__ import annotations

import dataclasses

import pytest

from checker.explore.compiled import CompiledEngine
from checker.explore.explicit import ExplicitEngine
from checker.judge.answers import by_search
from checker.judge.builtin import built_in_claims
from checker.judge.questions import question_of
from checker.judge.verdict import Status
from checker.language.claims import trace_state_claim
from checker.language.lower import lower
from checker.language.plain.naive import NaiveSearch
from checker.language.schema import Schema
from tests.differential.engines import FIGURES
from tests.differential.lockstep import LockStep, Remembering
from tests.games import at_once, benchmark, found, sieges, table

GAMES = [
    benchmark.Benchmark, at_once.Fire, at_once.Paint, at_once.Hunt, sieges.Sieges, table.Leaving, table.Line,
    table.Dice, table.Pile, found.AtOnce, found.PastTheBound, found.Absence, found.Moments, found.ManyPiles,
    found.ArrivalAsItIs, found.ArrivalOverridden,
]  # fmt: skip


@pytest.mark.parametrize("ghosts", [True, False], ids=["ghosts", "no ghosts"])
@pytest.mark.parametrize("game", GAMES)
def test_all_ways_to_an_answer_agree(game, ghosts):
    low = lower(Schema(game))
    system = low.system if ghosts else low.sliced()
    plain = Remembering(low.schema, ghosts=ghosts)
    LockStep(low, system, plain).run()
    counted = dataclasses.asdict(NaiveSearch(plain).count())
    for engine in (ExplicitEngine(), CompiledEngine()):
        seen = engine.search(system).statistics
        assert {n: getattr(seen, n) for n in FIGURES} == {n: counted[n] for n in FIGURES}


def counts(game, **scopes):
    seen = ExplicitEngine().search(lower(Schema(game, scopes)).sliced()).statistics
    return tuple(getattr(seen, n) for n in FIGURES)


# PastTheBound: an empty line and one with a card, which somebody joins or leaves. Four cards are past the
# bound for either card in both states, and so is a second one in line. Of nothing nothing is taken out, so
# that the line is as long as it was: what requires that is wrong in one state, and undone in the other.
def test_whether_a_rule_applies_does_not_depend_on_bounds():
    assert counts(found.PastTheBound) == (2, 2, 2, 0, 0, 5, 3)


# AtOnce: five ways to begin. If something is taken out, the bag holds one card or the other; the pile may not
# get two different cards, nor three. All else is at once: both cards wait, the pile has one more, the count
# is 1 + 1.
def test_what_happens_at_once_adds_up_or_is_wrong():
    assert counts(found.AtOnce) == (8, 7, 3, 2, 0, 1, 2)
    ends = [
        s for s in NaiveSearch(Remembering(Schema(found.AtOnce))).states() if len(s.values["together"]) == 2
    ]
    assert [(len(s.values["pile"]), s.values["count"]) for s in ends] == [(1, 0), (0, 2)]


def test_a_slice_keeps_the_ghosts_that_a_claim_reads_and_their_observers_alone():
    low = lower(Schema(found.Moments))

    def seen_first(game):
        return game.seen <= game.touched

    claim = trace_state_claim(low, seen_first)
    assert claim.ghosts == {"seen"}
    names = [v.name for v in low.sliced(claim.ghosts).variables]
    assert names == ["touched", "news", "seen"]
    wrong = {name: any(u.wrong_parts for u in low.sliced({name}).updates) for name in ("seen", "steps")}
    assert wrong == {"seen": False, "steps": True}
    assert not any(u.wrong_parts for u in low.sliced().updates)


def test_what_goes_wrong_in_an_observer_is_found():
    low = lower(Schema(found.Moments))
    claims = {c.name: c for c in built_in_claims(low.schema.game, low.schema.source)}
    question = question_of(low, claims["no_step_goes_wrong"])
    assert question.ghosts == {"steps"}
    answer = by_search(question, ExplicitEngine().search(question.system, tuple(question.targets())))
    assert answer.status is Status.VIOLATED
    assert [u.name for _, u, _ in answer.play.steps()] == ["touch", "touch"]
