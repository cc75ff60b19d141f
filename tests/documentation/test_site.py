"""The documentation as a site: it builds without a warning, holds every page and word, and loads nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import checker
import checker.scenario
from tests.documentation.pages import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx")
    pytest.importorskip("myst_parser")
    pytest.importorskip("furo")
    built = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"),
            *("--builder", "html", "--doctree-dir", str(built / "trees"), "docs", str(built / "html")),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return built / "html"


def test_every_page_is_there(site: Path) -> None:
    pages = {p.relative_to(ROOT / "docs").with_suffix(".html") for p in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if not (site / page).is_file()} == set()


def test_every_word_of_the_language_is_explained(site: Path) -> None:
    page = (site / "reference/python.html").read_text(encoding="utf-8")
    words = [f"checker.{name}" for name in checker.__all__]
    words += [f"checker.scenario.{name}" for name in checker.scenario.__all__]
    assert [word for word in words if f'id="{word}"' not in page] == []


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert re.findall(r"<(?:script|img|iframe)[^>]* src=\"(?:https?:)?//", text) == [], page
        assert re.findall(r"<link[^>]* href=\"(?:https?:)?//", text) == [], page
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert "@import url(http" not in text
        assert re.findall(r"url\([\"']?(?:https?:)?//", text) == [], style
