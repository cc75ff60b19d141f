"""The three scripts of a proof, put together from its parts, and its invariant for a person.

Each script is complete: any solver that reads SMT-LIB 2.6 runs it, and has to answer ``unsat`` to every
``(check-sat)`` of it. No question speaks of another one, so that they can be asked apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from checker.certify.expressions import atoms, parsed, renamed
from checker.certify.parts import Case, Condition, Parts, System

__all__ = ["Block", "Question", "Script", "invariant_text", "possible", "scripts"]


_NAME = re.compile(r"[A-Za-z0-9_.]+")
_QUANTIFIED = re.compile("forall|exists")


@dataclass(frozen=True)
class Question:
    """What must not be, by a name for a person and as commands that assert it."""

    name: str
    commands: str


@dataclass(frozen=True)
class Block:
    """Questions that have commands in common, such as those that say what one step does."""

    commands: str
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Script:
    """A script by its name: what comes first, and the blocks of its questions."""

    name: str
    preamble: str
    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        """The script as it is written to a file."""
        return self.preamble + "".join(_written(block) for block in self.blocks)

    @property
    def questions(self) -> tuple[str, ...]:
        """The names of its questions, in their order."""
        return tuple(q.name for block in self.blocks for q in block.questions)


def _written(block: Block) -> str:
    asked = "".join(
        f"; {_line(q.name)}\n(push 1)\n{q.commands}(check-sat)\n(pop 1)\n" for q in block.questions
    )
    return f"(push 1)\n{block.commands}{asked}(pop 1)\n" if asked else ""


def scripts(parts: Parts) -> tuple[Script, Script, Script]:
    """Return start, step and claim."""
    return _start(parts), _step(parts), _claim(parts)


def _preamble(parts: Parts, what: str, prefixes: str, *more: Iterable[str]) -> str:
    system = parts.system
    lines = [f"; {_line(system.game)}, claim {_line(parts.proof.name)}: {what}"]
    lines += [f"; with {_line(', '.join(system.sizes))}"] if system.sizes else []
    lines += ["; Every answer has to be unsat.", f"(set-logic {system.logic})"]
    lines += _declared(system, prefixes)
    return _lines([*lines, *(line for lines in more for line in lines)])


def _declared(system: System, prefixes: str) -> Iterator[str]:
    for prefix in prefixes:
        for v in system.choices if prefix == "d" else system.variables:
            yield f"(declare-fun {prefix}.{v.name} ({' '.join(v.arguments)}) {v.sort})"


def _line(text: str) -> str:
    """Return a text as what can stand in a comment: ASCII, and one line."""
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode()


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _invariant(conditions: Iterable[Condition]) -> Iterator[str]:
    for condition in conditions:
        yield f"; {_line(condition.says)}"
        yield f"(assert {condition.formula})"


def _broken(formulas: Iterable[str]) -> str:
    parts = list(formulas)
    return f"(assert (not (and true {' '.join(parts)})))"


def _says(system: System, case: Case) -> str:
    """Return the commands that say what a start or a step is, and name what it writes."""
    sorts = {v.name: v for v in system.variables}
    lines = [f"; {_line(case.name)}"]
    lines += [f"(define-fun {name} () {sort} {formula})" for name, sort, formula in case.definitions]
    for write in case.writes:
        v = sorts[write.variable]
        pairs = zip(write.places, v.arguments, strict=True)
        places = " ".join(f"({place} {sort})" for place, sort in pairs)
        lines.append(f"(define-fun n.{v.name} ({places}) {v.sort} {write.value})")
    lines.append(f"(assert {case.formula})")
    return _lines(lines)


def _start(parts: Parts) -> Script:
    broken = _broken(c.formula for c in parts.proof.invariant)
    preamble = _preamble(parts, "the invariant is true at the start", "sd", (broken,))
    cases = parts.system.starts
    return Script(
        "start", preamble, tuple(Block("", (Question(c.name, _says(parts.system, c)),)) for c in cases)
    )


def _step(parts: Parts) -> Script:
    system = parts.system
    preamble = _preamble(parts, "every step keeps the invariant", "sd", _shared(system))
    later = _Later(parts)
    return Script("step", preamble, tuple(_kept(parts, case, later) for case in system.steps))


class _Later:
    """The conditions of an invariant after steps: one text for all steps that change the same of it."""

    def __init__(self, parts: Parts) -> None:
        self._formulas = [c.formula for c in parts.proof.invariant]
        self._reads = [set(_NAME.findall(formula)) for formula in self._formulas]
        self._known: dict[tuple[int, frozenset[str]], str] = {}

    def __call__(self, names: dict[str, str]) -> Iterator[tuple[int, str]]:
        """Yield the conditions of which something changes, by their numbers, with these names put in."""
        for number, (formula, reads) in enumerate(zip(self._formulas, self._reads, strict=True), start=1):
            changed = frozenset(reads & names.keys())
            if changed and (number, changed) not in self._known:
                self._known[number, changed] = renamed(formula, names)
            if changed:
                yield number, self._known[number, changed]


def _shared(system: System) -> Iterator[str]:
    for name, sort, formula in system.definitions:
        yield f"(define-fun {name} () {sort} {formula})"


def _kept(parts: Parts, case: Case, later: _Later) -> Block:
    """Return the questions whether a step keeps the conditions, those together that have the same reasons.

    What has quantifiers is asked by itself: solvers are much better at it.
    """
    invariant = parts.proof.invariant
    together: dict[tuple[tuple[int, ...], tuple[int, ...]], list[tuple[int, str]]] = {}
    # What reads nothing that the step changes is the same formula after it as before.
    for number, new in later(_after(parts.system, case)):
        apart = (number,) if _QUANTIFIED.search(new) else ()
        together.setdefault((invariant[number - 1].kept_by, apart), []).append((number, new))
    questions = []
    for (kept_by, _), goals in together.items():
        which = ", ".join(str(number) for number, _ in goals)
        known = _invariant(invariant[number - 1] for number in kept_by)
        commands = _lines([*known, _broken(new for _, new in goals)])
        questions.append(Question(f"{case.name}, condition {which}", commands))
    return Block(_declared_after(parts.system, case) + _says(parts.system, case), tuple(questions))


def _declared_after(system: System, case: Case) -> str:
    """Return the declarations of what a step changes without giving it one value."""
    written = {write.variable for write in case.writes}
    changed = set(_after(system, case).values())
    return _lines(
        f"(declare-fun n.{v.name} ({' '.join(v.arguments)}) {v.sort})"
        for v in system.variables
        if f"n.{v.name}" in changed and v.name not in written
    )


def _after(system: System, case: Case) -> dict[str, str]:
    """Return the names after a step of what it changes: of what it writes, or mentions after the step."""
    changed = atoms(parsed(case.formula, case.name)) | {f"n.{write.variable}" for write in case.writes}
    return {f"s.{v.name}": f"n.{v.name}" for v in system.variables if f"n.{v.name}" in changed}


def _claim(parts: Parts) -> Script:
    proof, system = parts.proof, parts.system
    known = list(_invariant(proof.invariant[number - 1] for number in proof.shown_by))
    if proof.claim:
        preamble = _preamble(parts, "the claim follows from the invariant", "s", known)
        question = Question("the claim is broken", f"(assert (not {proof.claim}))\n")
        return Script("claim", preamble, (Block("", (question,)),))
    if proof.on_steps:
        preamble = _preamble(parts, "every step is as claimed", "sd", _shared(system), known)
        asked = [
            _told(system, case, f"(assert (not {formula}))\n")
            for case, (_, formula) in zip(system.steps, proof.on_steps, strict=True)
            if formula != "true"
        ]
        return Script("claim", preamble, tuple(asked))
    what = "the measure gets smaller with every step of a run, and never falls below zero"
    preamble = _preamble(parts, what, "sd", _shared(system), known)
    below = Question("the measure is below zero", f"(assert (< {proof.measure} 0))\n")
    return Script("claim", preamble, (Block("", (below,)), *(_smaller(parts, c) for c in _runs(parts))))


def _runs(parts: Parts) -> Iterator[Case]:
    among = set(parts.proof.among)
    return (case for case in parts.system.steps if case.name in among)


def _smaller(parts: Parts, case: Case) -> Block:
    measure = parts.proof.measure
    after = renamed(measure, _after(parts.system, case))
    return _told(parts.system, case, f"(assert (not (< {after} {measure})))\n")


def _told(system: System, case: Case, commands: str) -> Block:
    """Return one question about a step."""
    return Block(_declared_after(system, case) + _says(system, case), (Question(case.name, commands),))


def possible(parts: Parts) -> tuple[Sequence[Script], Sequence[Script]]:
    """Return scripts of one question each, not all of which must be answered ``unsat``: starts, and steps.

    Else everything would follow from nothing.
    """
    system = parts.system
    start = _preamble(parts, "there is a start", "sd")
    step = _preamble(parts, "there is a step", "sd", _shared(system), _invariant(parts.proof.invariant))
    return (
        [Script("start", start, (Block("", (Question(c.name, _says(system, c)),)),)) for c in system.starts],
        [
            Script(
                "step",
                step,
                (Block(_declared_after(system, c), (Question(c.name, _says(system, c)),)),),
            )
            for c in system.steps
        ],
    )


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
        if len(condition.kept_by) < len(proof.invariant):
            lines.append(f"     kept because of {_numbers(condition.kept_by)}")
    if proof.on_steps:
        plain = [name for name, formula in proof.on_steps if formula == "true"]
        lines += ["", "The claim is about each step; of these what they do shows it alone:"]
        lines += [f"  {name}" for name in plain] or ["  none"]
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


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in numbers) if numbers else "what the steps say alone"
