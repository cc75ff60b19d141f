"""The parts of a certificate, read by :mod:`checker.certify.reading`: a system, and a proof about it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Case", "Condition", "Definition", "Measure", "Parts", "Proof", "System", "Variable", "Write"]

Definition = tuple[str, str, str]
"""A shared part of formulas: its name, its sort and its formula."""


@dataclass(frozen=True)
class Variable:
    """A variable by its name without prefix, with its sort and those of its arguments."""

    name: str
    sort: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Write:
    """The value that a step gives a variable, over the names of the variable's arguments."""

    variable: str
    places: tuple[str, ...]
    value: str


@dataclass(frozen=True)
class Case:
    """A way to start, or a step."""

    name: str
    formula: str
    definitions: tuple[Definition, ...] = ()
    writes: tuple[Write, ...] = ()


@dataclass(frozen=True)
class System:
    """What can happen in a game."""

    game: str
    name: str
    sizes: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    logic: str
    variables: tuple[Variable, ...]
    choices: tuple[Variable, ...]
    definitions: tuple[Definition, ...]
    starts: tuple[Case, ...]
    steps: tuple[Case, ...]


@dataclass(frozen=True)
class Condition:
    """A part of an invariant: where it comes from, its words, and its formula.

    ``kept_by`` are the numbers, from 1, of the conditions from which it is to follow that steps keep it.
    """

    origin: str
    says: str
    formula: str
    kept_by: tuple[int, ...]


@dataclass(frozen=True)
class Measure:
    """An integer that steps make smaller: at each ``place`` from 0 to below ``end``, where it has places.

    The place is a name that is bound in the value then; without places it and the end are empty.
    """

    value: str
    place: str
    end: str


@dataclass(frozen=True)
class Proof:
    """A claim, and the invariant that is to show it.

    The claim is a formula on states, or one for each step by its name, or that measures get smaller among
    some steps: the first that changes does. ``shown_by`` are the numbers, from 1, of the conditions from
    which it is to follow. ``needs`` has, for questions by their names, the numbers of the premises that are
    needed; of what is asked about together, a name of one part says that it is asked about by itself.
    """

    name: str
    says: str
    invariant: tuple[Condition, ...]
    claim: str
    on_steps: tuple[tuple[str, str], ...]
    shown_by: tuple[int, ...]
    measures: tuple[Measure, ...]
    among: tuple[str, ...]
    within: tuple[str, ...]
    clauses: tuple[str, ...]
    rests_on: tuple[str, ...]
    spare: tuple[str, ...]
    needs: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True)
class Parts:
    """A proof together with the system that it is about."""

    system: System
    proof: Proof
