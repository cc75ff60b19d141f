from __future__ import annotations

from pathlib import Path

import pytest

from tests.documentation.picture import PICTURE, SCREENSHOT, draw, take_screenshot
from tests.report.browser import chromium


@pytest.mark.slow
def test_the_picture_shows_what_is_found() -> None:
    assert PICTURE.read_text(encoding="utf-8") == draw(), "run `make pictures`"


@pytest.mark.slow
@pytest.mark.skipif(chromium() is None, reason="no Chromium on this machine")
def test_the_screenshot_can_be_taken_again(tmp_path: Path) -> None:
    program = chromium()
    assert program is not None
    take_screenshot(program, tmp_path / "report.png")
    head = 24  # the signature, and the size of the picture in pixels
    assert (tmp_path / "report.png").read_bytes()[:head] == SCREENSHOT.read_bytes()[:head]
    assert SCREENSHOT.stat().st_size < 300_000
