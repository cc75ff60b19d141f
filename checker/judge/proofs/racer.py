"""A child process in which one engine looks for a proof: ``python -m checker.judge.proofs.racer IN OUT``."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection

from checker.judge.proofs.engines import Far, Task, seek
from checker.judge.worker import limited_memory
from checker.system.portable import packed, unpacked

__all__ = ["MEMORY", "ran_out", "work"]

MEMORY = "the memory limit"
"""The outcome of what needed more memory than it may take."""


def work(incoming: int, outgoing: int) -> None:
    """Do the task that comes in, and send what came of it; two file descriptors talk to the parent.

    The process ends with its parent: a solver that is at work would not see that nobody waits for it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    tasks, answers = Connection(incoming, writable=False), Connection(outgoing, readable=False)
    try:
        task: Task = unpacked(tasks.recv())
    except (EOFError, OSError):
        return
    threading.Thread(target=_end_with_parent, args=(tasks,), daemon=True).start()
    with suppress(BrokenPipeError):
        _do(task, answers)


def _do(task: Task, answers: Connection) -> None:
    def tell(far: Far) -> None:
        answers.send(("far", far))

    try:
        with limited_memory(task.memory):
            found = packed(seek(task, tell))
        answers.send(("found", found))
    except BrokenPipeError:
        raise
    except Exception as error:
        answers.send(
            ("stopped", MEMORY) if ran_out(error, task.memory) else ("failed", traceback.format_exc())
        )


def ran_out(error: Exception, memory: float | None) -> bool:
    """Return whether it was memory that was short, where no more than ``memory`` may be taken."""
    if isinstance(error, MemoryError) or "out of memory" in str(error):  # as z3 says it
        return True
    # What is written in C may forget to say what went wrong, which it does nowhere else.
    return memory is not None and isinstance(error, SystemError)


def _end_with_parent(tasks: Connection) -> None:
    with suppress(EOFError, OSError):
        tasks.recv()
    os._exit(1)


if __name__ == "__main__":
    work(int(sys.argv[1]), int(sys.argv[2]))
