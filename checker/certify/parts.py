"""The parts of a certificate, read from its files and held to what they may contain.

A formula may use the connectives and arithmetic of SMT-LIB, the names that its place allows, and names
that it binds itself (``x.NAME``). Nothing else: so no part can assert, declare or redefine anything.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from checker.certify.expressions import RejectedError, atoms, parsed

__all__ = ["Case", "Condition", "Parts", "Proof", "System", "Variable", "proof_of", "system_of"]

_WORDS = frozenset(
    {"true", "false", "not", "and", "or", "=>", "xor", "ite", "=", "distinct", "<", "<=", ">", ">=", "+", "-"}
    | {"*", "div", "mod", "let", "forall", "exists", "select", "store", "Int", "Bool"}
)
_NAME = re.compile(r"[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*")
_SORT = re.compile(r"Bool|Int|\(Array Int (Bool|Int|\(Array Int (Bool|Int)\))\)")


@dataclass(frozen=True)
class Variable:
    """A variable by its name without prefix, with its sort and those of its arguments."""

    name: str
    sort: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """A way to start, or a step."""

    name: str
    formula: str


@dataclass(frozen=True)
class System:
    """What can happen in a game."""

    game: str
    name: str
    sizes: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    logic: str
    variables: tuple[Variable, ...]
    choices: tuple[Variable, ...]
    definitions: tuple[tuple[str, str, str], ...]
    starts: tuple[Case, ...]
    steps: tuple[Case, ...]


@dataclass(frozen=True)
class Condition:
    """A part of an invariant: where it comes from, its words, and its formula."""

    origin: str
    says: str
    formula: str


@dataclass(frozen=True)
class Proof:
    """A claim, and the invariant that is to show it."""

    name: str
    says: str
    invariant: tuple[Condition, ...]
    claim: str
    measure: str
    among: tuple[str, ...]
    within: tuple[str, ...]
    clauses: tuple[str, ...]
    rests_on: tuple[str, ...]
    spare: tuple[str, ...]


@dataclass(frozen=True)
class Parts:
    """A proof together with the system that it is about."""

    system: System
    proof: Proof


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
    if re.fullmatch("[A-Z_]+", system.logic) is None:
        raise RejectedError(f"{where}: {system.logic!r} is no logic")
    _check_names([*system.variables, *system.choices], where)
    _check_formulas(system, where)
    return system


def _variables(content: list[Any], where: str) -> tuple[Variable, ...]:
    found = []
    for each in content:
        fields = _Fields(each, where)
        fields.text("says")
        found.append(Variable(fields.text("name"), fields.text("sort"), fields.texts("arguments")))
        fields.end()
    return tuple(found)


def _definition(content: object, where: str) -> tuple[str, str, str]:
    if not (isinstance(content, list) and len(content) == 3 and all(isinstance(x, str) for x in content)):
        raise RejectedError(f"{where}: a definition is its name, its sort and its formula")
    name, sort, formula = content
    return name, sort, formula


def _cases(content: list[Any], where: str) -> tuple[Case, ...]:
    found = []
    for each in content:
        fields = _Fields(each, where)
        found.append(Case(fields.text("name"), fields.text("formula")))
        fields.end()
    if len({case.name for case in found}) != len(found):
        raise RejectedError(f"{where}: two of its steps or starts have one name")
    return tuple(found)


def _check_names(variables: list[Variable], where: str) -> None:
    if len({variable.name for variable in variables}) != len(variables):
        raise RejectedError(f"{where}: two variables have one name")
    for variable in variables:
        if _NAME.fullmatch(variable.name) is None:
            raise RejectedError(f"{where}: {variable.name!r} is no name of a variable")
        for sort in (variable.sort, *variable.arguments):
            if _SORT.fullmatch(sort) is None:
                raise RejectedError(f"{where}: {sort!r} is no sort that a variable may have")


def _check_formulas(system: System, where: str) -> None:
    before = {f"s.{v.name}" for v in system.variables}
    after = {f"n.{v.name}" for v in system.variables}
    chosen = {f"d.{v.name}" for v in system.choices}
    shared: set[str] = set()
    for name, sort, formula in system.definitions:
        if not name.startswith("t.") or _NAME.fullmatch(name) is None or name in shared:
            raise RejectedError(f"{where}: {name!r} is no name of a definition, or there are two of it")
        if sort not in ("Bool", "Int"):
            raise RejectedError(f"{where}: {sort!r} is no sort of a definition")
        _check_formula(formula, before | shared, f"{where}, {name}")
        shared.add(name)
    for case in system.starts:
        _check_formula(case.formula, before | chosen, f"{where}, {case.name}")
    for case in system.steps:
        _check_formula(case.formula, before | after | chosen | shared, f"{where}, {case.name}")


def _check_formula(formula: str, names: set[str], where: str) -> None:
    if ";" in formula:
        raise RejectedError(f"{where}: a formula has no comments")
    for atom in atoms(parsed(formula, where)):
        if not (
            atom in _WORDS or atom in names or atom.isdecimal() or re.fullmatch(r"x\.[A-Za-z0-9_.]+", atom)
        ):
            raise RejectedError(f"{where}: {atom!r} has no meaning here")


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
        conditions.append(Condition(inner.text("origin"), inner.text("says"), inner.text("formula")))
        inner.end()
    proof = Proof(
        name=fields.text("name"),
        says=fields.text("says"),
        invariant=tuple(conditions),
        claim=fields.text("claim"),
        measure=fields.text("measure"),
        among=fields.texts("among"),
        within=fields.texts("within"),
        clauses=fields.texts("clauses"),
        rests_on=fields.texts("rests_on"),
        spare=fields.texts("spare"),
    )
    fields.end()
    if bool(proof.claim) == bool(proof.measure) or (proof.claim and proof.among):
        raise RejectedError(f"{where}: it has either a claim, or a measure and the steps that it is about")
    if strange := set(proof.among) - {case.name for case in system.steps}:
        raise RejectedError(f"{where}: there is no step {min(strange)!r}")
    names = {f"s.{v.name}" for v in system.variables}
    for number, condition in enumerate(proof.invariant, start=1):
        _check_formula(condition.formula, names, f"{where}, condition {number}")
    _check_formula(proof.claim or proof.measure, names, f"{where}, claim")
    return proof
