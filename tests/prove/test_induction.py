import subprocess
import sys
import time

import pytest

from checker.prove.induction import (
    Prover,
    cutting_bounds,
    prove_invariant,
    prove_no_wrong_step,
    prove_transition,
)
from checker.prove.results import Goal, Layer, Proved, Refuted, Undetermined
from checker.system.model import Kind, System
from checker.system.terms import (
    FALSE,
    TRUE,
    Cell,
    Domain,
    add,
    all_of,
    any_of,
    at_least,
    equal,
    integer,
    less,
    modulo,
    negate,
    subtract,
    var,
)
from tests.prove.naive import shortest
from tests.prove.toys import PriorityStack, counter, update

N = Cell("n", Domain.integer(0, 9))
EVENS = counter(10, 2)
NEVER_SEVEN = negate(equal(var(N), integer(7)))
EVEN = equal(modulo(var(N), 2), integer(0))


def count_up(limit: int, **how: object) -> System:
    n = var(N)
    step = update("up", TRUE, {N: add(n, integer(1))}, wrong=equal(n, integer(9)), **how)
    return System.build("count", (N,), ((0,),), (step,), over=at_least(n, limit))


def test_what_is_inductive_at_once_needs_no_more() -> None:
    answer = prove_invariant(EVENS, EVEN)
    assert isinstance(answer, Proved)
    assert (answer.k, answer.lemmas, answer.bounds) == (1, (), ())
    assert answer.certificate.layers == (Layer((EVEN,), 1),)


def test_what_is_true_but_not_inductive_takes_as_many_steps_as_the_unreachable_run_is_long() -> None:
    # Seven is reached from 9, 1, 3, 5 only: four steps from states that are all fine.
    answer = prove_invariant(EVENS, NEVER_SEVEN)
    assert isinstance(answer, Proved)
    assert answer.k == 5
    assert answer.certificate.layers == (Layer((NEVER_SEVEN,), 5),)


def test_an_unreachable_loop_is_looked_through_by_runs_without_repetition() -> None:
    n = var(N)
    stay = update("stay", equal(n, integer(0)), {})
    turn = update("turn", any_of((equal(n, integer(5)), equal(n, integer(6)))), {N: subtract(integer(11), n)})
    leave = update("leave", equal(n, integer(6)), {N: integer(7)})
    system = System.build("loop", (N,), ((0,),), (stay, turn, leave))
    answer = prove_invariant(system, NEVER_SEVEN)
    assert isinstance(answer, Proved)
    assert answer.k == 3


def test_a_lemma_makes_it_inductive_and_idle_ones_are_left_out() -> None:
    idle, false = at_least(var(N), 0), negate(equal(var(N), integer(4)))
    small = less(var(N), integer(9))  # true, but inductive only where the numbers are even
    answer = prove_invariant(EVENS, NEVER_SEVEN, lemmas=(idle, false, small, EVEN))
    assert isinstance(answer, Proved)
    assert (answer.k, answer.lemmas) == (1, (3,))
    assert answer.certificate.layers == (Layer((EVEN, NEVER_SEVEN), 1),)


def test_a_lemma_may_be_proved_by_looking_back_further() -> None:
    last = Cell("last", Domain.integer(0, 9))
    n, m = var(N), var(last)
    go = update("go", TRUE, {N: EVENS.updates[0].next[N], last: n})
    system = System.build("two", (N, last), ((0, 0),), (go,))
    follows = negate(equal(m, integer(5)))
    answer = prove_invariant(system, follows, lemmas=(negate(equal(n, integer(5))),))
    assert isinstance(answer, Proved)
    assert answer.lemmas == (0,)
    assert shortest(system, Goal(negate(follows))) is None


def test_a_counterexample_to_induction_is_not_a_violation() -> None:
    answer = prove_invariant(EVENS, NEVER_SEVEN, max_k=2, max_depth=12)
    assert isinstance(answer, Undetermined)
    assert (answer.k, answer.depth) == (2, 12)
    assert answer.reason == "no proof up to k = 2 and no violation within 12 steps: limits on k and depth"
    assert answer.gap is not None
    assert answer.gap.states == ((3,), (5,), (7,))
    assert answer.gap.updates == (0, 0)


def test_lemmas_that_are_false_or_unproved_are_told_apart() -> None:
    false, hard = negate(equal(var(N), integer(4))), negate(equal(var(N), integer(9)))
    answer = prove_invariant(EVENS, NEVER_SEVEN, lemmas=(false, hard), max_k=3, max_depth=6)
    assert isinstance(answer, Undetermined)
    assert (answer.refuted, answer.unproved) == ((0,), (1,))


def test_the_play_of_a_violation_is_the_least_of_the_shortest() -> None:
    game = PriorityStack(cards=3)
    empty_yard = all_of(negate(equal(var(z), integer(2))) for z in game.zone)
    answer = prove_invariant(game.system, empty_yard)
    assert isinstance(answer, Refuted)
    assert [str(game.system.updates[i]) for i in answer.play.updates] == [
        "cast(player=P0, card=C0)",
        "pass(player=P0)",
        "pass(player=P1)",
        "resolve",
    ]
    assert answer.play == shortest(game.system, Goal(negate(empty_yard)))


