"""Automatic runs end with sizes left open, or that is not told: never of what a search sees going on."""

from __future__ import annotations

from typing import Any

import pytest

from checker.explore.automatic import endless_automatic
from checker.explore.liveness import Answer
from checker.judge.at_priority import ENDS, NOT_KNOWN
from checker.judge.builtin import built_in_claims
from checker.judge.claims import Claim, ClaimKind
from checker.judge.endings import RunsEnd, runs_end
from checker.judge.every_size import SizeAnswer, helping_conditions, opened, prove_every_size
from checker.judge.graphs import graph_of
from checker.language.game import Game
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.prove.open.induction import OpenProver
from checker.prove.open.obligations import Goal
from checker.system.model import Source
from specs.core_lemmas import CORE_LEMMAS
from tests.games import endless
from tests.games.open_core import OpenCore


def ending(game: type[Game], lemmas: Any = ()) -> RunsEnd:
    lowered, _ = opened(Schema(game))
    prover = OpenProver(lowered.system)
    kept = prover.inductive([Goal(n, t) for n, t in helping_conditions(lowered, lemmas).items()])
    return runs_end(prover, kept.invariant)


def seen(game: type[Game], **scopes: int) -> Answer:
    system = lower(Schema(game, scopes)).sliced(frozenset())
    return endless_automatic(graph_of(system, seconds=None, progress=None)).answer


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (endless.Blinks, "light, darken"),
        (endless.Idles, "state_based"),
        (endless.Grows, "join"),
        (endless.GrowsAndShrinks, "across, back"),
        (endless.GoesRound, "hand_on"),
    ],
)
def test_what_goes_on_for_ever_is_told_by_its_rules(game: type[Game], rules: str) -> None:
    found = ending(game)
    assert not found.proved
    assert found.why.endswith(f"these rules follow each other: {rules}")


def test_the_mark_goes_round_with_a_third_player_only() -> None:
    assert seen(endless.GoesRound) is Answer.HOLDS
    assert seen(endless.GoesRound, players=3) is Answer.VIOLATED


@pytest.mark.parametrize(
    ("game", "measures"),
    [
        (endless.CountsDown, "line.size, at each place, lit, count"),
        (endless.Settles, "go_on is called for, step is not 1, step is 2, step is not 3"),
        (
            endless.Tidies,
            "way 1 of state_based is called for, way 2 of state_based is called for, "
            "heard[T1], heard[T2], looking",
        ),
    ],
)
def test_what_comes_to_an_end_is_told_with_its_measures(game: type[Game], measures: str) -> None:
    found = ending(game)
    assert found.proved, found.why
    assert found.why == f"the first of these that an automatic step changes gets smaller: {measures}"


def test_the_core_comes_to_an_end() -> None:
    assert ending(OpenCore, CORE_LEMMAS).proved


@pytest.mark.slow
def test_the_core_with_a_layer_that_repeats_has_no_proof() -> None:
    found = ending(endless.Repeats, CORE_LEMMAS)
    assert not found.proved
    assert {"begin_resolution", "finish_resolution"} <= set(found.why.replace(",", "").split())


def nothing_is_left(game: Any) -> bool:
    return not game.line


def everything_is_dark(game: Any) -> bool:
    return not game.lit


def test_what_is_judged_at_priority_counts_only_where_runs_end() -> None:
    def asked(game: type[Game], function: Any) -> list[SizeAnswer]:
        source = Source("", 0)
        stated = Claim(function.__name__, ClaimKind.INVARIANT, game, function, source, at="priority")
        [ends] = [c for c in built_in_claims(game, source) if c.name == ENDS]
        return list(prove_every_size(Schema(game), [ends, stated], ()).answers)

    ends, stated = asked(endless.CountsDown, nothing_is_left)
    assert (ends.proved, stated.proved, stated.besides) == (True, True, ENDS)
    ends, stated = asked(endless.Blinks, everything_is_dark)
    assert (ends.proved, stated.proved) == (False, False)
    assert stated.why == NOT_KNOWN
