"""The page in a real browser: it steps by keys, runs no script of a model, and fits every screen.

Screenshots go into the folder that ``RULEPROOF_SCREENSHOTS`` names, else where pytest keeps temporary files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from checker.judge.selection import Selection
from checker.judge.verdict import Run
from checker.judge.workspace import Workspace
from checker.report.html.gather import gathered
from checker.report.html.page import contradictions_html, html_text
from checker.report.places import Places
from checker.report.telling import telling_of
from tests.report import samples
from tests.report.browser import Browser, chromium, open_browser
from tests.report.contradictions.samples import hostile_clauses, whole_clauses
from tests.report.real import Silence, real_run, write_game

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        chromium() is None, reason="no Chromium on this machine; RULEPROOF_CHROMIUM names one"
    ),
]
FINDING = "#force_of_will/somebody_has_priority-after_last=nobody"
EDGES = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = chromium()
    assert program is not None
    with open_browser(program, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "report.html"
    path.write_text(html_text(telling_of(samples.whole_run())), encoding="utf-8")
    return path.as_uri()


def shots(tmp_path: Path) -> Path:
    return Path(os.environ.get("RULEPROOF_SCREENSHOTS", tmp_path))


def sentence(browser: Browser) -> str:
    told = browser.value("document.querySelector('.view.on .sentence').innerText")
    return " ".join(str(told).split())


def test_a_play_is_stepped_through_by_keys(browser: Browser, page: str) -> None:
    browser.show_as(1280, 900)
    browser.open(page + FINDING)
    assert sentence(browser) == "Step 0 The game starts"
    for key, told in (
        ("ArrowRight", "Step 1 P1 casts C1 at P2"),
        ("j", "Step 2 P1 passes"),
        ("k", "Step 1 P1 casts C1 at P2"),
        ("j", "Step 2 P1 passes"),
        ("ArrowRight", "Step 3 P2 passes"),
        ("ArrowRight", "Step 4 the entry put in last resolves (lose=yes chosen by P2)"),
        ("ArrowRight", "Step 4 the entry put in last resolves (lose=yes chosen by P2)"),
        ("ArrowLeft", "Step 3 P2 passes"),
    ):
        browser.press(key)
        assert sentence(browser) == told
    assert browser.value("location.hash") == f"{FINDING}/3"
    assert browser.value("document.querySelector('.view.on .now').ariaLive") == "polite"
    assert browser.value("document.querySelectorAll('.view.on [aria-current=step]').length") == 1
    assert browser.log == []


def test_the_keyboard_alone_is_enough(browser: Browser, page: str) -> None:
    browser.open(page)
    focus = "document.activeElement"
    browser.press("Tab")
    assert browser.value(f"{focus}.className") == "skip"
    assert browser.value(f"{focus}.getBoundingClientRect().top >= 0")
    browser.press("Enter")
    assert browser.value(f"{focus}.id") == "content"
    browser.press("Tab")
    assert browser.value(f"{focus}.hash") == "#magic/what_is_cast_resolves"
    browser.press("Enter")
    browser.wait_for(f"{focus}.innerText == 'What is cast resolves'")
    while browser.value(f"{focus}.innerText") != "Next →":
        browser.press("Tab")
    assert browser.value(f"getComputedStyle({focus}).outlineStyle") == "solid"
    browser.press("Enter")
    assert sentence(browser) == "Step 1 P1 casts C1"
    assert browser.log == []


def test_every_step_can_be_linked_to_and_marks_its_changes_alone(browser: Browser, page: str) -> None:
    marked = "document.querySelectorAll('.view.on .board :is(.new, .gone, .changed)').length"
    for step, told in ((0, 0), (1, 1), (2, 3), (3, 2), (4, 4)):
        browser.open(f"{page}{FINDING}/{step}")
        assert sentence(browser).startswith(f"Step {step} ")
        assert (step, browser.value(marked)) == (step, told)
    assert browser.log == []


def test_a_play_that_goes_on_for_ever_goes_round(browser: Browser, page: str) -> None:
    browser.open(f"{page}#magic/what_is_cast_resolves/3")
    assert "so on for ever" in browser.value("document.querySelector('.view.on .now').innerText")
    browser.press("j")
    assert sentence(browser).startswith("Step 2 ")


def test_the_graph_marks_the_step_that_is_shown_and_a_link_leads_to_it(
    browser: Browser, tmp_path: Path
) -> None:
    file = write_game(tmp_path)
    telling = telling_of(real_run(tmp_path))
    told = gathered(telling, Workspace(tmp_path), Selection(games=(str(file),)), Silence())
    path = tmp_path / "graph.html"
    path.write_text(html_text(told), encoding="utf-8")
    browser.open(path.as_uri())
    address = browser.value("document.querySelector('article:has(.graph)').id")
    here = "[...document.querySelectorAll('.view.on .graph .here')].map(dot => dot.dataset.dot)"
    for step in ("1", "0"):
        browser.open(f"{path.as_uri()}#{quote(address)}/{step}")
        marked = browser.value(here)
        assert len(marked) == 1
        assert step in marked[0].split()
    browser.press("j")
    assert "1" in browser.value(here)[0].split()
    assert browser.log == []


def test_claims_are_filtered(browser: Browser, page: str) -> None:
    browser.open(page)
    shown = "document.querySelectorAll('.claim:not([hidden])').length"
    words = "document.querySelector('#claims-words')"
    assert browser.value(shown) == 5
    browser.value("document.querySelector('[data-filter=known]').click()")
    assert browser.value(shown) == 1
    browser.value("document.querySelector('[data-filter=all]').click()")
    browser.value(f"{words}.value = 'NEWEST'; {words}.dispatchEvent(new Event('input'))")
    assert browser.value(shown) == 1
    assert browser.value("document.querySelector('#claims-shown').innerText") == "1 of 5 claims are shown"


@pytest.mark.parametrize(
    "script",
    [
        "<img src=x onerror=alert(1)>",
        "</script><script>alert(1)</script>",
        "\"><svg onload=alert(1)>'><iframe src=javascript:alert(1)>",
    ],
)
def test_no_script_of_a_model_runs(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr(samples, "HOSTILE", script)
    run = Run((samples.hostile_verdict(),), command=script, clauses={script: {script: script}})
    path = tmp_path / "hostile.html"
    path.write_text(html_text(telling_of(run)), encoding="utf-8")
    browser.open(path.as_uri())
    address = browser.value("document.querySelector('article').id")
    for part in ("", f"#{quote(address)}/1"):
        browser.open(path.as_uri() + part)
        assert browser.value("document.querySelectorAll('img, svg, iframe').length") == 0
        assert browser.requests == [path.as_uri()]
    assert script in browser.value("document.querySelector('.view.on .board').innerText")
    assert browser.log == []


@pytest.mark.parametrize("form", ["desktop", "dark", "phone"])
def test_the_page_fits_the_screen(browser: Browser, page: str, tmp_path: Path, form: str) -> None:
    browser.show_as(360 if form == "phone" else 1280, 1400, dark=form == "dark")
    for view, part in (("overview", ""), ("finding", f"{FINDING}/4")):
        browser.open(page + part)
        assert browser.value(EDGES) == 0
        assert len(browser.screenshot(shots(tmp_path) / f"{form}-{view}.png")) > 10_000
    ground = browser.value("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(17, 20, 26)") == (form == "dark")
    assert browser.log == []


def test_everything_is_printed(browser: Browser, page: str) -> None:
    browser.show_as(800, 1000, media="print")
    browser.open(page + FINDING)
    browser.value("dispatchEvent(new Event('beforeprint'))")
    assert browser.value("[...document.querySelectorAll('.view')].every(v => v.offsetHeight > 0)")
    assert browser.value("[...document.querySelectorAll('.play')].every(p => p.querySelector('.board'))")
    assert "step through" not in browser.value("document.body.innerText")
    browser.show_as(1280, 900)


@pytest.fixture
def clauses(tmp_path: Path) -> str:
    path = tmp_path / "clauses.html"
    path.write_text(contradictions_html(whole_clauses(), Places()), encoding="utf-8")
    return path.as_uri()


CLASH = "#force_of_will.clash.00000001"


def test_a_clash_is_stepped_through_and_marks_what_it_is_about(browser: Browser, clauses: str) -> None:
    browser.show_as(1280, 900)
    browser.open(f"{clauses}{CLASH}/3")
    faults = "[...document.querySelectorAll('.view.on .zone.fault h4')].map(h => h.innerText)"
    assert browser.value(faults) == []
    browser.press("j")
    assert sentence(browser).startswith("Step 4 the entry put in last resolves")
    assert [" ".join(told.split()) for told in browser.value(faults)] == ["Chase what it is about"]
    assert browser.value("location.hash") == f"{CLASH}/4"
    browser.value("document.querySelector('.view.on .otherwise a').click()")
    browser.wait_for("location.hash == '#force_of_will.clash.00000002'")
    browser.open(clauses)
    browser.value("document.querySelector('[data-filter=settled]').click()")
    assert browser.value("document.querySelector('#findings-shown').innerText") == "1 of 5 findings are shown"
    assert browser.log == []


@pytest.mark.parametrize("form", ["desktop", "dark", "phone"])
def test_the_page_of_clauses_fits_the_screen(
    browser: Browser, clauses: str, tmp_path: Path, form: str
) -> None:
    browser.show_as(360 if form == "phone" else 1280, 1400, dark=form == "dark")
    for view, part in (("clauses", ""), ("clash", f"{CLASH}/4")):
        browser.open(clauses + part)
        assert browser.value(EDGES) == 0
        assert len(browser.screenshot(shots(tmp_path) / f"{form}-{view}.png")) > 10_000
    assert browser.log == []


def test_no_script_of_a_rulebook_or_baseline_runs(browser: Browser, tmp_path: Path) -> None:
    script = "<img src=x onerror=alert(1)></script><script>alert(1)</script>"
    path = tmp_path / "hostile-clauses.html"
    path.write_text(contradictions_html(hostile_clauses(script), Places()), encoding="utf-8")
    address = quote(script)
    for part in ("", f"#{address}", f"#{address}/1"):
        browser.open(path.as_uri() + part)
        assert browser.value("document.querySelectorAll('img, svg, iframe').length") == 0
        assert browser.requests == [path.as_uri()]
    assert browser.log == []
