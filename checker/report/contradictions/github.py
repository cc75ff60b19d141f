"""Findings about clauses as annotations for GitHub Actions: each new one marks its first clause."""

from __future__ import annotations

from checker.judge.contradictions.finding import ContradictionRun, Finding
from checker.report.contradictions.places import level_of, places_of, told_lines
from checker.report.contradictions.words import command as repeat
from checker.report.contradictions.words import kind_words, outcome, stopped
from checker.report.folding import fold
from checker.report.github import command
from checker.report.places import Places

__all__ = ["contradictions_annotations"]


def contradictions_annotations(run: ContradictionRun, places: Places) -> str:
    """Return an annotation for each new finding, and what came of it all; what is known is no news."""
    lines = [_annotation(f, run, places) for f in run.new]
    return "".join(f"{line}\n" for line in (*lines, *stopped(run), *outcome(run)))


def _annotation(finding: Finding, run: ContradictionRun, places: Places) -> str:
    told = told_lines(finding)
    if finding.play is not None:
        told += [f"{line.number}. {line.sentence}" for line in fold(finding.play.steps)]
    told.append(repeat(finding))
    place = next((places.of(source) for _, source, _ in places_of(finding)), None)
    return command(level_of(finding, run), f"{kind_words(finding)} in {finding.game}", told, place)
