"""The product of two transition systems: the plays that both sides know, and where they part.

Its states are pairs of states, one of each side, that agree on everything by which the sides are compared. A
step of it is a step that both sides allow and after which they agree again; where they do not, nothing is
searched further, so that what is found is always the first difference of its play. Cells by which the sides
are compared, and which both have, stand once in a pair: two readings of one game make no more states than
one.

The product is a transition system like any other, so that every engine can search it. Besides its steps it
has for each kind of difference an update that leads nowhere and only counts the states in which that is
found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from checker.judge.comparison.agreement import Values
from checker.judge.comparison.parts import Parts
from checker.judge.comparison.sides import Opened
from checker.system.model import Kind, State, System, Update
from checker.system.terms import (
    FALSE,
    Cell,
    Term,
    all_of,
    any_of,
    equal,
    negate,
    of_domain,
    substitute,
    var,
)

__all__ = ["Difference", "Form", "Key", "Label", "Product", "product_of"]

Key = tuple[str, tuple[tuple[str, str], ...]]
"""A rule and the labels of its arguments: the same step on both sides."""

_URGENCY = {Kind.CHOICE: 0, Kind.AUTOMATIC: 1, Kind.STATE_BASED: 1, Kind.ACTION: 2}
"""What comes first where the layers of two sides cannot be compared."""


class Form(Enum):
    """How two sides can differ in one situation."""

    START = "start"
    OVER = "over"
    ONE_SIDE = "one side"
    WRONG = "wrong"
    OUTCOME = "outcome"


@dataclass(frozen=True)
class Label:
    """A step by which two sides differ: its place among the updates of each, and where it shows that."""

    key: Key
    places: tuple[int | None, int | None]
    condition: Term


@dataclass(frozen=True)
class Difference:
    """A kind of difference: its form, the rule, and the side (0 or 1) on which alone something is so.

    ``condition`` is where it is found; ``labels`` are the steps that show it, and ``fields`` says for an
    outcome where it differs in each part of the state.
    """

    form: Form
    rule: str = ""
    side: int | None = None
    condition: Term = FALSE
    labels: tuple[Label, ...] = ()
    fields: Mapping[str, Term] = field(default_factory=dict)


@dataclass(frozen=True)
class Product:
    """The product of two systems, and what was found out by making it.

    ``steps`` are its first updates by their places on both sides; ``counters`` says which of the others
    counts which difference, and which part of it. ``starts`` are the initial states of each side that agree
    with none of the other. ``half_cut`` is where a bound cuts a step on one side only. ``same`` says that
    both sides are one transition system, term for term.
    """

    system: System
    differences: tuple[Difference, ...]
    counters: Mapping[int, tuple[int, str]]
    steps: tuple[tuple[int, int], ...]
    starts: tuple[tuple[State, ...], tuple[State, ...]]
    half_cut: Term
    same: bool
    places: tuple[tuple[int, ...], tuple[int, ...]]

    def half(self, state: State, side: int) -> State:
        """Return the state of one side in a pair."""
        return tuple(state[place] for place in self.places[side])


class _Half:
    """One side over the cells of the product; ``fixed`` are cells that one of the sides never changes."""

    def __init__(self, system: System, renamed: Mapping[Cell, Cell], fixed: Mapping[Cell, Term]) -> None:
        self.system = system
        self.renamed = renamed
        self._fixed = fixed
        self._memo: dict[int, Term] = {}
        self.over = self.placed(system.over)

    def placed(self, term: Term) -> Term:
        """Return a term of this side over the cells of the product."""
        (found,) = substitute((term,), lambda t: self.value(t.cell), self._memo)
        return found

    def value(self, cell: Cell) -> Term:
        """Return the value of a cell of this side before a step."""
        return self._fixed[cell] if cell in self._fixed else var(self.renamed.get(cell, cell))

    def following(self, update: Update) -> Values:
        """Return the values of this side's cells after a step."""
        known = {cell: self.placed(term) for cell, term in update.next.items()}
        return lambda cell: known[cell] if cell in known else self.value(cell)


