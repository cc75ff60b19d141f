"""Topics: norms that speak of the same rules and fields, which can contradict each other, and all duties.

What the norms of a topic govern is left open (each of its rules may be taken or not, each of its fields may
have any value of its type); everything else is as it is in the judged state.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from checker.judge.contradictions.demands import Demand, DemandReader
from checker.judge.contradictions.instances import Instance
from checker.judge.norms.declare import Norm
from checker.judge.norms.forms import FormKind
from checker.system.terms import (
    FALSE,
    TRUE,
    Cell,
    Term,
    all_of,
    any_of,
    negate,
    var,
    variables_of,
)

__all__ = ["Active", "Topic", "topics_of"]

Active = tuple[int, ...]
"""The numbers of the demands of a topic that are in force."""


@dataclass(frozen=True)
class Part:
    """Norms that share what they govern: the names of ``norms``, and of the ``rules`` and ``fields``."""

    norms: frozenset[str]
    rules: tuple[str, ...]
    fields: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Topic:
    """Norms that share what they govern, or duties: any duty may come first, whatever it speaks of.

    ``parts`` share what they govern; there are several where duties join them. ``cells`` are the cells of the
    governed fields; ``fields`` their names and ``rules`` the governed rules. ``demands`` are all demands of
    ``norms``; ``silent`` are those of norms whose premise reads what their part governs, which take no part.
    """

    parts: tuple[Part, ...]
    norms: tuple[Norm, ...]
    demands: tuple[Demand, ...]
    silent: tuple[Demand, ...]
    fields: tuple[str, ...]
    rules: tuple[str, ...]
    cells: frozenset[Cell]
    instances: Mapping[Cell, Instance]
    _cache: dict[tuple[Active, frozenset[str]], dict[int, Term]] = field(default_factory=dict)

    def about(self, norms: Iterable[str]) -> tuple[str, ...]:
        """Return the names of the rules and fields that the parts with these norms govern."""
        named = frozenset(norms)
        parts = [p for p in self.parts if named & p.norms]
        found = (*(r for p in parts for r in p.rules), *(f for p in parts for f in p.fields))
        return tuple(dict.fromkeys(found))

    @cached_property
    def free(self) -> frozenset[Cell]:
        """Everything that is left open."""
        return frozenset(self.cells | self.instances.keys())

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that take part, in the order of their norms."""
        return tuple(dict.fromkeys(d.clause for d in self.demands))

    def constraints(self, active: Active, struck: frozenset[str] = frozenset()) -> Mapping[int, Term]:
        """Return for each demand in force what it demands, over free cells and cells of the judged state.

        ``struck`` are clauses that do not count.
        """
        key = (active, struck)
        if key not in self._cache:
            kept = tuple(n for n in active if self.demands[n].clause not in struck)
            self._cache[key] = self.alone(kept, kept, struck)
        return self._cache[key]

    def alone(self, some: Active, active: Active, struck: frozenset[str] = frozenset()) -> dict[int, Term]:
        """Return what some of the demands in force demand by themselves.

        What is due is what they oblige to, and not what others do. That no clause permits something, and what
        it takes, are facts about all clauses (``active``).
        """
        reader = _Reader(
            [self.demands[n] for n in some], [self.demands[n] for n in active], self._means(struck)
        )
        return {n: reader.constraint(self.demands[n]) for n in some}

    def reads(self, active: Active) -> frozenset[Cell]:
        """Return the cells of the judged state (and of the one before) that the demands in force read."""
        found = variables_of(self.constraints(active).values())
        return frozenset(t.cell for t in found) - self.free

    def able(self, demand: Demand, struck: frozenset[str] = frozenset()) -> Term:
        """Return that somebody has what it takes for an instance that a demand speaks of."""
        means = self._means(struck)
        return any_of(means(i) for i in demand.instances)

    def _means(self, struck: frozenset[str]) -> Callable[[Instance], Term]:
        needed = [d for d in self.demands if d.kind is FormKind.NEEDS and d.clause not in struck]

        def means(instance: Instance) -> Term:
            return all_of([instance.present, *(negate(d.premise) for d in needed if instance in d.instances)])

        return means


