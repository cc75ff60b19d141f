"""The exit codes of the command, and their table for ``--help``."""

from __future__ import annotations

import textwrap

__all__ = [
    "AS_EXPECTED",
    "COMPARING",
    "DONE",
    "FAULT",
    "FINDINGS",
    "TABLE",
    "UNDETERMINED",
    "WRONG_INPUT",
    "table",
]

AS_EXPECTED = 0
FINDINGS = 1
WRONG_INPUT = 2
UNDETERMINED = 3
FAULT = 4

_WIDTH = 56


def table(good: str, bad: str = "", unknown: str = "it was interrupted") -> str:
    """Return what each exit code means, as a paragraph that click does not wrap.

    Args:
        good: what 0 means.
        bad: what 1 means; nothing where the command never ends with it.
        unknown: what 3 means.

    """
    meanings = {
        AS_EXPECTED: good,
        FINDINGS: bad,
        WRONG_INPUT: "the model, spec, rulebook or command line is wrong, or a report cannot be written",
        UNDETERMINED: unknown,
        FAULT: "a fault of ruleproof itself",
    }
    rows = [
        textwrap.fill(text, _WIDTH, initial_indent=f"  {code}  ", subsequent_indent="     ")
        for code, text in meanings.items()
        if text
    ]
    return "\n".join(("\b", "Exit codes:", *rows)) + "\n"


TABLE = table(
    "every verdict is the expected one",
    "findings: a verdict is not the expected one, or a rulebook has a hole",
    "nothing wrong was found, but something is undetermined or was interrupted",
)
"""What they mean for most commands."""

COMPARING = table(
    "nothing differs",
    "something differs",
    "no difference was found, but something is undetermined or was interrupted",
)
"""What they mean for commands that compare."""

DONE = table("it is done")
"""What they mean for commands that judge nothing."""
