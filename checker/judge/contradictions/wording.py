"""What demands come down to in one situation, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from checker.errors import with_article
from checker.judge.contradictions.examine import Examined
from checker.judge.contradictions.instances import Instance
from checker.judge.contradictions.partly import known_of
from checker.judge.contradictions.situations import Actual, Group
from checker.judge.norms.forms import FormKind
from checker.judge.norms.sentences import conclusion
from checker.language.schema import Schema
from checker.system.terms import Cell, Term, all_of, equal, evaluate, negate, of_domain, var, variables_of

__all__ = ["demanded", "listed", "refused", "rule_words", "shown"]

_MOST = 3
"""How many things are named before the others are counted."""

_TRIES = 10
"""How many values of what a demand leaves open are looked at."""


def demanded(examined: Examined, group: Group, number: int) -> str:
    """Return what a demand demands in a group of situations, such as ``"P1 casts a card" may happen``."""
    demand, term = examined.topic.demands[number], examined.terms(group)[number]
    match demand.kind:
        case FormKind.PERMITS:
            how = "" if demand.norm.form.every or len(demand.instances) == 1 else "one of "
            return f"{how}{_names(demand.instances)} may happen"
        case FormKind.FORBIDS if not demand.norm.form.every:
            return f"not all of {_names(demand.instances)} may happen"
        case FormKind.FORBIDS | FormKind.ONLY | FormKind.NEEDS:
            return f"{_names(demand.instances)} may not happen"
        case FormKind.OBLIGES:
            waits = f", and {_names(demand.waits)} must wait" if demand.waits else ""
            return f"{_names(demand.instances)} is due{waits}"
        case FormKind.CLOSED:
            open_ = {t.cell for t in variables_of((term,))}
            closed = _names(i for i in demand.instances if i.cell in open_)
            return f"{closed} may not happen, as no clause permits it"
        case FormKind.AT_MOST_ONE if not demand.norm.form.fields:
            return "one player at most may take one of these"
    return _given(examined, number, term)


def _given(examined: Examined, number: int, term: Term) -> str:
    """Return which values a demand leaves to what it reads, or which ones it rules out, if they are few."""
    read = frozenset(t.cell for t in variables_of((term,)))
    if not read:
        return "nothing that can be met" if not term.value else "nothing more"
    allowed = _solutions(examined, term, read)
    if not allowed:
        return "nothing that can be met"
    if len(allowed) <= _MOST:
        return ", or ".join(allowed)
    against = _solutions(examined, negate(term), read)
    if 0 < len(against) <= _MOST:
        return f"not that {', nor that '.join(against)}"
    return f"that {conclusion(examined.topic.demands[number].norm)}"


def _solutions(examined: Examined, term: Term, read: frozenset[Cell]) -> list[str]:
    """Return in words the values that make a term true, in order, or if there are many, one too many."""
    found: dict[tuple[int, ...], str] = {}
    ordered = [c for c in examined.board.system.cells if c in read]
    ordered += sorted(read - set(ordered), key=lambda c: c.name)
    asked = [term]
    for _ in range(_TRIES):
        values = examined.solver.values(asked)
        if values is None:
            # Absent values have several codes, which are one in words.
            return list(dict.fromkeys(found[key] for key in sorted(found)))
        found[tuple(values[c] for c in ordered)] = shown(examined, {c: values[c] for c in read}, read)
        asked.append(negate(all_of(equal(var(c), of_domain(c.domain, values[c])) for c in read)))
    return [*found.values(), *("more" for _ in range(_MOST))]


def refused(examined: Examined, group: Group, number: int, actual: Actual) -> str:
    """Return how things would stand if a demand that is met were not followed."""
    term = examined.terms(group)[number]
    read = sorted({t.cell for t in variables_of((term,))}, key=lambda c: c.name)
    values = examined.environment(actual)
    for cell in read:
        for other in cell.domain.values():
            changed = {**values, cell: other}
            if not evaluate(term, changed):
                return shown(examined, changed, frozenset((cell,)))
    against = examined.solver.values((negate(term),)) if read else None
    return "" if against is None else shown(examined, {c: against[c] for c in read}, frozenset(read))


def shown(examined: Examined, values: Mapping[Cell, int], read: frozenset[Cell]) -> str:
    """Return in words what free cells say, of what ``read`` names.

    Of a variable, what ``values`` knows is told: the rest of it may be anything.
    """
    words = []
    for cell, instance in examined.topic.instances.items():
        if cell in read:
            words.append(f"{instance.told} {'may' if values[cell] else 'may not'} happen")
    for variable in examined.board.system.variables:
        if not read.isdisjoint(variable.shape.cells()):
            words += known_of(variable.shape, variable.name.replace("_", " "), values)
    return ", ".join(words[:_MOST]) + (f" and {len(words) - _MOST} more" if len(words) > _MOST else "")


def _names(instances: Iterable[Instance]) -> str:
    names = [i.told for i in instances]
    more = len(names) - _MOST
    return listed(names if more <= 0 else [*names[:_MOST], f"{more} more"])


def rule_words(schema: Schema, rule: str) -> str:
    """Return what a rule says of itself, with what it is about in general: ``a player casts a card``."""
    info = schema.rules.get(rule)
    if info is None or not info.says:
        return rule.replace("_", " ")
    parameters = {p.name: p for p in schema.parameters[rule]}

    def general(match: re.Match[str]) -> str:
        parameter = parameters.get(match[1])
        cls = getattr(getattr(parameter, "type", None), "cls", None)
        return with_article(cls.__name__.lower()) if isinstance(cls, type) else "some"

    return re.sub(r"\{(\w+)[^}]*\}", general, info.says)


def listed(words: list[str]) -> str:
    """Return ``a``, ``a and b``, or ``a, b and c``."""
    return (
        "nothing"
        if not words
        else words[0]
        if len(words) == 1
        else f"{', '.join(words[:-1])} and {words[-1]}"
    )
