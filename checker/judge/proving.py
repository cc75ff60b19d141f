"""Proof of safety claims, by induction over the game at its present sizes and bounds."""

from __future__ import annotations

from dataclasses import replace

from checker.judge.answers import Answer, undetermined
from checker.judge.questions import SAFETY, Question
from checker.judge.verdict import Evidence, Status
from checker.system.terms import Term, negate

__all__ = ["EXTRA_BUDGET", "EXTRA_SECONDS", "Prover", "can_be_proved", "with_proof"]

EXTRA_SECONDS = 1.0
"""How long a proof is tried for a claim that a search has decided already."""

EXTRA_BUDGET = 4.0
"""How many seconds such proofs may take in all, in one round."""


def can_be_proved(question: Question) -> bool:
    """Whether a question is one for a prover: that nothing bad is ever reached."""
    claim = question.claim
    return claim.kind in SAFETY or claim.name in ("no_dead_end", "no_step_goes_wrong")


class Prover:
    """Proves questions about one system; what is proved helps with what comes later."""

    def __init__(self, question: Question, *, depth: int) -> None:
        from checker.prove.induction import Prover as Engine

        self._engine = Engine(question.system, max_depth=depth)
        self._known: list[Term] = []

    def answer(self, question: Question, seconds: float | None, *, needed: bool = True) -> Answer:
        """Return a proof, a play or an honest "undetermined"; a proof has been re-checked.

        ``needed`` asks which rules a proof rests on.
        """
        from checker.prove.results import Proved, Refuted

        system = question.system
        bad = question.bad_steps
        if bad:
            result = self._engine.prove_transition(bad, lemmas=self._known, seconds=seconds, needed=needed)
        else:
            condition = negate(question.bad_states)
            result = self._engine.prove_invariant(
                condition, lemmas=self._known, seconds=seconds, needed=needed
            )
        if isinstance(result, Refuted):
            figures = {"levels": len(result.play) + 1, "seconds": result.seconds}
            return Answer(Status.VIOLATED, Evidence.PLAY, "prove", result.play, figures=figures)
        if isinstance(result, Proved):
            if not bad:
                self._known.append(negate(question.bad_states))
            rules = dict.fromkeys(system.updates[i].rule for i in result.needed or ())
            return Answer(
                Status.HOLDS,
                Evidence.PROOF,
                "prove",
                figures={"induction": result.k, "seconds": result.seconds},
                rests_on=(f"the rules {', '.join(rules)}",) if rules else (),
            )
        tried = f"searched all plays of up to {result.depth} steps, " if result.depth >= 0 else ""
        reason = f"{tried}tried induction over up to {max(result.k, 1)} steps: {result.reason}"
        return undetermined("prove", reason, {"seconds": result.seconds})


def with_proof(answer: Answer, proof: Answer) -> Answer:
    """Return a search's answer that says that it was proved by induction too."""
    if proof.status is not Status.HOLDS:
        return answer
    steps = int(proof.figures["induction"])
    looking = "" if steps == 1 else f" looking back {steps} steps"
    note = f"also proved by induction{looking}; the certificate was re-checked"
    return replace(answer, rests_on=(note, *proof.rests_on))
