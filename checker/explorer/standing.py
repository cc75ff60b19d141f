"""How the claims stand: what each says of the state at a position, or of the step that led to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.explorer.positions import Explored, Position
from checker.judge.claims import Claim, ClaimKind
from checker.judge.replaying import is_judged
from checker.language.plain.explain import explain_state, explain_step

__all__ = ["FALSE", "NOT_JUDGED", "TRUE", "UNDEFINED", "Standing", "standing"]

TRUE, FALSE, UNDEFINED, NOT_JUDGED = "true", "false", "undefined", "not judged"


@dataclass(frozen=True)
class Standing:
    """What a claim says here: ``true``, ``false``, ``undefined``, or ``not judged``, and why.

    A claim that speaks of plays and not of single states (``always possible``, ``leads to``) has what it asks
    for told in ``why``, and is false nowhere: ``fault`` says that the claim is broken here.
    """

    claim: Claim
    status: str
    why: str = ""

    @property
    def fault(self) -> bool:
        """Whether the claim is broken at this position."""
        of_states = (ClaimKind.INVARIANT, ClaimKind.LEMMA, ClaimKind.TRANSITION, ClaimKind.BUILT_IN)
        return self.status == FALSE and self.claim.kind in of_states


def standing(game: Explored, position: Position) -> Iterator[Standing]:
    """Yield how each claim stands at a position, in order of definition.

    Raises:
        ModelError: a claim cannot be evaluated.

    """
    for claim in game.claims:
        yield _stands(game, position, claim)


def _stands(game: Explored, position: Position, claim: Claim) -> Standing:
    if claim.kind is ClaimKind.BUILT_IN:
        return _built_in(game, position, claim)
    if position.wrong is not None:
        return Standing(claim, NOT_JUDGED, "the last step goes wrong: there is no state after it")
    if claim.kind is ClaimKind.TRANSITION:
        return _on_step(game, position, claim)
    if claim.kind in (ClaimKind.LEADS_TO, ClaimKind.EVENTUALLY):
        return _on_play(game, position, claim)
    if not is_judged(game.interpreter, claim, position.state):
        return Standing(claim, NOT_JUDGED, f"it is judged at {claim.at}")
    judged = game.interpreter.judge_claim(position.state, claim.function)
    if judged.undefined is not None:
        return Standing(claim, UNDEFINED, judged.undefined.message)
    if judged.holds:
        return Standing(claim, TRUE)
    return Standing(claim, FALSE, explain_state(game.interpreter, claim.function, position.state))


def _on_step(game: Explored, position: Position, claim: Claim) -> Standing:
    if position.before is None or position.instance is None:
        return Standing(claim, NOT_JUDGED, "it is about steps, and there is none yet")
    before, last, after = position.before.state, position.instance, position.state
    judged = game.interpreter.judge_step(before, last, after, claim.function)
    if judged.undefined is not None:
        return Standing(claim, UNDEFINED, judged.undefined.message)
    if judged.holds:
        return Standing(claim, TRUE)
    return Standing(claim, FALSE, explain_step(game.interpreter, claim.function, before, last, after))


def _on_play(game: Explored, position: Position, claim: Claim) -> Standing:
    judged = game.interpreter.judge_claim(position.state, claim.function)
    if judged.undefined is not None:
        return Standing(claim, UNDEFINED, judged.undefined.message)
    goal = judged.truths[-1]
    if goal or claim.kind is ClaimKind.EVENTUALLY:
        return Standing(claim, TRUE if goal else FALSE, "" if goal else "what must come has not come here")
    if judged.truths[0]:
        return Standing(claim, FALSE, "what must lead to it is true here, and what must come has not come")
    return Standing(claim, NOT_JUDGED, "what must lead to it is not true here")


def _built_in(game: Explored, position: Position, claim: Claim) -> Standing:
    wrong = position.wrong
    if claim.name == "no_step_goes_wrong":
        return Standing(claim, TRUE) if wrong is None else Standing(claim, FALSE, wrong.message)
    if wrong is not None or game.interpreter.taken(position.state) or game.interpreter.over(position.state):
        return Standing(claim, TRUE)
    return Standing(claim, FALSE, "nothing can be done here, and the game is not over")
