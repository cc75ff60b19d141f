"""The pages of findings about clauses in a folder, and their index.

Layout of the folder::

    contradictions.md                          the index of all findings, by game and by kind
    <game>/<kind>-<number>.contradiction.md    one finding, to read

Every file is written whole or not at all, and only if it changed; pages of findings that are gone are
removed, where everything was looked for.
"""

from __future__ import annotations

from pathlib import Path

from checker.errors import UsageError
from checker.judge.contradictions.finding import ContradictionRun, Finding
from checker.report.contradictions.markdown import PAGE, contradiction_page, contradictions_index
from checker.report.escape import file_name
from checker.report.files import write_text

__all__ = ["page_name", "write_contradictions"]

_ENDING = ".contradiction.md"
_INDEX = "contradictions.md"


def page_name(finding: Finding) -> str:
    """Return the path of a finding's page below the folder of reports."""
    name = finding.id.removeprefix(f"{finding.game}.").replace(".", "-")
    return f"{file_name(finding.game)}/{file_name(name)}{_ENDING}"


def write_contradictions(run: ContradictionRun, folder: Path) -> None:
    """Write a page for each finding of a run, and the index.

    Raises:
        UsageError: a file cannot be written, or one that the tool did not write stands in its place.
    """
    pages = {folder / page_name(f): contradiction_page(f, run.baseline) for f in run.findings}
    pages[folder / _INDEX] = contradictions_index(run, {f.id: page_name(f) for f in run.findings})
    for path in pages:
        if path.exists() and not _is_ours(path):
            raise UsageError(
                f"{path} was not written by ruleproof", hint="move it away, or name another folder"
            )
    for path, text in pages.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, text)
    for game in run.whole:
        for path in sorted((folder / file_name(game)).glob(f"*{_ENDING}")):
            if path not in pages and _is_ours(path):
                path.unlink()


def _is_ours(path: Path) -> bool:
    with path.open("rb") as file:
        return file.readline().rstrip() == PAGE.encode()
