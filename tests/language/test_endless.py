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


def test_what_has_limits_of_its_own_is_not_stopped_by_one_from_outside() -> None:
    with endless.limited_run():
        with endless.without_limit():
            assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0
            with endless.limited_run():
                assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0
        assert 0 < signal.getitimer(signal.ITIMER_VIRTUAL)[0] < 2 * endless.MOST_SECONDS
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0