class _Reader:
    """What demands mean together, while all of ``active`` are in force."""

    def __init__(
        self, together: Sequence[Demand], active: Sequence[Demand], means: Callable[[Instance], Term]
    ) -> None:
        self._due = {i: None for d in together if d.kind is FormKind.OBLIGES for i in d.instances}
        self._permitted = {i for d in active if d.kind is FormKind.PERMITS for i in d.instances}
        self._means = means

    def constraint(self, demand: Demand) -> Term:
        """Return what a demand demands."""
        may = [var(i.cell) for i in demand.instances]
        match demand.kind:
            case FormKind.PERMITS:
                return self._permission(demand)
            case FormKind.FORBIDS if not demand.norm.form.every:
                return negate(all_of(may)) if may else TRUE
            case FormKind.FORBIDS | FormKind.ONLY | FormKind.NEEDS:
                return negate(any_of(may))
            case FormKind.CLOSED:
                return negate(any_of(var(i.cell) for i in demand.instances if i not in self._permitted))
            case FormKind.OBLIGES:
                return self._obligation(demand)
            case FormKind.AT_MOST_ONE:
                return self._one_at_most(demand)
        return demand.conclusion

    def _permission(self, demand: Demand) -> Term:
        able = [(self._means(i), var(i.cell)) for i in demand.instances]
        if demand.norm.form.every:
            return all_of(any_of((negate(means), may)) for means, may in able)
        lacks = negate(any_of(means for means, _ in able))
        return any_of((lacks, *(all_of((means, may)) for means, may in able)))

    def _obligation(self, demand: Demand) -> Term:
        """Return that something which is due may come next, and nothing that is to wait."""
        comes = any_of(all_of((self._means(i), var(i.cell))) for i in self._due)
        waits = negate(any_of(var(i.cell) for i in demand.waits))
        stuck = negate(any_of(self._means(i) for i in demand.instances))
        return any_of((stuck, all_of((comes, waits))))

    def _one_at_most(self, demand: Demand) -> Term:
        """Return that of all who act (or of the members of a set) one is there at most."""
        if demand.norm.form.fields:
            return demand.conclusion
        by_actor: dict[str | None, list[Term]] = {}
        for instance in demand.instances:
            by_actor.setdefault(instance.actor, []).append(var(instance.cell))
        somebody = [any_of(cells) for cells in by_actor.values()]
        return all_of(negate(all_of(pair)) for pair in itertools.combinations(somebody, 2))


@dataclass
class _Members:
    """Norms with their demands, which share ``subjects``."""

    subjects: set[str]
    norms: list[tuple[Norm, tuple[Demand, ...]]]

    @property
    def oblige(self) -> bool:
        return any(norm.form.kind is FormKind.OBLIGES for norm, _ in self.norms)


def topics_of(reader: DemandReader, norms: Iterable[Norm]) -> tuple[Topic, ...]:
    """Return the topics of norms, in the order of their first norms.

    Raises:
        ModelError: a norm speaks of what there is not, or its condition cannot be traced.
    """
    read = [(n, tuple(reader.read(n))) for n in norms]
    order = {n.name: i for i, (n, _) in enumerate(read)}
    topics: list[list[_Members]] = []
    for part in _parts(reader, read):
        duties = next((t for t in topics if part.oblige and any(p.oblige for p in t)), None)
        if duties is None:
            topics.append([part])
        else:
            duties.append(part)
    return tuple(_topic(reader, parts, order) for parts in topics)


def _parts(reader: DemandReader, read: Sequence[tuple[Norm, tuple[Demand, ...]]]) -> list[_Members]:
    """Put norms together that share what they govern."""
    groups: list[_Members] = []
    for norm, demands in read:
        subjects = _subjects(reader, norm, demands)
        joined = [g for g in groups if g.subjects & subjects]
        for group in joined[1:]:
            joined[0].subjects.update(group.subjects)
            joined[0].norms.extend(group.norms)
            groups.remove(group)
        if joined:
            joined[0].subjects.update(subjects)
            joined[0].norms.append((norm, demands))
        else:
            groups.append(_Members(set(subjects), [(norm, demands)]))
    return groups


def _subjects(reader: DemandReader, norm: Norm, demands: Sequence[Demand]) -> set[str]:
    """Return the names of the rules and fields that a norm governs; fields have a dot in front."""
    known = reader.instances.by_cell
    asked = variables_of(d.conclusion for d in demands)
    rules = {known[t.cell].rule for t in asked if t.cell in known}
    rules |= {i.rule for i in reader.rules_of(norm)}
    return rules | {f".{name}" for name in norm.fields}


def _topic(reader: DemandReader, parts: Sequence[_Members], order: Mapping[str, int]) -> Topic:
    members = sorted((m for p in parts for m in p.norms), key=lambda m: order[m[0].name])
    source = members[0][0].source
    silent: list[Demand] = []
    cells: set[Cell] = set()
    instances: dict[Cell, Instance] = {}
    told = []
    for part in parts:
        fields = tuple(sorted(s[1:] for s in part.subjects if s.startswith(".")))
        rules = tuple(sorted(s for s in part.subjects if not s.startswith(".")))
        told.append(Part(frozenset(n.name for n, _ in part.norms), rules, fields))
        own = {c for f in fields for c in reader.field_cells(f)}
        own_instances = {i.cell: i for r in rules for i in reader.instances.of(r, source)}
        free = own | own_instances.keys()
        for _, demands in part.norms:
            silent += [d for d in demands if any(t.cell in free for t in variables_of((d.premise,)))]
        cells |= own
        instances |= own_instances
    every = [d for _, demands in members for d in demands]
    return Topic(
        parts=tuple(told),
        norms=tuple(n for n, _ in members),
        demands=tuple(d for d in every if d not in silent and d.premise is not FALSE),
        silent=tuple(d for d in every if d in silent),
        fields=tuple(sorted(f for p in told for f in p.fields)),
        rules=tuple(sorted(r for p in told for r in p.rules)),
        cells=frozenset(cells),
        instances=instances,
    )
