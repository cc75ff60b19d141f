"""Lowering with open sizes: from a game class to an open system.

The same tracing as in :mod:`checker.language.lower`, with containers of any length, and with participants of
any number if asked for. What stands in the way is told with its line (:class:`CannotOpen`); nothing falls
back to a fixed size by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from checker.language.events import KINDS, RawEvent, set_up_events
from checker.language.machine import activate
from checker.language.open.enabled import OpenEnabled
from checker.language.open.layout import (
    OpenLayout,
    OpenSequenceShape,
    OpenSetShape,
    any_number_of,
    scope_name,
)
from checker.language.open.machine import OpenMachine
from checker.language.open.refusal import refused
from checker.language.open.starts import start_values
from checker.language.open.triggers import OpenEventReader
from checker.language.rules import RuleKind
from checker.language.schema import Schema
from checker.language.tracing.active import recording
from checker.language.tracing.facts import Facts
from checker.language.tracing.instance import author_errors
from checker.language.tracing.machine import Permissions, machine_on
from checker.language.tracing.predicates import folded
from checker.language.tracing.returned import returned_truth
from checker.language.tracing.store import Store
from checker.language.tracing.tracings import Tracings
from checker.language.tracing.ways import Recorder
from checker.language.types import Member
from checker.system import terms as tm
from checker.system.collection import no_collection
from checker.system.model import Source
from checker.system.open.functions import NATURAL
from checker.system.open.model import OpenSystem, OpenUpdate, Parameter
from checker.system.shapes import Shape
from checker.system.terms import FALSE, Cell, Term, substitute, var

__all__ = ["OpenLowered", "lower_open", "open_schema"]


class OpenLowered:
    """A game's open system, and what is needed to state claims in its terms.

    ``kept_events`` are the events behind ``system.updates``, one for one.
    """

    def __init__(self, layout: OpenLayout) -> None:
        self.schema = layout.schema
        self.layout = layout
        tracings = Tracings()
        reader = OpenEventReader(layout, tracings)
        events = tuple(reader.events())
        for event in events:
            self._check_merged(event, tracings)
        set_up = tuple(
            tuple(self._update(e) for e in set_up_events(layout, tracings, rule))
            for rule in self.schema.rules.values()
            if rule.kind is RuleKind.START
        )
        updates = tuple(self._update(e) for e in events)
        start = start_values(layout)
        self.written = frozenset(
            c for u in (*updates, *(u for group in set_up for u in group)) for c in u.writes
        )
        self._constants = {
            var(cell, primed=primed): value
            for cell, value in start.items()
            if cell not in self.written and value.is_const and value.sort is not tm.Sort.MOMENT
            for primed in (False, True)
        }
        folded_updates = [self._folded(u) for u in updates]
        kept = [(e, u) for e, u in zip(events, folded_updates, strict=True) if u.guard is not FALSE]
        self.kept_events = tuple(e for e, _ in kept)
        (over,) = self.finish([self._over()])
        # A container that nothing is put into stays empty; its items are still said to be below its length.
        ends = {t.cell for v in layout.variables_of_system for t in v.ends if t.op is tm.Op.VAR}
        fixed = {c for c in layout.cells if var(c) in self._constants and c not in ends}
        self.system = OpenSystem(
            name=self.schema.name,
            variables=(
                *(v for v in layout.variables_of_system if v.cell not in fixed),
                *reader.unknown.values(),
            ),
            numbers=tuple(layout.numbers.values()),
            unknown=frozenset(reader.unknown),
            start={c: v for c, v in start.items() if c not in fixed},
            set_up=tuple(tuple(map(self._folded, group)) for group in set_up),
            updates=tuple(u for _, u in kept),
            over=over,
            opened=self._opened(),
            sizes=self._sizes(),
            readings=self.schema.readings,
        ).build()

    @cached_property
    def enabled(self) -> OpenEnabled:
        """When the rules of the system may be taken."""
        return OpenEnabled(self.system, self.schema)

    def finish(self, roots: list[Term]) -> list[Term]:
        """Return terms over the fields' variables with those that never change replaced by their values."""
        return substitute(roots, self._constants.get)

    def _opened(self) -> tuple[str, ...]:
        containers = [n for n, s in self.layout.shapes.items() if _is_open_sequence(s)]
        return (
            *(f"any size of {name}" for name in containers),
            *map(any_number_of, self.layout.numbers),
        )

    def _sizes(self) -> dict[str, int]:
        """Return the sizes and ends of ranges that are not left open."""
        sizes = {**self.schema.sizes, **self.schema.ranges}
        for cls in self.layout.numbers:
            sizes.pop(scope_name(cls), None)
        return sizes

    # -- what stands in the way ------------------------------------------------------------------

    def _check_merged(self, event: RawEvent, tracings: Tracings) -> None:
        """Refuse a state-based event in which several instances change one container of an open size.

        They may all put something into a bag.
        """
        if event.info.kind is not RuleKind.STATE_BASED:
            return
        for shape in self.layout.open_sequences:
            cells = set(shape.cells())
            writers = [
                (rule, instance)
                for rule in self.schema.rules.values()
                if rule.kind is RuleKind.STATE_BASED
                for instance in tracings.instances(self.layout, rule, adding=True)
                if not cells.isdisjoint(instance.traced.writes)
            ]
            takers = [r for r, i in writers if i.traced.taken.get(shape.length, FALSE) is not FALSE]
            if len(writers) > 1 and (takers or shape.length not in self.layout.bags):
                name = shape.length.name.removesuffix(".size")
                raise refused(
                    f"several state-based rules that happen in one event change {name!r}",
                    "let an @automatic rule or a @triggered one change it",
                    (takers or [r for r, _ in writers])[0].source,
                )

    # -- updates ---------------------------------------------------------------------------------

    def _update(self, event: RawEvent) -> OpenUpdate:
        parts: dict[tuple[str, Source], Term] = {}
        for w in event.wrongs:
            parts[w.message, w.source] = tm.any_of((parts.get((w.message, w.source), FALSE), w.condition))
        parameters = tuple(self._parameters(event))
        actor = event.actor
        return OpenUpdate(
            rule=event.rule,
            arguments=tuple((a.name, a.label) for a in event.arguments if not isinstance(a.value, Term)),
            parameters=parameters,
            kind=KINDS[event.info.kind],
            rank=event.rank,
            guard=tm.all_of((*(p.inside for p in parameters), event.guard)),
            writes={c: t for c, t in event.next.items() if t is not var(c)},
            wrong=tm.any_of(parts.values()),
            wrong_parts=tuple((m, s, t) for (m, s), t in parts.items()),
            actor=Cell(actor, NATURAL) if actor and actor.startswith("$") else actor,
            clauses=event.clauses,
            source=event.info.source,
        )

    def _parameters(self, event: RawEvent) -> Iterator[Parameter]:
        seen: set[Term] = set()
        for a in event.arguments:
            if not isinstance(a.value, Term):
                continue
            if a.value in seen:
                raise refused(
                    f"{a.name!r} is chosen twice in one event, from any number",
                    "split one of the choices off as a rule of its own",
                    event.info.source,
                )
            seen.add(a.value)
            yield Parameter(a.name, a.value.cell, self.layout.end_of_parameter(a.value.cell))

    def _folded(self, u: OpenUpdate) -> OpenUpdate:
        """Return the update with variables that never change replaced by their values."""
        wrong = [t for _, _, t in u.wrong_parts]
        guard, *rest = self.finish([u.guard, *wrong, *u.writes.values()])
        parts = tuple((m, s, t) for (m, s, _), t in zip(u.wrong_parts, rest, strict=False) if t is not FALSE)
        values = zip(u.writes, rest[len(wrong) :], strict=True)
        return OpenUpdate(
            **{
                **u.__dict__,
                "guard": guard,
                "writes": {c: t for c, t in values if t is not var(c)},
                "wrong": tm.any_of(t for _, _, t in parts),
                "wrong_parts": parts,
            }
        )

    def _over(self) -> Term:
        game: Any = self.schema.game.__new__(self.schema.game)
        machine = machine_on(self.layout, Store(), Permissions(writes="nothing"))
        with recording(Recorder(Facts())), activate(machine):
            over = self.schema.game.over
            return folded(lambda: returned_truth(over, author_errors(over, game.over)))


