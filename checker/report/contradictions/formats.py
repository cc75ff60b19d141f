"""The forms in which findings about clauses are told besides the terminal."""

from __future__ import annotations

from collections.abc import Callable

from checker.judge.contradictions.finding import ContradictionRun
from checker.report.places import Places

__all__ = ["FORMS", "told_as"]


def _text(run: ContradictionRun, _: Places) -> str:
    import io

    from checker.report.contradictions.text import print_contradictions

    file = io.StringIO()
    print_contradictions(run, file, width=100)
    return file.getvalue()


def _json(run: ContradictionRun, _: Places) -> str:
    from checker.report.contradictions.json_format import contradictions_json
    from checker.report.json_format import to_text

    return to_text(contradictions_json(run))


def _markdown(run: ContradictionRun, _: Places) -> str:
    from checker.report.contradictions.markdown import contradictions_text

    return contradictions_text(run)


def _html(run: ContradictionRun, places: Places) -> str:
    from checker.report.html.page import contradictions_html

    return contradictions_html(run, places)


def _sarif(run: ContradictionRun, places: Places) -> str:
    from checker.report.contradictions.sarif import contradictions_sarif

    return contradictions_sarif(run, places)


def _junit(run: ContradictionRun, places: Places) -> str:
    from checker.report.contradictions.junit import contradictions_junit

    return contradictions_junit(run, places)


def _github(run: ContradictionRun, places: Places) -> str:
    from checker.report.contradictions.github import contradictions_annotations

    return contradictions_annotations(run, places)


FORMS: dict[str, Callable[[ContradictionRun, Places], str]] = {
    "text": _text,
    "json": _json,
    "markdown": _markdown,
    "html": _html,
    "sarif": _sarif,
    "junit": _junit,
    "github": _github,
}
"""The forms by name, in the order in which they are listed."""


def told_as(form: str, run: ContradictionRun, places: Places) -> str:
    """Return a run in one of :data:`FORMS`; ``places`` names files from the root of the repository."""
    return FORMS[form](run, places)
