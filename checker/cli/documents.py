"""What a command found, told on standard output and written into a file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from checker.report.layout import Page

__all__ = ["tell"]


def tell(
    form: str,
    out: Path | None,
    *,
    text: Callable[[Page], None],
    json: Callable[[], dict[str, Any]],
    markdown: Callable[[], str],
) -> None:
    """Tell it as ``form`` (text, json or markdown), and write it into the file ``out`` as its suffix says.

    Raises:
        UsageError: the file cannot be written.

    """
    from checker.report.json_format import to_text
    from checker.report.layout import Page

    def told(how: str) -> str:
        return to_text(json()) if how == "json" else markdown()

    if form == "text":
        text(Page(sys.stdout))
    else:
        click.echo(told(form), nl=False)
    if out is not None:
        from checker.report.files import write_text

        sys.stdout.flush()
        write_text(out, told("json" if out.suffix == ".json" else "markdown"))
