"""The page in a real browser: a play clicked and typed through, on every screen.

Screenshots go into the folder that ``RULEPROOF_SCREENSHOTS`` names, else where pytest keeps temporary files.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from checker.explorer.web.api import Api
from checker.explorer.web.page import make_page
from checker.explorer.web.server import ExplorerServer
from checker.judge.workspace import find_workspace
from tests.explorer.rooms import rooms
from tests.report.browser import chromium, open_browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        chromium() is None, reason="no Chromium on this machine; RULEPROOF_CHROMIUM names one"
    ),
]
TEXT = "<img src=x onerror=alert(1)>"
EDGES = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with open_browser(chromium(), tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    game = rooms(tmp_path_factory.mktemp("game"), TEXT)
    with ExplorerServer(Api(find_workspace(), game), make_page("rooms")) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.address
        server.shutdown()
        thread.join()
        server.api.close()


def step(number):
    return f"document.getElementById('count').textContent.startsWith('step {number}')"


def test_a_play_is_clicked_and_typed_through(browser, address):
    browser.show_as(1280, 900)
    browser.open(address)
    browser.wait_for(f"{step(0)} && document.activeElement.className === 'option'")
    browser.press("Enter")
    browser.wait_for(step(1))
    browser.value("document.querySelector('.option').click()")
    browser.wait_for(step(2))
    assert browser.value("document.getElementById('next-title').textContent") == "What happens by itself"
    browser.press("u")
    browser.wait_for(step(1))
    browser.press("ArrowRight")
    browser.wait_for(step(2))
    browser.press("r")
    browser.wait_for(step(3))
    assert browser.value("document.querySelector('.mark-row.fault .id').textContent").startswith("all_live")
    assert browser.value("document.querySelector('.ends').textContent") == "The game is over."
    assert browser.value("location.hash") == "#rooms/0/push(player=P1)/push(player=P1)/fall"
    browser.value("document.querySelectorAll('.walk button')[1].click()")
    browser.wait_for("document.getElementById('count').textContent === 'step 1 of 3'")
    assert browser.value("location.hash") == "#rooms/0/push(player=P1)"
    browser.value("document.getElementById('refused').open = true")
    browser.wait_for("document.querySelectorAll('.rule').length === 2")
    assert "self.pile.size is 1" in browser.value("document.getElementById('why').textContent")
    assert browser.value("document.querySelectorAll('img').length") == 0
    assert browser.log == []


def test_a_link_leads_to_its_play_or_says_why_not(browser, address):
    browser.open(f"{address}#rooms/0/push(player=P1)/push(player=P1)")
    browser.wait_for(step(2))
    assert browser.value("document.getElementById('note').hidden")
    browser.open(f"{address}#rooms/0/push(player=P1)/fall")
    browser.wait_for(step(1))
    assert "no longer fits at step 2" in browser.value("document.getElementById('note').textContent")


def test_a_condition_leads_to_its_play(browser, address):
    browser.open(address)
    browser.wait_for(step(0))
    for text, told in (
        ("lief == 0", "did you mean"),
        ("not nothing_falls", "the shortest play to it has 3 steps"),
    ):
        browser.value(f"document.getElementById('condition').value = '{text}'")
        browser.value("document.getElementById('search').click()")
        browser.wait_for(f"document.getElementById('found').textContent.includes('{told}')")
    browser.wait_for(step(3))
    assert browser.log == []


@pytest.mark.parametrize("form", ["desktop", "dark", "phone"])
def test_the_page_fits_the_screen(browser, address, tmp_path, form):
    browser.show_as(360 if form == "phone" else 1280, 1400, dark=form == "dark")
    browser.open(f"{address}#rooms/0/push(player=P1)/push(player=P1)/fall")
    browser.wait_for(step(3))
    assert browser.value(EDGES) == 0
    folder = Path(os.environ.get("RULEPROOF_SCREENSHOTS", tmp_path))
    assert len(browser.screenshot(folder / f"explore-{form}.png")) > 10_000
    ground = browser.value("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(17, 20, 26)") == (form == "dark")
    assert browser.log == []
