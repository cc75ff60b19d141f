"""Verdicts compared with what the spec expects of them."""

from __future__ import annotations

from dataclasses import replace

from checker.judge.answers import Answer, undetermined
from checker.judge.claims import Claim, ClaimKind, Expectation
from checker.judge.going_on import reads_graph
from checker.judge.rounds import Round
from checker.judge.selection import Selection
from checker.judge.verdict import Status, ToldPlay, Verdict, describe_limits

__all__ = ["comes_early", "in_order", "unanswered", "verdict_on"]


def in_order(one: Round, selection: Selection) -> list[tuple[Claim, Expectation]]:
    """Return the claims of a round in the order in which they are answered.

    What the graph answers without any claim being traced comes first, so that the first verdict comes soon.
    """
    return sorted(one.claims, key=lambda pair: not comes_early(pair[0], selection))


def comes_early(claim: Claim, selection: Selection) -> bool:
    """Whether a claim is answered by the graph alone, before any claim is traced."""
    by_states = selection.engine in ("auto", "explicit")
    return by_states and claim.kind is ClaimKind.BUILT_IN and reads_graph(claim)


def unanswered(
    one: Round, selection: Selection, claim: Claim, expectation: Expectation, reason: str
) -> Verdict:
    """Return the verdict on a claim that was not answered, with the reason."""
    return verdict_on(one, selection, claim, expectation, undetermined("none", reason))


def verdict_on(
    one: Round,
    selection: Selection,
    claim: Claim,
    expectation: Expectation,
    answer: Answer,
    *,
    play: ToldPlay | None = None,
    cut: tuple[str, ...] = (),
) -> Verdict:
    """Return the verdict that an answer amounts to, and whether it is the expected one.

    Args:
        one: the round in which the claim is judged.
        selection: what the user asked for.
        claim: the claim.
        expectation: what its spec expects.
        answer: the answer, with its explanation.
        play: its play, as told.
        cut: the bounds that cut the search.
    """
    schema = one.schema
    verdict = Verdict(
        game=schema.name,
        claim=claim.name,
        kind=claim.kind.value,
        says=claim.says,
        status=answer.status,
        evidence=answer.evidence,
        engine=answer.engine,
        limits=describe_limits(schema.all_sizes, schema.all_bounds, cut=cut),
        clauses=claim.clauses,
        source=claim.source,
        readings=schema.readings,
        scopes=schema.scopes,
        varied=one.varied,
        varied_scopes={k: v for k, v in selection.scopes.items() if k in schema.scopes},
        cut=cut,
        explanation=answer.explanation,
        reason=answer.reason,
        play=play,
        figures=answer.figures,
        rests_on=answer.rests_on,
        expectation=expectation.status,
        expected_part=expectation.part,
        model_file=one.entry.file,
    )
    surprise = _surprise(verdict, expectation, scoped=bool(selection.scopes))
    return replace(verdict, expected=not surprise, surprise=surprise)


def _surprise(verdict: Verdict, expected: Expectation, *, scoped: bool) -> str:
    """Say how a verdict differs from what is expected, or nothing if it does not.

    Lengths are pinned for the default scopes only.
    """
    if verdict.status.value != expected.status:
        return f"expected {expected.status}"
    if verdict.status is not Status.VIOLATED:
        return ""
    length = len(verdict.play.steps) if verdict.play is not None else None
    if expected.length is not None and length != expected.length and not scoped:
        return f"the shortest play has {length} steps, expected {expected.length}"
    if expected.part and expected.part not in verdict.explanation:
        return f"{expected.part!r} was expected to fail"
    return ""
