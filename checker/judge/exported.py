"""Claims of a game as what is exported for other tools beside its transition system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.errors import UsageError
from checker.export.formats import LANGUAGES
from checker.export.model import Exported, Left, Property, PropertyKind
from checker.judge.claims import Claim, ClaimKind
from checker.judge.questions import SAFETY, Question, question_of
from checker.judge.rounds import rounds_of
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry
from checker.language.lower import lower
from checker.system.terms import FALSE, TRUE, Term, all_of, any_of, negate

__all__ = ["exported_game"]

_KINDS = {
    ClaimKind.POSSIBLE: PropertyKind.POSSIBLE,
    ClaimKind.ALWAYS_POSSIBLE: PropertyKind.ALWAYS_POSSIBLE,
    ClaimKind.EVENTUALLY: PropertyKind.EVENTUALLY,
}


def exported_game(entry: GameEntry, selection: Selection, to: str, *, claims: bool = True) -> Exported:
    """Return a game as it is exported to the language ``to``, with its claims unless these are not wanted.

    Unless properties are named, the claims are those that read no ghosts, as far as the language can hold
    them: the states are then those of the game itself. Of claims that are named, all ghosts are exported.

    Raises:
        ModelError: the game, or a claim, is wrong.
        UsageError: a claim that is asked for by name cannot be exported.
    """
    first, *_ = rounds_of([entry], selection)  # all of them, so that names are checked
    lowered = lower(first.schema)
    if not claims:
        return Exported(lowered.sliced())
    questions: list[Question] = []
    left: list[Left] = []
    for claim, _ in first.claims:
        why = _why_not(claim, to)
        question = question_of(lowered, claim) if not why else None
        if question is not None and not selection.properties:
            if question.ghosts:
                why = f"it reads ghosts; write --property {claim.name}"
            elif to == "smtlib" and _kind(claim) is PropertyKind.POSSIBLE:
                why = f"it would hide whether another claim is broken; write --property {claim.name}"
        if why and selection.properties:
            raise UsageError(
                f"{claim.name} cannot be exported to {LANGUAGES[to].title}: {why}",
                hint="leave out this --property"
                + (", or choose another language with --to" if _elsewhere(claim) else ""),
            )
        if why:
            left.append(Left(claim.name, why))
        elif question is not None:
            questions.append(question)
    system = lowered.sliced(frozenset().union(*(q.ghosts for q in questions)))
    properties = tuple(p for q in questions for p in _properties(q))
    return Exported(system, properties, tuple(left))


def _elsewhere(claim: Claim) -> bool:
    """Return whether some other language can hold a claim that one cannot."""
    return any(not _why_not(claim, name) for name in LANGUAGES)


def _why_not(claim: Claim, to: str) -> str:
    """Return why the language cannot hold a claim, or nothing if it can."""
    holds = LANGUAGES[to].holds
    if claim.name in ("automatic_runs_end", "automatic_order_is_settled"):
        return "it is about more than one state or step, and is checked by ruleproof alone"
    if claim.fair or claim.strongly_fair:
        return "it rests on fairness"
    if claim.but_for:
        return "it asks for what grows without end, and is checked by ruleproof alone"
    kind = _kind(claim)
    if kind not in holds:
        others = [name for name, language in LANGUAGES.items() if kind in language.holds]
        return f"what is {kind.value} has no form there; {' and '.join(others)} can hold it"
    return ""


def _kind(claim: Claim) -> PropertyKind:
    if claim.kind in SAFETY or claim.name in ("no_dead_end", "no_step_goes_wrong"):
        return PropertyKind.INVARIANT
    if claim.kind is ClaimKind.LEADS_TO:
        return PropertyKind.LEADS_TO
    return _KINDS.get(claim.kind, PropertyKind.POSSIBLE)


def _properties(question: Question) -> Iterator[Property]:
    """Yield what a claim is exported as: itself, and that it is never undefined."""
    claim, updates = question.claim, question.system.updates

    def in_a_step(conditions: Sequence[Term]) -> Term:
        return any_of(all_of((u.enabled, t)) for u, t in zip(updates, conditions, strict=True))

    def told(
        name: str, kind: PropertyKind, condition: Term, premise: Term = TRUE, says: str = ""
    ) -> Property:
        return Property(name, kind, condition, premise, says or claim.says, claim.clauses, claim.source)

    kind = _kind(claim)
    if claim.name == "every_rule_can_happen":
        for name, steps in question.rules.items():
            happens = tuple(
                all_of((negate(u.wrong), negate(u.cut), t)) for u, t in zip(updates, steps, strict=True)
            )
            yield told(f"{name}_can_happen", kind, in_a_step(happens), says=f"{name} happens in some play")
        return
    match kind:
        case PropertyKind.INVARIANT:
            broken = question.bad_states
            if question.bad_steps:
                broken = any_of((broken, in_a_step(question.bad_steps)))
            yield told(claim.name, kind, negate(broken))
        case PropertyKind.LEADS_TO:
            yield told(claim.name, kind, question.states[1], question.states[0])
        case _:
            yield told(claim.name, kind, all_of((question.judged, question.states[0])))
    undefined = all_of((question.judged, question.undefined))
    if question.undefined_steps:
        undefined = any_of(
            (
                undefined,
                in_a_step(
                    [
                        all_of((negate(u.wrong), negate(u.cut), t))
                        for u, t in zip(updates, question.undefined_steps, strict=True)
                    ]
                ),
            )
        )
    if undefined is not FALSE:
        yield told(
            f"{claim.name}_is_defined",
            PropertyKind.INVARIANT,
            negate(undefined),
            says="the claim reads what is there",
        )
