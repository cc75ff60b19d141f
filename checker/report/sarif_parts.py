"""Parts of SARIF logs: messages, locations, and plays as code flows.

Section numbers are those of the OASIS specification "Static Analysis Results Interchange Format (SARIF)
Version 2.1.0".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from checker.judge.verdict import PlayStep, ToldPlay
from checker.report.escape import visible
from checker.report.folding import step_sentence
from checker.report.places import Places
from checker.report.summary import again_from, length_of
from checker.report.told_board import board_of
from checker.report.version import installed_version
from checker.system.model import Source

__all__ = ["SOURCE_ROOT", "code_flow", "link", "location", "message", "plain", "sarif_log"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_NAME = "ruleproof"

SOURCE_ROOT = "%SRCROOT%"
"""The base of all file names: the root of the repository, which a log does not name (3.14.14)."""


def sarif_log(
    automation: str,
    rules: list[dict[str, Any]],
    results: list[dict[str, Any]],
    invocation: dict[str, Any],
) -> dict[str, Any]:
    """Return a log of one run; ``automation`` is the id of the kind of run that it is."""
    version = installed_version()
    driver: dict[str, Any] = {"name": _NAME}
    if version is not None:
        driver["version"] = version
    driver["rules"] = rules
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": automation},
        "originalUriBaseIds": {SOURCE_ROOT: {"description": message("The root of the repository.")}},
        "invocations": [invocation],
        "results": results,
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def plain(text: str) -> str:
    """Return text of a model for a plain message: it holds no placeholder (3.11.5) and no link (3.11.6)."""
    literal = visible(text).replace("{", "{{").replace("}", "}}")
    return literal.replace("](", "] (")


def message(*lines: str) -> dict[str, Any]:
    """Return a message of lines that are plain, or hold links that :func:`link` made."""
    return {"text": "\n".join(lines)}


def link(text: str, target: int) -> str:
    """Return a link within a message to the related location whose id is ``target``."""
    inner = plain(text).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return f"[{inner}]({target})"


def location(
    source: Source | None, places: Places, *, told: str = "", id_: int | None = None
) -> dict[str, Any]:
    """Return a location (3.28): a place if there is one, what is to be said of it, and its id."""
    parts: dict[str, Any] = {} if id_ is None else {"id": id_}
    place = places.of(source) if source is not None else None
    if place is not None:
        uri = quote(place.file.encode("utf-8", "surrogatepass"))
        artifact = {"uri": uri, "uriBaseId": SOURCE_ROOT}
        parts["physicalLocation"] = {"artifactLocation": artifact, "region": {"startLine": place.line}}
    if told:
        parts["message"] = message(plain(told))
    return parts


def code_flow(play: ToldPlay, places: Places) -> dict[str, Any] | None:
    """Return a play as a code flow (3.36) with one location a step, at the line of its rule.

    Returns None for a play without steps: a code flow has a location.
    """
    if not play.steps:
        return None
    about = length_of(play)
    if play.loop is not None:
        about = f"{about}; then the board is the one {again_from(play.loop)}"
    steps = [_step(number, step, places) for number, step in enumerate(play.steps, start=1)]
    steps[-1]["importance"] = "essential"
    flow = {"initialState": _values(dict(board_of(play.start))), "locations": steps}
    return {"message": message(f"{about[0].upper()}{about[1:]}."), "threadFlows": [flow]}


def _step(number: int, step: PlayStep, places: Places) -> dict[str, Any]:
    return {
        "location": location(step.source, places, told=f"{number}. {step_sentence(step)}"),
        "state": _values({change.path: change.after for change in step.changes}),
        "executionOrder": number,
    }


def _values(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a state, or of the parts of it that a step changed (3.38.9)."""
    return {visible(name): message(plain(value)) for name, value in values.items()}