class _Layout(OpenLayout):
    machine = OpenMachine


def _is_open_sequence(shape: Shape) -> bool:
    return isinstance(shape, OpenSequenceShape)


def open_schema(schema: Schema, *, many: bool, objects: Iterable[type[Member]] = ()) -> Schema:
    """Return the same game; of members whose number is left open the least number is told by name."""
    who = schema.participant
    everybody = () if not many or who is None else (who.cls,)
    varied = [cls for cls in (*everybody, *objects) if not cls.size.fixed]
    if not varied:
        return schema
    scopes = {**schema.scopes, **{scope_name(cls): cls.size.least for cls in varied}}
    return Schema(schema.game, scopes, schema.readings)


def lower_open(schema: Schema, *, many: bool = False, objects: Iterable[type[Member]] = ()) -> OpenLowered:
    """Return the open system of a game: containers of any length, and ``many`` participants if asked for.

    Args:
        schema: the game.
        many: whether to leave open how many participants there are.
        objects: the classes of objects of which there may be any number.

    Raises:
        CannotOpen: a construct of the game cannot be said with these sizes open; the error names its line.
        ModelError: the game is wrong in itself.
    """
    objects = tuple(objects)
    with no_collection():
        schema = open_schema(schema, many=many, objects=objects)
        layout = _Layout(schema, many=many, objects=objects)
        lowered = OpenLowered(layout)
        inside = layout.shapes.get("in_game")
        if isinstance(inside, OpenSetShape) and inside.member not in lowered.written:
            layout = _Layout(schema, many=many, objects=objects)
            layout.everybody_stays = True
            lowered = OpenLowered(layout)
        return lowered
