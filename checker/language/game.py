"""``Game``: the base class of every model."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any, ClassVar

from checker.errors import ModelError, nearest
from checker.language.declare import Reading
from checker.language.machine import machine
from checker.language.rules import Procedure, RuleInfo, RuleKind, event, rule_info, source_of
from checker.language.types import Set

__all__ = ["Game"]


class Game:
    """Rules of a game, as a class: annotated fields are its state, decorated methods its rules.

    Class attributes: ``rulebook`` names the folder below ``specs/`` whose ``rulebook.toml`` the
    citations refer to; ``procedure`` gives the layers between actions; ``abstract = True`` in a class
    body marks a core that other games build on. A class without ``abstract`` is a game to be checked.
    """

    rulebook: ClassVar[str] = ""
    abstract: ClassVar[bool] = True
    procedure: ClassVar[Procedure | None] = None
    in_game: Set[Any]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "abstract" not in cls.__dict__:
            cls.abstract = False
        for name, value in list(cls.__dict__.items()):
            overridden = next((i for b in cls.__mro__[1:] if (i := rule_info(b.__dict__.get(name)))), None)
            if overridden is None or overridden.kind is not RuleKind.EVENT:
                continue
            if callable(value) and rule_info(value) is None:  # it is still an event
                setattr(cls, name, event(cites=overridden.clauses, affects=overridden.affects)(value))

    def over(self) -> bool:
        """Return whether the game is over; then nothing moves, and that is no dead end."""
        return False

    @classmethod
    def fields(cls) -> dict[str, Any]:
        """Return the annotated state fields, base classes first: name to annotation as written.

        A reading that a class fixes, by assigning one of its options, is no field any more.
        """
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            if not issubclass(base, Game) or base is Game:
                continue
            for name, annotation in inspect.get_annotations(base).items():
                if not _is_class_variable(annotation):
                    found[name] = annotation
        return {name: annotation for name, annotation in found.items() if not cls._is_fixed(name)}

    @classmethod
    def readings(cls) -> dict[str, Reading]:
        """Return the declared readings by name."""
        return {name: value for name in cls.fields() if isinstance(value := cls._declared(name), Reading)}

    @classmethod
    def rules(cls) -> dict[str, RuleInfo]:
        """Return the rules by name, those of base classes first, each as last overridden.

        An override that is not decorated itself keeps the base's decorator. A rule set to None is gone.
        """
        order: dict[str, RuleInfo] = {}
        for base in reversed(cls.__mro__):
            for name, value in base.__dict__.items():
                info = rule_info(value)
                if info is not None:
                    order[name] = info
                elif name in order and value is None:
                    del order[name]
                elif name in order and callable(value):
                    order[name] = replace(order[name], function=value, source=source_of(value))
        return order

    @classmethod
    def _is_fixed(cls, name: str) -> bool:
        """Return whether a reading of a base class is fixed to one of its options.

        Raises:
            ModelError: it is fixed to something else.
        """
        option = cls._declared(name)
        found = next((r for b in cls.__mro__ if isinstance(r := b.__dict__.get(name), Reading)), None)
        if found is None or isinstance(option, Reading):
            return False
        options = [known for known, _ in found.options]
        if option not in options:
            raise ModelError(
                f"{cls.__name__} fixes the reading {name!r} to {option!r}, which is none of its options",
                hint=nearest(str(option), options),
                source=found.source,
            )
        return True

    @classmethod
    def _declared(cls, name: str) -> Any:
        """Return what the class body assigns to a field, or None."""
        for base in cls.__mro__:
            if name in base.__dict__:
                return base.__dict__[name]
        return None

    def __getattribute__(self, name: str) -> Any:
        cls = type(self)
        known = _names.get(cls)
        if known is None:
            if name.startswith("_") or name in ("fields", "rules", "readings"):
                return object.__getattribute__(self, name)
            known = _state_names(cls)
        is_reading = known.get(name)
        if is_reading is None:
            return object.__getattribute__(self, name)
        return _machine_of(self).reading(name) if is_reading else _machine_of(self).read(name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        names = [*_state_names(type(self)), *type(self).rules()]
        raise ModelError(f"{type(self).__name__} has no field {name!r}", hint=nearest(name, names))

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
            return
        known = _state_names(type(self))
        if name not in known or known[name]:
            raise ModelError(
                f"{type(self).__name__} has no field {name!r} to assign to", hint=nearest(name, known)
            )
        _machine_of(self).write(name, value)


def _machine_of(game: Game) -> Any:
    """Return the machine that an instance is bound to (states before an event), or the active one."""
    return object.__getattribute__(game, "__dict__").get("_bound") or machine()


_names: dict[type[Game], dict[str, bool]] = {}


def _state_names(cls: type[Game]) -> dict[str, bool]:
    """Return the names of the state fields of ``cls``; the value says whether it is a reading."""
    if cls not in _names:
        readings = cls.readings()
        _names[cls] = {name: name in readings for name in [*cls.fields(), "in_game"]}
    return _names[cls]


def _is_class_variable(annotation: Any) -> bool:
    return "ClassVar" in (annotation if isinstance(annotation, str) else str(annotation))
