"""The invariant of a proof for a person."""

from __future__ import annotations

from collections.abc import Sequence

from checker.certify.parts import Measure, Parts

__all__ = ["invariant_text"]


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
    if proof.measures:
        lines += ["", "Each of these steps makes the first measure smaller that it changes:"]
        lines += [f"  {name}" for name in proof.among]
        lines += ["The measures, none of which is ever below zero:"]
        lines += [f"  {number}. {_measure(one)}" for number, one in enumerate(proof.measures, start=1)]
    for what, names in (
        ("It rests on the clauses", proof.clauses),
        ("It rests on the rules", proof.rests_on),
        ("It needs nothing of the rules", proof.spare),
    ):
        if names:
            lines += ["", f"{what}: {', '.join(names)}"]
    return "\n".join(lines) + "\n"


def _measure(measure: Measure) -> str:
    where = f", at each {measure.place} from 0 to below {measure.end}" if measure.place else ""
    return f"{measure.value}{where}"


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in numbers) if numbers else "what the steps say alone"
