from __future__ import annotations

import dataclasses
from functools import cache

import pytest

from checker.explore.compiled import CompiledEngine
from checker.explore.explicit import ExplicitEngine
from checker.explore.symbolic import SymbolicEngine
from checker.judge.answers import by_search
from checker.judge.builtin import built_in_claims
from checker.judge.claims import ClaimKind, claims_of
from checker.judge.proving import Prover, can_be_proved
from checker.judge.questions import Question, question_of
from checker.judge.verdict import Status
from checker.judge.workspace import find_workspace, load_game, load_games
from checker.language.claims import StateClaim, StepClaim
from checker.language.lower import Lowered, lower
from checker.language.plain.naive import NaiveSearch
from checker.language.schema import Schema
from tests.differential.engines import FIGURES
from tests.differential.lockstep import Claims, LockStep, Remembering

GAMES = {
    "magic": {"effects": 1, "defense": 1, "stack": 3},
    "force_of_will": {"stack": 3},
}
"""Bundled games, each with scopes for which all plays can be searched in plain Python."""

SMALL = {
    "force_of_will_loops": ({}, 415),
    "magic_casting": ({}, 1_401),
}
"""All other games are in :data:`LARGER`: scopes in place of a game's own, and its number of states."""

LARGER = {
    "berserk": ({}, 5_770),
    "berserk_online": ({}, 19_351),
    "force_of_will": ({"stack": 3}, 7_175),
    "force_of_will_battle": ({}, 22_194),
    "force_of_will_processes": ({"stack": 3}, 11_081),
    "force_of_will_triggers": ({}, 656),
    "force_of_will_turn": ({}, 4_839),
    "magic": (GAMES["magic"], 3_948),
    "magic_blocks": ({}, 2_627),
    "magic_combat": ({}, 80_752),
    "magic_copies": ({}, 283),
    "magic_siege": ({}, 7_106),
    "magic_triggers": ({}, 7_712),
    "riftbound": ({"stack": 2, "waiting": 1}, 21_415),
    "riftbound_victory": ({}, 214),
}
"""The bundled games whose comparison takes longer, in the same way."""


@cache
def lowered(game: str, small: bool) -> Lowered:
    entry = load_game(find_workspace(), game)
    return lower(Schema(entry.game, GAMES[game] if small else {}))


def plain(game: str, small: bool, *, ghosts: bool = True) -> Remembering:
    return Remembering(lowered(game, small).schema, ghosts=ghosts)


def questions(game: str, small: bool) -> list[Question]:
    low = lowered(game, small)
    claims = [*built_in_claims(low.schema.game, low.schema.source), *claims_of(low.schema.game)]
    return [question_of(low, claim) for claim in claims]


def traced_claims(game: str, small: bool) -> Claims:
    claims = Claims()
    for q in questions(game, small):
        if q.claim.kind is ClaimKind.TRANSITION:
            claims.steps.append((q.claim.function, StepClaim(q.steps, q.undefined_steps, q.ghosts)))
        elif q.claim.kind is not ClaimKind.BUILT_IN:
            claims.states.append((q.claim.function, StateClaim(q.states, q.undefined, q.ghosts)))
    return claims


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rules_and_claims_mean_the_same_traced_and_on_plain_values(game):
    low, claims = lowered(game, False), traced_claims(game, False)
    assert len(claims.states) > 3
    assert len(claims.steps) > 1
    walked = LockStep(low, low.system, plain(game, False), claims, most=100)
    assert walked.run() == 100
    assert walked.steps >= 100


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rules_and_claims_mean_the_same_in_many_states(game):
    low = lowered(game, True)
    walked = LockStep(low, low.system, plain(game, True), traced_claims(game, True), most=2_000)
    assert walked.run() == 2_000


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_searches_count_the_same(game):
    system = lowered(game, True).sliced()
    counted = NaiveSearch(plain(game, True, ghosts=False)).count()
    assert counted.complete
    for engine in (ExplicitEngine(), CompiledEngine()):
        seen = engine.search(system).statistics
        assert {n: getattr(seen, n) for n in FIGURES} == {n: getattr(counted, n) for n in FIGURES}


def test_every_bundled_game_is_compared():
    assert sorted([*SMALL, *LARGER]) == sorted(load_games(find_workspace()))


def agree_on_states_and_plays(game: str, scopes: dict[str, int], states: int) -> None:
    """Hold the three searches against each other, and against the number of states that is known."""
    low = lower(Schema(load_game(find_workspace(), game).game, scopes))
    claims = [*built_in_claims(low.schema.game, low.schema.source), *claims_of(low.schema.game)]
    same = [q for claim in claims if not (q := question_of(low, claim)).ghosts]
    targets = tuple({t.name: t for q in same for t in q.targets()}.values())
    assert targets
    first, *others = (
        engine.search(same[0].system, targets)
        for engine in (ExplicitEngine(), CompiledEngine(), SymbolicEngine())
    )
    assert (first.complete, first.statistics.states) == (True, states)
    for other in others:
        assert {n: getattr(other.statistics, n) for n in FIGURES} == {
            n: getattr(first.statistics, n) for n in FIGURES
        }
        assert _plays(other) == _plays(first), other.engine


needs_diagrams = pytest.mark.skipif(bool(SymbolicEngine.unavailable()), reason=SymbolicEngine.unavailable())


@needs_diagrams
@pytest.mark.parametrize("game", SMALL)
def test_engines_count_the_same_and_find_the_same_plays(game):
    agree_on_states_and_plays(game, *SMALL[game])


@needs_diagrams
@pytest.mark.slow
@pytest.mark.parametrize("game", LARGER)
def test_engines_count_the_same_and_find_the_same_plays_in_larger_games(game):
    agree_on_states_and_plays(game, *LARGER[game])


def _plays(outcome):
    return {name: (play.states, play.updates) for name, play in outcome.found.items()}


def agree(game: str, seconds: float, names: tuple[str, ...] = ()) -> tuple[int, int]:
    """Hold proofs and searches of properties against each other, of all unless ``names`` says which.

    Return how many were proved, and how many refuted.
    """
    proved = refuted = 0
    asked = [q for q in questions(game, True) if not names or q.claim.name in names]
    for ghosts in dict.fromkeys(q.ghosts for q in asked):
        same = [q for q in asked if q.ghosts == ghosts]
        outcome = ExplicitEngine().search(same[0].system, tuple(t for q in same for t in q.targets()))
        prover = Prover(same[0], depth=12)
        for q in same:
            searched = by_search(q, outcome)
            if searched is None or not can_be_proved(q) or searched.undefined:
                continue
            answer = prover.answer(q, seconds)
            assert {answer.status, searched.status} != {Status.HOLDS, Status.VIOLATED}, q.claim.name
            proved += answer.status is Status.HOLDS
            if answer.status is Status.VIOLATED:
                refuted += 1
                assert dataclasses.replace(answer.play, system=None) == dataclasses.replace(
                    searched.play, system=None
                ), q.claim.name
    return proved, refuted


PROVED = (
    "stays_until_resolved",
    "zero_defense_leaves_play",
    "damage_removes_counters",
    "protector_never_attacks",
    "only_the_protector_blocks",
    "back_face_is_cast_inside_the_resolution",
)
"""Claims about Magic that are proved within a second."""


@pytest.mark.slow
def test_what_is_proved_is_what_a_search_finds():
    assert agree("magic", 60.0, PROVED) == (len(PROVED), 0)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_proofs_and_searches_never_contradict_each_other_given_time(game):
    assert sum(agree(game, 5.0)) >= 3
