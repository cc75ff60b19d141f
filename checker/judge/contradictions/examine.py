"""Examining a topic: in which groups of situations its clauses clash, and what else is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from checker.judge.contradictions.consistency import Consistency, joined, minimal_cores
from checker.judge.contradictions.demands import DemandReader, Judged
from checker.judge.contradictions.situations import Actual, Board, Group, Lens, Occurrence
from checker.judge.contradictions.topics import Topic
from checker.judge.norms.forms import FormKind
from checker.system.terms import (
    FALSE,
    Cell,
    Op,
    Term,
    evaluate_all,
    of_domain,
    substitute,
)

__all__ = ["Clash", "Examined", "Seen", "examine"]

NOTHING: frozenset[str] = frozenset()


@dataclass
class Seen:
    """Where something was found: in how many situations, and the one with the shortest play."""

    group: Group
    where: Occurrence
    count: int = 0

    def add(self, group: Group, where: Occurrence, count: int) -> None:
        """Count more situations."""
        self.count += count
        if where < self.where:
            self.group, self.where = group, where


@dataclass
class Clash(Seen):
    """A minimal set of norms that cannot be met together, of a minimal set of ``clauses``.

    ``demands`` are what of them it takes in the first situation.
    """

    clauses: frozenset[str] = NOTHING
    demands: tuple[int, ...] = ()


@dataclass
class Examined:
    """What was found out about one topic.

    ``clashes`` are by the names of their norms, ``mismatches`` and ``stuck`` by the demand's norm. ``spoke``
    are the norms that were in force somewhere. ``solver`` counts its calls; ``calls`` are those that decide
    whether there is a clash, one a group at most.
    """

    topic: Topic
    board: Board
    lens: Lens
    groups: list[Group]
    solver: Consistency
    calls: int = 0
    clashes: dict[frozenset[str], Clash] = field(default_factory=dict)
    mismatches: dict[str, Seen] = field(default_factory=dict)
    stuck: dict[str, Seen] = field(default_factory=dict)
    spoke: set[str] = field(default_factory=set)

    # -- what is demanded in a group -----------------------------------------------------------------

    def terms(self, group: Group, struck: frozenset[str] = NOTHING) -> dict[int, Term]:
        """Return what each demand in force demands in a group, over free cells alone."""
        found = self.topic.constraints(group.active, struck)
        return dict(zip(found, self.fixed(group, found.values()), strict=True))

    def fixed(self, group: Group, terms: Iterable[Term]) -> list[Term]:
        """Return terms with the values that a group reads put in."""

        def value(term: Term) -> Term | None:
            known = group.values.get(term.cell) if term.op is Op.VAR else None
            return None if known is None else of_domain(term.cell.domain, known)

        return substitute(terms, value)

    def holds(self, terms: Mapping[int, Term], actual: Actual) -> set[int]:
        """Return the demands that are met by what the model does."""
        values = self.environment(actual)
        truths = evaluate_all(terms.values(), values)
        return {n for n, truth in zip(terms, truths, strict=True) if truth}

    def environment(self, actual: Actual) -> dict[Cell, int]:
        """Return the values of the free cells in the model."""
        governed = [c for c in self.board.system.cells if c in self.topic.cells]
        return {
            **{c: int(c in actual.enabled) for c in self.topic.instances},
            **dict(zip(governed, actual.values, strict=True)),
        }

    def judged(self, number: int) -> Judged:
        """Return a demand with the moment at which it is judged."""
        return Judged(self.topic.demands[number], self.lens.moment(number))

    def clause_of(self, number: int) -> str:
        """Return the clause of a demand."""
        return self.topic.demands[number].clause

    def name_of(self, number: int) -> str:
        """Return the name of a demand's norm."""
        return self.topic.demands[number].norm.name

    def cores(self, group: Group, struck: frozenset[str] = NOTHING) -> tuple[frozenset[str], ...]:
        """Return by names the minimal sets of norms of minimal sets of clauses that cannot be met."""
        terms = self.terms(group, struck)
        if any(len(self.holds(terms, actual)) == len(terms) for actual in group.actual):
            return ()  # what the model does meets them all
        by_clause = joined(terms, self.clause_of)
        found: dict[frozenset[str], None] = {}
        for clauses in minimal_cores(by_clause, partial(_core, self.solver, by_clause)):
            theirs = {n: t for n, t in terms.items() if self.clause_of(n) in clauses}
            by_norm = joined(theirs, self.name_of)
            for names in minimal_cores(by_norm, partial(_core, self.solver, by_norm)):
                found[self._by_own_duties(group, names, struck)] = None
        return tuple(found)

    def _by_own_duties(self, group: Group, names: frozenset[str], struck: frozenset[str]) -> frozenset[str]:
        """Leave out what it does not take for a clash when nothing is due but what the norms oblige to."""
        duties = {n for n in group.active if self.topic.demands[n].kind is FormKind.OBLIGES}
        if {self.name_of(n) for n in duties} <= names or not any(self.name_of(n) in names for n in duties):
            return names
        kept = names
        for name in sorted(names):
            if len(kept) > 1 and self.solver.core(self._alone(group, kept - {name}, struck)) is not None:
                kept -= {name}
        return kept

    def _alone(
        self, group: Group, names: frozenset[str], struck: frozenset[str] = NOTHING
    ) -> dict[int, Term]:
        """Return what norms demand in a group by themselves."""
        some = tuple(n for n in group.active if self.name_of(n) in names)
        found = self.topic.alone(some, group.active, struck)
        return dict(zip(found, self.fixed(group, found.values()), strict=True))

    def needed(self, group: Group, names: frozenset[str]) -> tuple[int, ...]:
        """Return those demands of clashing norms that it takes for the clash."""
        terms = self._alone(group, names)
        for number in sorted(terms):
            rest = {n: t for n, t in terms.items() if n != number}
            if self.solver.core(rest) is not None:
                terms = rest
        return tuple(terms)


