"""The tracing machine: what an author's function talks to while it is traced."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from checker.errors import ModelError, nearest
from checker.language.resolved import MaybeType, MemberType, SetType, label_of
from checker.language.rules import RuleInfo, RuleKind
from checker.language.tracing.active import in_predicate, recorder
from checker.language.tracing.coding import decode, lifted
from checker.language.tracing.containers import container_items, read, write
from checker.language.tracing.layout import Layout
from checker.language.tracing.location import Location
from checker.language.tracing.nested import Choices, NestedChoice
from checker.language.tracing.no_text import NoText
from checker.language.tracing.options import Option, options_of
from checker.language.tracing.predicates import fitting, folded
from checker.language.tracing.sets import set_value
from checker.language.tracing.store import ONLY_ADDS, Reason, Store
from checker.language.tracing.unlike import unlike
from checker.language.tracing.values import (
    SymbolicEnum,
    SymbolicMaybe,
    SymbolicMoment,
    bool_value,
    int_value,
    member_class,
    member_value,
    present,
    truth,
)
from checker.language.tracing.ways import author_line
from checker.language.tracing.wording import describe
from checker.system import terms as tm
from checker.system.shapes import SetShape
from checker.system.terms import TRUE, Cell, Term, ite

__all__ = ["Enabled", "Permissions", "SymbolicSelection", "TracingMachine", "View", "machine_on"]


class Enabled(Protocol):
    """What a claim may ask of the rules: when an instance of a rule, or any action, may be taken."""

    def rule(self, name: str, actor: str | None) -> Term:
        """Return when some instance of the rule (by the participant with that label) may be taken."""

    def action(self, actor: str | None) -> Term:
        """Return when some action (by the participant with that label) may be taken."""


@dataclass(frozen=True)
class Permissions:
    """What the traced function may do: read and write ghosts, write at all, ask who may act."""

    reads_ghosts: bool = False
    writes: str = "state"
    enabled: Enabled | None = None


class View:
    """One state as an author's function sees it: fields read from, and written to, a store."""

    def __init__(self, layout: Layout, store: Store, permissions: Permissions) -> None:
        self.layout = layout
        self.store = store
        self.permissions = permissions
        self.ghosts_read: set[str] = set()
        self.readings_read: set[str] = set()
        store.restrict(self._refusal, only_adds=permissions.writes == "bags")

    def _refusal(self, cell: Cell) -> Reason | None:
        """Return why a cell may not be written."""
        if cell in self.store.beyond:
            return None  # its container's length was asked about
        is_ghost = cell in self.layout.ghosts
        match self.permissions.writes:
            case "ghosts" if not is_ghost:
                return (
                    "an observer changes {field}, which is no ghost",
                    "let a rule change it; or, if it is history for claims, declare it `ghost(...)`",
                )
            case "state" if is_ghost:
                return (
                    "a rule changes the ghost {field}",
                    "let an @observer write it; or declare it without ghost(...), if it belongs to the game",
                )
            case "bags" if cell not in self.layout.bags:
                return ONLY_ADDS
            case "nothing":
                return (
                    "{field} is changed where the game is only looked at",
                    "claims, over(), conditions and the state before an event only ask; rules change fields",
                )
        return None

    def _location(self, field: str) -> Location:
        declared = self.layout.field(field)
        return Location(self.store, declared.type, ((TRUE, self.layout.shapes[field]),))

    def read(self, field: str) -> Any:
        """Return a field's value."""
        if self.layout.field(field).ghost:
            if not self.permissions.reads_ghosts:
                raise ModelError(
                    f"a rule reads the ghost {field!r}",
                    hint="ghosts are history for claims; declare it without ghost(...), if the rules need it",
                    source=author_line(),
                )
            self.ghosts_read.add(field)
        return read(self._location(field))

    def write(self, field: str, value: Any) -> None:
        """Set a field."""
        write(self._location(field), value)

    def reading(self, name: str) -> str:
        """Return the option in force of a reading."""
        self.readings_read.add(name)
        schema = self.layout.schema
        return Option(schema.readings[name], name, options_of(schema.game, name))

    @property
    def in_game(self) -> tuple[Term, ...]:
        """For each participant, whether they are in the game."""
        shape = self.layout.shapes["in_game"]
        assert isinstance(shape, SetShape)
        return tuple(self.store.get(c) for c in shape.members)


