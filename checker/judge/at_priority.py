"""Claims at priority: they count only where priority comes, and so where automatic rules come to an end.

A state-based action that does nothing for ever would make any of them true.
"""

from __future__ import annotations

from checker.judge.builtin import built_in_claims
from checker.judge.claims import Claim
from checker.judge.rounds import Round

__all__ = ["ENDS", "NOT_KNOWN", "claim_that_priority_comes", "is_at_priority"]

ENDS = "automatic_runs_end"
"""The built-in claim that automatic rules come to an end."""

NOT_KNOWN = "it is judged at priority, and it is not known that automatic rules come to an end"
"""Why a claim is undetermined although nothing at priority breaks it."""


def is_at_priority(claim: Claim) -> bool:
    """Return whether a claim counts only together with the end of automatic runs."""
    return claim.at == "priority"


def claim_that_priority_comes(one: Round) -> Claim:
    """Return the built-in claim about the game of a round."""
    claims = built_in_claims(one.entry.game, one.schema.source)
    return next(claim for claim in claims if claim.name == ENDS)
