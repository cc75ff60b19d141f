"""What demands come down to in one situation, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from checker.judge.contradictions.examine import Examined
from checker.judge.contradictions.instances import Instance
from checker.judge.contradictions.situations import Actual, Group
from checker.judge.norms.forms import FormKind
from checker.system.terms import Cell, Term, all_of, equal, evaluate, negate, of_domain, var, variables_of

__all__ = ["demanded", "listed", "refused", "shown"]

_MOST = 3


def demanded(examined: Examined, group: Group, number: int) -> str:
    """Return what a demand demands in a group of situations, such as ``cast(player=P1) may be taken``."""
    demand, term = examined.topic.demands[number], examined.terms(group)[number]
    match demand.kind:
        case FormKind.PERMITS:
            how = "" if demand.norm.form.every or len(demand.instances) == 1 else "one of "
            return f"{how}{_names(demand.instances)} may be taken"
        case FormKind.FORBIDS if not demand.norm.form.every:
            return f"not all of {_names(demand.instances)} may be taken"
        case FormKind.FORBIDS | FormKind.ONLY | FormKind.NEEDS:
            return f"{_names(demand.instances)} may not be taken"
        case FormKind.OBLIGES:
            waits = f", and {_names(demand.waits)} must wait" if demand.waits else ""
            return f"{_names(demand.instances)} is due{waits}"
        case FormKind.CLOSED:
            open_ = {t.cell for t in variables_of((term,))}
            closed = _names(i for i in demand.instances if i.cell in open_)
            return f"{closed} may not be taken, as no clause permits it"
        case FormKind.AT_MOST_ONE if not demand.norm.form.fields:
            return "one player at most may take one of these"
    return _given(examined, term)


def _given(examined: Examined, term: Term) -> str:
    """Return which values a demand leaves to what it reads."""
    read = frozenset(t.cell for t in variables_of((term,)))
    if not read:
        return "nothing that can be met" if not term.value else "nothing more"
    found = examined.solver.values((term,))
    if found is None:
        return "nothing that can be met"
    other = negate(all_of(equal(var(c), of_domain(c.domain, found[c])) for c in read))
    alone = examined.solver.values((term, other)) is None
    words = shown(examined, found, read)
    return words if alone else f"{words} (for one)"


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
    return "" if against is None else shown(examined, against, frozenset(read))


def shown(examined: Examined, values: Mapping[Cell, int], read: frozenset[Cell]) -> str:
    """Return in words what free cells say, of what ``read`` names."""
    words = []
    for cell, instance in examined.topic.instances.items():
        if cell in read:
            words.append(f"{instance.name} {'may' if values[cell] else 'may not'} be taken")
    for variable in examined.board.system.variables:
        if not read.isdisjoint(variable.shape.cells()):
            value = variable.shape.decode(lambda c: values.get(c, c.domain.low))
            words.append(f"{variable.name.replace('_', ' ')} is {_value(value)}")
    return ", ".join(words[:_MOST]) + (f" and {len(words) - _MOST} more" if len(words) > _MOST else "")


def _value(value: Any) -> str:
    if value is None:
        return "nobody and nothing"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return "{" + ", ".join(_value(item) for item in value) + "}"
    return str(value)


def _names(instances: Iterable[Instance]) -> str:
    names = [i.name for i in instances]
    more = len(names) - _MOST
    return listed(names if more <= 0 else [*names[:_MOST], f"{more} more"])


def listed(words: list[str]) -> str:
    """Return ``a``, ``a and b``, or ``a, b and c``."""
    return (
        "nothing"
        if not words
        else words[0]
        if len(words) == 1
        else f"{', '.join(words[:-1])} and {words[-1]}"
    )