def product_of(mine: Opened, theirs: Opened, parts: Parts) -> Product:
    """Return the product of two sides that are compared by ``parts``."""
    return _Builder(mine, theirs, parts).build()


class _Builder:
    def __init__(self, first: Opened, second: Opened, parts: Parts) -> None:
        mine, theirs = first.system, second.system
        self._systems = (mine, theirs)
        self._members = (first.members, second.members)
        self._parts = parts
        self._second = {c: Cell(f"{c.name} (second)", c.domain) for c in theirs.cells if c not in parts.cells}
        fixed = {**self._fixed(mine), **self._fixed(theirs)}
        self._halves = (_Half(mine, {}, fixed), _Half(theirs, self._second, fixed))
        self._ranked = _ranks_agree(mine, theirs)
        self._found: dict[tuple[Form, str, int | None], list[tuple[Label, Mapping[str, Term]]]] = {}
        self._steps: list[Update] = []
        self._sources: list[tuple[int, int]] = []
        self._half_cut: list[Term] = []

    def _fixed(self, system: System) -> dict[Cell, Term]:
        """Return the shared cells that never change on a side: wherever both sides agree, they are that."""
        written = {c for u in system.updates for c in u.next}
        found = {}
        for place, cell in enumerate(system.cells):
            values = {state[place] for state in system.initial}
            if cell in self._parts.cells and cell not in written and len(values) == 1:
                found[cell] = of_domain(cell.domain, values.pop())
        return found

    def build(self) -> Product:
        """Return the product."""
        for key, level, places in self._labels():
            self._compare(key, level, places)
        differences = (*self._over(), *(_difference(*what, shown) for what, shown in self._found.items()))
        counters: dict[int, tuple[int, str]] = {}
        counting: list[Update] = []
        for number, difference in enumerate(differences):
            for name, condition in (("", difference.condition), *difference.fields.items()):
                counters[len(self._steps) + len(counting)] = (number, name)
                counting.append(
                    Update(f"count {len(counting)}", (), Kind.ACTION, 0, guard=condition, next={})
                )
        mine, theirs = self._systems
        cells = (*mine.cells, *self._second.values())
        position = {cell: place for place, cell in enumerate(cells)}
        initial, starts = self._starts()
        system = System.build(
            f"{mine.name} and {theirs.name}",
            cells,
            initial,
            (*self._steps, *counting),
            variables=mine.variables,
        )
        return Product(
            system,
            differences,
            counters,
            tuple(self._sources),
            starts,
            any_of(self._half_cut),
            same=not any(starts) and self._are_same(),
            places=(
                tuple(position[c] for c in mine.cells),
                tuple(position[self._second.get(c, c)] for c in theirs.cells),
            ),
        )

    # -- one step --------------------------------------------------------------------------------

    def _labels(self) -> Iterator[tuple[Key, int, tuple[int | None, int | None]]]:
        """Yield every step that either side knows, in order, with how urgent it is and its places."""
        known = [{self._key(u): place for place, u in enumerate(s.updates)} for s in self._systems]
        for key in dict.fromkeys((*known[0], *known[1])):
            rule, arguments, level = key
            yield (rule, arguments), level, (known[0].get(key), known[1].get(key))

    def _key(self, update: Update) -> tuple[str, tuple[tuple[str, str], ...], int]:
        return update.rule, update.arguments, self._level(update)

    def _level(self, update: Update) -> int:
        return update.rank if self._ranked else _URGENCY[update.kind]

    def _fires(self, side: int, place: int | None) -> Term:
        """Return when an update may be taken, where nothing more urgent is due on either side."""
        if place is None:
            return FALSE
        update = self._systems[side].updates[place]
        return self._halves[side].placed(update.guard if self._ranked else update.enabled)

    @cached_property
    def _calm(self) -> dict[int, Term]:
        """Where nothing more urgent than a level is due on either side, and the game goes on, by level."""
        due: dict[int, list[Term]] = {}
        for side, system in enumerate(self._systems):
            for place, update in enumerate(system.updates):
                due.setdefault(self._level(update), []).append(self._fires(side, place))
        quiet = all_of(negate(half.over) for half in self._halves)
        found: dict[int, Term] = {}
        for level in sorted(due):
            found[level] = quiet
            quiet = all_of((quiet, negate(any_of(due[level]))))
        return found

    def _compare(self, key: Key, level: int, places: tuple[int | None, int | None]) -> None:
        """Note where a step shows a difference, and the step that both sides take together."""
        fires = (self._fires(0, places[0]), self._fires(1, places[1]))
        calm = self._calm[level]
        for side in (0, 1):
            alone = all_of((calm, fires[side], negate(fires[1 - side])))
            for rule, condition in self._by_member(side, key, places, alone):
                self._note(Form.ONE_SIDE, rule, side, Label(key, places, condition))
        if places[0] is None or places[1] is None:
            return
        updates = (self._systems[0].updates[places[0]], self._systems[1].updates[places[1]])
        placed = tuple(zip(self._halves, updates, strict=True))
        both = all_of((calm, *fires))
        wrong = [half.placed(u.wrong) for half, u in placed]
        for side in (0, 1):
            condition = all_of((both, wrong[side], negate(wrong[1 - side])))
            self._note(Form.WRONG, key[0], side, Label(key, places, condition))
        fine = all_of((both, *map(negate, wrong)))
        cut = [half.placed(u.cut) for half, u in placed]
        self._half_cut.append(all_of((fine, negate(equal(cut[0], cut[1])))))
        whole = all_of((fine, *map(negate, cut)))
        after = [half.following(u) for half, u in placed]
        differs: dict[str, Term] = {}
        for part in self._parts.compared:
            condition = all_of((whole, negate(part.agree(after[0], after[1]))))
            if condition is not FALSE:
                differs[part.name] = condition
        otherwise = any_of(differs.values())
        self._note_outcome(key, (places[0], places[1]), otherwise, differs)
        agree = all_of((fine, negate(otherwise)))
        self._sources.append((places[0], places[1]))
        self._steps.append(self._step(updates, agree))

    def _by_member(
        self, side: int, key: Key, places: tuple[int | None, int | None], condition: Term
    ) -> Iterator[tuple[str, Term]]:
        """Yield what is found in a step by its rule: in an event of many rules, by each that happens."""
        place = places[side]
        members = self._members[side].get(place) if place is not None else None
        if members is None:
            yield key[0], condition
            return
        for rule, happens in members.items():
            yield rule, all_of((condition, self._halves[side].placed(happens)))

    def _note_outcome(
        self, key: Key, places: tuple[int, int], otherwise: Term, differs: Mapping[str, Term]
    ) -> None:
        """Note where a step ends otherwise: in an event of rules, because one happens on one side only."""
        members = [self._members[side].get(places[side], {}) for side in (0, 1)]
        alike: list[Term] = []
        for rule in dict.fromkeys((*members[0], *members[1])):
            happens = [
                self._halves[side].placed(members[side][rule]) if rule in members[side] else FALSE
                for side in (0, 1)
            ]
            for side in (0, 1):
                alone = all_of((otherwise, happens[side], negate(happens[1 - side])))
                self._note(Form.ONE_SIDE, rule, side, Label(key, places, alone))
            alike.append(equal(happens[0], happens[1]))
        same = all_of(alike)
        label = Label(key, places, all_of((otherwise, same)))
        fields = {name: all_of((condition, same)) for name, condition in differs.items()}
        self._note(Form.OUTCOME, key[0], None, label, fields)

    def _note(
        self,
        form: Form,
        rule: str,
        side: int | None,
        label: Label,
        fields: Mapping[str, Term] | None = None,
    ) -> None:
        if label.condition is not FALSE:
            shown = {name: term for name, term in (fields or {}).items() if term is not FALSE}
            self._found.setdefault((form, rule, side), []).append((label, shown))

    def _step(self, updates: tuple[Update, Update], guard: Term) -> Update:
        """Return the step that two steps make together; a bound that cuts either of them cuts it."""
        following: dict[Cell, Term] = {}
        cuts: dict[str, list[Term]] = {}
        for half, update in zip(self._halves, updates, strict=True):
            for cell, term in update.next.items():
                following.setdefault(half.renamed.get(cell, cell), half.placed(term))
            for name, term in update.cut_parts:
                cuts.setdefault(name, []).append(half.placed(term))
        parts = tuple((name, any_of(terms)) for name, terms in cuts.items())
        return replace(
            updates[0],
            rank=0,
            guard=guard,
            next=following,
            wrong=FALSE,
            wrong_parts=(),
            cut=any_of(term for _, term in parts),
            cut_parts=parts,
        )

    def _over(self) -> Iterator[Difference]:
        over = [half.over for half in self._halves]
        for side in (0, 1):
            condition = all_of((over[side], negate(over[1 - side])))
            if condition is not FALSE:
                yield Difference(Form.OVER, side=side, condition=condition)

    # -- starts ----------------------------------------------------------------------------------

    def _starts(self) -> tuple[tuple[State, ...], tuple[tuple[State, ...], tuple[State, ...]]]:
        """Return the pairs of initial states that agree, and those that agree with none of the other side.

        Where several agree, those are paired that are alike in all that both sides have.
        """
        mine, theirs = self._systems
        common = [c for c in mine.cells if c in theirs.position]
        by_view: dict[tuple[object, ...], list[State]] = {}
        for state in theirs.initial:
            by_view.setdefault(self._view(1, state), []).append(state)
        pairs: list[State] = []
        alone: list[State] = []
        met: set[State] = set()
        for state in mine.initial:
            fitting = by_view.get(self._view(0, state), [])
            if not fitting:
                alone.append(state)
            met.update(fitting)
            here = mine.environment(state)
            alike = [o for o in fitting if all(here[c] == o[theirs.position[c]] for c in common)]
            for other in alike or fitting:
                pairs.append((*state, *(other[theirs.position[c]] for c in self._second)))
        left = tuple(state for state in theirs.initial if state not in met)
        return tuple(pairs), (tuple(alone), left)

    def _view(self, side: int, state: State) -> tuple[object, ...]:
        return tuple(part.seen(side, state) for part in self._parts.compared)

    def _are_same(self) -> bool:
        mine, theirs = self._systems
        return (
            set(mine.cells) == set(theirs.cells) == self._parts.cells
            and mine.over is theirs.over
            and len(mine.updates) == len(theirs.updates)
            and all(_same_step(a, b) for a, b in zip(mine.updates, theirs.updates, strict=True))
        )