def _core(solver: Consistency, terms: Mapping[str, Term], asked: frozenset[str]) -> frozenset[str] | None:
    return solver.core({key: term for key, term in terms.items() if key in asked})


def examine(board: Board, reader: DemandReader, topic: Topic, *, only_clashes: bool = False) -> Examined:
    """Hold a topic against every reachable situation."""
    lens = Lens(board, topic, [reader.moment_of(d.norm) for d in topic.demands])
    groups = lens.groups()
    found = Examined(topic, board, lens, groups, Consistency(topic.free))
    clashing = [group for group in groups if _look_at(found, group)]
    if not only_clashes:
        _add_mismatches(found, clashing)
    return found


def _look_at(found: Examined, group: Group) -> bool:
    """Add the clashes of a group; return whether there are any."""
    topic = found.topic
    found.spoke |= {topic.demands[n].norm.name for n in group.active}
    before = found.solver.calls
    cores = found.cores(group)
    found.calls += min(1, found.solver.calls - before)
    for names in cores:
        clash = found.clashes.get(names)
        if clash is None:
            needed = found.needed(group, names)
            clauses = frozenset(found.clause_of(n) for n in needed)
            clash = found.clashes[names] = Clash(group, group.first, clauses=clauses, demands=needed)
        clash.add(group, group.first, group.count)
    _add_stuck(found, group)
    return bool(cores)


def _add_mismatches(found: Examined, clashing: Sequence[Group]) -> None:
    """Add where the model breaks a demand although it could meet it along with all that it does meet.

    An event and the state that follows it are judged in one state: what clashes in the one is no mismatch in
    the other.
    """
    excused = {
        (number, state)
        for group in clashing
        for actual, unmet, kept in _broken(found, group)
        for number, term in unmet.items()
        if found.solver.core({**kept, number: term}) is not None
        for state in group.actual[actual]
    }
    for group in found.groups:
        for actual, unmet, _ in _broken(found, group):
            for number in unmet:
                there = [w for state, w in group.actual[actual].items() if (number, state) not in excused]
                if there:
                    first = min(there)
                    name = found.name_of(number)
                    found.mismatches.setdefault(name, Seen(group, first)).add(group, first, len(there))


def _broken(found: Examined, group: Group) -> Iterator[tuple[Actual, dict[int, Term], dict[int, Term]]]:
    """Yield for what the model does in a group the demands that it breaks, and those that it meets."""
    terms = found.terms(group)
    for actual in group.actual:
        met = found.holds(terms, actual)
        if len(met) < len(terms):
            yield (
                actual,
                {n: t for n, t in terms.items() if n not in met},
                {n: t for n, t in terms.items() if n in met},
            )


def _add_stuck(found: Examined, group: Group) -> None:
    for number in group.active:
        demand = found.topic.demands[number]
        if demand.kind is FormKind.OBLIGES:
            (able,) = found.fixed(group, [found.topic.able(demand)])
            if able is FALSE:
                found.stuck.setdefault(demand.norm.name, Seen(group, group.first)).add(
                    group, group.first, group.count
                )
