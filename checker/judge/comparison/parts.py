"""The parts by which two sides are compared: fields that both have, or functions that both declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from checker.errors import UsageError, nearest
from checker.judge.comparison.agreement import Values, alike, alike_domains, equal_values
from checker.judge.comparison.sides import Opened
from checker.language.moments import pair_name
from checker.language.observables import Observed
from checker.system.model import State, System
from checker.system.shapes import Shape
from checker.system.terms import Cell, Sort, Term, all_of, equal, evaluate_all, substitute

__all__ = ["AGES", "Part", "Parts", "parts_of"]

AGES = "which came first"
"""The name under which the order of moments is compared."""


@dataclass(frozen=True)
class Part:
    """One part: when two states agree on it, given the values of cells, and what it is in one state."""

    name: str
    agree: Callable[[Values, Values], Term]
    seen: Callable[[int, State], object]


@dataclass(frozen=True)
class Parts:
    """All parts in order, those left out because only one side has them in this shape, and the cells.

    ``cells`` are those that both sides have and that are compared as they are, so that a pair needs them
    once. ``whole`` says that nothing of the state is left out on either side.
    """

    compared: tuple[Part, ...]
    left_out: tuple[str, ...]
    cells: frozenset[Cell]
    whole: bool


def parts_of(mine: Opened, theirs: Opened, by: Sequence[str] = ()) -> Parts:
    """Return by what two sides are compared.

    Two sides of one game are compared by all fields, and by the order of moments; two games by the functions
    that both declare, and where there are none by the fields that both have.

    Args:
        mine: one side.
        theirs: the other one.
        by: the fields or functions by which they are compared instead.

    Raises:
        UsageError: one of ``by`` is not on both sides, or there is nothing that can be compared.
    """
    a, b = _shapes(mine.system), _shapes(theirs.system)
    fields = {name: (shape, b[name]) for name, shape in a.items() if name in b and alike(shape, b[name])}
    functions = {
        name: (found, theirs.observables[name])
        for name, found in mine.observables.items()
        if name in theirs.observables and _alike(found, theirs.observables[name])
    }
    one_game = mine.name == theirs.name
    names = tuple(by) or tuple(fields if one_game or not functions else functions)
    for name in names:
        if name not in fields and name not in functions:
            raise UsageError(
                f"{mine.name} and {theirs.name} cannot be compared by {name!r}",
                hint=nearest(name, (*fields, *functions)),
            )
    if not names:
        raise UsageError(
            f"{mine.name} and {theirs.name} have nothing in common that could be compared",
            hint="declare it: a function marked `@compared` about each of them, both with one name",
        )
    sides = (mine.system, theirs.system)
    compared = [
        _by_function(name, *functions[name], sides)
        if name in functions and name not in fields
        else _by_field(name, *fields[name], sides)
        for name in names
    ]
    common = set(mine.system.cells) & set(theirs.system.cells)
    cells = {c for name in names if name in fields for c in fields[name][0].cells() if c in common}
    left_out: tuple[str, ...] = ()
    if one_game and not by:
        left_out = tuple(name for name in dict.fromkeys((*a, *b)) if name not in fields)
        pairs = _pairs([fields[name][0] for name in names], mine.system)
        ages = [c for c in mine.system.cells if c in common and c.name in pairs]
        if ages:
            compared.append(_by_cells(ages, sides))
            cells.update(ages)
    whole = one_game and not by and not left_out
    return Parts(tuple(compared), left_out, frozenset(cells), whole)


def _shapes(system: System) -> dict[str, Shape]:
    return {v.name: v.shape for v in system.variables}


def _pairs(shapes: Iterable[Shape], system: System) -> set[str]:
    """Return the names of the cells that hold the order of moments in fields of these shapes."""
    in_fields = {c for shape in shapes for c in shape.cells()}
    moments = [c for c in in_fields if c.domain.sort is Sort.MOMENT]
    return {pair_name(a, b) for a in moments for b in moments}


def _alike(mine: Observed, theirs: Observed) -> bool:
    return len(mine.domains) == len(theirs.domains) and all(map(alike_domains, mine.domains, theirs.domains))


def _by_field(name: str, mine: Shape, theirs: Shape, sides: tuple[System, System]) -> Part:
    shapes = (mine, theirs)

    def seen(side: int, state: State) -> object:
        # What is shown of a value is equal where the value is, whatever the bounds of its container.
        return repr(shapes[side].decode(sides[side].environment(state).__getitem__))

    return Part(name, lambda here, there: equal_values(mine, theirs, here, there), seen)


def _by_function(name: str, mine: Observed, theirs: Observed, sides: tuple[System, System]) -> Part:
    terms = ((*mine.terms, mine.undefined), (*theirs.terms, theirs.undefined))

    def agree(here: Values, there: Values) -> Term:
        placed = (_placed(terms[0], here), _placed(terms[1], there))
        return all_of(equal(a, b) for a, b in zip(*placed, strict=True))

    def seen(side: int, state: State) -> object:
        return tuple(evaluate_all(terms[side], sides[side].environment(state)))

    return Part(name, agree, seen)


def _placed(terms: Sequence[Term], values: Values) -> list[Term]:
    return substitute(terms, lambda t: values(t.cell))


def _by_cells(cells: Sequence[Cell], sides: tuple[System, System]) -> Part:
    def seen(side: int, state: State) -> object:
        values: Mapping[Cell, int] = sides[side].environment(state)
        return tuple(values[c] for c in cells)

    return Part(AGES, lambda here, there: all_of(equal(here(c), there(c)) for c in cells), seen)
