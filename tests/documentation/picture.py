"""Draws the pictures of findings that the documents show: ``make pictures``.

One is what a terminal shows, one the page for the browser; the latter needs Chromium.
"""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tests.documentation.pages import ROOT
from tests.report.browser import chromium, open_browser

__all__ = ["PICTURE", "SCREENSHOT", "draw", "take_screenshot"]

PICTURE = ROOT / "docs/finding.svg"
SCREENSHOT = ROOT / "docs/report.png"

_WIDTH = 96
_COMMAND = "check force_of_will --property no_dead_end --reading judgment_resolves=literal"

_SHOWN = "check force_of_will --property turn_player_after_resolution --reading after_reply=who_played_it"
_ADDRESS = "force_of_will/turn_player_after_resolution-after_reply=who_played_it/13"
_WIDE, _HIGH = 1200, 1290
"""Pixels, so that the players and the stack are seen."""


def draw() -> str:
    """Return what a terminal shows of one real finding, as SVG.

    Raises:
        subprocess.CalledProcessError: the verdict is no longer the expected one.
    """
    done = subprocess.run(
        [sys.executable, "-m", "checker", *_COMMAND.split()],
        cwd=ROOT,
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(_WIDTH), "TERM": "xterm-256color"},
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
        check=True,
    )
    # The table above the finding tells how long the search took, which no two runs agree on.
    lines = done.stdout.splitlines()
    first = next(number for number, line in enumerate(lines) if "-" * _WIDTH in line) + 1
    console = Console(record=True, width=_WIDTH, file=StringIO(), force_terminal=True)
    console.print(Text("$ ruleproof " + _COMMAND, style="bold"))
    for text in _without_board([Text.from_ansi(line) for line in lines[first:]]):
        console.print(text, soft_wrap=True)
    return console.export_svg(title="ruleproof", unique_id="finding", code_format=_self_contained())


def _without_board(lines: list[Text]) -> list[Text]:
    """Leave out the board at the end, which would make half of the picture."""
    plain = [line.plain for line in lines]
    begin = plain.index("The board at the end") + 1
    return [*lines[:begin], Text("  ...", style="dim"), *lines[plain.index("", begin) :]]


def _self_contained() -> str:
    """Return rich's template without the fonts that it would fetch from elsewhere."""
    own = inspect.signature(Console.export_svg).parameters["code_format"].default
    local = re.sub(r"@font-face \{\{.*?\}\}\s*", "", own, flags=re.DOTALL)
    return local.replace("Fira Code,", "DejaVu Sans Mono, Menlo, Consolas,")


def take_screenshot(program: str, path: Path) -> None:
    """Save what a browser shows of one real finding at its last step, as PNG.

    Raises:
        subprocess.CalledProcessError: the verdict is no longer the expected one.
    """
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        subprocess.run(
            [sys.executable, "-m", "checker", *_SHOWN.split(), "--write", f"html={page}"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            timeout=300,
            check=True,
        )
        with open_browser(program, Path(folder) / "profile") as browser:
            browser.show_as(_WIDE, _HIGH)
            browser.open(f"{page.as_uri()}#{_ADDRESS}")
            assert browser.value("document.querySelector('.view.on').id") == _ADDRESS.rpartition("/")[0]
            browser.value("document.documentElement.style.overflow = 'hidden'")
            browser.value("scrollTo(0, 0)")
            browser.screenshot(path)


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
    found = chromium()
    if found is None:
        print(f"{SCREENSHOT.name} is left as it is: there is no Chromium here", file=sys.stderr)
    else:
        take_screenshot(found, SCREENSHOT)
