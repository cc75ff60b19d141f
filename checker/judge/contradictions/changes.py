"""Single changes of the rules that would remove a clash, and what each of them does besides."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from checker.judge.contradictions.examine import Examined
from checker.judge.contradictions.finding import Change, Finding, Standing
from checker.judge.contradictions.study import Study, is_part

__all__ = ["changes_of"]

Ids = Callable[[frozenset[str]], str]


def changes_of(
    finding: Finding, study: Study, clash_id: Ids, other_readings: Callable[[str, str], frozenset[str] | None]
) -> Iterator[Change]:
    """Yield what could be changed so that a clash is gone.

    Of the readings those are tried of which some option cites a clause of the clash.

    Args:
        finding: the clash.
        study: where it was found.
        clash_id: returns the id of a clash of clauses.
        other_readings: returns the ids of all findings under another option of a reading, or nothing where
            that could not be examined.

    """
    clauses = frozenset(finding.clauses)
    places = [e for e in study.examined if clauses in e.clashes]
    for clause in finding.clauses:
        yield _struck(clause, places, clash_id)
    if len(clauses) == 2 and finding.standing is not Standing.SETTLED:
        for clause in finding.clauses:
            (other,) = clauses - {clause}
            yield _restricted(clause, other, places, clauses)
    here = {clash_id(c) for e in study.examined for c in e.clashes}
    for name, reading in study.entry.game.readings().items():
        cited = {clause for _, clause in reading.options}
        if not any(is_part(c, other) or is_part(other, c) for c in clauses for other in cited):
            continue
        for option, _ in reading.options:
            if option == study.schema.readings[name]:
                continue
            there = other_readings(name, option)
            if there is not None:
                yield Change(
                    f"Read {name.replace('_', ' ')} as {option.replace('_', ' ')}",
                    gone=finding.id not in there,
                    new=tuple(sorted(i for i in there if i not in here)),
                )


def _struck(clause: str, places: list[Examined], clash_id: Ids) -> Change:
    """Strike a clause: every clash that holds without it is known, or new."""
    new: set[str] = set()
    for examined in places:
        for group in examined.groups:
            if any(examined.clause_of(n) == clause for n in group.active):
                cores = examined.cores(group, frozenset((clause,)))
                new |= {clash_id(core) for core in cores if core not in examined.clashes}
    return Change(f"Strike {clause}", gone=True, new=tuple(sorted(new)))


def _restricted(clause: str, other: str, places: list[Examined], clauses: frozenset[str]) -> Change:
    """Let what a clause demands in a clash be demanded only where the other one's demand is not."""
    alone = False
    for examined in places:
        demands = examined.clashes[clauses].demands
        mine = {n for n in demands if examined.clause_of(n) == clause}
        alone = alone or any(
            mine & set(g.active) and not (set(demands) - mine) & set(g.active) for g in examined.groups
        )
    note = "" if alone else f"{clause} then says nothing at all"
    return Change(f"Let {clause} speak only where {other} does not", gone=True, note=note)
