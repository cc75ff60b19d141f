"""The schema: a game class with its scopes and readings fixed, every type resolved and checked."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from checker.errors import ModelError, UsageError, nearest
from checker.language import declare
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.game import Game
from checker.language.generics import type_arguments
from checker.language.parameters import parameters_of
from checker.language.places import class_source, field_source
from checker.language.resolved import (
    Field,
    MapType,
    MaybeType,
    MemberType,
    Parameter,
    ScalarType,
    SequenceType,
    SetType,
)
from checker.language.resolver import Resolver
from checker.language.rule_checks import check_rules
from checker.language.rules import RuleInfo, RuleKind
from checker.language.starts import start_of
from checker.system.model import Source

__all__ = ["Schema", "game_name"]


class Schema:
    """A game with its scopes and readings fixed.

    Args:
        game: the game class.
        scopes: values for scopes by name, as the user asks for them.
        readings: options for readings by name.

    Raises:
        ModelError: a type, start value or parameter of the model cannot be checked.
        UsageError: an unknown scope, reading or option, or a scope out of its range.
    """

    def __init__(
        self,
        game: type[Game],
        scopes: Mapping[str, int] | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.name = game_name(game)
        self.source = class_source(game)
        self._asked = dict(scopes or {})
        self._resolver = Resolver(self._asked, type_arguments(game))
        self.fields: dict[str, Field] = self._fields()
        self.rules: dict[str, RuleInfo] = game.rules()
        self.parameters: dict[str, tuple[Parameter, ...]] = {
            name: parameters_of(self._resolver, self.fields, rule) for name, rule in self.rules.items()
        }
        self.sizes, self.bounds, self.ranges = (
            self._resolver.sizes,
            self._resolver.bounds,
            self._resolver.ranges,
        )
        self.participant = self._resolver.participant
        if self.participant is not None:
            everybody = frozenset(self.participant.values())
            self.fields["in_game"] = Field(
                "in_game", SetType(self.participant), everybody, False, self.source
            )
        self.readings = self._readings(dict(readings or {}))
        self._check_scopes()
        check_rules(self.rules, self.parameters, self.participant)
        if not self.fields:
            raise ModelError(
                f"{game.__name__} has no state: it declares no fields",
                hint="write at least one annotated field, such as `turn_player: Player`",
                source=self.source,
            )

    @property
    def all_sizes(self) -> dict[str, int]:
        """The sizes of all member classes, those that cannot be varied included."""
        fixed = {c.__name__.lower() + "s": m.count for c, m in self._resolver.members.items()}
        return {**{name: n for name, n in fixed.items() if name not in self.sizes}, **self.sizes}

    @property
    def all_bounds(self) -> dict[str, int]:
        """The bounds of all containers, those that cannot be varied included, and the ends of ranges."""
        containers = [f.type.item if isinstance(f.type, MapType) else f.type for f in self.fields.values()]
        fixed = {t.scope_name: t.bound for t in containers if isinstance(t, SequenceType)}
        return {**fixed, **self.bounds, **self.ranges}

    @property
    def scopes(self) -> dict[str, int]:
        """All numbers that may be varied: sizes, bounds and ends of ranges."""
        return {**self.sizes, **self.bounds, **self.ranges}

    @cached_property
    def layers(self) -> tuple[tuple[str, ...], ...]:
        """The layers of the procedure as rule names; ``state_based`` stands for the one event of those."""
        automatic = [n for n, r in self.rules.items() if r.kind is RuleKind.AUTOMATIC]
        has_state_based = any(r.kind is RuleKind.STATE_BASED for r in self.rules.values())
        procedure = self.game.procedure
        if procedure is None:
            layers = [("state_based",)] if has_state_based else []
            return tuple([*layers, tuple(automatic)] if automatic else layers)
        listed = [name for layer in procedure.layers for name in layer]
        for name in listed:
            if name not in automatic and name != "state_based":
                raise self._no_layer(name, [*automatic, "state_based"], procedure.source)
            if listed.count(name) > 1:
                raise ModelError(
                    f"the procedure names {name!r} twice",
                    hint="a rule stands in one layer; after each event the first layer is looked at again",
                    source=procedure.source,
                )
        missing = [n for n in automatic if n not in listed]
        if has_state_based and "state_based" not in listed:
            missing.append("state_based")
        if missing:
            raise ModelError(
                f"the procedure leaves out {', '.join(missing)}",
                hint="give every automatic rule a layer in between_actions(...)",
                source=procedure.source,
            )
        return procedure.layers

    def _no_layer(self, name: str, known: list[str], source: Source) -> ModelError:
        rule = self.rules.get(name)
        if rule is None:
            message, hint = f"the procedure names {name!r}, which is no rule", nearest(name, known)
        elif rule.kind is RuleKind.STATE_BASED:
            message = f"the procedure names {name!r}, which is a state-based rule"
            hint = "write `state_based`, which stands for all of those: they are one event"
        else:
            message = f"the procedure names {name!r}, which is not automatic but {rule.kind.value}"
            hint = "layers hold automatic rules; mark it @automatic, or leave it out of the procedure"
        return ModelError(message, hint=hint, source=source)

    # -- fields ----------------------------------------------------------------------------------

    def _fields(self) -> dict[str, Field]:
        fields: dict[str, Field] = {}
        for base in reversed(self.game.__mro__):
            if issubclass(base, Game) and base is not Game:
                self._check_body(base)
        for name, annotation in self.game.fields().items():
            declared = self.game._declared(name)
            owner = next(b for b in self.game.__mro__ if name in inspect.get_annotations(b))
            self._resolver.look_at(name, source := field_source(owner, name))
            if name.startswith("_") or hasattr(Game, name):
                raise self._resolver.error(
                    "this name is ruleproof's own", "give the field another name, without `_` in front"
                )
            hint = self._resolver.evaluate(annotation, vars(sys.modules[owner.__module__]))
            if isinstance(declared, declare.Reading):
                continue
            given = declared.start if isinstance(declared, declare.Ghost) else declared
            resolved = self._resolver.resolve(hint, given)
            start = start_of(self._resolver, resolved, given)
            fields[name] = Field(name, resolved, start, isinstance(declared, declare.Ghost), source)
        return fields

    def _check_body(self, base: type[Game]) -> None:
        """Refuse declarations that a class body gives no type, which would be no fields."""
        annotations = inspect.get_annotations(base)
        for name, value in base.__dict__.items():
            if (
                isinstance(value, declare.DECLARATIONS)
                and name not in annotations
                and name not in self.game.fields()
            ):
                self._resolver.look_at(name, field_source(base, name))
                raise self._resolver.error(
                    "it is declared without a type, so it is no field",
                    f"write `{name}: int = ...`, with its type",
                )

    # -- readings, scopes, parameters ------------------------------------------------------------

    def _readings(self, asked: dict[str, str]) -> dict[str, str]:
        declared = self.game.readings()
        for name, option in asked.items():
            if name not in declared:
                raise UsageError(f"{self.name} has no reading {name!r}", hint=nearest(name, declared))
            options = dict(declared[name].options)
            if option not in options:
                raise UsageError(
                    f"the reading {name!r} has no option {option!r}", hint=nearest(option, options)
                )
        for name, r in declared.items():
            if len(r.options) < 2:
                raise ModelError(
                    f"the reading {name!r} has {'one option' if r.options else 'no option'}: nothing is open",
                    hint='write each option with its clause: reading("who acts?", nobody="X:1", all="X:2")',
                    source=r.source,
                )
            if r.default not in dict(r.options):
                raise ModelError(
                    f"the reading {name!r} has no option {r.default!r}",
                    hint=nearest(r.default, dict(r.options)),
                    source=r.source,
                )
        return {name: asked.get(name, r.default) for name, r in declared.items()}

    def _check_scopes(self) -> None:
        for name in self._asked:
            if name not in self.scopes:
                raise UsageError(f"{self.name} has no scope {name!r}", hint=nearest(name, self.scopes))

    def member_type(self, cls: type) -> MemberType | None:
        """Return the resolved type of a member class, or None if no field or parameter of the game has it."""
        return self._resolver.members.get(cls)

    @property
    def objects(self) -> tuple[MemberType, ...]:
        """The classes of members that are no participants, in the order in which they are found."""
        return tuple(m for m in self._resolver.members.values() if m != self.participant)

    def arguments(self, parameter: Parameter) -> Iterator[Any]:
        """Yield the plain values of a parameter in order; of a ``one_of`` parameter, the places."""
        if isinstance(parameter.type, SequenceType):
            yield from range(parameter.type.bound)
            return
        item = parameter.type
        if isinstance(item, MaybeType):
            yield None
            item = item.item
        assert isinstance(item, ScalarType)
        yield from item.values()

    def actor_parameter(self, rule: RuleInfo) -> str | None:
        """Return the name of the parameter who acts or chooses: ``by``, else the first participant."""
        parameters = self.parameters[rule.name]
        if isinstance(rule.by, str) and any(p.name == rule.by for p in parameters):
            return rule.by
        for p in parameters:
            if isinstance(p.type, MemberType) and issubclass(p.type.cls, T.Participant) and not p.chosen:
                return p.name
        return None


def game_name(game: type[Game]) -> str:
    """Return the name that a game goes by: ``ForceOfWill`` is ``force_of_will``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", game.__name__).lower()
