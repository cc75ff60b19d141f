"""What the parts of a certificate may say.

A formula may use the connectives and arithmetic of SMT-LIB, the names that its place allows, and names
that it binds itself (``x.NAME``, and no others). Nothing else: so no part can assert, declare or redefine
anything.
"""

from __future__ import annotations

import re

from checker.certify.expressions import RejectedError, atoms, bindings, parsed
from checker.certify.parts import Case, Definition, Measure, Proof, System, Variable

__all__ = ["check_proof", "check_system"]

_WORDS = frozenset(
    {"true", "false", "not", "and", "or", "=>", "xor", "ite", "=", "distinct", "<", "<=", ">", ">=", "+", "-"}
    | {"*", "div", "mod", "let", "forall", "exists", "select", "store", "Int", "Bool"}
)
_NAME = re.compile(r"[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*")
_BOUND = re.compile(r"x\.[A-Za-z0-9_.]+")
_SORT = re.compile(r"Bool|Int|\(Array Int (Bool|Int|\(Array Int (Bool|Int)\))\)")


def _check_names(variables: tuple[Variable, ...], where: str) -> None:
    if len({variable.name for variable in variables}) != len(variables):
        raise RejectedError(f"{where}: two variables have one name")
    for variable in variables:
        if _NAME.fullmatch(variable.name) is None:
            raise RejectedError(f"{where}: {variable.name!r} is no name of a variable")
        for sort in (variable.sort, *variable.arguments):
            if _SORT.fullmatch(sort) is None:
                raise RejectedError(f"{where}: {sort!r} is no sort that a variable may have")


def check_system(system: System, where: str) -> None:
    """Hold the names, sorts and formulas of a system to what they may be.

    Raises:
        RejectedError: one of them is something else.
    """
    if re.fullmatch("[A-Z_]+", system.logic) is None:
        raise RejectedError(f"{where}: {system.logic!r} is no logic")
    _check_names(system.variables, where)
    _check_names(system.choices, where)
    before = {f"s.{v.name}" for v in system.variables}
    chosen = {f"d.{v.name}" for v in system.choices}
    shared = _check_definitions(system.definitions, before, set(), where)
    for case in system.starts:
        if case.writes:
            raise RejectedError(f"{where}, {case.name}: a start writes nothing, it says what there is")
        own = _check_definitions(case.definitions, before | chosen, shared, f"{where}, {case.name}")
        _check_formula(case.formula, before | chosen | own, f"{where}, {case.name}")
    for case in system.steps:
        _check_step(system, case, shared, f"{where}, {case.name}")


def _check_definitions(
    definitions: tuple[Definition, ...], names: set[str], taken: set[str], where: str
) -> set[str]:
    """Return the names of definitions over ``names``, none of which is one that is ``taken``."""
    shared: set[str] = set()
    for name, sort, formula in definitions:
        if not name.startswith("t.") or _NAME.fullmatch(name) is None or name in shared | taken:
            raise RejectedError(f"{where}: {name!r} is no name of a definition, or there are two of it")
        if sort not in ("Bool", "Int"):
            raise RejectedError(f"{where}: {sort!r} is no sort of a definition")
        _check_formula(formula, names | shared, f"{where}, {name}")
        shared.add(name)
    return shared


def _check_step(system: System, case: Case, shared: set[str], where: str) -> None:
    """Hold a step to its names: what it writes has one value, of which its formula says nothing."""
    names = shared | {f"s.{v.name}" for v in system.variables} | {f"d.{v.name}" for v in system.choices}
    after = {f"n.{v.name}" for v in system.variables}
    names |= _check_definitions(case.definitions, names, shared, where)
    variables = {v.name: v for v in system.variables}
    written: set[str] = set()
    for write in case.writes:
        variable = variables.get(write.variable)
        if variable is None or write.variable in written:
            raise RejectedError(f"{where}: {write.variable!r} is no variable, or is written twice")
        written.add(write.variable)
        if len(write.places) != len(variable.arguments) or len(set(write.places)) != len(write.places):
            raise RejectedError(f"{where}: {write.variable} has not {len(write.places)} different places")
        if strange := [p for p in write.places if _BOUND.fullmatch(p) is None]:
            raise RejectedError(f"{where}: {strange[0]!r} is no name of a place")
        _check_formula(write.value, names, f"{where}, {write.variable}")
    _check_formula(case.formula, names | (after - {f"n.{name}" for name in written}), where)


def _check_formula(formula: str, names: set[str], where: str) -> None:
    if ";" in formula:
        raise RejectedError(f"{where}: a formula has no comments")
    expression = parsed(formula, where)
    for atom in atoms(expression):
        if not (atom in _WORDS or atom in names or atom.isdecimal() or _BOUND.fullmatch(atom)):
            raise RejectedError(f"{where}: {atom!r} has no meaning here")
    try:
        strange = [name for name in bindings(expression) if _BOUND.fullmatch(name) is None]
    except RejectedError as error:
        raise RejectedError(f"{where}: {error}") from error
    if strange:
        raise RejectedError(f"{where}: {strange[0]!r} is no name that a formula may bind")


def check_proof(proof: Proof, system: System, where: str) -> None:
    """Hold a proof to its system, and to having one claim.

    Raises:
        RejectedError: it says something else, or leans on what is not there.
    """
    if [bool(proof.claim), bool(proof.on_steps), bool(proof.measures)].count(True) != 1:
        raise RejectedError(
            f"{where}: it has either a claim, or one on each step, or measures and the steps they are about"
        )
    if proof.on_steps and [name for name, _ in proof.on_steps] != [case.name for case in system.steps]:
        raise RejectedError(f"{where}: its claim is not about each step of the system once, in their order")
    if not proof.measures and proof.among:
        raise RejectedError(f"{where}: it has steps of a run, and no measures")
    if strange := set(proof.among) - {case.name for case in system.steps}:
        raise RejectedError(f"{where}: there is no step {min(strange)!r}")
    names = {f"s.{v.name}" for v in system.variables}
    _check_numbers(proof.shown_by, proof, f"{where}, claim")
    for number, condition in enumerate(proof.invariant, start=1):
        _check_formula(condition.formula, names, f"{where}, condition {number}")
        _check_numbers(condition.kept_by, proof, f"{where}, condition {number}")
    chosen = {f"d.{v.name}" for v in system.choices}
    shared = {name for name, _, _ in system.definitions}
    for case, (name, formula) in zip(system.steps, proof.on_steps, strict=bool(proof.on_steps)):
        own = {name for name, _, _ in case.definitions}
        _check_formula(formula, names | chosen | shared | own, f"{where}, claim on {name}")
    if proof.claim:
        _check_formula(proof.claim, names, f"{where}, claim")
    for measure in proof.measures:
        _check_measure(measure, names, f"{where}, claim")


def _check_measure(measure: Measure, names: set[str], where: str) -> None:
    """Hold a measure to having both a place and an end, or neither."""
    _check_formula(measure.value, names, where)
    if measure.place or measure.end:
        if _BOUND.fullmatch(measure.place) is None:
            raise RejectedError(f"{where}: {measure.place!r} is no name of a place")
        _check_formula(measure.end, names, where)


def _check_numbers(numbers: tuple[int, ...], proof: Proof, where: str) -> None:
    if list(numbers) != sorted(set(numbers) & set(range(1, len(proof.invariant) + 1))):
        raise RejectedError(f"{where}: it leans on what is no condition")
