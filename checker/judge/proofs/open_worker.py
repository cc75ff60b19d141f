"""A child process that proves the claims of one game with sizes left open; see ``side_by_side`` beside it.

It is told one task, and sends ``tell`` with what goes on, ``done`` with the proofs, ``stopped`` with what
ended it before, and ``error`` with an error of the user, or with the traceback of a fault.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

from checker.errors import InputError
from checker.judge.proofs.open_sizes import open_proofs
from checker.judge.proofs.racer import MEMORY, ran_out
from checker.judge.rounds import rounds_as_asked, select_games
from checker.judge.selection import Selection
from checker.judge.worker import limited_memory
from checker.judge.workspace import Workspace
from checker.prove.solver import Session

__all__ = ["Task", "work"]


@dataclass(frozen=True)
class Task:
    """One round, by its number among those of the selection, and how its claims are to be proved.

    ``seconds`` is what is left of the time limit.
    """

    workspace: Workspace
    selection: Selection
    number: int
    any_number: tuple[str, ...]
    least: bool
    seconds: float | None


class _Teller:
    """A listener that passes on what goes on."""

    def __init__(self, messages: Connection) -> None:
        self._messages = messages

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Pass on what goes on now."""
        self._messages.send(("tell", (text, done, of)))

    def found(self, verdict: object) -> None:
        """Hear nothing: there are no verdicts."""


def work(incoming: int, outgoing: int) -> None:
    """Do the task that comes in, and send what came of it; two file descriptors talk to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    os.dup2(2, 1)  # what a model prints is no proof
    tasks, messages = Connection(incoming, writable=False), Connection(outgoing, readable=False)
    try:
        task: Task = tasks.recv()
    except (EOFError, OSError):
        return
    with suppress(BrokenPipeError):
        _do(task, messages)


def _do(task: Task, messages: Connection) -> None:
    try:
        Session()  # has the solver loaded before memory is limited: what is short then is not the solver
        with limited_memory(task.selection.memory):
            one = rounds_as_asked(select_games(task.workspace, task.selection), task.selection)[task.number]
            proofs = open_proofs(
                one, _Teller(messages), task.any_number, least=task.least, seconds=task.seconds
            )
        messages.send(("done", proofs))  # in one message: they share the system that they are about
    except BrokenPipeError:
        raise
    except InputError as error:
        messages.send(("error", error))
    except Exception as error:
        short = ran_out(error, task.selection.memory)
        messages.send(("stopped", MEMORY) if short else ("error", traceback.format_exc()))


if __name__ == "__main__":
    work(int(sys.argv[1]), int(sys.argv[2]))
