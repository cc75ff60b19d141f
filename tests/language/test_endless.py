from __future__ import annotations

import signal
import time
import weakref

import pytest

from checker.errors import ModelError
from checker.language.tracing import endless

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no such timers here")


class Thing:
    """What a weak reference can point to."""


def test_an_end_that_falls_into_a_callback_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error raised while a dictionary of weak values forgets one is lost."""
    monkeypatch.setattr(endless, "MOST_SECONDS", 0.05)

    def run() -> None:
        things: weakref.WeakValueDictionary[int, Thing] = weakref.WeakValueDictionary()
        until = time.process_time() + 20
        with endless.limited_run():
            while time.process_time() < until:
                things[0] = Thing()

    with pytest.raises(ModelError, match="this loop goes on without end"):
        run()
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_what_runs_outside_of_rules_is_not_interrupted() -> None:
    frame = type("Frame", (), {"f_code": weakref.WeakValueDictionary.get.__code__})()
    endless._stop(signal.SIGVTALRM, frame)
