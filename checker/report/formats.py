"""The formats in which a run is told, by name.

A format of a run is one document. A format of plays is a document of all plays that are told, or, where it
goes into a folder, one file for each. What a format needs is imported when it is used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.report.telling import Telling

__all__ = ["FORMATS", "Format"]


@dataclass(frozen=True)
class Format:
    """A format: what tells a run in it.

    ``suffix`` is that of its files. ``of_plays`` says that it tells plays alone. ``tells_failure`` says that
    it can tell a run that an error of the user's ended.
    """

    suffix: str
    text: Callable[[Telling], str]
    of_plays: bool = False
    tells_failure: bool = False


def _text(telling: Telling) -> str:
    from checker.report.text import run_text

    return run_text(telling.run, telling.told)


def _json(telling: Telling) -> str:
    from checker.report.json_format import run_json, to_text

    return to_text(run_json(telling.run, timings=telling.timed))


def _markdown(telling: Telling) -> str:
    from checker.report.markdown import run_text

    told = run_text(telling.run, telling.told)
    if telling.contradictions is None:
        return told
    from checker.report.contradictions.markdown import contradictions_text

    return f"{told}\n{contradictions_text(telling.contradictions)}"


def _html(telling: Telling) -> str:
    from checker.report.html.page import html_text

    return html_text(telling)


def _lines(telling: Telling) -> str:
    from checker.report.diagnostics import lines_text

    return lines_text(telling)


def _junit(telling: Telling) -> str:
    from checker.report.junit import junit_text

    return junit_text(telling)


def _sarif(telling: Telling) -> str:
    from checker.report.sarif import sarif_text

    return sarif_text(telling)


def _github(telling: Telling) -> str:
    from checker.report.github import annotations_text

    return annotations_text(telling)


def _summary(telling: Telling) -> str:
    from checker.report.step_summary import step_summary_text

    return step_summary_text(telling)


def _itf(telling: Telling) -> str:
    from checker.report.itf import itf_text

    return itf_text(telling)


def _dot(telling: Telling) -> str:
    from checker.report.dot import dot_text

    return dot_text(telling)


def _mermaid(telling: Telling) -> str:
    from checker.report.mermaid import mermaid_text

    return mermaid_text(telling)


def _graphml(telling: Telling) -> str:
    from checker.report.graphml import graphml_text

    return graphml_text(telling)


FORMATS: dict[str, Format] = {
    "text": Format(".txt", _text),
    "json": Format(".json", _json),
    "markdown": Format(".md", _markdown),
    "html": Format(".html", _html, tells_failure=True),
    "lines": Format(".txt", _lines, tells_failure=True),
    "junit": Format(".xml", _junit, tells_failure=True),
    "sarif": Format(".sarif", _sarif, tells_failure=True),
    "github": Format(".txt", _github, tells_failure=True),
    "summary": Format(".md", _summary, tells_failure=True),
    "itf": Format(".itf.json", _itf, of_plays=True),
    "dot": Format(".dot", _dot, of_plays=True),
    "mermaid": Format(".mmd", _mermaid, of_plays=True),
    "graphml": Format(".graphml", _graphml, of_plays=True),
}
"""The formats, in the order in which they are listed."""