def _difference(
    form: Form, rule: str, side: int | None, shown: Iterable[tuple[Label, Mapping[str, Term]]]
) -> Difference:
    """Return the difference that several steps by one rule show."""
    labels = tuple(label for label, _ in shown)
    fields: dict[str, list[Term]] = {}
    for _, differs in shown:
        for name, condition in differs.items():
            fields.setdefault(name, []).append(condition)
    return Difference(
        form,
        rule,
        side,
        any_of(label.condition for label in labels),
        labels,
        {name: any_of(conditions) for name, conditions in fields.items()},
    )


def _ranks_agree(mine: System, theirs: System) -> bool:
    """Whether the layers of both sides can be compared: the rules that both have stand in the same ones."""
    ranks = [{(u.rule, u.kind): u.rank for u in system.updates} for system in (mine, theirs)]
    kinds = [{u.rank: u.kind is Kind.ACTION for u in system.updates} for system in (mine, theirs)]
    return all(ranks[1].get(what, rank) == rank for what, rank in ranks[0].items()) and all(
        kinds[1].get(rank, acts) == acts for rank, acts in kinds[0].items()
    )


def _same_step(mine: Update, theirs: Update) -> bool:
    return (
        (mine.rule, mine.arguments, mine.kind, mine.rank)
        == (theirs.rule, theirs.arguments, theirs.kind, theirs.rank)
        and mine.guard is theirs.guard
        and mine.enabled is theirs.enabled
        and mine.wrong is theirs.wrong
        and mine.cut is theirs.cut
        and mine.next == theirs.next
    )
