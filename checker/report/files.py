"""The set of report files of a run: written whole or not at all, changed only where they differ.

Layout of the folder::

    README.md                              the index of all findings in the folder
    <game>/README.md                       all verdicts on a game
    <game>/<claim>[-<reading>=<option>].md    one finding, to read
    <game>/<claim>[-<reading>=<option>].json  the same, to replay

The tool replaces and removes only files that it wrote itself, which it knows by their first line or by
their ``format``.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checker.errors import UsageError
from checker.judge.verdict import Run, Verdict
from checker.report.escape import file_name
from checker.report.json_format import FINDING, RUN, finding_json, run_json, to_text
from checker.report.markdown import MARKER, IndexEntry, finding_page, index_page, run_page, run_text
from checker.report.own_files import check_own, marked
from checker.report.summary import findings

__all__ = ["Written", "report_name", "write_document", "write_file", "write_reports", "write_text"]

_INDEX = "README.md"


@dataclass
class Written:
    """What was done in a folder of reports.

    ``reports`` gives for each finding (by game and name, ``game/name``) its JSON file as a person would name
    it; ``changed`` and ``removed`` are the files that were written anew or taken away.
    """

    reports: dict[str, str] = field(default_factory=dict)
    changed: list[Path] = field(default_factory=list)
    removed: list[Path] = field(default_factory=list)


def report_name(verdict: Verdict) -> str:
    """Return the path of a finding's files below the folder of reports, with ``/`` and without suffix."""
    varied = [f"{name}={value}" for name, value in (*verdict.varied.items(), *verdict.varied_scopes.items())]
    return f"{file_name(verdict.game)}/{file_name('-'.join([verdict.claim, *varied]))}"


def write_reports(
    run: Run, folder: Path, *, complete: Collection[str] = (), shown_as: str | None = None
) -> Written:
    """Write a page and a saved play for each finding, a page for each complete game, and the index.

    Args:
        run: what was found out.
        folder: where to write; it is made if it is not there.
        complete: games of which every claim was judged; their other reports are stale, and removed.
        shown_as: how commands in the reports name the folder; by default its path as given, if relative, and
            else its last part, since a report belongs to no machine.

    Raises:
        UsageError: a file cannot be written, or one that the tool did not write stands in its place. What
            was written so far is whole.

    """
    shown = shown_as if shown_as is not None else (folder.name if folder.is_absolute() else folder.as_posix())
    told = {f"{v.game}/{v.name}": v for v in findings(run)}
    written = Written({key: f"{shown}/{report_name(v)}.json" for key, v in told.items()})
    pages: dict[Path, str] = {}
    for key, verdict in told.items():
        texts = run.clauses.get(verdict.game, {})
        base = report_name(verdict)
        pages[folder / f"{base}.json"] = to_text(finding_json(verdict, texts))
        pages[folder / f"{base}.md"] = finding_page(verdict, texts, written.reports[key])
    for game in complete:
        only = Run(tuple(v for v in run.verdicts if v.game == game))
        pages[folder / file_name(game) / _INDEX] = run_page(only)
    try:
        for path in (*pages, folder / _INDEX):
            _check_ours(path)
        for path, text in pages.items():
            _put(path, text, written)
        for path in sorted(set(_stale(run, folder, complete)) - set(pages)):
            path.unlink()
            written.removed.append(path)
        _put(folder / _INDEX, _index(folder), written)
    except OSError as error:
        raise _unwritable(error) from error
    return written


def write_document(run: Run, path: Path) -> None:
    """Write a whole run as one JSON or Markdown document, by the suffix of ``path``.

    Raises:
        UsageError: it cannot be written; what was there is untouched.

    """
    write_text(path, to_text(run_json(run)) if path.suffix == ".json" else run_text(run))


def write_text(path: Path, text: str) -> None:
    """Write the text of a report whole or not at all, into a folder that is made where it is missing.

    A Markdown document begins with the line by which the tool knows it.

    Raises:
        UsageError: it cannot be written, or a file that the tool did not write stands in its place; what was
            there is untouched.

    """
    try:
        check_own(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, marked(text) if path.suffix == ".md" else text)
    except OSError as error:
        raise _unwritable(error) from error


def write_file(path: Path, text: str) -> None:
    """Write ``text`` to ``path`` whole or not at all, by way of a temporary file beside it.

    Raises:
        OSError: it cannot be written; what was there is untouched.

    """
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _usual_mode(path))
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _usual_mode(path: Path) -> int:
    """Return the mode that the file has, or that a new file gets: a temporary file is its owner's alone."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _put(path: Path, text: str, written: Written) -> None:
    if path.exists() and path.read_bytes() == text.encode("utf-8"):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, text)
    written.changed.append(path)


def _check_ours(path: Path) -> None:
    if path.exists() and not _is_ours(path):
        raise UsageError(
            f"the reports cannot be written: {path} was not written by ruleproof",
            hint="move that file away, or choose another folder with --out PATH",
        )


def _is_ours(path: Path) -> bool:
    """Whether the tool wrote a file: it bears the marker of a page, or the format of a report."""
    if not path.is_file():
        return False
    if path.suffix == ".json":
        return _document(path).get("format") in (FINDING, RUN)
    with path.open("rb") as file:
        return file.readline().rstrip() == MARKER.encode()


def _document(path: Path) -> Mapping[str, Any]:
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _stale(run: Run, folder: Path, complete: Collection[str]) -> Iterator[Path]:
    """Yield our files about verdicts that are no findings (any more), and others of complete games."""
    for verdict in run.verdicts:
        for suffix in (".md", ".json"):
            path = folder / f"{report_name(verdict)}{suffix}"
            if _is_ours(path):
                yield path
    for game in complete:
        for path in (folder / file_name(game)).glob("*"):
            if path.suffix in (".md", ".json") and _is_ours(path):
                yield path


def _index(folder: Path) -> str:
    """Return the index of what is in the folder, also from earlier runs on other games."""
    entries = []
    for path in sorted(folder.glob("*/*.json")):
        document = _document(path)
        if document.get("format") == FINDING:
            entries.append(
                IndexEntry(
                    game=str(document.get("game", "")),
                    name=str(document.get("name", "")),
                    headline=str(document.get("headline", "")),
                    expected=document.get("expected") is True,
                    page=path.with_suffix(".md").relative_to(folder).as_posix(),
                )
            )
    summaries = {
        page.parent.name: page.relative_to(folder).as_posix()
        for page in sorted(folder.glob(f"*/{_INDEX}"))
        if _is_ours(page)
    }
    return index_page(entries, summaries)


def _unwritable(error: OSError) -> UsageError:
    where = f"{error.filename}: " if error.filename else ""
    return UsageError(
        f"the reports cannot be written: {where}{(error.strerror or str(error)).lower()}",
        hint="choose another place with --out PATH, or make this one writable",
    )
