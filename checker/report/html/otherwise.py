"""What would remove a finding: the verdicts of the same run on the same claim under other readings."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from checker.judge.verdict import Run, Status, Verdict
from checker.report.summary import length_of, status_words

__all__ = ["Otherwise", "otherwise", "readings_command"]


@dataclass(frozen=True)
class Otherwise:
    """What becomes of a finding where something is different: ``removes`` says whether it is gone then."""

    change: str
    told: str
    removes: bool


def otherwise(run: Run, finding: Verdict) -> tuple[Otherwise, ...]:
    """Return what the run found out about a violated claim elsewhere; what removes it comes first.

    Where several things are different and it fails all the same, nothing is learnt, and nothing is told.
    """
    if finding.status is not Status.VIOLATED:
        return ()
    found = []
    for other in run.verdicts:
        changes = _changes(finding, other) if _question(other) == _question(finding) else []
        removes = other.status is Status.HOLDS
        if changes and (removes or len(changes) == 1):
            words = ", ".join(changes)
            found.append(Otherwise(words[:1].upper() + words[1:], _told(other), removes))
    return tuple(sorted(found, key=lambda one: not one.removes))


def readings_command(finding: Verdict) -> str:
    """Return the command that tries every reading, or nothing where the game has none."""
    if not finding.readings or finding.status is not Status.VIOLATED:
        return ""
    return shlex.join(
        ["ruleproof", "readings", finding.model_file or finding.game, "--property", finding.claim]
    )


def _question(verdict: Verdict) -> tuple[str, ...]:
    return verdict.game, verdict.model_file, verdict.claim


def _changes(finding: Verdict, other: Verdict) -> list[str]:
    """Return what is different elsewhere, as one is told to do it."""
    read = [f"read {name} as {o}" for name, o in other.readings.items() if finding.readings.get(name) != o]
    sized = [f"take {name} = {n}" for name, n in other.scopes.items() if finding.scopes.get(name) != n]
    return [*read, *sized]


def _told(other: Verdict) -> str:
    if other.status is Status.UNDETERMINED:
        return "it is not known whether the claim holds"
    if other.status is Status.HOLDS:
        return f"the claim {status_words(other).partition(',')[0]} with {other.limits}"
    return f"it fails there too{f': {length_of(other.play)}' if other.play is not None else ''}"
