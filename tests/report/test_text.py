from __future__ import annotations

import io
from dataclasses import replace
from typing import IO, Any

import pytest

from checker.judge.verdict import Evidence, Run, Status, ToldPlay
from checker.report.layout import Page
from checker.report.text import RunPrinter, print_board, print_finding, print_steps
from checker.system.model import Source
from tests.report.samples import (
    board,
    chase_play,
    hostile_verdict,
    known_contradiction,
    passing,
    stuck,
    surprise,
    verdict,
    whole_run,
)
from tests.report.snapshot import assert_snapshot

REPORT = "reports/force_of_will/somebody_has_priority-after_last=nobody.json"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def print_run(run: Run, file: IO[str], *, width: int | None = None, reports: Any = None) -> None:
    printer = RunPrinter(file, width=width)
    for judged in run.verdicts:
        printer.verdict(judged)
    printer.close(run, reports=reports)


def played(play: ToldPlay) -> str:
    file = io.StringIO()
    page = Page(file)
    print_steps(page, play)
    print_board(page, play)
    return file.getvalue()


def told(run: Run, **more: Any) -> str:
    file = io.StringIO()
    print_run(run, file, **more)
    return file.getvalue()


def flat(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)


def test_a_run_reads_as_stored() -> None:
    reports = {"force_of_will/somebody_has_priority [after_last=nobody]": REPORT}
    assert_snapshot("run.txt", told(whole_run(), reports=reports))


def test_a_run_on_a_wide_terminal_reads_as_stored() -> None:
    assert_snapshot("run_wide.txt", told(whole_run(), width=110))


def test_a_wrong_step_shows_the_board_before_it() -> None:
    play = chase_play()
    wrong = replace(play.steps[3], state={}, changes=())
    text = played(replace(play, steps=(*play.steps[:3], wrong)))
    assert "The board before the last step" in text
    assert "chase             Entry(controller=P1, card=C1)" in text


@pytest.mark.parametrize("width", [40, 80, 110])
def test_no_line_is_wider_than_the_page(width: int) -> None:
    run = replace(whole_run(), verdicts=(*whole_run().verdicts, hostile_verdict()))
    lines = told(run, width=width).splitlines()
    too_wide = [
        line for line in lines if len(line) > width and not line.lstrip().startswith(("ruleproof", "--"))
    ]
    assert too_wide == []


def test_lines_have_no_trailing_blanks() -> None:
    assert all(line == line.rstrip() for line in told(whole_run()).splitlines())


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def on_terminal() -> str:
        file = Terminal()
        print_finding(known_contradiction(), file, clauses={})
        return file.getvalue()

    plain = io.StringIO()
    print_finding(known_contradiction(), plain, clauses={})
    assert "\x1b[" not in plain.getvalue()
    print_run(whole_run(), coloured := Terminal())
    assert "\x1b[1;31m" in coloured.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    print_run(whole_run(), quiet := Terminal())
    assert "31m" not in quiet.getvalue()
    assert "\x1b[" in on_terminal()  # bold is no colour


def test_surprises_are_marked_and_told_last() -> None:
    run = Run((surprise(), known_contradiction(), verdict()))
    lines = told(run).splitlines()
    assert next(line for line in lines if line.startswith("!")).startswith("! what_is_cast_resolves")
    headlines = [i for i, line in enumerate(lines) if line.startswith('"')]
    assert lines[headlines[0]].startswith('"somebody may act')
    assert lines[headlines[-1]].startswith('"what is cast')
    assert lines[-1] == "3 verdicts (1 hold, 2 violated): 1 not as expected."


def test_an_undetermined_verdict_shows_no_play_and_no_violation() -> None:
    text = told(Run((replace(stuck(), play=chase_play()),)))
    assert "violated" not in text
    assert "The play" not in text
    assert "P1 casts C1" not in text


@pytest.mark.parametrize("width", [40, 80, 110])
def test_a_cut_search_never_holds_without_its_bound(width: int) -> None:
    lines = told(Run((verdict(),)), width=width).splitlines()
    assert all("holds up to" in line for line in lines if "holds" in line)
    assert "force_of_will, with 2 players, chase at most 3 (bound reached)" in flat(lines)
    assert "holds up to the bound for every play" in flat(lines)


def test_a_row_tells_sizes_and_bounds_where_they_are_not_those_of_the_head() -> None:
    rows = (verdict(limits="2 players"), verdict(limits="3 players"), verdict(limits="2 players"))
    text = told(Run(tuple(replace(v, cut=()) for v in rows)))
    assert text.startswith("force_of_will, with 2 players\n")
    assert [line.split("  ")[-1].strip() for line in text.splitlines() if "for every play" in line] == [
        *("holds for every play", "holds for every play with 3 players", "holds for every play")
    ]


def test_a_play_without_steps_still_shows_its_board() -> None:
    at_start = known_contradiction(play=replace(chase_play(), steps=()))
    file = io.StringIO()
    print_finding(at_start, file, clauses={})
    assert "the start of the game breaks it" in file.getvalue()
    assert "The board at the end" in file.getvalue()


def test_no_text_of_a_model_reaches_the_terminal_raw() -> None:
    text = told(Run((hostile_verdict(),)))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\x1b[31m" in text
    assert "[bold]" in text  # markup is shown, not obeyed


def test_paths_of_this_machine_are_not_shown() -> None:
    file = io.StringIO()
    print_finding(verdict(source=Source("/home/somebody/models/x.py", 3)), file, clauses={})
    assert "x.py:3" in file.getvalue()
    assert "/home" not in file.getvalue()


def test_a_witness_is_told_as_one() -> None:
    witness = verdict(kind="possible", evidence=Evidence.WITNESS, play=chase_play(), says="an entry resolves")
    never = verdict(kind="possible", status=Status.VIOLATED, expected=False)
    text = flat(told(Run((witness, never))).splitlines())
    assert "holds: a play of 4 steps shows it" in text
    assert "violated, not expected: no play reaches it" in text


def test_a_player_who_passes_twice_in_a_row_is_told_twice() -> None:
    play = replace(
        chase_play(), steps=(passing("P1", board()), passing("P2", board()), passing("P1", board()))
    )
    assert "  1-3. P1, P2 and P1 pass   [FOW12:605.1b]\n" in played(play)
