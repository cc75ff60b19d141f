"""What it takes to find all contradictions: ``python -m tests.benchmarks contradictions [GAME ...]``.

Prints for each game its states, the groups of situations (one for each combination of premises in force and
values read), the solver calls that decide them, the other calls, and seconds of processor time, each game in
this process. Ends with 1 if a game takes more deciding calls than it has groups.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from checker.judge.contradictions.run import contradictions
from checker.judge.norms.declare import norms_of
from checker.judge.selection import Selection
from checker.judge.workspace import Workspace, load_games

__all__ = ["Silence", "main"]

_ROOT = Path(__file__).parents[2]
_ROW = "{:<26} {:>9} {:>7} {:>6} {:>7} {:>9}"


class Silence:
    """Whoever hears of nothing."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Nobody listens."""

    def found(self, verdict: object) -> None:
        """Nobody listens."""


def main(arguments: Sequence[str]) -> int:
    """Measure the games that are named, or all that have norms."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks contradictions")
    parser.add_argument("games", nargs="*")
    games = tuple(parser.parse_args(arguments).games)
    print(_ROW.format("game", "states", "groups", "calls", "others", "seconds"))
    workspace, wrong = Workspace(_ROOT), 0
    for game in games or _with_norms(workspace):
        begun = time.process_time()
        run = contradictions(workspace, Selection(games=(game,)), Silence())
        took, figures = time.process_time() - begun, run.figures[game]
        row = (f"{figures.states:,}", figures.groups, figures.calls, f"{figures.more_calls:,}", f"{took:.1f}")
        print(_ROW.format(game, *row), flush=True)
        wrong += figures.calls > figures.groups
    return min(wrong, 1)


def _with_norms(workspace: Workspace) -> list[str]:
    return [name for name, entry in load_games(workspace).items() if any(True for _ in norms_of(entry.game))]
