"""What the commands that compare have in common: options, where scenarios are, and telling what differs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from checker.cli.documents import tell
from checker.cli.options import loudness_option

if TYPE_CHECKING:
    from checker.judge.comparison.outcome import ComparisonRun

__all__ = [
    "claims_option",
    "comparing_loudness",
    "scenarios_folder",
    "scenarios_option",
    "tell_comparisons",
]

claims_option = click.option(
    "--no-claims", is_flag=True, help="Judge no claims; compare plays and scenarios alone."
)
scenarios_option = click.option(
    "--scenarios",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Where the tests with the scenarios are, if not in the folder tests of the workspace.",
)
comparing_loudness = loudness_option(
    "Tell each kind of situation in one sentence, without its play, and what came of it all.",
    "Tell also the whole board at the end of each play, on both sides.",
)


def tell_comparisons(run: ComparisonRun, form: str, out: Path | None, loudness: str) -> None:
    """Tell what differs, in the form that is asked for."""
    from checker.report.comparison.json_format import comparisons_json
    from checker.report.comparison.markdown import comparisons_markdown
    from checker.report.comparison.text import print_comparisons

    tell(
        form,
        out,
        text=lambda page: print_comparisons(page, run, loudness=loudness),
        json=lambda: comparisons_json(run),
        markdown=lambda: comparisons_markdown(run),
    )


def scenarios_folder(root: Path) -> Path | None:
    """Return the folder of tests in which the scenarios of a workspace are, if there is one.

    Where scenarios lie apart from other tests, in ``tests/conformance``, no others are read.
    """
    folders = (root / "tests" / "conformance", root / "tests")
    return next((folder for folder in folders if folder.is_dir()), None)
