"""Reading back what JSON reports hold: a saved play, or the verdicts of a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from checker.errors import UsageError
from checker.judge.verdict import SavedPlay, SavedStep, SavedVerdict, Status
from checker.report.json_format import FINDING, RUN, SCHEMA
from checker.system.model import Source

__all__ = ["load_report", "load_run", "read_document"]

T = TypeVar("T")

_REPLAY = "replayed"
_GIVE_A_REPORT = "give the .json file of a report that `ruleproof check --out` wrote"


def load_report(path: str | Path) -> SavedPlay:
    """Return the play saved in the report of a finding.

    Raises:
        UsageError: there is no such file, it is not JSON, not a report of a finding, of another version,
            damaged, or about a verdict that no play shows.

    """
    shown = str(path)
    document = _Reader(read_document(path, _REPLAY), shown, _REPLAY)
    if document.text("format") == RUN:
        _refuse(
            shown,
            _REPLAY,
            "it is the report of a whole run",
            "replay the report of one finding; --out writes them",
        )
    if document.text("format") != FINDING:
        _not_a_report(shown, _REPLAY)
    _check_version(document)
    status = document.text("status")
    if status not in {s.value for s in Status}:
        document.damaged("status")
    if document.get("play", dict | None) is None:
        _refuse(
            shown,
            _REPLAY,
            f"the verdict is {status!r}, and no play was saved with it",
            "only plays can be replayed",
        )
    return _saved_play(document, document.inner("play"), shown)


def load_run(path: str | Path) -> tuple[SavedVerdict, ...]:
    """Return the verdicts saved in the report of a whole run.

    Raises:
        UsageError: there is no such file, it is not JSON, not the report of a run, of another version, or
            damaged.

    """
    shown, use = str(path), "read for its verdicts"
    document = _Reader(read_document(path, use), shown, use)
    found = document.text("format")
    if found == FINDING:
        _refuse(
            shown,
            use,
            "it is the report of one finding",
            "give that of a whole run: `ruleproof check --out FILE.json`",
        )
    if found != RUN:
        _not_a_report(shown, use)
    _check_version(document)
    verdicts = []
    for saved in document.each("verdicts"):
        if saved.text("status") not in {s.value for s in Status}:
            saved.damaged("status")
        verdicts.append(
            SavedVerdict(
                saved.text("game"),
                saved.text("claim"),
                saved.text("name"),
                Status(saved.text("status")),
                saved.get("expected", bool),
            )
        )
    return tuple(verdicts)


def _check_version(document: _Reader) -> None:
    version = document.number("schema")
    if version != SCHEMA:
        _refuse(
            document.shown,
            document.use,
            f"it is a report of version {version}, and this ruleproof reads version {SCHEMA}",
            "write it again with `ruleproof check --out`",
        )


def _saved_play(document: _Reader, play: _Reader, shown: str) -> SavedPlay:
    steps = tuple(
        SavedStep(step.text("rule"), step.texts("arguments"), step.text("sentence"))
        for step in play.each("steps")
    )
    loop = play.get("loop", int | None)
    if play.number("length") != len(steps):
        play.damaged("length")
    if loop is not None and not 0 <= loop <= len(steps):
        play.damaged("loop")
    if play.number("initial") < 0:
        play.damaged("initial")
    return SavedPlay(
        report=shown,
        game=document.text("game"),
        claim=document.text("claim"),
        kind=document.text("kind"),
        readings=document.texts("readings"),
        scopes=document.numbers("scopes"),
        status=Status(document.text("status")),
        initial=play.number("initial"),
        steps=steps,
        loop=loop,
        ends_wrong=play.get("ends_wrong", bool),
        explanation=document.text("explanation"),
        expected_part=document.inner("expectation").text("part"),
        model_file=document.text("model_file"),
    )


def read_document(path: str | Path, use: str) -> Mapping[str, Any]:
    """Return the JSON object in a file; ``use`` says for messages what it is to be done with it.

    Raises:
        UsageError: it cannot be read, or is not a JSON object.

    """
    shown = str(path)
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        _refuse(shown, use, reason.lower(), _GIVE_A_REPORT)
    try:
        document = json.loads(data)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"this is not JSON: {error.msg.lower()}",
            hint="give the .json file of a report, not its .md page",
            source=Source(shown, error.lineno),
        ) from error
    except (UnicodeDecodeError, RecursionError, ValueError):
        _not_a_report(shown, use)
    if not isinstance(document, dict):
        _not_a_report(shown, use)
    return document


def _not_a_report(shown: str, use: str) -> NoReturn:
    _refuse(shown, use, "it is not a report", _GIVE_A_REPORT)


def _refuse(shown: str, use: str, why: str, hint: str) -> NoReturn:
    raise UsageError(f"the report {shown!r} cannot be {use}: {why}", hint=hint)


@dataclass(frozen=True)
class _Reader:
    """A JSON object whose parts are asked for by name and type; ``where`` leads to it from the top.

    ``shown`` is the file as messages name it, ``use`` what is to be done with it.
    """

    data: Mapping[str, Any]
    shown: str
    use: str
    where: str = ""

    def damaged(self, name: str) -> NoReturn:
        """Refuse the report for its part ``name``."""
        _refuse(
            self.shown,
            self.use,
            f"its part {self.where + name!r} is missing or damaged",
            "write the report again",
        )

    def get(self, name: str, kind: Any) -> Any:
        """Return a part that is an instance of ``kind``; a truth value is no number here."""
        value = self.data.get(name)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            if name == "format":
                _not_a_report(self.shown, self.use)
            self.damaged(name)
        if name not in self.data:
            self.damaged(name)
        return value

    def text(self, name: str) -> str:
        """Return a part that is text."""
        return str(self.get(name, str))

    def number(self, name: str) -> int:
        """Return a part that is a whole number."""
        return int(self.get(name, int))

    def inner(self, name: str) -> _Reader:
        """Return a part that is an object."""
        return _Reader(self.get(name, dict), self.shown, self.use, f"{self.where}{name}.")

    def each(self, name: str) -> list[_Reader]:
        """Return a part that is a list of objects."""
        items = self.get(name, list)
        if not all(isinstance(item, dict) for item in items):
            self.damaged(name)
        return [
            _Reader(item, self.shown, self.use, f"{self.where}{name}[{i}].") for i, item in enumerate(items)
        ]

    def texts(self, name: str) -> dict[str, str]:
        """Return a part that is an object of texts."""
        return self._values(name, str)

    def numbers(self, name: str) -> dict[str, int]:
        """Return a part that is an object of whole numbers."""
        return self._values(name, int)

    def _values(self, name: str, kind: type[T]) -> dict[str, T]:
        inner = self.inner(name)
        return {key: inner.get(key, kind) for key in inner.data}
