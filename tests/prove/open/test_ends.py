"""Measures of automatic runs, held against plain numbers: in states that plays reach, and on random games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from checker.errors import ModelError
from checker.explore.automatic import endless_automatic
from checker.explore.liveness import Answer
from checker.judge.endings import runs_end
from checker.judge.every_size import helping_conditions
from checker.judge.graphs import graph_of
from checker.language.game import Game
from checker.language.lower import lower
from checker.language.open.lower import lower_open
from checker.language.open.refusal import CannotOpen
from checker.language.schema import Schema
from checker.prove.open.ends import automatic_steps, prove_ending
from checker.prove.open.induction import OpenProver
from checker.prove.open.measures import Measure
from checker.prove.open.obligations import Goal
from checker.prove.open.recheck import recheck_ending
from checker.prove.solver import Clock, Result
from checker.system.open.evaluation import Evaluator, value_of
from checker.system.open.functions import place
from models.berserk import Berserk
from specs.berserk import lemmas as berserk
from specs.core_lemmas import CORE_LEMMAS
from tests.games.endless import CountsDown
from tests.games.open_core import OpenCore
from tests.language.open.agreement import Pair, Values, reached
from tests.random_games.games import load_game, source_of_game

GAMES, SHORT = 50, 2_600


def numbers(measure: Measure, state: Values) -> tuple[int, ...]:
    if measure.end is None:
        return (value_of(measure.value, state),)
    end = value_of(measure.end, state)
    return tuple(value_of(measure.value, {**state, place(0): x}) for x in range(end))


def is_smaller(measures: Sequence[Measure], before: Values, after: Values) -> bool:
    for measure in measures:
        old, new = numbers(measure, before), numbers(measure, after)
        if old != new:
            return len(new) <= len(old) and all(a <= b for a, b in zip(new, old, strict=False))
    return False


def steps_that_count(pair: Pair, measures: Sequence[Measure], most: int) -> int:
    """Check that automatic steps in states that plays reach make them smaller; return how many there were."""
    steps = 0
    for state in reached(pair.system, most, 7):
        values = pair.values(state)
        for update in automatic_steps(pair.opened.system):
            for given in pair._arguments(update, values):
                evaluator = Evaluator(given)
                if evaluator.value(update.enabled) and not evaluator.value(update.wrong):
                    assert is_smaller(measures, given, pair._next(update, given)), update.name
                    steps += 1
    return steps


def found(pair: Pair, lemmas: Any) -> tuple[OpenProver, tuple[Goal, ...], tuple[Measure, ...]]:
    prover = OpenProver(pair.opened.system)
    kept = prover.inductive([Goal(n, t) for n, t in helping_conditions(pair.opened, lemmas).items()])
    ending = prove_ending(prover.system, kept.invariant, Clock(None))
    assert ending.left == ()
    return prover, kept.invariant, ending.measures


def small() -> Pair:
    return Pair(lower(Schema(CountsDown)), lower_open(Schema(CountsDown), many=True))


def test_measures_get_smaller_in_plain_numbers() -> None:
    pair = small()
    prover, invariant, measures = found(pair, ())
    assert [m.says for m in measures] == ["line.size", "at each place, lit", "count"]
    assert steps_that_count(pair, measures, 60) >= 20
    assert recheck_ending(prover.system, invariant, measures, Clock(None)) is None


def test_the_check_refutes_measures_that_do_not_suffice() -> None:
    prover, invariant, measures = found(small(), ())
    for number, missing in enumerate(("leave", "put_out(player)", "down")):
        fewer = [m for i, m in enumerate(measures) if i != number]
        assert recheck_ending(prover.system, invariant, fewer, Clock(None)) == (missing, Result.SAT)
    turned = [measures[2], *measures[:2]]  # a light that goes out begins the count again
    assert recheck_ending(prover.system, invariant, turned, Clock(None)) == ("put_out(player)", Result.SAT)


def test_the_check_refutes_a_measure_that_may_fall_below_its_least_value() -> None:
    prover, invariant, measures = found(small(), ())
    wrong = (Measure(measures[0].says, measures[0].value, least=1), *measures[1:])
    assert recheck_ending(prover.system, invariant, wrong, Clock(None)) == ("line.size", Result.SAT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "lemmas"),
    [(OpenCore, CORE_LEMMAS), (Berserk, berserk.LEMMAS)],
)
def test_measures_of_the_games_get_smaller_in_plain_numbers(game: type[Game], lemmas: Any) -> None:
    pair = Pair(lower(Schema(game)), lower_open(Schema(game)))
    _, _, measures = found(pair, lemmas)
    assert steps_that_count(pair, measures, 40) > 10


@pytest.mark.slow
def test_no_random_game_that_goes_on_for_ever_is_told_to_end(tmp_path: Path) -> None:
    told, going_on, compared, number = 0, 0, 0, 0
    while compared < GAMES:
        number += 1
        if len(source_of_game(number)) > SHORT:
            continue
        schema = Schema(load_game(number, tmp_path).Random)
        try:
            opened, system = lower_open(schema), lower(schema).sliced(frozenset())
        except (CannotOpen, ModelError):  # not every random game is one
            continue
        compared += 1
        prover = OpenProver(opened.system, Clock(2))
        kept = prover.inductive([Goal(n, t) for n, t in helping_conditions(opened, ()).items()])
        ends = runs_end(prover, kept.invariant).proved
        seen = endless_automatic(graph_of(system, seconds=3, progress=None)).answer
        assert not (ends and seen is Answer.VIOLATED), number
        told += ends
        going_on += seen is Answer.VIOLATED
    assert told > 10
    assert going_on > 0
