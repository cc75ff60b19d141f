"""Baselines: the findings that a project knows of, each accepted for a reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

from checker.errors import ModelError, UsageError
from checker.judge.contradictions.finding import Baseline
from checker.judge.toml_lines import TomlLines
from checker.judge.workspace import Workspace
from checker.language.rules import shorten
from checker.system.model import Source

__all__ = ["load_baseline", "own_baseline"]

OWN = "contradictions.toml"
"""The file in the folder of specs that is a workspace's own baseline."""


def own_baseline(workspace: Workspace) -> Baseline:
    """Return the baseline that a workspace has in its folder of specs; without one, nothing is accepted.

    Raises:
        ModelError: it is no baseline, or a reason is missing.
    """
    path = workspace.root / workspace.specs / OWN
    return load_baseline(path) if path.is_file() else Baseline()


def load_baseline(path: Path) -> Baseline:
    """Read a baseline: a table ``[accepted]`` with a reason for each id.

    Raises:
        UsageError: there is no such file.
        ModelError: it is no such table, or a reason is missing.
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
    lines = TomlLines(text)
    accepted = contents.get("accepted", {})
    unknown = [key for key in contents if key != "accepted"]
    if unknown or not isinstance(accepted, dict):
        raise ModelError(
            f"a baseline has one table, and no {unknown[0]!r}" if unknown else "accepted is a table",
            hint="write `[accepted]`, and the ids below it",
            source=Source(shown, lines.line_of((unknown[0],)) if unknown else 1),
        )
    for id_, reason in accepted.items():
        if not isinstance(reason, str) or not reason.strip():
            raise ModelError(
                f"{id_} is accepted without a reason",
                hint=f'write `"{id_}" = "why it is accepted"` (ids stand in quotes)',
                source=Source(shown, lines.line_of(("accepted", id_))),
            )
    return Baseline(shown, accepted)
