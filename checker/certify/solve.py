"""Runs scripts in one solver: the child process of a check, begun with the name of the solver.

It reads one JSON object a line, ``{"script": text, "seconds": number, "again": bool}``, and answers each with
``{"answers": [words]}``: what the solver printed, word by word, errors included.
"""

from __future__ import annotations

import json
import sys
from typing import Any  # neither solver has type information

__all__ = ["SOLVERS", "main", "run", "version"]

SOLVERS = ("z3", "cvc5")

_Z3_AGAIN = "(set-option :smt.arith.solver 2)\n"
"""Its older solver for integers, which finds some instances that its newer one misses."""

_CVC5_AGAIN = (("cegqi", "false"), ("simplification", "none"), ("enum-inst-interleave", "true"))
"""Without taking conditions about integers apart first, which makes some of them longer; and with
all terms at hand put in early, not only where nothing else is left to try."""


def version(solver: str) -> str:
    """Return the version of a solver, or nothing where it is not installed."""
    try:
        if solver == "z3":
            import z3

            return str(z3.get_version_string())
        import cvc5

        return str(cvc5.__version__)
    except ImportError:
        return ""


def run(solver: str, script: str, seconds: float, *, again: bool = False) -> list[str]:
    """Return the lines that a solver prints for a script.

    ``again`` says that it has given up on it before, so that it goes about it in another way.
    """
    return (_z3 if solver == "z3" else _cvc5)(script, max(1, int(seconds * 1000)), again)


def _z3(script: str, milliseconds: int, again: bool) -> list[str]:
    import z3

    context = z3.Context()
    text = f"(set-option :timeout {milliseconds})\n{_Z3_AGAIN if again else ''}{script}"
    try:
        printed: str = z3.Z3_eval_smtlib2_string(context.ref(), text)
    except z3.Z3Exception as error:
        printed = f"(error {' '.join(str(error).split())})"
    finally:
        z3.reset_params()  # options of a script are options of the process: they would limit all that follows
    return [line for line in printed.splitlines() if line.strip()]


def _cvc5(script: str, milliseconds: int, again: bool) -> list[str]:
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    for option, value in (
        ("incremental", "true"),
        ("tlimit-per", str(milliseconds)),
        ("enum-inst", "true"),  # without it, it gives up on most quantified conditions
        *(_CVC5_AGAIN if again else ()),
    ):
        solver.setOption(option, value)
    parser: Any = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    symbols, lines = parser.getSymbolManager(), []
    try:
        while not (command := parser.nextCommand()).isNull():
            lines += command.invoke(solver, symbols).split("\n")
    except RuntimeError as error:
        lines.append(f"(error {error})")
    return [line for line in lines if line.strip() and line != "success"]


def main(solver: str) -> None:
    """Answer scripts until there are no more."""
    for line in sys.stdin:
        asked = json.loads(line)
        print(
            json.dumps({"answers": run(solver, asked["script"], asked["seconds"], again=asked["again"])}),
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1])
