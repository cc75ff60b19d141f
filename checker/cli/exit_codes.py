"""The exit codes of the command, and their table for ``--help``."""

from __future__ import annotations

__all__ = ["AS_EXPECTED", "COMPARING", "FAULT", "FINDINGS", "TABLE", "UNDETERMINED", "WRONG_INPUT"]

AS_EXPECTED = 0
FINDINGS = 1
WRONG_INPUT = 2
UNDETERMINED = 3
FAULT = 4

TABLE = """\b
Exit codes:
  0  every verdict is the expected one
  1  findings: a verdict is not the expected one,
     or a rulebook has a hole
  2  the model, spec, rulebook or command line is wrong,
     or a report cannot be written
  3  nothing wrong was found, but something is undetermined
     or was interrupted
  4  a fault of ruleproof itself
"""
"""What each exit code means, as a paragraph that click does not wrap."""

COMPARING = """\b
Exit codes:
  0  nothing differs
  1  something differs
  2  a model, spec, rulebook or the command line is wrong
  3  no difference was found, but something is undetermined
     or was interrupted
  4  a fault of ruleproof itself
"""
"""What they mean for commands that compare, likewise."""
