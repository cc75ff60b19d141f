"""In which order the cells stand in the diagrams: what decides first, what many rules touch last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from checker.explore.symbolic.cases import Case
from checker.explore.symbolic.encoding import width
from checker.system.model import System
from checker.system.shapes import SequenceShape
from checker.system.terms import Cell, variables_of

__all__ = ["order_cells"]

_ROUNDS = 50
"""Rounds after which moving cells towards each other has settled."""
_WIDE = 8
"""Slots of more bits than this are taken apart."""
_HUB = 0.3
"""From this share of the cases, or of the groups of cells that they touch, a cell counts as central."""


def order_cells(system: System, cases: Sequence[Case]) -> list[Cell]:
    """Return the cells in a good order for diagrams of states and steps.

    The cells that much was split by come first, since each of their values has steps of its own; then those
    that few cases touch, near to what they are touched together with; then the hubs. The slots of a
    container are taken apart: see :func:`_part_by_part`.
    """
    split = Counter(cell for case in cases for cell, _ in case.known)
    deciders = [cell for cell in system.cells if split[cell] > _HUB * len(cases)]
    # Cases that touch the same cells, as those for each kind of card do, count once.
    groups = list(dict.fromkeys(_touched(case).difference(deciders) for case in cases))
    touched = Counter(cell for group in groups for cell in group)
    rest = [cell for cell in system.cells if cell not in deciders]
    hubs = [cell for cell in rest if touched[cell] >= _HUB * len(groups)]
    # Last declared first: the slots of a container that are empty most of the time stand next to its size.
    local = [cell for cell in reversed(rest) if cell not in hubs]
    return [*deciders, *_part_by_part([*_gathered(local, groups), *hubs], system)]


def _part_by_part(cells: Sequence[Cell], system: System) -> list[Cell]:
    """Return ``cells`` with those of a container together, the first parts of all slots before the second.

    A rule that looks for an entry asks one part of every slot, and one that takes an entry out moves every
    part one slot on: with whole slots side by side, all of a slot would have to be remembered up to the next.
    Of narrow slots that is little, and they stay whole.
    """
    container = {
        cell: (variable.name, part, -slot)
        for variable in system.variables
        if isinstance(variable.shape, SequenceShape) and _slot_width(variable.shape) > _WIDE
        for slot, shape in enumerate(variable.shape.slots)
        for part, cell in enumerate(shape.cells())
    }
    ordered: list[Cell] = []
    for cell in cells:
        if cell not in container:
            ordered.append(cell)
        elif cell not in ordered:
            name = container[cell][0]
            together = [c for c in cells if c in container and container[c][0] == name]
            ordered.extend(sorted(together, key=lambda c: container[c][1:]))
    return ordered


def _slot_width(shape: SequenceShape) -> int:
    """Return how many bits one slot of a container takes."""
    return sum(width(cell) for cell in shape.slots[0].cells()) if shape.slots else 0


def _touched(case: Case) -> frozenset[Cell]:
    """Return the cells that a case reads, changes or has known values of."""
    read = variables_of((case.guard, *case.changes.values()))
    return frozenset((*case.changes, *(v.cell for v in read), *(cell for cell, _ in case.known)))


def _gathered(cells: Sequence[Cell], groups: Iterable[frozenset[Cell]]) -> list[Cell]:
    """Return ``cells`` with those of one group near each other.

    F. A. Aloul, I. L. Markov, K. A. Sakallah, "FORCE: a fast and easy-to-implement variable-ordering
    heuristic", GLSVLSI 2003: again and again each cell moves to the middle of its groups. Of all orders on
    the way the one with the least sum of the groups' spans is taken.
    """
    known = set(cells)
    edges = list(dict.fromkeys(group & known for group in groups))
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
