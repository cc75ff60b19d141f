"""The open system: a game as a transition system in which sizes are left open.

Variables are scalars, or functions from numbers (slots, players) to scalars. An update may have symbolic
*parameters*, numbers below an end each: which player acts, which entry is meant. What a step is, is the same
as in :mod:`checker.system.model`: of the updates of least rank that some arguments enable one is taken; it is
a finding where ``wrong`` is true; else all it writes takes its new value, functions at all their places at
once. Nothing is ever cut: there is no bound.

Moments are integers here; ``NOW`` in a next value stands for one that is newer than all that are stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from checker.system.cells import Cell
from checker.system.model import Kind, Source
from checker.system.open.binders import closed, opened, placed
from checker.system.open.functions import Function
from checker.system.open.known import reads_of
from checker.system.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    all_of,
    any_of,
    at_least,
    less,
    negate,
    substitute,
    var,
)

__all__ = ["OpenSystem", "OpenUpdate", "Parameter", "Variable", "after", "closed_over"]


@dataclass(frozen=True)
class Parameter:
    """A symbolic argument: a number from 0 to less than ``end``, named as the rule's parameter is."""

    name: str
    cell: Cell
    end: Term

    @property
    def inside(self) -> Term:
        """The condition that it is in its range."""
        value = var(self.cell)
        return all_of((at_least(value, 0), less(value, self.end)))


@dataclass(frozen=True)
class Variable:
    """A scalar, or a function, whose values are in ``cell.domain`` and, where there is an ``end``, below it.

    The end is a term, such as the number of players; the domain has no upper end then.
    """

    cell: Cell
    end: Term | None = None

    @property
    def ends(self) -> tuple[Term, ...]:
        """The ends of the ranges of a function's arguments, over its places; of a scalar none."""
        return self.cell.ends if isinstance(self.cell, Function) else ()


@dataclass(frozen=True)
class OpenUpdate:
    """One rule, some of its arguments fixed and the others symbolic: a guarded update of the variables.

    ``guard`` implies that the parameters are in their ranges. ``writes`` has the next value of each scalar,
    and of each function as a term over its places. ``wrong_parts`` say what goes wrong where.
    """

    rule: str
    arguments: tuple[tuple[str, str], ...]
    parameters: tuple[Parameter, ...]
    kind: Kind
    rank: int
    guard: Term
    writes: Mapping[Cell, Term]
    wrong: Term = FALSE
    wrong_parts: tuple[tuple[str, Source, Term], ...] = ()
    actor: str | Cell | None = None
    clauses: tuple[str, ...] = ()
    source: Source = field(default_factory=lambda: Source("", 0))
    enabled: Term = TRUE

    @property
    def name(self) -> str:
        """The rule with its arguments, the symbolic ones by their names alone."""
        given = [f"{name}={label}" for name, label in self.arguments]
        given += [p.name for p in self.parameters]
        return f"{self.rule}({', '.join(given)})" if given else self.rule

    def some(self, condition: Term) -> Term:
        """Return "for some arguments ``condition``", which is over the parameters."""
        return closed_over(condition, self.parameters)

    def after(self, terms: Sequence[Term]) -> list[Term]:
        """Return terms over the state after this update, as terms over the state before it.

        What is asked for again, or stands in several of them, is rebuilt once.
        """
        touched = dict.fromkeys(t for t in terms if not reads_of(t).isdisjoint(self.writes))
        rebuilt = dict(zip(touched, after(touched, self.writes, self._rebuilt), strict=True))
        return [rebuilt.get(t, t) for t in terms]

    @cached_property
    def _rebuilt(self) -> dict[int, Term]:
        return {}


@dataclass(frozen=True)
class OpenSystem:
    """A game with sizes left open. Build it with :meth:`build`, which fills in ``enabled``.

    ``numbers`` are the sizes that are numbers of their own (how many players), which never change;
    ``start`` has the values of the variables before the game is set up, those that are not in it being any
    of their type, and ``set_up`` has for each rule that sets it up its updates, one of which happens.
    ``opened`` names what is left open, for a person; ``sizes`` what is not.

    ``unknown`` are variables that stand for what a step does and is not told: a step may find any value of
    their type in them, whatever they were before. No step writes them, no guard reads them, and no claim
    knows them: a condition that all steps keep is kept whatever they are. With them the system has all
    plays of the game, and may have more.
    """

    name: str
    variables: tuple[Variable, ...]
    numbers: tuple[Cell, ...]
    start: Mapping[Cell, Term]
    set_up: tuple[tuple[OpenUpdate, ...], ...]
    updates: tuple[OpenUpdate, ...]
    over: Term = FALSE
    opened: tuple[str, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    unknown: frozenset[Cell] = frozenset()

    def build(self) -> OpenSystem:
        """Return the same system with the urgency of choices and layers spelled out in ``enabled``."""
        quiet = negate(self.over)
        ready: dict[int, Term] = {}
        for rank in sorted({u.rank for u in self.updates}):
            ready[rank] = quiet
            urgent = any_of(u.some(u.guard) for u in self.updates if u.rank == rank)
            quiet = all_of((quiet, negate(urgent)))
        full = tuple(replace(u, enabled=all_of((ready[u.rank], u.guard))) for u in self.updates)
        return replace(self, updates=full)

    @cached_property
    def at_priority(self) -> Term:
        """True where some action may be taken."""
        return any_of(u.some(u.enabled) for u in self.updates if u.kind is Kind.ACTION)

    @cached_property
    def at_choice(self) -> Term:
        """True where somebody must take a choice before anything else goes on."""
        return any_of(u.some(u.enabled) for u in self.updates if u.kind is Kind.CHOICE)


def closed_over(condition: Term, parameters: tuple[Parameter, ...]) -> Term:
    """Return "for some values of the parameters ``condition``"."""
    for p in reversed(parameters):
        with opened() as variable:
            condition = closed(Op.SOME, p.end, variable, placed(condition, {var(p.cell): variable}))
    return condition


def after(
    terms: Iterable[Term], writes: Mapping[Cell, Term], memo: dict[int, Term] | None = None
) -> list[Term]:
    """Return terms over the state after an update, as terms over the state before it.

    ``memo`` may be kept for further terms after the same update.
    """

    def written(t: Term) -> Term | None:
        # Comparisons of moments are asked about too, and are rebuilt.
        return writes.get(t.cell) if t.op in (Op.VAR, Op.AT) and not t.primed else None

    def left_alone(t: Term) -> bool:
        return reads_of(t).isdisjoint(writes)

    return substitute(terms, written, memo, left_alone)
