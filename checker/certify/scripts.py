"""The three scripts of a proof, put together from its parts, and its invariant for a person.

Each script is complete: any solver that reads SMT-LIB 2.6 runs it, and has to answer ``unsat`` to every
``(check-sat)`` of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checker.certify.expressions import atoms, parsed, renamed
from checker.certify.parts import Case, Parts, System

__all__ = ["Script", "invariant_text", "possible", "scripts"]


@dataclass(frozen=True)
class Script:
    """A script by its name, and to how many questions it must get the answer ``unsat``."""

    name: str
    text: str
    questions: tuple[str, ...]


def scripts(parts: Parts) -> tuple[Script, Script, Script]:
    """Return start, step and claim."""
    return _start(parts), _step(parts), _claim(parts)


def _heading(parts: Parts, what: str) -> list[str]:
    system = parts.system
    lines = [f"; {_line(system.game)}, claim {_line(parts.proof.name)}: {what}"]
    lines += [f"; with {_line(', '.join(system.sizes))}"] if system.sizes else []
    lines += ["; Every answer has to be unsat.", f"(set-logic {system.logic})"]
    return lines


def _declared(system: System, prefixes: str) -> Iterator[str]:
    for prefix in prefixes:
        for v in system.choices if prefix == "d" else system.variables:
            yield f"(declare-fun {prefix}.{v.name} ({' '.join(v.arguments)}) {v.sort})"


def _defined(system: System) -> Iterator[str]:
    for name, sort, formula in system.definitions:
        yield f"(define-fun {name} () {sort} {formula})"


def _line(text: str) -> str:
    """Return a text as what can stand in a comment: ASCII, and one line."""
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode()


def _invariant(parts: Parts) -> Iterator[str]:
    for number, condition in enumerate(parts.proof.invariant, start=1):
        yield f"; {number}. {_line(condition.says)}"
        yield f"(assert {condition.formula})"


def _broken(formulas: Iterable[str]) -> str:
    parts = list(formulas)
    return f"(assert (not (and true {' '.join(parts)})))"


def _question(case: Case, assertions: Iterable[str]) -> list[str]:
    return [f"; {_line(case.name)}", "(push 1)", *assertions, "(check-sat)", "(pop 1)"]


def _start(parts: Parts) -> Script:
    lines = _heading(parts, "the invariant is true at the start")
    lines += _declared(parts.system, "sd")
    lines.append(_broken(c.formula for c in parts.proof.invariant))
    for case in parts.system.starts:
        lines += _question(case, [f"(assert {case.formula})"])
    return _script("start", lines, parts.system.starts)


def _step(parts: Parts) -> Script:
    lines = _heading(parts, "every step keeps the invariant")
    lines += [*_declared(parts.system, "snd"), *_defined(parts.system), *_invariant(parts)]
    for case in parts.system.steps:
        names = _after(parts.system, case)
        # What reads nothing that the step changes is the same formula after it as before.
        after = [new for c in parts.proof.invariant if (new := renamed(c.formula, names)) != c.formula]
        lines += _question(case, [f"(assert {case.formula})", _broken(after)])
    return _script("step", lines, parts.system.steps)


def _after(system: System, case: Case) -> dict[str, str]:
    """Return the names after a step of what it changes: of what its formula mentions after the step."""
    mentioned = atoms(parsed(case.formula, case.name))
    return {f"s.{v.name}": f"n.{v.name}" for v in system.variables if f"n.{v.name}" in mentioned}


def _claim(parts: Parts) -> Script:
    proof, system = parts.proof, parts.system
    if proof.claim:
        lines = _heading(parts, "the claim follows from the invariant")
        lines += [*_declared(system, "s"), *_invariant(parts)]
        cases = (Case("the claim is broken", f"(not {proof.claim})"),)
        lines += _question(cases[0], [f"(assert {cases[0].formula})"])
        return _script("claim", lines, cases)
    lines = _heading(parts, "the measure gets smaller with every step of a run, and never falls below zero")
    lines += [*_declared(system, "snd"), *_defined(system), *_invariant(parts)]
    below = Case("the measure is below zero", f"(< {proof.measure} 0)")
    lines += _question(below, [f"(assert {below.formula})"])
    runs = tuple(case for case in system.steps if case.name in set(proof.among))
    for case in runs:
        after = renamed(proof.measure, _after(system, case))
        lines += _question(case, [f"(assert {case.formula})", f"(assert (not (< {after} {proof.measure})))"])
    return _script("claim", lines, (below, *runs))


def possible(parts: Parts) -> tuple[Script, Script]:
    """Return scripts that must not be answered ``unsat`` throughout: that there is a start, and a step.

    Else everything would follow from nothing.
    """
    system = parts.system
    start = [*_heading(parts, "there is a start"), *_declared(system, "sd")]
    for case in system.starts:
        start += _question(case, [f"(assert {case.formula})"])
    step = [*_heading(parts, "there is a step"), *_declared(system, "snd"), *_defined(system)]
    step += _invariant(parts)
    for case in system.steps:
        step += _question(case, [f"(assert {case.formula})"])
    return _script("start", start, system.starts), _script("step", step, system.steps)


def _script(name: str, lines: list[str], cases: Iterable[Case]) -> Script:
    return Script(name, "\n".join(lines) + "\n", tuple(case.name for case in cases))


def invariant_text(parts: Parts) -> str:
    """Return the invariant of a proof, and what it is good for, as a person reads it."""
    system, proof = parts.system, parts.proof
    lines = [f"{system.game}: {proof.name}"]
    lines += [f"  {proof.says}"] if proof.says else []
    lines += [f"proved with {', '.join(system.sizes)}"] if system.sizes else []
    if system.readings:
        lines.append("readings: " + ", ".join(f"{name}={option}" for name, option in system.readings))
    if proof.within:
        lines.append(f"of plays within these bounds: {', '.join(proof.within)}")
    lines += ["", "True at the start, and kept by every step:"]
    for number, condition in enumerate(proof.invariant, start=1):
        lines.append(f"  {number}. [{condition.origin}] {' '.join(condition.says.split())}")
    if proof.measure:
        lines += ["", "These steps make the measure smaller, and it is never below zero:"]
        lines += [f"  {name}" for name in proof.among]
        lines += ["the measure:", f"  {proof.measure}"]
    for what, names in (
        ("It rests on the clauses", proof.clauses),
        ("It rests on the rules", proof.rests_on),
        ("It needs nothing of the rules", proof.spare),
    ):
        if names:
            lines += ["", f"{what}: {', '.join(names)}"]
    return "\n".join(lines) + "\n"
