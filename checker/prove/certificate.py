"""Certificates as text: what a proof claims, the invariant that it rests on, and the formulas to check.

All formulas are SMT-LIB 2.6, over plain names: ``s.NAME`` is a variable in the state at hand, ``n.NAME`` the
same variable after a step, ``d.NAME`` something that a step chooses, ``t.NAME`` a part that several formulas
share. What has to be unsatisfiable is put together of these parts, so that start, step and claim speak of the
same system and the same invariant:

- *start*: one of the ``starts``, in a state that breaks the invariant;
- *step*: the invariant, one of the ``steps``, and a state after it that breaks the invariant;
- *claim*: the invariant, and what the claim rules out. For a claim that runs end, that is a step of the runs
  in question which does not make the first of the ``measures`` smaller that it changes, or one below zero.
  One with places gets smaller where it has fewer of them or less at one, and more at none.

What a step writes is told in two ways: as a value over the state before it (:class:`Write`), which whoever
puts the queries together defines ``n.NAME`` to be; or, where no such value can be written down, by what the
formula of the step says of ``n.NAME``. A variable that a step neither writes nor mentions as ``n.NAME``
stays as it is: ``s.NAME`` is left in the invariant after that step. So no step can forget to say what it
keeps.

The fixed and the open sizes of a game have certificates of one form. A size that is left open is a variable
that no step changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Case", "Certified", "Condition", "Definition", "Quantity", "Subject", "Symbol", "Write"]

Definition = tuple[str, str, str]
"""A shared part of formulas: its name ``t.NAME``, its sort and its formula, which uses earlier ones alone."""


@dataclass(frozen=True)
class Symbol:
    """A variable: its name without prefix (letters, digits, ``_`` and ``.``), its sort, and what it is.

    A function is declared with the sorts of its arguments, such as ``("Int",)`` for the slots of a stack.
    """

    name: str
    sort: str
    says: str = ""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Write:
    """What a variable is after a step: a ``value`` over the state before it, and over ``places``.

    ``places`` are the names ``x.NAME`` by which the value of a function speaks of its arguments.
    """

    variable: str
    places: tuple[str, ...]
    value: str


@dataclass(frozen=True)
class Case:
    """One way to start, or one rule with its arguments, and the formula that says when and what it does.

    ``definitions`` are parts that its formula and its ``writes`` share, beside those of the subject.
    """

    name: str
    formula: str
    definitions: tuple[Definition, ...] = ()
    writes: tuple[Write, ...] = ()


@dataclass(frozen=True)
class Subject:
    """The transition system that claims are about, written once for all of them.

    ``sizes`` are phrases for a person, such as ``2 players`` or ``any number of players from 2 up``.
    ``choices`` are what a step chooses. ``definitions`` are over the state before a step, and ``steps`` may
    use them. ``name`` tells the systems of a game with different observers apart, in the names of files.
    ``logic`` is the SMT-LIB logic of all formulas.
    """

    game: str
    name: str
    sizes: tuple[str, ...]
    readings: Mapping[str, str]
    variables: tuple[Symbol, ...]
    choices: tuple[Symbol, ...]
    definitions: tuple[Definition, ...]
    starts: tuple[Case, ...]
    steps: tuple[Case, ...]
    logic: str = "ALL"


@dataclass(frozen=True)
class Condition:
    """A part of an invariant, for a person and as a formula.

    ``origin`` is ``types``, ``claim``, ``lemma`` (of the spec, or a claim proved before) or ``found`` (by an
    engine). The formula is over ``s.`` names and names that are bound in it. ``kept_by`` are the numbers,
    from 1, of the conditions of the invariant that are enough to show that every step keeps this one;
    ``None`` where that is not known, so that it takes all of them.
    """

    origin: str
    says: str
    formula: str
    kept_by: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Quantity:
    """An integer over ``s.`` names, at each ``place`` from 0 to below ``end`` where it has places.

    The value speaks of its place by that name, ``x.NAME``; the end is an integer over ``s.`` names.
    """

    value: str
    place: str = ""
    end: str = ""


@dataclass(frozen=True)
class Certified:
    """Why one claim holds in ``subject``: the ``invariant`` is true at the start, kept by steps, and enough.

    ``claim`` is a formula over ``s.`` names, true in every state that the claim allows. It is empty in two
    cases. Where the claim is told of each step, ``on_steps`` has for every step of the subject its name, and
    a formula over the state before it that is true where the claim allows that it is taken. Where the
    claim is that runs end, ``measures`` are quantities, the most important first, and ``among`` has the
    names of the steps of which the runs consist. ``shown_by`` are the numbers of the conditions from which
    this follows; ``None`` where that takes all of them.

    ``rests_on`` are the rules that the proof needs and ``clauses`` what these cite, both in the order of the
    model; ``spare`` and ``spare_clauses`` are the others. ``within`` are the bounds at which plays are cut:
    the claim is proved of plays within them. ``limits`` is the phrase for sizes that verdicts have.
    """

    subject: Subject
    name: str
    says: str
    invariant: tuple[Condition, ...]
    claim: str = ""
    on_steps: tuple[tuple[str, str], ...] = ()
    shown_by: tuple[int, ...] | None = None
    measures: tuple[Quantity, ...] = ()
    among: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    spare_clauses: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    found_by: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
