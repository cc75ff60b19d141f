"""The tracing machine where sizes are open: quantifiers over numbers in place of lists."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, cast

from checker.errors import ModelError, nearest
from checker.language.open.counting import OpenCount
from checker.language.open.keyed import OpenSet, set_of_members
from checker.language.open.layout import OpenLayout
from checker.language.open.loops import Members
from checker.language.open.ranges import found
from checker.language.open.refusal import refused
from checker.language.open.selection import OpenSelection, Span
from checker.language.open.sequences import OpenSequence
from checker.language.resolved import MaybeType, MemberType
from checker.language.tracing.active import recorder
from checker.language.tracing.coding import decode
from checker.language.tracing.machine import SymbolicSelection, TracingMachine
from checker.language.tracing.predicates import fitting, folded
from checker.language.tracing.values import bool_value, member_class, member_value, present
from checker.language.tracing.ways import author_line
from checker.system import terms as tm
from checker.system.open.binders import applied, least_number
from checker.system.terms import TRUE, Op, Term, ite

__all__ = ["OpenEnabled", "OpenMachine"]

_Singles = list[tuple[Term, Any]]
_Spans = list[Span]


class OpenEnabled(Protocol):
    """What a claim may ask of the rules of an open game; an actor is the number of a participant."""

    def rule(self, name: str, actor: Term | None) -> Term:
        """Return when some instance of the rule may be taken."""

    def action(self, actor: Term | None) -> Term:
        """Return when some action may be taken."""


class OpenMachine(TracingMachine):
    """The machine of one run over open sizes."""

    layout: OpenLayout

    # -- members ---------------------------------------------------------------------------------

    def members(self, cls: type) -> Any:
        """Return the members of a class, or what a loop goes through of which there may be any number."""
        many = self._many(cls)
        return super().members(cls) if many is None else Members(self.layout, many)

    def _many(self, cls: object) -> MemberType | None:
        """Return a class as a type, if there may be any number of its members."""
        return self.layout.schema.member_type(cls) if cls in self.layout.numbers else None

    def next_in_game(self, member: Any) -> Any:
        """Return the next participant in turn order who is in the game."""
        many = self.layout.many
        if many is None:
            return super().next_in_game(member)
        here = _number(present(member))
        inside = cast(OpenSet, self.read("in_game")).body
        end = self.layout.end
        if self.layout.everybody_stays:
            after = tm.add(here, tm.integer(1))
            return member_value(many.cls, many.count, ite(tm.equal(after, end), tm.integer(0), after))
        later = least_number(end, lambda x: tm.all_of((tm.less(here, x), applied(inside, (x,)))))
        first = least_number(end, lambda x: applied(inside, (x,)))
        around = ite(tm.less(first, end), first, here)
        return member_value(many.cls, many.count, ite(tm.less(later, end), later, around))

    def seats_from(self, start: Any) -> Iterator[Any]:
        """Yield the participants in turn order, unless there may be any number of them."""
        if self.layout.many is not None:
            raise refused(
                "the participants are gone through in turn order, and there may be any number of them",
                "ask for the first who fits, `player.first_who(...)` or `player.next_who(...)`, or write "
                "a rule that is taken once for each of them",
            )
        return super().seats_from(start)

    def first_who(self, start: Any, predicate: Callable[..., Any], *, others: bool) -> Any:
        """Return the first participant in turn order from ``start`` who fits: two least numbers."""
        many = self.layout.many
        if many is None or not callable(predicate) or isinstance(predicate, type):
            return super().first_who(start, predicate, others=others)
        here = _number(present(start))
        inside = cast(OpenSet, self.read("in_game")).body
        end = self.layout.end

        def least(seats: Callable[[Term], Term]) -> Term:
            def fits(x: Term) -> Term:
                counts = tm.all_of((tm.less(x, end), seats(x), applied(inside, (x,))))
                return fitting(counts, predicate, member_value(many.cls, many.count, x))

            return found(Op.LEAST, end, fits)

        later = least(lambda x: tm.less(here, x) if others else tm.negate(tm.less(x, here)))
        earlier = least(lambda x: tm.less(x, here))
        around = ite(tm.less(earlier, end), earlier, tm.integer(0))
        there = tm.any_of((tm.less(later, end), tm.less(earlier, end)))
        return decode(MaybeType(many), (there, ite(tm.less(later, end), later, around)))

    # -- quantifiers -----------------------------------------------------------------------------

    def quantify(self, how: str, domains: tuple[Any, ...], predicate: Callable[..., Any]) -> Any:
        """Evaluate a quantifier as one term."""
        ranged = [self._ranged(d) for d in domains]
        if not any(spans for _, spans in ranged):
            return super().quantify(how, domains, predicate)
        if not callable(predicate) or isinstance(predicate, type):
            return super().quantify(how, (), predicate)  # which says what is wrong
        match how:
            case "some":
                return bool_value(self._some(ranged, lambda here, values: fitting(here, predicate, *values)))
            case "every":
                broken = self._some(ranged, lambda here, values: self._breaks(here, values, predicate))
                return bool_value(tm.negate(broken))
        if len(ranged) > 1:
            raise refused(
                "pairs are counted, one of each of which there may be any number",
                "ask with some(...) or every(...)",
            )
        singles, spans = ranged[0]
        picked_singles = [(fitting(c, predicate, x), x) for c, x in singles]
        picked = [self._picked(span, predicate) for span in spans]
        if how == "count":
            return OpenCount([c for c, _ in picked_singles], [(s.end, s.counts) for s in picked])
        return OpenSelection(picked_singles, picked)

    def _picked(self, span: Span, predicate: Callable[..., Any]) -> Span:
        def counts(x: Term) -> Term:
            here = tm.all_of((tm.less(x, span.end), span.counts(x)))
            return fitting(here, predicate, span.item(x))

        return Span(span.end, span.item, counts)

    @staticmethod
    def _breaks(here: Term, values: tuple[Any, ...], predicate: Callable[..., Any]) -> Term:
        if recorder().facts.decide(here) is False:
            return tm.FALSE
        return tm.all_of((here, tm.negate(folded(functools.partial(predicate, *values), assuming=here))))

    def _some(
        self,
        ranged: Sequence[tuple[_Singles, _Spans]],
        leaf: Callable[[Term, tuple[Any, ...]], Term],
        here: Term = TRUE,
        values: tuple[Any, ...] = (),
    ) -> Term:
        """Return that ``leaf`` is true of some combination; ``here`` is when what is chosen so far counts."""
        if not ranged:
            return leaf(here, values)
        (singles, spans), rest = ranged[0], ranged[1:]

        def one(condition: Term, value: Any) -> Term:
            return self._some(rest, leaf, tm.all_of((here, condition)), (*values, value))

        def spanned(span: Span) -> Term:
            return found(
                Op.SOME,
                span.end,
                lambda x: one(tm.all_of((tm.less(x, span.end), span.counts(x))), span.item(x)),
            )

        return tm.any_of((*(one(c, x) for c, x in singles), *map(spanned, spans)))

    def _ranged(self, domain: Any) -> tuple[_Singles, _Spans]:
        """Return the single items of a domain, and its spans."""
        many = self._many(domain) if isinstance(domain, type) else None
        if many is not None:
            return [], [Span(self.layout.end_of(many), lambda x: member_value(many.cls, many.count, x))]
        if isinstance(domain, OpenSequence | OpenSet):
            return [], [domain.span]
        if isinstance(domain, OpenSelection):
            return list(domain.singles), list(domain.spans)
        return super()._items(domain), []

    def _items(self, domain: Any) -> list[tuple[Term, Any]]:
        if isinstance(domain, SymbolicSelection) or not isinstance(domain, OpenSelection):
            return super()._items(domain)
        return list(domain.singles)  # only asked where there are no spans

    def set_of(self, members: tuple[Any, ...]) -> Any:
        """Return a set value of these members."""
        many = self._many(member_class(present(members[0]))) if members else None
        if many is not None:
            return set_of_members(self.layout, many, tuple(present(m) for m in members))
        return super().set_of(members)

    # -- questions of claims ---------------------------------------------------------------------

    def may(self, rule: str, actor: Any | None) -> Any:
        """Return whether some instance of ``rule`` by ``actor`` may be taken now."""
        enabled = cast(OpenEnabled, self._enabled("may"))
        if rule not in self.layout.schema.rules:
            raise ModelError(
                f"there is no rule {rule!r}",
                hint=nearest(rule, self.layout.schema.rules),
                source=author_line(),
            )
        return bool_value(enabled.rule(rule, None if actor is None else _number(present(actor))))

    def may_act(self, actor: Any | None) -> Any:
        """Return whether some action by ``actor`` may be taken now."""
        enabled = cast(OpenEnabled, self._enabled("may_act"))
        return bool_value(enabled.action(None if actor is None else _number(present(actor))))


def _number(member: Any) -> Term:
    index = member.index
    return index if isinstance(index, Term) else tm.integer(index)
