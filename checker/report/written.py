"""Documents of a run, written where the user wants them: one file a format, or for plays one file a play."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from checker.errors import UsageError
from checker.report.escape import file_name
from checker.report.files import report_name, write_file
from checker.report.formats import FORMATS, Format
from checker.report.own_files import check_own, marked
from checker.report.play_marks import MARK
from checker.report.telling import Telling

__all__ = ["append_step_summary", "write_format"]

_HEAD = 2000
"""Bytes at the beginning of a file in which the mark of the tool stands."""


def write_format(telling: Telling, name: str, path: Path, *, complete: Collection[str] = ()) -> None:
    """Write a run in one format.

    Args:
        telling: what is told.
        name: the format, one of :data:`checker.report.formats.FORMATS`.
        path: the file; for a format of plays that has no suffix, a folder with one file a play.
        complete: games of which every claim was judged; files of other plays of theirs are removed.

    Raises:
        UsageError: it cannot be written, or a file is not the tool's; each file is whole.

    """
    form = FORMATS[name]
    into_folder = form.of_plays and (path.is_dir() or not path.suffix)
    try:
        if into_folder:
            _write_plays(telling, form, path, complete)
        else:
            check_own(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = form.text(telling)
            write_file(path, marked(text) if form.suffix == ".md" else text)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise UsageError(
            f"the {name} report cannot be written: {where}{(error.strerror or str(error)).lower()}",
            hint=f"choose another place with --write {name}=PATH, or make this one writable",
        ) from error


def append_step_summary(telling: Telling, path: Path) -> None:
    """Add the summary of the step to the file that GitHub Actions names in ``GITHUB_STEP_SUMMARY``.

    Raises:
        UsageError: it cannot be written.

    """
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(FORMATS["summary"].text(telling))
    except OSError as error:
        raise UsageError(
            f"the summary of the step cannot be written: {path}: {(error.strerror or str(error)).lower()}",
            hint="GITHUB_STEP_SUMMARY names that file; unset it where nobody reads a summary",
        ) from error


def _write_plays(telling: Telling, form: Format, folder: Path, complete: Collection[str]) -> None:
    files = dict(_files(telling, form, folder))
    for path in files:
        if path.exists() and not _is_ours(path):
            raise UsageError(
                f"the plays cannot be written: {path} was not written by ruleproof",
                hint="move that file away, or choose another folder with --write FORMAT=PATH",
            )
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text)
    for path in set(_stale(telling, form, folder, complete)) - set(files):
        if path.is_file() and _is_ours(path):
            path.unlink()


def _files(telling: Telling, form: Format, folder: Path) -> Iterator[tuple[Path, str]]:
    for verdict, _ in telling.plays():
        alone = replace(telling, told=(verdict,))
        yield folder / f"{report_name(verdict)}{form.suffix}", form.text(alone)


def _stale(telling: Telling, form: Format, folder: Path, complete: Collection[str]) -> Iterator[Path]:
    """Yield where plays of claims that were judged would be, and all plays of complete games."""
    for verdict in telling.run.verdicts:
        yield folder / f"{report_name(verdict)}{form.suffix}"
    for game in complete:
        yield from (folder / file_name(game)).glob(f"*{form.suffix}")


def _is_ours(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return MARK.encode("ascii") in file.read(_HEAD)
