from __future__ import annotations

import io
import time

import pytest

from checker.report.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def known_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")


def waited(file: io.StringIO, *, patience: float) -> str:
    with Progress(file, patience=patience) as progress:
        progress.tell("magic: \x1b[31m[bold]one\n", 3, 12)
        deadline = time.monotonic() + 2
        while patience < 1 and file.isatty() and "one" not in file.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    return file.getvalue()


def test_a_person_who_waits_sees_what_goes_on() -> None:
    shown = waited(Terminal(), patience=0)
    assert "magic: \\x1b[31m[bold]one  (3 of 12)" in shown
    assert shown.endswith("\x1b[2K") or "\x1b[?25h" in shown  # the line is gone, and the cursor is back


def test_what_is_soon_over_shows_nothing() -> None:
    assert waited(Terminal(), patience=60) == ""


def test_nothing_is_shown_where_nobody_looks() -> None:
    assert waited(io.StringIO(), patience=0) == ""
