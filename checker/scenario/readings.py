"""One scenario under several readings, with another outcome under each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from checker.errors import ModelError
from checker.scenario.scene import Condition, Scene
from checker.scenario.standing import note_stated

__all__ = ["differ"]


def differ(play: Callable[[dict[str, str]], Scene[Any]], **outcomes: Mapping[str, Condition[Any]]) -> None:
    """State that a scenario ends differently under the readings of one question.

    ``differ(play, edition={"CR24": lambda game: ..., "CR26": lambda game: ...})`` plays it once under each
    option. What is said of an option must be true at the end of its own play, and of no other's.

    Args:
        play: plays the scenario under the readings that it is handed, and returns how it stands then.
        outcomes: for one reading, what is true at the end by option.

    Raises:
        AssertionError: an outcome is not what it must be, or the outcome of two options may be the same.

    """
    __tracebackhide__ = True
    if len(outcomes) != 1 or len(next(iter(outcomes.values()))) < 2:
        raise ModelError(
            "scenes can differ by the options of one reading only",
            hint='write differ(play, edition={"A": lambda game: ..., "B": lambda game: ...})',
        )
    ((reading, expected),) = outcomes.items()
    note_stated(reading, expected)
    scenes = {option: play({reading: option}) for option in expected}
    for option, scene in scenes.items():
        for other, condition in expected.items():
            with_option = f"with {reading}={option}"
            if other == option:
                _must(scene.must, condition, with_option)
            else:
                _must(scene.must_not, condition, f"{with_option}, what is said of {other}")


def _must(state: Callable[[Condition[Any]], Any], condition: Condition[Any], about: str) -> None:
    __tracebackhide__ = True
    try:
        state(condition)
    except AssertionError as error:
        raise AssertionError(f"{about}: {error}") from None
