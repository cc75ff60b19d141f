"""What can be observed of a state: an author's function that returns values, as terms and on plain values."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from checker.errors import ModelError
from checker.language.lower import Lowered
from checker.language.machine import activate
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.state import PlainState
from checker.language.resolved import label_of
from checker.language.rules import source_of
from checker.language.schema import Schema
from checker.language.tracing.active import recording
from checker.language.tracing.facts import Facts
from checker.language.tracing.instance import author_errors
from checker.language.tracing.machine import Permissions, TracingMachine
from checker.language.tracing.store import Store
from checker.language.tracing.values import (
    SymbolicBool,
    SymbolicEnum,
    enum_term,
    int_term,
    member_class,
    truth,
)
from checker.language.tracing.ways import Recorder, explore, fold_terms, fold_wrongs
from checker.language.tracing.wording import describe
from checker.system.terms import Domain, Term, any_of, integer, of_domain

__all__ = ["Observed", "observe", "trace_observable"]


@dataclass(frozen=True)
class Observed:
    """What a function returns: one term for each value, and what the term's numbers stand for.

    ``undefined`` is where the function reads what is not there. The interval of a number's domain is only
    that of one state; its sort and labels count.
    """

    terms: tuple[Term, ...]
    domains: tuple[Domain, ...]
    undefined: Term
    ghosts: frozenset[str]


def trace_observable(lowered: Lowered, function: Callable[..., Any]) -> Observed:
    """Trace ``function(game)``, which returns a value or several.

    Values are truth values, numbers, members of an Enum, participants and objects.

    Raises:
        ModelError: it cannot be traced, or returns something else, or not the same kinds on every way.
    """
    machine = TracingMachine(lowered.layout, Store(), Permissions(reads_ghosts=True, writes="nothing"))
    game = lowered.schema.game.__new__(lowered.schema.game)

    def run(inner: Recorder) -> tuple[tuple[Term, Domain], ...]:
        with recording(inner), activate(machine):
            result = author_errors(function, lambda: function(game))
            found = result if isinstance(result, tuple) else (result,)
            return tuple(_coded(function, lowered.schema, value) for value in found)

    with recording(Recorder(Facts())):
        ways = explore(run, Facts())
    kinds = [[domain for _, domain in way.result] for way in ways if way.result is not None]
    words = {tuple((d.sort, d.labels) for d in kind) for kind in kinds}
    if len(words) != 1:
        raise ModelError(
            f"{function.__name__!r} returns values of different kinds on different ways through it",
            hint="every way through it ends in `return` with the same kinds of values",
            source=source_of(function),
        )
    domains = tuple(kinds[0])
    terms = [
        fold_terms(ways, partial(_term_at, place), of_domain(domain, domain.low))
        for place, domain in enumerate(domains)
    ]
    *finished, undefined = lowered.finish((*terms, any_of(w.condition for w in fold_wrongs(ways))))
    return Observed(tuple(finished), domains, undefined, frozenset(machine.ghosts_read))


def _term_at(place: int, result: tuple[tuple[Term, Domain], ...]) -> Term:
    return result[place][0]


def _coded(function: Callable[..., Any], schema: Schema, value: Any) -> tuple[Term, Domain]:
    """Return a value that was observed as a term, and what it stands for."""
    if isinstance(value, bool | SymbolicBool):
        return truth(value), Domain.boolean()
    number = int_term(value)
    if number is not None:
        return number, Domain.integer(number.low, number.high)
    cls = value.cls if isinstance(value, SymbolicEnum) else type(value)
    if isinstance(cls, type) and issubclass(cls, enum.Enum):
        member = enum_term(cls, value)
        assert member is not None
        return member, Domain.enumeration(label_of(v) for v in cls)
    members = schema.member_type(found) if (found := member_class(value)) is not None else None
    if members is not None:
        index = value.index
        return (index if isinstance(index, Term) else integer(index)), Domain.enumeration(
            label_of(v) for v in members.values()
        )
    raise ModelError(
        f"{function.__name__!r} returns {describe(value)}, which cannot be compared",
        hint="return truth values, numbers, members of an Enum, players or objects; several as a tuple",
        source=source_of(function),
    )


def observe(interpreter: Interpreter, state: PlainState, function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the labels of what a function returns on plain values.

    Raises:
        ModelError: it fails.
    """
    with activate(interpreter.judge(state)):
        result = author_errors(function, lambda: function(interpreter.world.game))
    return tuple(label_of(value) for value in (result if isinstance(result, tuple) else (result,)))
