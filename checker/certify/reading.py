"""Reads the files of a certificate: every field must be there and of its kind, and no other."""

from __future__ import annotations

import json
from typing import Any

from checker.certify.allowed import check_proof, check_system
from checker.certify.expressions import RejectedError
from checker.certify.parts import Case, Condition, Definition, Measure, Proof, System, Variable, Write

__all__ = ["proof_of", "system_of"]


class _Fields:
    """The fields of a JSON object, each of which must be there and of its kind, and no others."""

    def __init__(self, content: object, where: str) -> None:
        if not isinstance(content, dict):
            raise RejectedError(f"{where}: it is no object")
        self._content: dict[str, Any] = dict(content)
        self._where = where

    def _take(self, name: str, kind: type) -> Any:
        value = self._content.pop(name, None)
        if type(value) is not kind:
            raise RejectedError(f"{self._where}: {name!r} is missing or of the wrong kind")
        return value

    def text(self, name: str) -> str:
        return str(self._take(name, str))

    def many(self, name: str) -> list[Any]:
        return list(self._take(name, list))

    def texts(self, name: str) -> tuple[str, ...]:
        values = self.many(name)
        if not all(isinstance(value, str) for value in values):
            raise RejectedError(f"{self._where}: {name!r} has something that is no text")
        return tuple(values)

    def numbers(self, name: str) -> tuple[int, ...]:
        values = self.many(name)
        if not all(type(value) is int for value in values):
            raise RejectedError(f"{self._where}: {name!r} has something that is no whole number")
        return tuple(values)

    def pairs(self, name: str) -> tuple[tuple[str, str], ...]:
        found: dict[str, Any] = self._take(name, dict)
        if not all(isinstance(value, str) for value in found.values()):
            raise RejectedError(f"{self._where}: {name!r} has something that is no text")
        return tuple(found.items())

    def end(self) -> None:
        if self._content:
            raise RejectedError(f"{self._where}: {', '.join(sorted(self._content))} has no meaning here")


def _object(text: str, where: str) -> _Fields:
    try:
        return _Fields(json.loads(text), where)
    except ValueError as error:
        raise RejectedError(f"{where}: it is no JSON ({error})") from error


def system_of(text: str, where: str) -> System:
    """Read a system.

    Raises:
        RejectedError: it is not what a system must be.
    """
    fields = _object(text, where)
    system = System(
        game=fields.text("game"),
        name=fields.text("name"),
        sizes=fields.texts("sizes"),
        readings=fields.pairs("readings"),
        logic=fields.text("logic"),
        variables=_variables(fields.many("variables"), where),
        choices=_variables(fields.many("choices"), where),
        definitions=tuple(_definition(each, where) for each in fields.many("definitions")),
        starts=_cases(fields.many("starts"), where),
        steps=_cases(fields.many("steps"), where),
    )
    fields.end()
    check_system(system, where)
    return system


def _variables(content: list[Any], where: str) -> tuple[Variable, ...]:
    found = []
    for each in content:
        fields = _Fields(each, where)
        fields.text("says")
        found.append(Variable(fields.text("name"), fields.text("sort"), fields.texts("arguments")))
        fields.end()
    return tuple(found)


def _definition(content: object, where: str) -> Definition:
    if not (isinstance(content, list) and len(content) == 3 and all(isinstance(x, str) for x in content)):
        raise RejectedError(f"{where}: a definition is its name, its sort and its formula")
    name, sort, formula = content
    return name, sort, formula


def _cases(content: list[Any], where: str) -> tuple[Case, ...]:
    found = []
    for each in content:
        fields = _Fields(each, where)
        found.append(
            Case(
                fields.text("name"),
                fields.text("formula"),
                tuple(_definition(one, where) for one in fields.many("definitions")),
                tuple(_write(one, where) for one in fields.many("writes")),
            )
        )
        fields.end()
    if len({case.name for case in found}) != len(found):
        raise RejectedError(f"{where}: two of its steps or starts have one name")
    return tuple(found)


def _write(content: object, where: str) -> Write:
    fields = _Fields(content, where)
    write = Write(fields.text("variable"), fields.texts("places"), fields.text("value"))
    fields.end()
    return write


def proof_of(text: str, where: str, system: System) -> Proof:
    """Read a proof about ``system``.

    Raises:
        RejectedError: it is not what a proof must be.
    """
    fields = _object(text, where)
    fields.text("system")
    for name in ("cites", "spare_clauses"):
        fields.texts(name)
    fields.text("found_by")
    conditions = []
    for each in fields.many("invariant"):
        inner = _Fields(each, where)
        conditions.append(
            Condition(
                inner.text("origin"), inner.text("says"), inner.text("formula"), inner.numbers("kept_by")
            )
        )
        inner.end()
    proof = Proof(
        name=fields.text("name"),
        says=fields.text("says"),
        invariant=tuple(conditions),
        claim=fields.text("claim"),
        on_steps=tuple(_on_step(each, where) for each in fields.many("on_steps")),
        shown_by=fields.numbers("shown_by"),
        measures=tuple(_measure(each, where) for each in fields.many("measures")),
        among=fields.texts("among"),
        within=fields.texts("within"),
        clauses=fields.texts("clauses"),
        rests_on=fields.texts("rests_on"),
        spare=fields.texts("spare"),
        needs=tuple((name, _needed(told, where)) for name, told in fields.pairs("needs")),
    )
    fields.end()
    check_proof(proof, system, where)
    return proof


def _measure(content: object, where: str) -> Measure:
    fields = _Fields(content, where)
    measure = Measure(fields.text("value"), fields.text("place"), fields.text("end"))
    fields.end()
    return measure


def _needed(text: str, where: str) -> tuple[int, ...]:
    """Return numbers of premises, which are written with spaces between them, the lowest first."""
    words = text.split(" ") if text else []
    if not all(word.isdecimal() and word.isascii() and not word.startswith("0") for word in words):
        raise RejectedError(f"{where}: {text!r} are no numbers of premises")
    numbers = tuple(int(word) for word in words)
    if list(numbers) != sorted(set(numbers)):
        raise RejectedError(f"{where}: the premises {text} are not in their order")
    return numbers


def _on_step(content: object, where: str) -> tuple[str, str]:
    if not (isinstance(content, list) and len(content) == 2 and all(isinstance(x, str) for x in content)):
        raise RejectedError(f"{where}: a claim on a step is the name of the step and a formula")
    name, formula = content
    return name, formula
