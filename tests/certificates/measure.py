"""Measures how long each solver takes for each kept certificate: ``python -m tests.certificates.measure``."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor

from checker.certify.check import open_folder
from checker.certify.parts import Parts
from checker.certify.scripts import scripts
from checker.certify.solve import SOLVERS, run
from tests.certificates.core import FOLDER

SECONDS = 60.0
"""How long a solver may take for one question."""


def measured(solver: str, texts: list[str]) -> tuple[float, int]:
    """Return the processor time that a solver takes for some scripts, and how many questions it answers."""
    begun = time.process_time()
    answers = [answer for text in texts for answer in run(solver, text, SECONDS)]
    return time.process_time() - begun, answers.count("unsat")


def row(name: str, parts: Parts) -> str:
    """Return the line of a table about one certificate."""
    asked = scripts(parts)
    texts = [script.text for script in asked]
    questions = sum(len(script.questions) for script in asked)
    kept = sum(p.stat().st_size for p in (FOLDER / name).iterdir())
    cells = [f"`{name}`", str(questions)]
    cells += [f"{kept / 1000:.0f}", f"{sum(map(len, texts)) / 1000:,.0f}"]
    for solver in SOLVERS:
        with ProcessPoolExecutor(1) as pool:  # so that no solver profits from what was asked before
            seconds, shown = pool.submit(measured, solver, texts).result()
        cells.append(
            f"{seconds:.1f}" if shown == questions else f"{seconds:.1f}, all but {questions - shown}"
        )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print a table of all kept certificates."""
    print("| claim | questions | kept, kB | as scripts, kB | z3, s | cvc5, s |")
    print("|---|---|---|---|---|---|")
    for name, parts in open_folder(FOLDER).proofs:
        print(row(name, parts), flush=True)


if __name__ == "__main__":
    main()
