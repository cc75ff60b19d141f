"""What the instances of a state-based event do to one stack, queue or bag, merged.

A stack or queue counts as one cell. What several instances add to a bag is all added, unless one of them
takes something out: then the bag counts as one cell too. An instance that leaves the container as it was
has not written it. Nothing is taken out of a bag without a bound in such an event: it is refused before.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from checker.language.tracing.instance import Instance
from checker.language.tracing.layout import Container
from checker.language.tracing.sequences import inserted
from checker.language.tracing.ways import Wrong
from checker.system import terms as tm
from checker.system.open.functions import place
from checker.system.shapes import BagShape
from checker.system.terms import FALSE, Cell, Term, ite, var

__all__ = ["gathered", "merge_sequence"]


@dataclass(frozen=True)
class _Part:
    """What one instance does to the container: the values of its cells after it, and when they differ."""

    instance: Instance
    values: tuple[Term, ...]
    changed: Term
    taken: Term

    @staticmethod
    def of(instance: Instance, container: Container) -> _Part:
        traced = instance.traced
        cells = container.shape.cells()
        values = tuple(traced.writes[c].value if c in traced.writes else var(c) for c in cells)
        differs = tm.any_of(tm.negate(tm.equal(v, var(c))) for c, v in zip(cells, values, strict=True))
        taken = traced.taken.get(container.shape.length, FALSE)
        return _Part(instance, values, tm.all_of((traced.guard, differs)), taken)


def merge_sequence(
    container: Container,
    instances: Sequence[Instance],
    wrongs: list[Wrong],
    cuts: list[tuple[str, Term]],
) -> dict[Cell, Term]:
    """Return the next values of the cells of a container that these instances write.

    Adds to ``wrongs`` where they give it different values, and to ``cuts`` where all that they add is too
    much.
    """
    parts = [_Part.of(i, container) for i in instances]
    cells = container.shape.cells()
    values = tuple(var(c) for c in cells)
    for part in reversed(parts):
        values = tuple(ite(part.changed, a, b) for a, b in zip(part.values, values, strict=True))
    only_added: Term = FALSE
    if len(parts) > 1 and isinstance(container.shape, BagShape):
        only_added = tm.all_of(tm.any_of((tm.negate(p.changed), tm.negate(p.taken))) for p in parts)
        length, together = _all_added(container, parts)
        cuts.append(
            (
                container.type.scope_name,
                tm.all_of((only_added, tm.at_least(length, container.type.bound + 1))),
            )
        )
        added = (length, *(term for slot in together for term in slot))
        values = tuple(ite(only_added, a, b) for a, b in zip(added, values, strict=True))
    for first, second in itertools.combinations(parts, 2):
        differ = tm.any_of(
            tm.negate(tm.equal(a, b)) for a, b in zip(first.values, second.values, strict=True)
        )
        conflict = tm.all_of((first.changed, second.changed, differ, tm.negate(only_added)))
        if conflict is not FALSE:
            names = f"{first.instance.title} and {second.instance.title}"
            name = container.shape.length.name.removesuffix(".size")
            message = f"{names} change {name} differently in one state-based event"
            wrongs.append(Wrong(message, second.instance.rule.source, conflict))
    return dict(zip(cells, values, strict=True))


def _all_added(container: Container, parts: Sequence[_Part]) -> tuple[Term, list[tuple[Term, ...]]]:
    """Return the length and slots of a bag with everything in it that the parts add."""
    length: Term = var(container.shape.length)
    slots = [tuple(var(c) for c in slot.cells()) for slot in container.shape.slots]
    for part in parts:
        happens = tm.all_of((part.instance.traced.guard, tm.negate(part.taken)))
        for when, item in part.instance.traced.added.get(container.shape.length, ()):
            length, slots = inserted(length, slots, item, tm.all_of((happens, when)))
    return length, slots


def gathered(cells: Sequence[Cell], instances: Sequence[Instance]) -> dict[Cell, Term]:
    """Return the next length and functions of a bag without a bound, with all that these instances put in.

    ``cells`` are its length and its functions of slots. Its items stand in no order, so that they may be put
    in one after the other; none of the instances takes anything out.
    """
    slot = var(place(0))
    length, *values = map(var, cells)
    for instance in instances:
        for when, item in instance.traced.added.get(cells[0], ()):
            happens = tm.all_of((instance.traced.guard, when))
            here = tm.all_of((happens, tm.equal(slot, length)))
            values = [ite(here, new, old) for new, old in zip(item, values, strict=True)]
            length = ite(happens, tm.add(length, tm.integer(1)), length)
    return dict(zip(cells, (length, *values), strict=True))
