"""Where findings about clauses stand, and how much they matter, for tools that mark lines of files."""

from __future__ import annotations

from collections.abc import Iterator

from checker.judge.contradictions.finding import ContradictionRun, Finding
from checker.report.diagnostics import Level
from checker.system.model import Source

__all__ = ["level_of", "places_of", "told_lines"]


def level_of(finding: Finding, run: ContradictionRun) -> Level:
    """Return an error for what fails the build, and a note for what is accepted, settled or not reached."""
    return Level.ERROR if finding in run.new else Level.NOTE


def places_of(finding: Finding) -> Iterator[tuple[str, Source, str]]:
    """Yield for each clause its id, its line in the rulebook, and its text; without one, those of its norm.

    A finding without clauses stands at the rule of the last step of its play.
    """
    seen: set[str] = set()
    for side in finding.sides:
        if side.clause not in seen:
            seen.add(side.clause)
            yield side.clause, side.stands or side.source, side.text or side.says
    steps = finding.play.steps if finding.play is not None else ()
    if not finding.sides and steps and steps[-1].source.file:
        yield f"rule {steps[-1].rule}", steps[-1].source, "the rule of the last step"


def told_lines(finding: Finding) -> list[str]:
    """Return a finding in lines: the sentence, and each clause with what it says and demands."""
    lines = [f"{finding.headline}."]
    for side in finding.sides:
        lines.append(f"{side.clause}: {side.text or side.says}")
        lines += [f"{side.clause} demands here: {words}" for words in side.here]
    return lines
