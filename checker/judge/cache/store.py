"""The cache as an inquiry uses it: answers to a group of questions, kept together and found together."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from checker.judge.cache import files, tool
from checker.judge.cache.digest import Digests, UnknownValueError
from checker.judge.cache.entries import Kept, read_answers, write_answers
from checker.judge.questions import Question
from checker.judge.rounds import Round
from checker.judge.selection import Selection
from checker.judge.workspace import Workspace

__all__ = ["Store", "store_of"]


class Store:
    """The answers that are kept for one round.

    Answers to a group of questions are found only if the whole group, its systems and everything else that
    they depend on are the same: one search answers all of them, so that a part would save little.
    """

    def __init__(self, folder: Path, one: Round, selection: Selection) -> None:
        self._folder = folder
        self._digests = Digests()
        self._context = _context(one, selection, self._digests)

    def key(self, questions: Sequence[Question]) -> str | None:
        """Return the name under which answers to these questions are kept; None where it is not certain."""
        if self._context is None:
            return None
        try:
            asked = self._digests.of_questions(questions)
        except UnknownValueError:
            return None
        return sha256(self._context.encode() + asked).hexdigest()

    def get(self, key: str | None, questions: Sequence[Question]) -> list[Kept] | None:
        """Return the answers to all of these questions, if they are kept."""
        text = None if key is None else files.read(self._folder, key)
        return None if text is None else read_answers(questions, text)

    def put(self, key: str | None, questions: Sequence[Question], kept: Sequence[Kept]) -> None:
        """Keep answers to these questions, unless one of them is undetermined."""
        text = None if key is None else write_answers(questions, kept)
        if key is not None and text is not None:
            files.write(self._folder, key, text)


def store_of(workspace: Workspace, selection: Selection, one: Round) -> Store | None:
    """Return the store for a round of a workspace, if verdicts are to be kept at all.

    It lies in ``.ruleproof`` of the workspace.
    Bundled games have none: their folder may be closed to writing.
    """
    if not selection.cache or workspace.bundled:
        return None
    return Store(workspace.root / ".ruleproof" / "verdicts", one, selection)


def _context(one: Round, selection: Selection, digests: Digests) -> str | None:
    """Return what answers depend on besides the questions, or None where it is not certain."""
    running = tool.fingerprint()
    if running is None:
        return None
    try:
        book = b"" if one.entry.rulebook is None else one.entry.rulebook.read_bytes()
        stated = digests.of((one.entry.game.readings(), one.entry.game.procedure)).hex()
    except (OSError, UnknownValueError):
        return None
    limits = (selection.engine, selection.timeout, selection.memory, selection.checkpoints is not None)
    asked = (dict(one.varied), dict(selection.scopes), selection.every_reading)
    return repr((running, sha256(book).hexdigest(), stated, limits, asked))
