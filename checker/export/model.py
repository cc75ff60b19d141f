"""What is exported: a transition system, and the claims that go with it as conditions on its states.

A claim about steps is exported as a claim about the states before them (see ``Property``), so that tools
that know nothing of steps can judge it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from checker.errors import UsageError
from checker.export.names import Names
from checker.system.model import Source, State, System, Update
from checker.system.terms import FALSE, TRUE, Cell, Sort, Term, all_of, negate, walk

__all__ = ["Exported", "Left", "Property", "PropertyKind", "proper"]

_GREATEST = 2**31 - 1
"""The integers of Promela are C's, of 32 bits; what does not fit there fits no target."""


class PropertyKind(Enum):
    """What is claimed of a condition on states."""

    INVARIANT = "always true"
    POSSIBLE = "reached in some play"
    ALWAYS_POSSIBLE = "reached in some play from every state"
    LEADS_TO = "always reached after the premise"
    EVENTUALLY = "reached in every play"


@dataclass(frozen=True)
class Property:
    """A claim over the cells of a system, by a name that is a word in every target.

    ``condition`` is what must be true, or must be reached; ``premise`` is where a claim on what follows
    begins. A claim that a step breaks is an invariant which is false in the state before that step.
    """

    name: str
    kind: PropertyKind
    condition: Term
    premise: Term = TRUE
    says: str = ""
    clauses: tuple[str, ...] = ()
    source: Source = field(default=Source("", 0))


@dataclass(frozen=True)
class Left:
    """A claim that is not in the exported model, and why."""

    name: str
    why: str


def proper(update: Update) -> Term:
    """Return where ``update`` is a step: it is enabled, and neither wrong nor cut."""
    return all_of((update.enabled, negate(update.wrong), negate(update.cut)))


@dataclass(frozen=True)
class Exported:
    """A system with claims, and the names that all of it has in every target.

    Raises:
        UsageError: a number is too large for the targets.
    """

    system: System
    properties: tuple[Property, ...] = ()
    left: tuple[Left, ...] = ()
    names: Names = field(default_factory=Names, compare=False)

    def __post_init__(self) -> None:
        roots = [t for u, guard in self.steps for t in (guard, *u.next.values())]
        roots += [t for p in self.properties for t in (p.premise, p.condition)]
        bounds = [(c.domain.low, c.domain.high, str(c)) for c in self.system.cells]
        bounds += [(t.low, t.high, str(t)) for t in walk(roots) if t.sort is Sort.INT]
        for low, high, what in bounds:
            if max(-low, high) > _GREATEST:
                raise UsageError(
                    f"{self.system.name} cannot be exported: {what[:60]} is from {low} to {high}, and other "
                    "tools have integers of 32 bits",
                    hint="give the field a smaller range",
                )

    @cached_property
    def steps(self) -> tuple[tuple[Update, Term], ...]:
        """The updates that can be steps, each with the condition under which it is one."""
        found = ((u, proper(u)) for u in self.system.updates)
        return tuple((u, guard) for u, guard in found if guard is not FALSE)

    @cached_property
    def constants(self) -> dict[Cell, int]:
        """The cells that no step changes and that all plays begin with the same value of."""
        written = {c for u, _ in self.steps for c in u.next}
        columns = zip(*self.system.initial, strict=True)
        return {
            cell: values[0]
            for cell, values in zip(self.system.cells, columns, strict=True)
            if cell not in written and len(set(values)) == 1
        }

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that a state is made of: all but the constants."""
        return tuple(c for c in self.system.cells if c not in self.constants)

    @cached_property
    def starts(self) -> tuple[State, ...]:
        """The initial states, each once, as values of ``cells``."""
        at = [self.system.position[c] for c in self.cells]
        return tuple(dict.fromkeys(tuple(state[i] for i in at) for state in self.system.initial))

    # -- names -----------------------------------------------------------------------------------

    @cached_property
    def cell_names(self) -> dict[Cell, str]:
        """A word for each cell, such as ``life_P1``."""
        return {cell: self.names.word(cell.name) for cell in self.system.cells}

    @cached_property
    def step_names(self) -> tuple[str, ...]:
        """A word for each of ``steps``: the rule and its arguments, such as ``cast_P1_C2``."""
        _ = self.cell_names  # cells are named first: they are read most
        return tuple(self.names.word("_".join((u.rule, *(v for _, v in u.arguments)))) for u, _ in self.steps)

    @cached_property
    def property_names(self) -> tuple[str, ...]:
        """A word for each of ``properties``."""
        _ = self.step_names
        return tuple(self.names.word(p.name) for p in self.properties)
