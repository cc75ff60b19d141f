from __future__ import annotations

import itertools
import os
import signal
import threading
import time

import pytest

from checker.prove.solver import Clock, Solver, conjoin, disjoin, flag, invert


def test_an_interrupt_that_z3_catches_is_heard_all_the_same() -> None:
    pigeons, holes = 14, 13
    sits = [[flag(f"{p} sits in {h}") for h in range(holes)] for p in range(pigeons)]
    solver = Solver()
    for places in sits:
        solver.add(disjoin(places))
    for first, second in itertools.combinations(sits, 2):
        for a, b in zip(first, second, strict=True):
            solver.add(invert(conjoin((a, b))))
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        solver.check([], Clock(30))
    timer.join()
    assert time.monotonic() - begun < 5
