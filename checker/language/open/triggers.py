"""Triggered rules with a parameter of an open number: any number of them see one event.

Where it can be told which instance sees an event (the battle that enters), that one is told as every other
triggered rule is. Else what all of them put into a bag is *not told exactly*: some of them put their item
there, each once at most, in the order of their members. Which ones is left to two variables that nothing
else reads or writes, and that may have any value before every step (:attr:`OpenSystem.unknown`). So the
open system has every step that the game has, and may have others in which an instance is left out: what is
proved of all its plays is true of all plays of the game, and that nothing is left out is not proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from checker.language.events import EventReader, Following, Happening
from checker.language.open.at_once import open_argument
from checker.language.open.cases import never
from checker.language.open.layout import OpenLayout
from checker.language.open.own_place import PLACE
from checker.language.rules import RuleInfo
from checker.language.tracing.instance import Argument, Traced
from checker.language.tracing.store import Write
from checker.language.tracing.tracings import Tracings
from checker.language.tracing.ways import Wrong
from checker.system import terms as tm
from checker.system.nodes import look_up
from checker.system.open.binders import closed, least_number, opened, placed
from checker.system.open.functions import NATURAL, Function
from checker.system.open.known import BINDERS
from checker.system.open.model import Variable
from checker.system.terms import FALSE, Cell, Op, Term, ite, var, walk

__all__ = ["OpenEventReader"]


@dataclass(frozen=True)
class _Many:
    """All instances of a rule: the member that stands for each, the end of these, and what to call them."""

    member: Term
    end: Term
    name: str

    @property
    def inside(self) -> Term:
        """The condition that the member is one."""
        return tm.less(self.member, self.end)

    def some(self, condition: Term) -> Term:
        """Return that a condition on the member is true of some."""
        return closed(Op.SOME, self.end, self.member, condition)


class OpenEventReader(EventReader):
    """Reads the events of a game with sizes left open; ``unknown`` are the variables that it needed."""

    layout: OpenLayout

    def __init__(self, layout: OpenLayout, tracings: Tracings) -> None:
        super().__init__(layout, tracings)
        self.unknown: dict[Cell, Variable] = {}

    def triggered(
        self, follow: Following, rule: RuleInfo, arguments: tuple[Argument, ...], traced: Traced
    ) -> Happening:
        """Let a triggered rule follow an event, in any number of instances where there may be any."""
        many = open_argument(rule, arguments)
        if many is None:
            return follow.happens(traced)
        end = self.layout.end_of_parameter(many.value.cell)
        others = tuple(a.label for a in arguments if a is not many)
        name = f"{rule.name}({', '.join(others)})" if others else rule.name
        with opened() as member:  # the event may have an argument of the same name, which is another one
            return self._many(follow, _about(traced, {many.value: member}), _Many(member, end, name))

    def _many(self, follow: Following, traced: Traced, many: _Many) -> Happening:
        """Let all instances follow an event, ``traced`` being the one for a member."""
        inside = tm.all_of((many.inside, traced.guard))
        (guard,) = follow.after((inside,))
        if follow.is_excluded(guard) or never(guard):
            return FALSE, (), ()
        only = _only_one(guard, many.member)
        if only is not None:
            return follow.happens(_about(replace(traced, guard=inside), {many.member: only}))
        wrongs = zip(traced.wrongs, follow.after([w.condition for w in traced.wrongs]), strict=True)
        gone_wrong = tuple(
            Wrong(w.message, w.source, condition)
            for w, c in wrongs
            if (condition := many.some(tm.all_of((guard, c)))) is not FALSE
        )
        for length, items in traced.added.items():
            for number, (when, item) in enumerate(items, start=1):
                added, *terms = follow.after((when, *item))
                one = replace(many, name=f"{many.name} {number}" if len(items) > 1 else many.name)
                self._put(follow, length, tm.all_of((guard, added)), terms, one)
        return many.some(guard), gone_wrong, ()

    def _put(self, follow: Following, length: Cell, when: Term, item: list[Term], many: _Many) -> None:
        """Let some of the members for whom ``when`` is true put their item into a bag."""
        times, which = self._unknown(f"{many.name} to {length.name.removesuffix('.size')}", many.end)
        first, *cells = next(bag for bag in self.layout.gathering if bag[0] is length)
        old, *values = (follow.updated.get(c, var(c)) for c in (first, *cells))

        def chosen(number: Term) -> Term:
            return look_up(which, (number,))

        def ends(number: Term) -> Term:
            before = tm.less(chosen(tm.subtract(number, tm.integer(1))), chosen(number))
            rising = tm.any_of((tm.equal(number, tm.integer(0)), before))
            return tm.negate(tm.all_of((rising, placed(when, {many.member: chosen(number)}))))

        here = {many.member: chosen(tm.subtract(PLACE, old))}
        follow.updated[first] = tm.add(old, least_number(var(times), ends))
        for cell, value, term in zip(cells, values, item, strict=True):
            follow.updated[cell] = ite(tm.less(PLACE, old), value, placed(term, here))

    def _unknown(self, name: str, end: Term) -> tuple[Cell, Function]:
        """Return how many are put there at most, and which they are."""
        times = Cell(f"{name}, times", NATURAL)
        which = Function(f"{name}, which", NATURAL, (var(times),))
        self.unknown |= {times: Variable(times), which: Variable(which, end)}
        return times, which


def _only_one(guard: Term, member: Term) -> Term | None:
    """Return the one member of whom a condition can be true, where that is seen."""
    for term in _outside_of_quantifiers(guard):
        if term.op is Op.EQUAL and member in term.args:
            other = term.args[1] if term.args[0] is member else term.args[0]
            about_another = all(t is not member for t in walk((other,)))
            if about_another and never(tm.all_of((guard, tm.negate(term)))):
                return other
    return None


def _outside_of_quantifiers(term: Term) -> Iterator[Term]:
    """Yield the parts of a term that stand in no quantifier, each once."""
    waiting, seen = [term], {term}
    while waiting:
        part = waiting.pop()
        yield part
        for inner in () if part.op in BINDERS else part.args:
            if inner not in seen:
                seen.add(inner)
                waiting.append(inner)


def _about(traced: Traced, values: dict[Term, Term]) -> Traced:
    """Return what an instance does with terms put in for what stands for its argument."""

    def told(term: Term) -> Term:
        return placed(term, values)

    return replace(
        traced,
        guard=told(traced.guard),
        writes={c: Write(told(w.value), told(w.absolute), told(w.change)) for c, w in traced.writes.items()},
        wrongs=tuple(Wrong(w.message, w.source, told(w.condition)) for w in traced.wrongs),
        added={
            c: tuple((told(when), tuple(map(told, item))) for when, item in items)
            for c, items in traced.added.items()
        },
    )
