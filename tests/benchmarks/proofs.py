"""What the proofs of the four games take: ``python -m tests.benchmarks proofs [GAME ...]``.

Proves the claims whose certificates are kept, and prints for each game, its own sizes and sizes that are left
open, the claims, how many were proved, and seconds of processor time, with that of processes for engines;
last the sum, and half of it: what two idle cores would take. Ends with 1 if a claim is not proved.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Sequence
from pathlib import Path

from checker.judge.proofs.prove import prove
from checker.judge.selection import Selection
from checker.judge.verdict import Status
from checker.judge.workspace import Workspace
from tests.benchmarks.clauses import Silence
from tests.certificates.core import CORE, EVERY_SIZE

__all__ = ["main"]

_ROOT = Path(__file__).parents[2]
_ROW = "{:<16} {:<26} {:>7} {:>7} {:>8} {:>8}"


def main(arguments: Sequence[str]) -> int:
    """Measure the games that are named, or all four."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks proofs")
    parser.add_argument("games", nargs="*", choices=[*CORE, []])
    games = tuple(parser.parse_args(arguments).games) or tuple(CORE)
    print(_ROW.format("game", "sizes", "claims", "proved", "seconds", "slowest"))
    begun, missing = _spent(), 0
    rows = [(name, *row) for name in games for row in CORE[name].items() if row[1]]
    for game, sizes, claims in rows:
        before, slowest, proved = _spent(), 0.0, 0
        since = before
        selection = Selection((game,), claims)
        for proof in prove(Workspace(_ROOT), selection, Silence(), every_size=sizes == EVERY_SIZE):
            slowest, since = max(slowest, _spent() - since), _spent()
            proved += proof.status is Status.HOLDS
        missing += len(claims) - proved
        took = f"{_spent() - before:.1f}"
        print(_ROW.format(game, sizes, len(claims), proved, took, f"{slowest:.1f}"), flush=True)
    whole = _spent() - begun
    print(f"{whole:.1f} s of processor time, {whole / 2:.1f} s on two cores")
    return min(missing, 1)


def _spent() -> float:
    """Return the processor time of this process and of all children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)
