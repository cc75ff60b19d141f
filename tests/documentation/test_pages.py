from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documentation.pages import ROOT, follow

RUN = (
    "README.md",
    "docs/tutorial.md",
    "docs/how-to/write-a-claim.md",
    "docs/how-to/read-a-report.md",
    "docs/explanation/limits.md",
)
RUN_SLOWLY = (
    "docs/tutorial-contradictions.md",
    "docs/how-to/replay-a-play.md",
    "docs/how-to/write-a-scenario.md",
    "docs/how-to/explore-a-game.md",
    "docs/how-to/start-your-own-game.md",
    "docs/how-to/use-in-a-build.md",
)
ALL = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
    if path.is_file()
)


@pytest.mark.parametrize("page", [*RUN, *(pytest.param(page, marks=pytest.mark.slow) for page in RUN_SLOWLY)])
def test_what_a_page_tells_can_be_done(page: str, tmp_path: Path) -> None:
    assert follow(ROOT / page, tmp_path) > 0


def test_every_page_with_commands_is_run() -> None:
    told = {page for page in ALL if "\n```console\n" in (ROOT / page).read_text(encoding="utf-8")}
    assert told == {*RUN, *RUN_SLOWLY}


@pytest.mark.parametrize("page", ALL)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    missing = [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]
    assert missing == []
