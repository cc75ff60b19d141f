"""How the documentation becomes a site: ``make docs`` builds it into ``build/docs``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

project = "ruleproof"
copyright = "the ruleproof developers"  # the name that Sphinx asks for
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["ci"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_title = "ruleproof"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 3
myst_url_schemes = {"https": None, "http": None}
suppress_warnings = ["misc.highlighting_failure"]  # what a terminal prints is no program
autodoc_typehints = "description"
autodoc_member_order = "bysource"

_PAGE = "reference/python"
_GROUPS = {
    "The language": ("checker.language.",),
    "Claims": ("checker.judge.claims", "checker.judge.builtin", "checker.judge.comparison"),
    "Norms": ("checker.judge.norms",),
    "Errors": ("checker.errors",),
}
"""The parts of the page, with the modules that what belongs to them is defined in."""


def _sections() -> Iterator[str]:
    """Yield the part of the reference that is made from docstrings: all that a model or a spec may import."""
    import checker
    import checker.scenario

    for title, modules in _GROUPS.items():
        names = [n for n in checker.__all__ if _module(getattr(checker, n), n).startswith(modules)]
        yield _section(title, "checker", checker, names)
    yield _section("Scenarios", "checker.scenario", checker.scenario, checker.scenario.__all__)


def _module(value: Any, name: str) -> str:
    module = str(getattr(value, "__module__", "checker.language."))
    return "checker.language." if name == "Maybe" else module


def _section(title: str, package: str, holder: Any, names: list[str]) -> str:
    lines = [f"## {title}", "", "```{eval-rst}", f".. currentmodule:: {package}", ""]
    for name in names:
        value = getattr(holder, name)
        if isinstance(value, type):
            lines += [f".. autoclass:: {name}", "   :members:", ""]
        else:
            kind = "autofunction" if hasattr(value, "__code__") else "autodata"
            lines += [f".. {kind}:: {name}", *(["   :no-value:"] if kind == "autodata" else []), ""]
    return "\n".join([*lines, "```", ""])


def _read(app: Any, name: str, source: list[str]) -> None:
    """Add to a page what is made for it, and lead links out of the documentation to where files are read."""
    del app
    if name == _PAGE:
        source[0] += "\n" + "\n".join(_sections())
    # Comments for the tests of the pages are no part of what is read.
    source[0] = "\n".join(line for line in source[0].splitlines() if not line.startswith("<!-- after"))


def setup(app: Any) -> None:
    """Join the site's own part to Sphinx."""
    app.connect("source-read", _read)
