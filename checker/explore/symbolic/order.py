"""In which order the cells stand in the diagrams: what decides first, what many rules touch last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from checker.explore.symbolic.cases import Case
from checker.system.model import System
from checker.system.terms import Cell, variables_of

__all__ = ["order_cells"]

_ROUNDS = 50
"""Rounds after which moving cells towards each other has settled."""
_HUB = 0.5
"""A cell is a hub where it takes part in at least this share of the cases."""


def order_cells(system: System, cases: Sequence[Case]) -> list[Cell]:
    """Return the cells in a good order for diagrams of states and steps.

    The cells that updates were split by come first, since each of their values has steps of its own; then
    those that few cases touch, near to what they are touched together with; then the hubs.
    """
    deciders = Counter(cell for case in cases for cell, _ in case.known)
    groups = [_touched(case) - deciders.keys() for case in cases]
    touched = Counter(cell for group in groups for cell in group)
    most = _HUB * len(cases)
    first = sorted(deciders, key=lambda cell: (-deciders[cell], system.position[cell]))
    rest = [cell for cell in reversed(system.cells) if cell not in deciders]
    local = [cell for cell in rest if touched[cell] < most]
    hubs = [cell for cell in reversed(rest) if touched[cell] >= most]
    return [*first, *_gathered(local, groups), *hubs]


def _touched(case: Case) -> set[Cell]:
    """Return the cells that a case reads or changes."""
    read = variables_of((case.guard, *case.changes.values()))
    return {*case.changes, *(v.cell for v in read)}


def _gathered(cells: Sequence[Cell], groups: Iterable[set[Cell]]) -> list[Cell]:
    """Return ``cells`` with those of one group near each other.

    F. A. Aloul, I. L. Markov, K. A. Sakallah, "FORCE: a fast and easy-to-implement variable-ordering
    heuristic", GLSVLSI 2003: again and again each cell moves to the middle of its groups. Of all orders on
    the way the one with the least sum of the groups' spans is taken.
    """
    known = set(cells)
    edges = list(dict.fromkeys(frozenset(group & known) for group in groups))
    edges = [edge for edge in edges if len(edge) > 1]
    place = {cell: i for i, cell in enumerate(cells)}
    best, least = list(cells), _span(edges, place)
    for _ in range(_ROUNDS):
        pulls: dict[Cell, list[float]] = {cell: [] for cell in cells}
        for edge in edges:
            middle = sum(place[cell] for cell in edge) / len(edge)
            for cell in edge:
                pulls[cell].append(middle)
        wanted = {c: sum(p) / len(p) if p else float(place[c]) for c, p in pulls.items()}
        moved = sorted(cells, key=lambda cell: (wanted[cell], place[cell]))
        if all(place[cell] == i for i, cell in enumerate(moved)):
            break
        place = {cell: i for i, cell in enumerate(moved)}
        span = _span(edges, place)
        if span < least:
            best, least = moved, span
    return best


def _span(edges: Iterable[frozenset[Cell]], place: dict[Cell, int]) -> int:
    return sum(max(at) - min(at) for edge in edges if (at := [place[cell] for cell in edge]))
