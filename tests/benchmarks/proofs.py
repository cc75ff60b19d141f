"""What the proofs of the four games take: ``python -m tests.benchmarks proofs [GAME ...]``.

Proves the claims whose certificates are kept, at the games' own sizes, and prints for each game the claims,
how many were proved, and seconds of processor time, with that of the engines' own processes; last the sum,
and half of it: what two idle cores would take. Ends with 1 if a claim is not proved.
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
from tests.certificates.core import CORE

__all__ = ["main"]

_ROOT = Path(__file__).parents[2]
_ROW = "{:<26} {:>7} {:>7} {:>8} {:>13}"


def main(arguments: Sequence[str]) -> int:
    """Measure the games that are named, or all four."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks proofs")
    parser.add_argument("games", nargs="*", choices=[*CORE, []])
    games = tuple(parser.parse_args(arguments).games) or tuple(CORE)
    print(_ROW.format("game", "claims", "proved", "seconds", "slowest claim"))
    begun, missing = _spent(), 0
    for game in games:
        before, slowest, proved = _spent(), 0.0, 0
        since = before
        for proof in prove(Workspace(_ROOT), Selection((game,), CORE[game]), Silence()):
            slowest, since = max(slowest, _spent() - since), _spent()
            proved += proof.status is Status.HOLDS
        missing += len(CORE[game]) - proved
        took = _spent() - before
        print(_ROW.format(game, len(CORE[game]), proved, f"{took:.1f}", f"{slowest:.1f}"), flush=True)
    whole = _spent() - begun
    print(f"{whole:.1f} s of processor time, {whole / 2:.1f} s on two cores")
    return min(missing, 1)


def _spent() -> float:
    """Return the processor time of this process and of all children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)
