"""Certificates as text: what a proof claims, the invariant that it rests on, and the formulas to check.

All formulas are SMT-LIB 2.6, over plain names: ``s.NAME`` is a variable in the state at hand, ``n.NAME`` the
same variable after a step, ``d.NAME`` something that a step chooses, ``t.NAME`` a part that several formulas
share. What has to be unsatisfiable is put together of these parts, so that start, step and claim speak of the
same system and the same invariant:

- *start*: one of the ``starts``, in a state that breaks the invariant;
- *step*: the invariant, one of the ``steps``, and a state after it that breaks the invariant;
- *claim*: the invariant, and what the claim rules out. For a claim that runs end, that is a step of the runs
  in question which does not make the ``measure`` smaller, or a measure below zero.

A variable that a step does not mention as ``n.NAME`` stays as it is: whoever puts the queries together leaves
``s.NAME`` in the invariant after that step. So no step can forget to say what it keeps.

The fixed and the open sizes of a game have certificates of one form. A size that is left open is a variable
that no step changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Case", "Certified", "Condition", "Subject", "Symbol"]


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
class Case:
    """One way to start, or one rule with its arguments, and the formula that says when and what it does."""

    name: str
    formula: str


@dataclass(frozen=True)
class Subject:
    """The transition system that claims are about, written once for all of them.

    ``sizes`` are phrases for a person, such as ``2 players`` or ``any number of players from 2 up``.
    ``choices`` are what a step chooses. ``definitions`` are commands ``(define-fun t.NAME () SORT ...)``
    over the state before a step, which ``steps`` may use. ``name`` tells the systems of a game
    with different observers apart, in the names of files. ``logic`` is the SMT-LIB logic of all formulas.
    """

    game: str
    name: str
    sizes: tuple[str, ...]
    readings: Mapping[str, str]
    variables: tuple[Symbol, ...]
    choices: tuple[Symbol, ...]
    definitions: tuple[str, ...]
    starts: tuple[Case, ...]
    steps: tuple[Case, ...]
    logic: str = "ALL"


@dataclass(frozen=True)
class Condition:
    """A part of an invariant, for a person and as a formula.

    ``origin`` is ``types``, ``claim``, ``lemma`` (of the spec, or a claim proved before) or ``found`` (by an
    engine). The formula is over ``s.`` names and names that are bound in it.
    """

    origin: str
    says: str
    formula: str


@dataclass(frozen=True)
class Certified:
    """Why one claim holds in ``subject``: the ``invariant`` is true at the start, kept by steps, and enough.

    ``claim`` is a formula over ``s.`` names, true in every state that the claim allows. Where the claim is
    that runs end, it is empty; ``measure`` is then an integer over ``s.`` names, and ``among`` has the names
    of the steps of which the runs consist.

    ``rests_on`` are the rules that the proof needs and ``clauses`` what these cite, both in the order of the
    model; ``spare`` and ``spare_clauses`` are the others. ``within`` are the bounds at which plays are cut:
    the claim is proved of plays within them. ``limits`` is the phrase for sizes that verdicts have.
    """

    subject: Subject
    name: str
    says: str
    invariant: tuple[Condition, ...]
    claim: str = ""
    measure: str = ""
    among: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    spare_clauses: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    found_by: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
