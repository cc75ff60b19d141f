"""Loops over members of an open number: ``for battle in Battle`` traced for a member that stands for all.

A turn of such a loop may write to functions of members at its member's own place. It may read whatever no
turn writes; of what turns write, it may read what stands at its own place. Then the order of the turns does
not matter, nor that they are taken one after the other: the loop makes of a function, at each place, what
the turn for the member at that place makes of it.

To trace one turn alone, the function that holds the loop is run again from its start, up to the end of the
first turn; all that it decided before is known by then, and forks no more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from checker.language.machine import machine
from checker.language.open.layout import OpenLayout
from checker.language.open.loop_bodies import refusal_of
from checker.language.open.own_place import PLACE, at_own_place, only_at
from checker.language.open.refusal import refused
from checker.language.open.selection import cannot_loop
from checker.language.resolved import MemberType
from checker.language.tracing.active import aside, in_predicate, recorder
from checker.language.tracing.endless import without_limit
from checker.language.tracing.facts import Facts
from checker.language.tracing.machine import TracingMachine
from checker.language.tracing.store import Store, Write
from checker.language.tracing.values import member_value
from checker.language.tracing.ways import (
    Recorder,
    Tree,
    Wrong,
    explore,
    fold_guard,
    fold_terms,
    fold_wrongs,
    not_repeatable,
)
from checker.system import terms as tm
from checker.system.open.binders import closed, opened
from checker.system.open.functions import Function
from checker.system.terms import FALSE, Cell, Op, Term, substitute, var, walk

__all__ = ["Members"]

_Writes = Mapping[Cell, Write]

_Picked = Callable[[Write], Term]


class Members:
    """The members of a class of which there may be any number, where a loop goes through them."""

    def __init__(self, layout: OpenLayout, many: MemberType) -> None:
        self._layout = layout
        self._many = many

    def __iter__(self) -> Iterator[Any]:
        return _Loop(self._layout, self._many)


class _TurnEnds(BaseException):
    """The turn that is traced is over. It is none of the errors that an author may catch."""

    def __init__(self, writes: _Writes) -> None:
        super().__init__()
        self.writes = writes


@dataclass
class _Turn:
    """A turn to be traced alone: of which loop in its function, and for which member.

    Once it has begun, ``before`` has what was written until then.
    """

    number: int
    member: Term
    before: Mapping[Cell, Write] | None = None


@dataclass(frozen=True)
class _Effect:
    """What a whole loop writes, the condition that no turn undoes the rule, and what goes wrong in a turn."""

    writes: _Writes
    allowed: Term
    wrongs: tuple[Wrong, ...]


class _NoChoices:
    """Refuses what is chosen in a turn: it would be another choice for each member."""

    def take(self, wanted: Any) -> Any:
        raise refused(
            f"{wanted.name!r} is chosen once for each member, of which there may be any number",
            "make the choice a rule of its own that is taken once for each",
        )


class _Loop(Iterator[Any]):
    def __init__(self, layout: OpenLayout, many: MemberType) -> None:
        self._layout = layout
        self._many = many
        self._end = layout.end_of(many)
        self._begun: _Turn | None = None
        self._what = f"the members of {many.cls.__name__}"

    def __next__(self) -> Any:
        now = recorder()
        running = machine()
        assert isinstance(running, TracingMachine)
        if self._begun is not None:
            raise _TurnEnds(self._written_in(self._begun, running.store))
        if in_predicate() or now.again is None:
            raise cannot_loop(self._what)
        self._check_body(sys._getframe(1))  # the frame of the loop
        number, now.loops = now.loops, now.loops + 1
        turn = now.turn
        if isinstance(turn, _Turn):
            if turn.before is not None:
                raise self._refused("stands inside another one")
            if turn.number == number:
                self._begun = turn
                return self._begin(turn, running)
        effect = self._effect(now, number, running.store)
        now.require(effect.allowed)
        now.wrongs += effect.wrongs
        running.store.writes.update(effect.writes)
        raise StopIteration

    def _check_body(self, frame: Any) -> None:
        reason = refusal_of(frame)
        if reason:
            raise self._refused(reason)

    def _refused(self, reason: str) -> Exception:
        return refused(
            f"a loop over {self._what}, of which there may be any number, {reason}",
            "let each turn change fields at its own member, by plain statements, and read of these fields "
            "what they are at that member; ask about many with some(...) and every(...)",
        )

    # -- one turn --------------------------------------------------------------------------------

    def _own(self) -> Iterator[Function]:
        """Yield the functions of these members."""
        return (c for c in self._layout.cells if isinstance(c, Function) and c.ends == (self._end,))

    def _begin(self, turn: _Turn, running: TracingMachine) -> Any:
        """Let the turn find a name in each function of members, by which it is seen what it reads."""
        store = running.store
        running.choices = _NoChoices()  # type: ignore[assignment] # it only refuses
        recorder().wrongs.clear()  # what went wrong before the loop is known
        store.writes |= {f: Write(var(_named(f)), FALSE, tm.integer(0)) for f in self._own()}
        turn.before = dict(store.writes)
        return member_value(self._many.cls, self._many.count, turn.member)

    def _written_in(self, turn: _Turn, store: Store) -> _Writes:
        """Return what the turn has made of functions of members, and check that it left all else alone."""
        own = tuple(self._own())
        assert turn.before is not None
        for cell, write in store.writes.items():
            if cell not in own and turn.before.get(cell) is not write:
                raise self._refused(f"changes {cell.name}, which is not of one member")
        return {f: store.writes[f] for f in own}

    # -- all turns -------------------------------------------------------------------------------

    def _effect(self, now: Recorder, number: int, store: Store) -> _Effect:
        """Return what the loop does after these decisions; other runs of the function share them."""
        key = (number, tuple((t, v) for t, v, _ in now.taken))
        known = now.known.get(key)
        if known is None:
            known = now.known[key] = self._traced(now, number, store)
        assert isinstance(known, _Effect)
        return known

    def _traced(self, now: Recorder, number: int, store: Store) -> _Effect:
        again = now.again
        assert again is not None
        with opened() as member:
            inside = tm.less(member, self._end)
            facts = Facts(now.facts)
            facts.assume(inside)

            def run(inner: Recorder) -> _Writes:
                inner.turn, inner.again = _Turn(number, member), again
                try:
                    again(inner)
                except _TurnEnds as ended:
                    return ended.writes
                raise not_repeatable(self._layout.schema.source)

            with aside(), without_limit():
                ways = explore(run, facts)
            return self._together(ways, member, inside, store)

    def _together(self, ways: Tree[_Writes], member: Term, inside: Term, store: Store) -> _Effect:
        folded = {
            f: [fold_terms(ways, lambda w, f=f, p=pick: p(w[f]), missing) for pick, missing in _parts(f)]  # type: ignore[misc]
            for f in self._own()
        }
        written = {f: parts for f, parts in folded.items() if parts[0] is not var(_named(f))}
        for f, (value, *_) in written.items():
            if not only_at(member, value, var(_named(f))):
                raise self._refused(f"changes {f.name} at more than one member")
        names = {_named(f) for f in written}
        wrongs = fold_wrongs(ways)
        terms = [
            fold_guard(ways),
            *(w.condition for w in wrongs),
            *(t for ps in written.values() for t in ps),
        ]
        self._check_reads([at_own_place(t, member) for t in terms], names)
        before = {var(_named(f)): store.get(f) for f in self._own()}

        def resolved(term: Term) -> Term:
            return substitute((term,), before.get)[0]

        writes: dict[Cell, Write] = {}
        for f, parts in written.items():
            value, absolute, change = (resolved(at_own_place(t, member)) for t in parts)
            old = store.writes.get(f, Write(var(f), FALSE, tm.integer(0)))
            writes[f] = Write(value, tm.any_of((old.absolute, absolute)), tm.add(old.change, change))
        undone = closed(Op.SOME, self._end, member, tm.negate(resolved(terms[0])))
        somewhere = (
            closed(Op.SOME, self._end, member, tm.all_of((inside, resolved(w.condition)))) for w in wrongs
        )
        found = tuple(
            Wrong(w.message, w.source, c) for w, c in zip(wrongs, somewhere, strict=True) if c is not FALSE
        )
        return _Effect(writes, tm.negate(undone), found)

    def _check_reads(self, terms: list[Term], names: Collection[Cell]) -> None:
        """Refuse what a turn reads at another place of a function that turns write."""
        for t in walk(terms):
            if t.op is Op.AT and t.cell in names and t.args != (PLACE,):
                raise self._refused(
                    f"reads {t.cell.name.removesuffix(_BEFORE)} of other members than its own"
                )


_BEFORE = " before the turn"


def _named(function: Function) -> Function:
    """Return the function that stands for another one as it was before a turn."""
    return Function(f"{function.name}{_BEFORE}", function.domain, function.ends)


def _parts(function: Function) -> tuple[tuple[_Picked, Term], ...]:
    """Return the parts of what is written to a function, each with what it is where nothing is written."""
    return (
        (lambda w: w.value, var(_named(function))),
        (lambda w: w.absolute, FALSE),
        (lambda w: w.change, tm.integer(0)),
    )
