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


@pytest.fixture(autouse=True)
def no_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


def wait_for(file: io.StringIO, text: str, start: int = 0) -> None:
    deadline = time.monotonic() + 10
    while text not in file.getvalue()[start:]:
        assert time.monotonic() < deadline, f"{text!r} is never shown"
        time.sleep(0.01)


def waited(file: io.StringIO, *, patience: float) -> str:
    with Progress(file, patience=patience) as progress:
        progress.tell("magic: \x1b[31m[bold]one\n", 3, 12)
        if patience == 0 and file.isatty():
            wait_for(file, "one")
    return file.getvalue()


def test_a_person_who_waits_sees_what_goes_on() -> None:
    shown = waited(Terminal(), patience=0)
    assert "magic: \\x1b[31m[bold]one  (3 of 12)" in shown
    assert shown.endswith("\x1b[2K") or "\x1b[?25h" in shown  # the line is gone, and the cursor is back


def test_what_is_soon_over_shows_nothing() -> None:
    assert waited(Terminal(), patience=60) == ""


def test_nothing_is_shown_where_nobody_looks() -> None:
    assert waited(io.StringIO(), patience=0) == ""


def test_the_log_of_a_build_has_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    file = io.StringIO()
    with Progress(file, patience=0, between=0.01) as progress:
        progress.tell("magic: \x1b[31mone", 3, 12)
        wait_for(file, "one")
        time.sleep(0.05)
        progress.tell("magic: two")
        wait_for(file, "two")
    assert file.getvalue() == "... magic: \\x1b[31mone (3 of 12)\n... magic: two\n"
    assert waited(io.StringIO(), patience=60) == ""


def test_who_asks_for_quiet_sees_nothing() -> None:
    file = Terminal()
    with Progress(file, patience=0, shown=False) as progress:
        progress.tell("at work")
        time.sleep(0.05)
    assert file.getvalue() == ""


def test_the_line_is_away_while_something_else_is_printed() -> None:
    file = Terminal()
    with Progress(file, patience=0) as progress:
        progress.tell("at work")
        wait_for(file, "at work")
        with progress.paused():
            before = file.getvalue()
            time.sleep(0.2)
            assert file.getvalue() == before
        wait_for(file, "at work", len(before))
