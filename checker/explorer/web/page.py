"""The page: one text with its own style and script, which asks this server alone and shows text as text."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from importlib.resources import files
from string import Template

from checker.report.escape import visible
from checker.report.html.page import hash_for_policy, part

__all__ = ["Page", "make_page"]


@dataclass(frozen=True)
class Page:
    """A page, and the policy that lets nothing run or load but what belongs to it."""

    html: str
    policy: str


def make_page(game: str) -> Page:
    """Return the page of a game; board and look are those of the HTML report."""
    style = part("report.css") + _own("explore.css")
    script = part("board.js") + _own("explore.js")
    html = Template(_own("explore.html")).substitute(
        game=escape(visible(game), quote=True), style=style, script=script
    )
    policy = (
        f"default-src 'none'; script-src {hash_for_policy(script)}; style-src {hash_for_policy(style)}; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return Page(html, policy)


def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
