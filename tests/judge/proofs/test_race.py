"""Engines race in child processes: the first to decide ends the others, and each tells how far it was."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from checker.judge.proofs.engines import ENGINES, Task
from checker.judge.proofs.portfolio import Portfolio
from checker.judge.proofs.race import TIME, race
from checker.judge.proofs.racer import MEMORY
from checker.prove.recheck import Check, recheck
from checker.prove.results import Certificate
from checker.system.model import System
from checker.system.terms import Term, negate
from tests.prove.test_spacer import side_by_side
from tests.prove.toys import PriorityStack


def tasks(system: System, claim: Term, seconds: float, **options: float) -> list[Task]:
    return [Task(engine, system, claim, (), (), seconds, **options) for engine in ENGINES]


def test_what_only_one_engine_proves_is_proved_and_re_checked() -> None:
    system, claim = side_by_side(9)
    looking, _, spacer = tasks(system, claim, 20)
    won = race([looking, spacer], jobs=2)
    assert won.winner == "Spacer"
    assert won.found is not None
    assert recheck(Certificate(system, claim, won.found.layers)).outcome is Check.CONFIRMED
    assert {a.engine: a.outcome for a in won.attempts}["Spacer"] == "proved"


def test_a_claim_that_a_play_breaks_is_told_as_broken() -> None:
    toy = PriorityStack(cards=2, depth=2)
    won = race(tasks(toy.system, negate(toy.entries_differ), 20), jobs=1)
    assert won.found is not None
    assert won.found.play is not None
    assert [a.outcome for a in won.attempts] == ["broken"]
    assert won.attempts[0].says == "a play of 0 steps breaks it; `ruleproof check` shows it"


@pytest.mark.slow
def test_what_runs_out_of_time_tells_how_far_it_got() -> None:
    toy = PriorityStack(players=3, cards=5, depth=5)
    [looking, *_] = tasks(toy.system, toy.entries_differ, 0.5)
    lost = race([looking], jobs=1)
    assert lost.found is None
    [attempt] = lost.attempts
    assert attempt.outcome == TIME
    assert attempt.seconds < 10


@pytest.mark.slow
def test_an_engine_that_needs_too_much_memory_ends_alone() -> None:
    system, claim = side_by_side(9)
    looking, _, spacer = tasks(system, claim, 20)
    small = Task(looking.engine, system, claim, (), (), 20, memory=0.01)
    won = race([small, spacer], jobs=1)
    assert won.winner == "Spacer"
    # The solver ends its process where it cannot go on without more.
    assert won.attempts[0].outcome.startswith((MEMORY, "its process ended"))


@pytest.mark.slow
def test_without_jobs_this_process_does_the_same() -> None:
    system, claim = side_by_side(9)
    looking, _, spacer = tasks(system, claim, 20)
    won = race([looking, spacer], jobs=0)
    assert won.winner == "Spacer"
    assert [a.outcome for a in won.attempts] == ["gave up", "proved"]


@pytest.mark.usefixtures("restored_signals")
def test_an_interrupt_ends_all_processes() -> None:
    toy = PriorityStack(players=3, cards=6, depth=6)
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        race(tasks(toy.system, toy.entries_differ, 60), jobs=3)
    assert time.monotonic() - begun < 10


@pytest.fixture
def restored_signals() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
def test_what_one_claim_needed_is_known_to_the_next() -> None:
    system, claim = side_by_side(9)
    portfolio = Portfolio(system, {"never ahead": claim, "never ahead again": claim}, jobs=2)
    first = portfolio.show("never ahead", 30)
    again = portfolio.show("never ahead again", 30)
    assert first.found_by in ("Spacer", "mined lemmas")
    assert again.attempts == ()
    assert again.layers
