"""The forms in which findings about clauses are told besides the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from checker.judge.contradictions.finding import ContradictionRun
from checker.report.places import Places

if TYPE_CHECKING:
    from checker.report.near_play import Surroundings

__all__ = ["FORMS", "PAGE", "told_as"]


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


def _sarif(run: ContradictionRun, places: Places) -> str:
    from checker.report.contradictions.sarif import contradictions_sarif

    return contradictions_sarif(run, places)


def _junit(run: ContradictionRun, places: Places) -> str:
    from checker.report.contradictions.junit import contradictions_junit

    return contradictions_junit(run, places)


def _github(run: ContradictionRun, places: Places) -> str:
    from checker.report.contradictions.github import contradictions_annotations

    return contradictions_annotations(run, places)


_FORMS: dict[str, Callable[[ContradictionRun, Places], str]] = {
    "text": _text,
    "json": _json,
    "markdown": _markdown,
    "sarif": _sarif,
    "junit": _junit,
    "github": _github,
}

PAGE = "html"
"""The form of which what lies around the plays is a part."""

FORMS = ("text", "json", "markdown", PAGE, "sarif", "junit", "github")
"""The forms by name, in the order in which they are listed."""


def told_as(
    form: str, run: ContradictionRun, places: Places, around: Mapping[str, Surroundings] | None = None
) -> str:
    """Return a run in one of :data:`FORMS`.

    Args:
        form: the form.
        run: the run.
        places: names files from the root of the repository.
        around: what lies around the plays, by the ids of findings, for a page.

    """
    if form == PAGE:
        from checker.report.html.page import contradictions_html

        return contradictions_html(run, places, around)
    return _FORMS[form](run, places)
