"""Single changes of the clauses that would remove a clash, and what each of them does besides."""

from __future__ import annotations

from collections.abc import Iterator

from checker.judge.contradictions.examine import Examined
from checker.judge.contradictions.finding import Change, Finding, Standing
from checker.judge.contradictions.study import Study

__all__ = ["changes_of"]


def changes_of(finding: Finding, study: Study) -> Iterator[Change]:
    """Yield what could be changed in the clauses themselves so that a clash is gone.

    Args:
        finding: the clash.
        study: where it was found.

    """
    names = frozenset(side.norm for side in finding.sides)
    examined = next(e for e in study.examined if names in e.clashes)
    for clause in finding.clauses:
        yield _struck(clause, examined, study)
    if len(finding.clauses) == 2 and finding.standing is not Standing.SETTLED:
        for clause, other in (finding.clauses, finding.clauses[::-1]):
            yield _restricted(clause, other, examined, names)


def _struck(clause: str, examined: Examined, study: Study) -> Change:
    """Strike a clause: every clash that holds without it is known, or new."""
    new: set[str] = set()
    for group in examined.groups:
        if any(examined.clause_of(n) == clause for n in group.active):
            cores = examined.cores(group, frozenset((clause,)))
            new |= {study.clash_id(core) for core in cores if core not in examined.clashes}
    return Change(f"Strike {clause}", gone=True, new=tuple(sorted(new)))


def _restricted(clause: str, other: str, examined: Examined, names: frozenset[str]) -> Change:
    """Let what a clause demands in a clash be demanded only where the other one's demand is not."""
    demands = set(examined.clashes[names].demands)
    mine = {n for n in demands if examined.clause_of(n) == clause}
    alone = any(mine & set(g.active) and not (demands - mine) & set(g.active) for g in examined.groups)
    note = "" if alone else f"{clause} then says nothing at all"
    return Change(f"Let {clause} speak only where {other} does not", gone=True, note=note)