class SymbolicSelection(NoText):
    """What ``where`` picks out: items, each under the condition that it is picked."""

    is_symbolic = True

    def __init__(self, items: Sequence[tuple[Term, Any]]) -> None:
        self.items = tuple(items)

    @property
    def nonempty(self) -> Term:
        """The condition that anything is picked."""
        return tm.any_of(c for c, _ in self.items)

    @property
    def size(self) -> Any:
        """How many are picked."""
        return int_value(tm.total(ite(c, tm.integer(1), tm.integer(0)) for c, _ in self.items))

    def __iter__(self) -> Iterator[Any]:
        for condition, item in self.items:
            if recorder().decide(condition):
                yield item

    def __contains__(self, wanted: object) -> bool:
        return recorder().decide(tm.any_of(tm.all_of((c, truth(x == wanted))) for c, x in self.items))

    def __bool__(self) -> bool:
        return recorder().decide(self.nonempty)


class TracingMachine(View):
    """The machine of one run: a view of the state that the rule works on, and everything else it may ask."""

    def __init__(
        self, layout: Layout, store: Store, permissions: Permissions, choices: Choices | None = None
    ) -> None:
        super().__init__(layout, store, permissions)
        self.choices = choices
        self._replaced: list[frozenset[str]] = [frozenset()]

    # -- members and moments ---------------------------------------------------------------------

    def members(self, cls: type) -> tuple[Any, ...]:
        """Return the members of a class."""
        return tuple(cls(i) for i in range(self._count(cls)))

    def _count(self, cls: type) -> int:
        schema = self.layout.schema
        found = schema.member_type(cls)
        if found is None:
            raise ModelError(
                f"{schema.name} has no field or parameter of the class {cls.__name__}",
                hint="a class of members belongs to a game by one of its fields or parameters",
                source=author_line(),
            )
        return found.count

    def same(self, left: Any, right: Any) -> Any:
        """Return whether two members are the same."""
        if isinstance(right, SymbolicMaybe):
            return right == left
        cls = member_class(left)
        if cls is None or member_class(right) is not cls:
            return unlike(left, right)
        return bool_value(tm.equal(_index(left), _index(right)))

    def now(self) -> Any:
        """Return the moment of this event."""
        if self.permissions.writes == "nothing":
            raise ModelError(
                "now() is asked for where nothing happens",
                hint="compare moments that rules or observers have stored in fields",
                source=author_line(),
            )
        if self.permissions.writes == "nothing":
            raise ModelError("now() is asked for where nothing happens", source=author_line())
        return SymbolicMoment(self.store.now)

    def _participant(self) -> MemberType:
        participant = self.layout.schema.participant
        if participant is None:
            raise ModelError("this game has no participants", source=author_line())
        return participant

    def next_in_game(self, member: Any) -> Any:
        """Return the next participant in turn order who is in the game."""
        who = self._participant()
        index = _index(present(member))
        inside = self.in_game
        result: Term = tm.integer(0)
        for seat in reversed(range(who.count)):
            following: Term = tm.integer(seat)
            for distance in reversed(range(1, who.count)):
                other = (seat + distance) % who.count
                following = ite(inside[other], tm.integer(other), following)
            result = ite(tm.equal(index, tm.integer(seat)), following, result)
        return member_value(who.cls, who.count, result)

    def seats_from(self, start: Any) -> Iterator[Any]:
        """Yield the participants in the game in turn order; forks on who is in the game."""
        who = self._participant()
        index = _index(present(start))
        inside = self.in_game
        for distance in range(who.count):
            seat: Term = tm.integer(0)
            here: list[Term] = []
            for first in reversed(range(who.count)):
                at = tm.equal(index, tm.integer(first))
                other = (first + distance) % who.count
                seat = ite(at, tm.integer(other), seat)
                here.append(tm.all_of((at, inside[other])))
            if recorder().decide(tm.any_of(here)):
                yield member_value(who.cls, who.count, seat)

    def first_who(self, start: Any, predicate: Callable[..., Any], *, others: bool) -> Any:
        """Return the first participant in turn order from ``start`` who fits, without forking."""
        who = self._participant()
        _check_predicate(predicate, "first_who(...) and next_who(...)", "player.next_who(lambda p: ...)")
        index = _index(present(start))
        fits = [
            fitting(
                tm.all_of((inside, tm.negate(tm.equal(index, tm.integer(seat))) if others else TRUE)),
                predicate,
                member,
            )
            for seat, (inside, member) in enumerate(zip(self.in_game, self.members(who.cls), strict=True))
        ]
        found: Term = tm.integer(0)
        for first in reversed(range(who.count)):
            following: Term = tm.integer(0)
            for distance in reversed(range(who.count)):
                other = (first + distance) % who.count
                following = ite(fits[other], tm.integer(other), following)
            found = ite(tm.equal(index, tm.integer(first)), following, found)
        return decode(MaybeType(who), (tm.any_of(fits), found))

    # -- conditions ------------------------------------------------------------------------------

    def require(self, conditions: tuple[Any, ...]) -> None:
        """Go on only where every condition is true."""
        if not conditions:
            raise ModelError(
                "require(...) without a condition",
                hint="write what must be true: `require(self.turn == player)`",
                source=author_line(),
            )
        if self.permissions.writes == "nothing" and not in_predicate(of_claim=True):
            raise ModelError(
                "require(...) belongs to rules",
                hint="return the condition: `return game.tally < 2`",
                source=author_line(),
            )
        for condition in conditions:
            recorder().require(truth(condition))

    def implies(self, premise: Any, conclusion: Any) -> Any:
        """Return "if premise then conclusion"."""
        return bool_value(tm.any_of((tm.negate(truth(premise)), truth(conclusion))))

    def quantify(self, how: str, domains: tuple[Any, ...], predicate: Callable[..., Any]) -> Any:
        """Evaluate a quantifier as one term."""
        _check_predicate(predicate, f"{how}(...)", f"{how}(Player, lambda p: ...)")
        parts: list[tuple[Term, Term, Any]] = []
        for combination in itertools.product(*(self._items(d) for d in domains)):
            here = tm.all_of(c for c, _ in combination)
            if recorder().facts.decide(here) is False:
                continue
            values = [v for _, v in combination]
            fits = folded(functools.partial(predicate, *values), assuming=here)
            parts.append((here, fits, values[0]))
        match how:
            case "some":
                return bool_value(tm.any_of(tm.all_of((here, fits)) for here, fits, _ in parts))
            case "every":
                return bool_value(tm.all_of(tm.any_of((tm.negate(here), fits)) for here, fits, _ in parts))
            case "count":
                ones = (ite(tm.all_of((here, fits)), tm.integer(1), tm.integer(0)) for here, fits, _ in parts)
                return int_value(tm.total(ones))
        return SymbolicSelection([(tm.all_of((here, fits)), value) for here, fits, value in parts])

    def _items(self, domain: Any) -> list[tuple[Term, Any]]:
        items = container_items(domain)
        if items is not None:
            return items
        if isinstance(domain, SymbolicSelection):
            return list(domain.items)
        if isinstance(domain, SymbolicMaybe) or domain is None:
            return [] if domain is None else [(domain._here, domain._item)]
        try:
            return [(TRUE, value) for value in domain]
        except TypeError as error:
            raise ModelError(
                f"{describe(domain)} cannot be ranged over",
                hint="range over a member class, an Enum, a set, a container or a list",
                source=author_line(),
            ) from error

    def set_of(self, members: tuple[Any, ...]) -> Any:
        """Return a set value of these members."""
        if not members:
            return set_value((), None)
        values = tuple(present(m) for m in members)
        for field in self.layout.schema.fields.values():
            if isinstance(field.type, SetType) and _belongs(values[0], field.type):
                return set_value(values, field.type.key)
        cls = member_class(values[0])
        if cls is not None:
            return set_value(values, MemberType(cls, self._count(cls)))
        raise ModelError(
            "set_of(...) takes members of an enumeration or a class of members that the game has sets of",
            source=author_line(),
        )

    # -- events ----------------------------------------------------------------------------------

    def perform(self, event: RuleInfo, game: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Let an event happen, or what replaces it, and then what happens as it does.

        A call of an overridden event by ``super()`` is part of the override's body, and no event of its own.
        """
        rules = self.layout.schema.rules
        current = rules.get(event.name)
        if current is not None and current.function is not event.function:
            return event.function(game, *arguments, **named)
        bound = inspect.signature(event.function).bind(game, *arguments, **named)
        bound.apply_defaults()
        given = tuple(bound.arguments.values())[1:]
        replacement = self._replacement(event, game, given)
        if replacement is not None:
            self._replaced.append(self._replaced[-1] | {replacement.name})
            try:
                return replacement.function(game, *given)
            finally:
                self._replaced.pop()
        self._replaced.append(frozenset())
        try:
            result = event.function(game, *given)
            for hook in rules.values():
                if hook.kind is RuleKind.AS_ENTERS and hook.event == event.name:
                    hook.function(game, *given, **self._hook_choices(hook))
        finally:
            self._replaced.pop()
        return result

    def _replacement(self, event: RuleInfo, game: Any, given: tuple[Any, ...]) -> RuleInfo | None:
        """Return the replacement that happens, if any; where several apply, the affected player chooses."""
        known = [
            r
            for r in self.layout.schema.rules.values()
            if r.kind is RuleKind.REPLACES and r.event == event.name and r.name not in self._replaced[-1]
        ]
        options = [
            (r, TRUE if r.when is None else folded(lambda r=r: r.when(game, *given)))  # type: ignore[misc] # r is bound now
            for r in known
        ]
        if not recorder().decide(tm.any_of(c for _, c in options)):
            return None
        facts = recorder().facts
        possible = [(r, c) for r, c in options if facts.decide(c) is not False]
        if len(possible) == 1:
            return possible[0][0]
        several = tm.any_of(tm.all_of((a, b)) for (_, a), (_, b) in itertools.combinations(possible, 2))
        if not recorder().decide(several):
            *others, (last, _) = possible
            return next((r for r, condition in others if recorder().decide(condition)), last)
        by = event.affects or "the affected player"
        name = self._choice(NestedChoice("replacement", {r.name: r.name for r, _ in options}, by))
        chosen, applies = next((r, c) for r, c in options if r.name == name)
        recorder().require(applies)
        return chosen

    def _hook_choices(self, hook: RuleInfo) -> dict[str, Any]:
        schema = self.layout.schema
        values: dict[str, Any] = {}
        for p in schema.parameters[hook.name]:
            options = {label_of(v): v for v in self.layout.arguments(p)}
            values[p.name] = lifted(p.type, self._choice(NestedChoice(p.name, options, p.by)))
        return values

    def _choice(self, wanted: NestedChoice) -> Any:
        if self.choices is None:
            raise ModelError(
                f"the choice {wanted.name!r} arises where nobody can choose", source=author_line()
            )
        return self.choices.take(wanted)

    # -- questions of claims ---------------------------------------------------------------------

    def may(self, rule: str, actor: Any | None) -> Any:
        """Return whether some instance of ``rule`` by ``actor`` may be taken now."""
        enabled = self._enabled("may")
        if rule not in self.layout.schema.rules:
            raise ModelError(
                f"there is no rule {rule!r}",
                hint=nearest(rule, self.layout.schema.rules),
                source=author_line(),
            )
        return self._by_actor(actor, lambda label: enabled.rule(rule, label))

    def may_act(self, actor: Any | None) -> Any:
        """Return whether some action by ``actor`` may be taken now."""
        enabled = self._enabled("may_act")
        return self._by_actor(actor, enabled.action)

    def _enabled(self, word: str) -> Enabled:
        if self.permissions.enabled is None:
            raise ModelError(
                f"{word}(...) is for claims about one state",
                hint="rules say who may act by `require`; a transition claim can look at `step.rule`",
                source=author_line(),
            )
        return self.permissions.enabled

    def _by_actor(self, actor: Any | None, enabled: Callable[[str | None], Term]) -> Any:
        if actor is None:
            return bool_value(enabled(None))
        actor = present(actor)
        who = self._participant()
        index = _index(actor)
        return bool_value(
            tm.any_of(
                tm.all_of((tm.equal(index, tm.integer(i)), enabled(str(member))))
                for i, member in enumerate(who.values())
            )
        )


def machine_on(
    layout: Layout, store: Store, permissions: Permissions, choices: Choices | None = None
) -> TracingMachine:
    """Return the machine that a game with this layout is traced with."""
    made: TracingMachine = (layout.machine or TracingMachine)(layout, store, permissions, choices)
    return made


def _check_predicate(predicate: object, word: str, example: str) -> None:
    if not callable(predicate) or isinstance(predicate, type):
        raise ModelError(
            f"{word} needs a function as its last argument", hint=f"write `{example}`", source=author_line()
        )


def _index(member: Any) -> Term:
    index = present(member).index
    return index if isinstance(index, Term) else tm.integer(index)


def _belongs(value: Any, t: SetType) -> bool:
    cls = value.cls if isinstance(value, SymbolicEnum) else member_class(value) or type(value)
    return getattr(t.key, "cls", None) is cls
