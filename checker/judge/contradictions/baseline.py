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

__all__ = ["OWN", "load_baseline", "own_baseline"]

OWN = "contradictions.toml"
"""The file in the folder of specs that is a workspace's own baseline."""


_TABLES = ("accepted", "questions")
_KEYS = ("asks", "answers")


def own_baseline(workspace: Workspace) -> Baseline:
    """Return the baseline that a workspace has in its folder of specs; without one, nothing is accepted.

    Raises:
        ModelError: it is no baseline, or a reason is missing.
    """
    path = workspace.root / workspace.specs / OWN
    return load_baseline(path) if path.is_file() else Baseline()


def load_baseline(path: Path) -> Baseline:
    """Read a baseline: a table ``[accepted]`` with a reason for each id.

    A table ``[questions]`` may state what is doubtful: for each name what it ``asks``, and a list of the ids
    of findings that are its ``answers``.

    Raises:
        UsageError: there is no such file.
        ModelError: it is no such table, a reason is missing, or it is not said what a question asks.
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
        for id_, reason in contents.get("accepted", {}).items():
            if not _is_text(reason):
                raise self._error(
                    f"{id_} is accepted without a reason",
                    f'write `"{id_}" = "why it is accepted"` (ids stand in quotes)',
                    "accepted",
                    id_,
                )
        questions = {name: self._question(name, q) for name, q in contents.get("questions", {}).items()}
        answers: dict[str, tuple[str, ...]] = {}
        for name, (_, ids) in questions.items():
            for id_ in ids:
                answers[id_] = (*answers.get(id_, ()), name)
        asked = {name: asks for name, (asks, _) in questions.items()}
        return Baseline(self._file, contents.get("accepted", {}), asked, answers)

    def _question(self, name: str, given: Any) -> tuple[str, tuple[str, ...]]:
        """Return what a question asks, and the ids of the findings that answer it."""
        told = given if isinstance(given, dict) else {}
        for key in told:
            if key not in _KEYS:
                raise self._error(
                    f"a question has asks and answers, and no {key!r}", nearest(key, _KEYS), "questions", name
                )
        if not _is_text(told.get("asks")):
            raise self._error(
                f"it is not said what {name} asks",
                f'write `asks = "what is doubtful"` below `[questions.{name}]`',
                "questions",
                name,
            )
        answers = told.get("answers", [])
        if not isinstance(answers, list) or not all(_is_text(id_) for id_ in answers):
            raise self._error(
                f"the answers to {name} are a list of ids of findings",
                'write `answers = ["game.clash.0a1b2c3d"]`',
                "questions",
                name,
            )
        return told["asks"], tuple(answers)

    def _error(self, message: str, hint: str, *keys: str) -> ModelError:
        return ModelError(message, hint=hint, source=Source(self._file, self._lines.line_of(keys)))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
