"""A judge for tests of commands, and what running a command gives them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from checker.errors import InputError
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import Replayed, Run, SavedPlay
from checker.report.telling import Telling
from tests.report.samples import verdict

__all__ = ["Judge", "Output"]

Output = Callable[..., tuple[int, str, str]]
"""Runs the command with arguments; gives its exit code, its standard output and its standard error."""


@dataclass
class Judge:
    """A judge that says what the test wants, and remembers what it was asked."""

    run: Run = field(default_factory=lambda: Run((verdict(),)))
    error: BaseException | None = None
    selection: Selection | None = None
    saved: SavedPlay | None = None
    replayed: Replayed | None = None
    changed: InputError | None = None

    def check(self, workspace: object, selection: Selection, listener: Listener) -> Run:
        self.selection = selection
        for number, found in enumerate(self.run.verdicts):
            listener.tell(found.claim, number, len(self.run.verdicts))
            listener.found(found)
        if self.error is not None:
            raise self.error
        return self.run

    def gathered(self, telling: Telling, *_: object) -> Telling:
        if self.changed is not None:
            raise self.changed
        return telling

    def replay(self, workspace: object, saved: SavedPlay) -> Replayed:
        self.saved = saved
        if self.error is not None:
            raise self.error
        assert self.replayed is not None
        return self.replayed
