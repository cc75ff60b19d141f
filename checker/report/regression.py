"""Plays as tests of pytest: a saved play that breaks its claim, and one that was explored by hand."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from checker.judge.verdict import SavedPlay, SavedStep
from checker.report.escape import visible

__all__ = ["recorded_test", "regression_test"]

_HEAD = '''"""A play that breaks a claim, kept by `ruleproof testgen` so that it cannot come back unnoticed.

The test fails while the play fits the rules and breaks the claim. It passes once it is mended: a step can no
longer be taken, or the claim is true all along the play.
"""

from checker.scenario import KnownPlay
'''
_WIDTH = 100


def regression_test(saved: SavedPlay) -> str:
    """Return the file of a test that runs a saved play; text of the model stands in comments and strings."""
    varied = [*saved.readings.values()] if saved.readings else []
    name = re.sub(r"\W+", "_", "_".join(["test", saved.claim, *varied])).strip("_").lower()
    words = _words(saved)
    parts = [
        _literal(saved.game),
        _literal(saved.claim),
        "beside=__file__",
        *(f"{k}={_literal(v)}" for k, v in words.items()),
    ]
    lines = [_HEAD, "", f"def {name}() -> None:", *_called("    play = KnownPlay(", parts)]
    lines += map(_step, saved.steps)
    if saved.explanation:
        lines.append("    # What failed when this was found:")
        for line in saved.explanation.splitlines():
            lines += wrap(visible(line), _WIDTH, initial_indent="    #   ", subsequent_indent="    #     ")
    lines.append("    play.must_be_mended()")
    return "\n".join(lines) + "\n"


_HEAD_RECORDED = '''"""A play that was tried by hand, kept by `ruleproof explore`.

The test fails when a step can no longer be taken, or when the play comes to something else.
"""

from checker.scenario import RecordedPlay
'''


def recorded_test(saved: SavedPlay, name: str, end: Mapping[str, str], wrong: str = "") -> str:
    """Return the file of a test that states that a play can be taken, and what comes of it.

    Args:
        saved: the play; no claim of it is looked at.
        name: what the play shows, in a few words; the test is named after it.
        end: fields of its last state that are stated, as text.
        wrong: what goes wrong in its last step, if something does.

    """
    words = re.sub(r"\W+", "_", f"test_{name or saved.game}", flags=re.ASCII).strip("_").lower()
    parts = [
        _literal(saved.game),
        "beside=__file__",
        *(f"{k}={_literal(v)}" for k, v in _words(saved).items()),
    ]
    lines = [_HEAD_RECORDED, "", f"def {words}() -> None:", *_called("    play = RecordedPlay(", parts)]
    lines += map(_step, saved.steps)
    if wrong:
        lines.append(f"    play.must_go_wrong({_literal(wrong)})")
    else:
        lines += _called("    play.must_end_with(", _arguments(end))
    return "\n".join(lines) + "\n"


def _words(saved: SavedPlay) -> dict[str, Any]:
    """Return what is said of a play by keywords, besides its game."""
    words: dict[str, Any] = {}
    if saved.scopes:
        words["scopes"] = dict(saved.scopes)
    if saved.readings:
        words["readings"] = dict(saved.readings)
    if saved.initial:
        words["start"] = saved.initial
    if saved.loop is not None:
        words["again_from"] = saved.loop
    if saved.model_file:
        words["model"] = saved.model_file
    return words


def _step(step: SavedStep) -> str:
    comment = f"  # {visible(step.sentence)}" if step.sentence else ""
    return f"    play.step({', '.join([_literal(step.rule), *_arguments(step.arguments)])}){comment}"


def _called(head: str, parts: list[str]) -> list[str]:
    """Return a call on one line if it fits, else with one argument a line."""
    line = f"{head}{', '.join(parts)})"
    if len(line) <= _WIDTH:
        return [line]
    return [head, *(f"        {part}," for part in parts), "    )"]


def _arguments(arguments: Mapping[str, str]) -> list[str]:
    plain = {k: v for k, v in arguments.items() if k.isidentifier() and not keyword.iskeyword(k)}
    rest = {k: v for k, v in arguments.items() if k not in plain}
    named = [f"{name}={_literal(value)}" for name, value in plain.items()]
    return [*named, f"**{_literal(rest)}"] if rest else named


def _literal(value: Any) -> str:
    """Return a value as Python text, with the quotes that formatters prefer."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_literal(k)}: {_literal(v)}' for k, v in value.items())}}}"
    text = repr(value)
    return f'"{text[1:-1]}"' if text.startswith("'") and '"' not in text else text
