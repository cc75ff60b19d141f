"""Bounded search, induction and the re-check against search on plain numbers."""

from itertools import cycle, islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.prove.bounded import find_play
from checker.prove.induction import Prover
from checker.prove.recheck import Check, recheck
from checker.prove.results import Answer, Certificate, Goal, Layer, Proved, Refuted, Undetermined
from checker.system.model import System
from checker.system.terms import Term, negate
from tests.examples import examples
from tests.prove.naive import reachable, shortest
from tests.prove.strategies import Walk, walks
from tests.strategies import boolean_expressions, build, systems


def profile(most: int) -> settings:
    return examples(
        most,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


DEPTH = 24


def agree(system: System, answer: Answer, goal: Goal, complete: bool) -> None:
    play = shortest(system, goal)
    if play is not None and len(play) <= DEPTH:
        assert isinstance(answer, Refuted)
        assert answer.play == play
    else:
        # A walk has 16 states, fewer than are looked at; other systems may need to be seen further.
        assert isinstance(answer, Proved if complete else Proved | Undetermined)


def check_all(
    system: System, claim: Term, lemmas: tuple[Term, ...], bad_steps: tuple[Term, ...], *, complete: bool
) -> None:
    for goal in (Goal(negate(claim)), Goal(steps=bad_steps), Goal(negate(claim), bad_steps)):
        play = shortest(system, goal)
        searched = find_play(system, goal, max_depth=DEPTH)
        assert searched.play == (None if play is not None and len(play) > DEPTH else play)
        assert not searched.complete or play is None
    prover = Prover(system, max_k=DEPTH, max_depth=DEPTH)
    answer = prover.prove_invariant(claim, lemmas=lemmas, seconds=60, needed=True)
    agree(system, answer, Goal(negate(claim)), complete)
    if isinstance(answer, Proved):
        states = reachable(system)
        assert all(system.holds(lemmas[i], state) for i in answer.lemmas for state in states)
        assert all(system.holds(answer.certificate.invariant, state) for state in states)
    agree(system, prover.prove_transition(bad_steps, seconds=60), Goal(steps=bad_steps), complete)
    wrong = tuple(u.wrong for u in system.updates)
    agree(system, prover.prove_no_wrong_step(seconds=60), Goal(steps=wrong), complete)


@profile(40)
@given(walks())
def test_answers_about_random_walks_are_those_of_plain_search(walk: Walk) -> None:
    check_all(walk.system, walk.claim, walk.lemmas, walk.bad_steps, complete=True)


@pytest.mark.slow
@profile(600)
@given(walks())
def test_answers_about_many_random_walks_are_those_of_plain_search(walk: Walk) -> None:
    check_all(walk.system, walk.claim, walk.lemmas, walk.bad_steps, complete=True)


@profile(30)
@given(systems(), st.lists(boolean_expressions, min_size=8, max_size=8))
def test_answers_about_random_systems_are_those_of_plain_search(system: System, drawn: list[tuple]) -> None:
    claim, lemma, *steps = map(build, drawn)
    check_all(system, claim, (lemma,), tuple(islice(cycle(steps), len(system.updates))), complete=False)


@profile(40)
@given(walks(), st.integers(1, 3))
def test_a_certificate_at_random_is_confirmed_only_for_what_holds(walk: Walk, k: int) -> None:
    certificate = Certificate(walk.system, walk.claim, (Layer((walk.claim, *walk.lemmas), k),))
    if recheck(certificate).outcome is Check.CONFIRMED:
        assert shortest(walk.system, Goal(negate(certificate.invariant))) is None
