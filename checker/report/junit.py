"""JUnit XML, in the form that Jenkins, GitLab and pytest agree on: a test suite a game, a test case a claim.

There is one case for each claim under each choice of readings and scopes. A verdict that is not the expected
one is a failure, with its play. Where nothing is determined it is an error and never skipped: dashboards
paint skipped tests green. What is as expected passes, and a known contradiction says so in its output.

The form is that of ``junit-10.xsd`` of Jenkins' xUnit plugin, which allows no ``file`` and ``line`` at a
case; the place stands in the text, as ``file:line: error: message``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from xml.etree import ElementTree as ET

from checker.judge.verdict import Status, Verdict
from checker.report.diagnostics import Level, interruption, level_of
from checker.report.escape import visible
from checker.report.summary import SECONDS, evidence, headline, outcome
from checker.report.telling import Telling
from checker.report.text import finding_text

__all__ = ["count_cases", "junit_text"]

_RUN = "ruleproof"


def junit_text(telling: Telling) -> str:
    """Return the run as JUnit XML. Times are in seconds, rounded to thousandths."""
    root = ET.Element("testsuites", name=_RUN)
    for game, verdicts in itertools.groupby(telling.run.verdicts, key=lambda v: v.game):
        suite = _suite(root, game)
        for verdict in verdicts:
            _case(suite, verdict, telling)
        count_cases(suite)
    if telling.failure is not None or telling.run.interrupted:
        _whole_run(_suite(root, _RUN), telling)
    count_cases(root)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite(root: ET.Element, name: str) -> ET.Element:
    return ET.SubElement(root, "testsuite", name=visible(name), skipped="0")


def _case(suite: ET.Element, verdict: Verdict, telling: Telling) -> None:
    seconds = verdict.figures.get(SECONDS, 0.0)
    case = ET.SubElement(
        suite,
        "testcase",
        classname=visible(verdict.game),
        name=visible(verdict.name),
        time=f"{seconds:.3f}",
    )
    told = [f"{outcome(verdict)}.", f"{evidence(verdict)}."]
    if verdict.expected:
        if verdict.status is not Status.HOLDS:
            told.insert(0, f"As the spec expects: {headline(verdict)}.")
        ET.SubElement(case, "system-out").text = _lines(told)
        return
    open_question = verdict.status is Status.UNDETERMINED
    problem = ET.SubElement(
        case,
        "error" if open_question else "failure",
        type=verdict.status.value,
        message=visible(f"{headline(verdict)}."),
    )
    place = telling.places.of(verdict.source)
    where = f"{place}: " if place is not None else ""
    told = [f"{where}{level_of(verdict).value}: {headline(verdict)}", ""]
    told += finding_text(verdict, telling.clauses(verdict)).splitlines()
    problem.text = _lines(told)


def _whole_run(suite: ET.Element, telling: Telling) -> None:
    """Add a case for the run itself: claims that were not judged must not look as if there were none."""
    case = ET.SubElement(suite, "testcase", classname=_RUN, name="check", time="0.000")
    failure = telling.failure
    if failure is None:
        ET.SubElement(case, "error", type="interrupted", message=visible(interruption(telling)))
    else:
        place = telling.places.of(failure.source) if failure.source is not None else None
        told = [f"{f'{place}: ' if place else ''}{Level.ERROR.value}: {failure.message}"]
        told += [f"  {line}" for line in failure.hint.splitlines()]
        problem = ET.SubElement(case, "error", type="input", message=visible(failure.message))
        problem.text = _lines(told)
    count_cases(suite)


def _lines(lines: Iterable[str]) -> str:
    """Return lines as a text in which everything invisible is spelled out; XML refuses most of it."""
    return "\n".join(visible(line) for line in lines)


def count_cases(element: ET.Element) -> None:
    """State how many cases there are in an element, and what came of them."""
    cases = list(element.iter("testcase"))
    seconds = sum(float(case.get("time", "0")) for case in cases)
    element.set("tests", str(len(cases)))
    element.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    element.set("errors", str(sum(case.find("error") is not None for case in cases)))
    element.set("time", f"{seconds:.3f}")
