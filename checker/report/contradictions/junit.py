"""Findings about clauses as JUnit XML: a test suite a game, a test case a finding.

What fails the build is a failure, with its clauses and its play; what is accepted, settled or not reached
passes, and says why in its output. A game without findings has one case that passes.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from checker.judge.contradictions.finding import ContradictionRun, Finding
from checker.report.contradictions.places import level_of, places_of, told_lines
from checker.report.contradictions.words import about, command, kind_words
from checker.report.escape import visible
from checker.report.folding import fold
from checker.report.junit import count_cases
from checker.report.places import Places

__all__ = ["contradictions_junit"]


def contradictions_junit(run: ContradictionRun, places: Places) -> str:
    """Return a run as JUnit XML; ``places`` names files from the root of the repository."""
    root = ET.Element("testsuites", name="ruleproof contradictions")
    for game, figures in run.figures.items():
        suite = ET.SubElement(root, "testsuite", name=visible(game), skipped="0")
        mine = [f for f in run.findings if f.game == game]
        for finding in mine:
            _case(suite, finding, run, places)
        if figures.stopped or not mine:
            case = _new_case(suite, game, "clauses")
            if figures.stopped:
                ET.SubElement(case, "error", type="undetermined", message=visible(figures.stopped))
        count_cases(suite)
    count_cases(root)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _new_case(suite: ET.Element, game: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=visible(game), name=visible(name), time="0.000")


def _case(suite: ET.Element, finding: Finding, run: ContradictionRun, places: Places) -> None:
    case = _new_case(suite, finding.game, finding.id.removeprefix(f"{finding.game}."))
    told = told_lines(finding)
    if finding not in run.new:
        reason = run.baseline.accepted.get(finding.id)
        told.insert(0, f"Accepted: {reason}" if reason else f"It fails no build: {kind_words(finding)}.")
        ET.SubElement(case, "system-out").text = "\n".join(visible(line) for line in told)
        return
    if finding.play is not None:
        told += ["", *(f"{line.number}. {line.sentence}" for line in fold(finding.play.steps))]
    told += ["", *(f"{label}: {text}" for label, text in about(finding)), command(finding)]
    place = next((places.of(source) for _, source, _ in places_of(finding)), None)
    told[0] = f"{f'{place}: ' if place else ''}{level_of(finding, run).value}: {told[0]}"
    problem = ET.SubElement(case, "failure", type=finding.kind.value, message=visible(f"{finding.headline}."))
    problem.text = "\n".join(visible(line) for line in told)