def test_one_player_may_act_whatever_the_stack_holds() -> None:
    game = PriorityStack()
    answer = prove_invariant(game.system, game.one_holder, needed=True)
    assert isinstance(answer, Proved)
    assert (answer.k, answer.bounds) == (1, ("depth",))
    # The casts write nothing that the claim reads.
    assert [game.system.updates[i].rule for i in answer.needed or ()] == ["resolve", "pass", "pass"]


def test_a_count_follows_from_what_the_slots_hold() -> None:
    game = PriorityStack()
    lemmas = (game.one_holder, game.entries_are_on_the_stack, game.entries_differ)
    answer = prove_invariant(game.system, game.stack_is_counted, lemmas=lemmas)
    assert isinstance(answer, Proved)
    assert answer.k == 1
    assert {1, 2} <= set(answer.lemmas)


def test_a_bad_step_ends_the_play() -> None:
    game = PriorityStack()
    after_a_pass = tuple(
        any_of(map(var, game.passed)) if u.rule == "cast" else FALSE for u in game.system.updates
    )
    answer = prove_transition(game.system, after_a_pass)
    assert isinstance(answer, Refuted)
    assert [str(game.system.updates[i]) for i in answer.play.updates] == [
        "pass(player=P0)",
        "cast(player=P1, card=C0)",
    ]
    assert len(answer.play.states) == 3
    never = prove_transition(game.system, tuple(equal(var(game.size), integer(9)) for _ in after_a_pass))
    assert isinstance(never, Proved)


def test_a_wrong_step_is_found_and_has_no_state_after_it() -> None:
    answer = prove_no_wrong_step(count_up(limit=99))
    assert isinstance(answer, Refuted)
    assert len(answer.play) == 10
    assert answer.play.ends_wrong
    assert answer.play.states[-1] == (9,)


def test_a_wrong_step_leads_nowhere() -> None:
    stuck = update("up", TRUE, {N: add(var(N), integer(1))}, wrong=at_least(var(N), 3))
    system = System.build("stuck", (N,), ((0,),), (stuck,))
    assert isinstance(prove_invariant(system, less(var(N), integer(4))), Proved)
    answer = prove_invariant(system, less(var(N), integer(3)))
    assert isinstance(answer, Refuted)
    assert answer.play.states == ((0,), (1,), (2,), (3,))


def test_a_cut_step_leads_nowhere_but_is_no_wrong_step() -> None:
    system = count_up(limit=99, cut=at_least(var(N), 3))
    assert cutting_bounds(system) == ("depth",)
    answer = prove_invariant(system, less(var(N), integer(4)))
    assert isinstance(answer, Proved)
    assert answer.bounds == ("depth",)
    assert isinstance(prove_no_wrong_step(system), Proved)


def test_plays_that_all_end_prove_what_no_induction_does() -> None:
    answer = prove_invariant(count_up(limit=4), negate(equal(var(N), integer(7))), max_k=0)
    assert isinstance(answer, Proved)
    assert [(layer.k, layer.exhausted) for layer in answer.certificate.layers] == [(5, True)]
    assert answer.needed is None


def test_a_rule_that_goes_first_is_needed_by_what_it_holds_back() -> None:
    n = var(N)
    mend = update("mend", equal(n, integer(2)), {N: integer(0)}, kind=Kind.AUTOMATIC, rank=1)
    idle = update("idle", equal(n, integer(8)), {N: integer(0)}, kind=Kind.AUTOMATIC, rank=1)
    up = update("up", less(n, integer(9)), {N: add(n, integer(1))})
    system = System.build("mend", (N,), ((0,),), (mend, idle, up))
    answer = prove_invariant(system, less(n, integer(3)), needed=True)
    assert isinstance(answer, Proved)
    needed = [system.updates[i].rule for i in answer.needed or ()]
    assert needed == ["mend", "idle", "up"]
    # Once "mend" no longer sets the number, only its going first and "up" carry the claim.
    still = update("mend", equal(n, integer(2)), {}, kind=Kind.AUTOMATIC, rank=1)
    answer = prove_invariant(
        System.build("still", (N,), ((0,),), (still, up)), less(n, integer(3)), needed=True
    )
    assert isinstance(answer, Proved)
    assert answer.needed == (0, 1)


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_a_time_limit_is_kept_and_told(seconds: float) -> None:
    game = PriorityStack(players=3, cards=9, depth=7)
    begun = time.monotonic()
    prover = Prover(game.system)
    translated = time.monotonic()
    answer = prover.prove_invariant(game.stack_is_counted, seconds=seconds)
    assert isinstance(answer, Undetermined)
    assert answer.reason.endswith("time limit")
    assert answer.depth < 30
    if seconds == 0.0:
        assert answer.depth == -1
    assert time.monotonic() - translated < seconds + 2
    assert translated - begun < 2


def test_z3_is_loaded_only_when_a_proof_begins() -> None:
    loaded = "import sys, checker.prove.induction, checker.prove.bounded; print('z3' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
