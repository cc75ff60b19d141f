"""Baselines: the findings that a project knows of, each accepted for a reason."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checker.errors import ModelError, UsageError, nearest
from checker.judge.contradictions.finding import Baseline
from checker.judge.toml_lines import TomlLines
from checker.judge.workspace import Workspace
from checker.language.rules import shorten
from checker.system.model import Source

__all__ = ["load_baseline", "own_baseline"]

OWN = "contradictions.toml"
"""The file in the folder of specs that is a workspace's own baseline."""


_TABLES = ("accepted", "questions")
_KEYS = ("reason", "answers")


def own_baseline(workspace: Workspace) -> Baseline:
    """Return the baseline that a workspace has in its folder of specs; without one, nothing is accepted.

    Raises:
        ModelError: it is no baseline, or a reason is missing.
    """
    path = workspace.root / workspace.specs / OWN
    return load_baseline(path) if path.is_file() else Baseline()


def load_baseline(path: Path) -> Baseline:
    """Read a baseline: a table ``[accepted]`` with a reason for each id.

    In place of a reason may stand a table with ``reason`` and ``answers``, a list of questions; each of them
    is stated in a table ``[questions]``.

    Raises:
        UsageError: there is no such file.
        ModelError: it is no such table, a reason is missing, or a question that is answered is not stated.
    """
    shown = shorten(str(path))
    if not path.is_file():
        raise UsageError(
            f"there is no file {shown}", hint='write `[accepted]`, and below it `ID = "why it is accepted"`'
        )
    text = path.read_text(encoding="utf-8")
    try:
        contents = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ModelError(
            f"this is not valid TOML: {error}", hint='write `"ID" = "reason"`', source=Source(shown, 1)
        ) from error
    return _Reader(shown, TomlLines(text)).baseline(contents)


class _Reader:
    """Reads a baseline, and says at which line something is wrong with it."""

    def __init__(self, file: str, lines: TomlLines) -> None:
        self._file = file
        self._lines = lines

    def baseline(self, contents: Mapping[str, Any]) -> Baseline:
        for name, table in contents.items():
            if name not in _TABLES:
                raise self._error(
                    f"a baseline has the tables accepted and questions, and no {name!r}",
                    "write `[accepted]`, and the ids below it",
                    name,
                )
            if not isinstance(table, dict):
                raise self._error(f"{name} is a table", f"write `[{name}]`, and what is in it below", name)
        questions = contents.get("questions", {})
        for name, told in questions.items():
            if not _is_text(told):
                raise self._error(
                    f"it is not said what the question {name} is",
                    f'write `"{name}" = "what is doubtful"`',
                    "questions",
                    name,
                )
        found = {id_: self._accepted(id_, given) for id_, given in contents.get("accepted", {}).items()}
        answers = {id_: names for id_, (_, names) in found.items() if names}
        for id_, names in answers.items():
            for name in names:
                if name not in questions:
                    raise self._error(
                        f"{id_} answers {name!r}, and there is no such question",
                        nearest(name, questions) if questions else "state it below `[questions]`",
                        "accepted",
                        id_,
                    )
        return Baseline(self._file, {i: reason for i, (reason, _) in found.items()}, questions, answers)

    def _accepted(self, id_: str, given: Any) -> tuple[str, tuple[str, ...]]:
        """Return why a finding is accepted, and which questions it answers."""
        told = given if isinstance(given, dict) else {"reason": given}
        for key in told:
            if key not in _KEYS:
                raise self._error(
                    f"what is said of {id_} has a reason and what it answers, and no {key!r}",
                    nearest(key, _KEYS),
                    "accepted",
                    id_,
                )
        if not _is_text(told.get("reason")):
            raise self._error(
                f"{id_} is accepted without a reason",
                f'write `"{id_}" = "why it is accepted"` (ids stand in quotes)',
                "accepted",
                id_,
            )
        answers = told.get("answers", [])
        if not isinstance(answers, list) or not all(_is_text(name) for name in answers):
            raise self._error(
                f"what {id_} answers is a list of questions", 'write `answers = ["NAME"]`', "accepted", id_
            )
        return told["reason"], tuple(answers)

    def _error(self, message: str, hint: str, *keys: str) -> ModelError:
        return ModelError(message, hint=hint, source=Source(self._file, self._lines.line_of(keys)))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
