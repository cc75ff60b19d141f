"""``diff``: the working tree against a git revision of the same models and specs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from checker.errors import InputError, UsageError
from checker.judge.comparison.bench import BenchLostError, Process
from checker.judge.comparison.compare import Place, Places, Verdicts, Wish, hold_together
from checker.judge.comparison.outcome import Comparison, ComparisonRun
from checker.judge.comparison.revision import Revision, laid_out
from checker.judge.comparison.serving import judge, listed
from checker.judge.comparison.sides import SideName
from checker.judge.inquiry import Clock
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import Verdict
from checker.judge.workspace import Workspace

__all__ = ["diff"]

NOW = "the working tree"


def diff(
    workspace: Workspace, name: str, games: Sequence[str], wish: Wish, listener: Listener
) -> ComparisonRun:
    """Hold the games of a revision against those of the working tree.

    Games whose files are the same are not compared.

    Args:
        workspace: of the working tree.
        name: of the revision.
        games: by name or by the path of a file; all if there are none.
        wish: how they are compared.
        listener: told what goes on.

    Raises:
        ModelError: a model, spec or rulebook is wrong, in the working tree or in the revision.
        UsageError: there is no repository or no such revision or game.

    """
    clock = Clock(wish.timeout)
    # The path of a file is told relative to the working directory, which the revision has, too.
    words = tuple(os.path.relpath(game) if _is_path(game) else game for game in games)
    with ExitStack() as stack:
        revision = stack.enter_context(laid_out(name, workspace, [Path(w) for w in words if _is_path(w)]))
        benches = (
            stack.enter_context(Process(folder=revision.folder, fresh=True)),
            stack.enter_context(Process(fresh=True)),
        )
        listener.tell("reading the games")
        workspaces = (revision.workspace, workspace)
        coming = [b.ask(listed, w, words) for b, w in zip(benches, workspaces, strict=True)]
        now = coming[1].get(listener)
        try:
            then = coming[0].get(listener)
        except InputError as error:
            raise _in_revision(error, revision) from error
        _check_asked(words, name, then, now)
        both = [game for game in then if game in now]
        same = tuple(game for game in both if then[game] == now[game])
        found: list[Comparison] = []
        late: list[str] = []
        for game in both:
            if game not in same:
                places = (
                    Place(benches[0], workspaces[0], SideName(game), name),
                    Place(benches[1], workspaces[1], SideName(game), NOW),
                )
                try:
                    found.append(hold_together(places, wish, clock, listener, _verdicts(listener, clock)))
                except BenchLostError:
                    late.append(game)
    return ComparisonRun(
        tuple(found),
        revision=name,
        commit=revision.commit,
        unchanged=same,
        late=tuple(late),
        added=tuple(game for game in now if game not in then),
        gone=tuple(game for game in then if game not in now),
    )


def _is_path(game: str) -> bool:
    return game.endswith(".py") or "/" in game or "\\" in game


def _check_asked(
    words: Sequence[str], name: str, then: Mapping[str, object], now: Mapping[str, object]
) -> None:
    for word in words:
        if word not in then and word not in now:
            raise UsageError(
                f"there is no game {word!r}, neither now nor in {name}",
                hint="`ruleproof list` shows those that there are now",
            )


def _in_revision(error: InputError, revision: Revision) -> InputError:
    """Return an error about a revision that says so."""
    message = f"in {revision.name} ({revision.commit}): {error.message}"
    return type(error)(message, hint=error.hint, source=error.source)


def _verdicts(listener: Listener, clock: Clock) -> Verdicts:
    """Return what judges claims on both benches, side by side."""

    def judged(places: Places, selections: tuple[Selection, Selection]) -> list[tuple[Verdict, ...]]:
        coming = [p.bench.ask(judge, p.workspace, s) for p, s in zip(places, selections, strict=True)]
        return [one.get(listener, clock) for one in coming]

    return judged
