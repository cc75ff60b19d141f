"""Proofs, told: as text, JSON and Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.judge.verdict import Status
from checker.report.escape import visible

if TYPE_CHECKING:
    from checker.judge.proofs.proof import Proof
    from checker.judge.proofs.race import Attempt
    from checker.report.layout import Page

__all__ = ["exit_code", "print_proofs", "proofs_json", "proofs_markdown"]


def exit_code(proofs: Sequence[Proof], *, interrupted: bool = False) -> int:
    """Return 1 where a claim is broken, 3 where one is undetermined or was not tried any more, else 0."""
    found = {proof.status for proof in proofs}
    if Status.VIOLATED in found:
        return 1
    return 3 if interrupted or Status.UNDETERMINED in found else 0


def print_proofs(
    page: Page,
    proofs: Sequence[Proof],
    folder: Path | None,
    *,
    loudness: str = "usual",
    interrupted: bool = False,
) -> None:
    """Print what was proved and why it holds, and what was not and what was tried.

    ``loudness`` is ``usual``; ``quiet`` leaves out what is proved, ``verbose`` adds the conditions of each
    invariant.
    """
    game = ""
    shown = [p for p in proofs if p.status is not Status.HOLDS] if loudness == "quiet" else proofs
    for proof in shown:
        if proof.game != game:
            game = proof.game
            page.text(f"{game}, with {proof.limits}" if proof.limits else game, style="bold")
        word = "proved" if proof.status is Status.HOLDS else proof.status.value
        page.row(word, f"{proof.claim}  ({proof.seconds:.1f} s)", label_width=14)
        for line in _why(proof, verbose=loudness == "verbose"):
            page.text(line, indent=16, hanging=2)
        if proof.status is not Status.HOLDS:
            _print_attempts(page, proof.attempts)
        if loudness == "verbose" and proof.certified is not None:
            page.text("the invariant:", indent=16)
            for number, condition in enumerate(proof.certified.invariant, start=1):
                page.text(f"{number}. {condition.says}", indent=18, hanging=3, style="dim")
    held = sum(proof.status is Status.HOLDS for proof in proofs)
    if shown:
        page.blank()
    page.text(f"{held} of {len(proofs)} claims proved.")
    if interrupted:
        page.text("Interrupted: what was not tried yet is undetermined.")
    if folder is not None and held:
        page.text(f"The certificates are in {folder}; check them with")
        page.command(f"ruleproof certify {folder}", indent=2)


def _print_attempts(page: Page, attempts: Sequence[Attempt]) -> None:
    """Print what was tried, and how far it got."""
    for attempt in attempts:
        page.text(f"tried for {attempt.seconds:.1f} s: {attempt.engine}", indent=16, hanging=2)
        page.text(_far(attempt), indent=18, hanging=2)


def _far(attempt: Attempt) -> str:
    return f"{attempt.says} ({attempt.outcome})" if attempt.says else attempt.outcome


def _why(proof: Proof, *, verbose: bool) -> list[str]:
    certified = proof.certified
    lines = list(proof.notes)
    if proof.besides:
        lines.append(f"counts together with {proof.besides}")
    if certified is None:
        if proof.status is Status.HOLDS:
            how = next(a for a in proof.attempts if a.outcome == "proved")
            lines.append(f"by {how.engine}: {how.says}; re-checked")
            lines.append("certificates are about single steps, so that there is none")
        return lines
    lemmas = list(dict.fromkeys(c.says for c in certified.invariant if c.origin == "lemma"))
    mined = sum(c.origin == "found" for c in certified.invariant)
    if lemmas:
        lines.append(f"with the lemmas {', '.join(lemmas)}")
    if mined:
        lines.append(f"with {_number(mined, 'condition')} that were found ({certified.found_by})")
    if not certified.rests_on and len(certified.invariant) == 1:
        lines.append("each rule shows it by itself: no lemma is needed")
    if certified.clauses:
        lines.append(f"rests on {', '.join(certified.clauses)}")
    if certified.spare:
        lines.append(f"needs nothing of the rules {', '.join(certified.spare)}")
    if verbose and certified.spare_clauses:
        lines.append(f"needs nothing of the clauses {', '.join(certified.spare_clauses)}")
    if verbose and proof.spare_lemmas:
        lines.append(f"needs nothing of the lemmas {', '.join(proof.spare_lemmas)}")
    if certified.within:
        lines.append(f"speaks of plays that stay within the bounds of {', '.join(certified.within)}")
    return lines


def _number(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"


def proofs_json(proofs: Sequence[Proof], *, interrupted: bool = False) -> dict[str, Any]:
    """Return the proofs as a JSON object."""
    return {
        "proofs": [_object(proof) for proof in proofs],
        "interrupted": interrupted,
        "exit_code": exit_code(proofs, interrupted=interrupted),
    }


def _object(proof: Proof) -> dict[str, Any]:
    told: dict[str, Any] = {
        "game": proof.game,
        "claim": proof.claim,
        "says": proof.says,
        "status": proof.status.value,
        "limits": proof.limits,
        "found_by": proof.found_by,
        "looks_back": proof.looks_back,
        "tried": [_attempt(attempt) for attempt in proof.attempts],
        "notes": list(proof.notes),
        "seconds": round(proof.seconds, 3),
    }
    if proof.certified is not None:
        one = proof.certified
        told["invariant"] = [{"origin": c.origin, "says": c.says} for c in one.invariant]
        told["rests_on"] = {"rules": list(one.rests_on), "clauses": list(one.clauses)}
        told["not_needed"] = {"rules": list(one.spare), "clauses": list(one.spare_clauses)}
        told["lemmas_not_needed"] = list(proof.spare_lemmas)
        told["within"] = list(one.within)
    if proof.besides:
        told["counts_together_with"] = proof.besides
    return told


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "engine": attempt.engine,
        "outcome": attempt.outcome,
        "how_far": attempt.says,
        "figures": dict(attempt.figures),
        "seconds": round(attempt.seconds, 3),
    }


def proofs_markdown(proofs: Sequence[Proof], *, interrupted: bool = False) -> str:
    """Return the proofs as a Markdown document."""
    lines = ["# Proofs", ""]
    if interrupted:
        lines += ["Interrupted: what was not tried yet is undetermined.", ""]
    for proof in proofs:
        word = "proved" if proof.status is Status.HOLDS else proof.status.value
        lines += [f"## {_plain(proof.game)}: {_plain(proof.claim)}: {word}", ""]
        if proof.says:
            lines += [_plain(proof.says), ""]
        lines += [f"With {_plain(proof.limits)}.", ""] if proof.limits else []
        lines += [f"- {_plain(line)}" for line in _why(proof, verbose=True)]
        if proof.status is not Status.HOLDS:
            lines += ["", "| tried | seconds | how far it got |", "|---|---|---|"]
            lines += [f"| {_plain(a.engine)} | {a.seconds:.1f} | {_plain(_far(a))} |" for a in proof.attempts]
        if proof.certified is not None:
            lines += ["", "The invariant:", ""]
            lines += [f"{n}. {_plain(c.says)}" for n, c in enumerate(proof.certified.invariant, start=1)]
        lines.append("")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Return a text as Markdown shows it: nothing in it is markup."""
    line = " ".join(visible(text).split())
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|" else c for c in line)
