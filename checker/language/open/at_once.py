"""State-based rules with a parameter of an open number: all instances at once, told as one.

Every instance reads the state before the event. So where each writes to functions of members alone, at its
own member, they never meet, and what all of them do is told place by place.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from checker.language.open.own_place import at_own_place, only_at
from checker.language.open.refusal import refused
from checker.language.rules import RuleInfo
from checker.language.tracing.instance import Argument, Instance, Traced
from checker.language.tracing.store import Write
from checker.language.tracing.ways import Wrong
from checker.system import terms as tm
from checker.system.open.binders import closed, opened, placed
from checker.system.open.functions import Function
from checker.system.terms import FALSE, Cell, Op, Term, var

__all__ = ["every_instance", "for_some", "open_argument"]

_EndOf = Callable[[Cell], Term]


def open_argument(rule: RuleInfo, arguments: Iterable[Argument]) -> Argument | None:
    """Return the argument that stands for any number of them, if there is one.

    Raises:
        CannotOpen: there are two, or it is one that is chosen, for each of the others anew.
    """
    found = [a for a in arguments if isinstance(a.value, Term)]
    if not found:
        return None
    if len(found) > 1 or found[0].container or any(a.chosen for a in arguments):
        raise refused(
            f"all instances of {rule.name!r} happen in one event, and there may be any number of them, told "
            "apart by more than one member",
            "leave it one parameter of an open number and nothing to choose, and say the rest with a "
            "condition on all, `every(...)`; or make it an @automatic rule, which happens once for each",
            rule.source,
        )
    return found[0]


def for_some(condition: Term, member: Term, end: Term) -> Term:
    """Return that a condition on a member is true of some member below ``end``."""
    with opened() as variable:
        return closed(Op.SOME, end, variable, placed(condition, {member: variable}))


def every_instance(end_of: _EndOf, instance: Instance) -> Instance:
    """Return all instances of a state-based rule as one that has no parameter.

    Raises:
        CannotOpen: an instance writes elsewhere than at its own member.
    """
    rule, traced = instance.rule, instance.traced
    many = open_argument(rule, instance.arguments)
    if many is None:
        return instance
    member, end = many.value, end_of(many.value.cell)
    inside = tm.all_of((tm.at_least(member, 0), tm.less(member, end)))
    guard = tm.all_of((inside, traced.guard))
    for cell, write in traced.writes.items():
        _check_own(rule, many, end, cell, write)
    wrongs = tuple(
        Wrong(w.message, w.source, condition)
        for w in traced.wrongs
        if (condition := for_some(tm.all_of((guard, w.condition)), member, end)) is not FALSE
    )
    together = Traced(
        guard=for_some(guard, member, end),
        writes={c: _everywhere(w, member) for c, w in traced.writes.items()},
        wrongs=wrongs,
        cuts=traced.cuts,
        within=at_own_place(traced.guard, member),
    )
    rest = tuple(a for a in instance.arguments if a is not many)
    return dataclasses.replace(instance, arguments=rest, traced=together)


def _everywhere(write: Write, member: Term) -> Write:
    return Write(*(at_own_place(t, member) for t in (write.value, write.absolute, write.change)))


def _check_own(rule: RuleInfo, many: Argument, end: Term, cell: Cell, write: Write) -> None:
    own = isinstance(cell, Function) and cell.ends == (end,) and only_at(many.value, write.value, var(cell))
    if not own:
        raise refused(
            f"all instances of {rule.name!r} happen in one event, there may be any number of them, and each "
            f"changes {cell.name!r}, not at its own {many.name!r} alone",
            "say it with a condition on all, `every(...)`, in a rule without that parameter; or make it "
            "an @automatic rule, which happens once for each",
            rule.source,
        )
