"""What becomes of a claim that is to be proved."""

from __future__ import annotations

from dataclasses import dataclass

from checker.judge.proofs.race import Attempt
from checker.judge.verdict import Status
from checker.prove.certificate import Certified

__all__ = ["Proof"]


@dataclass(frozen=True)
class Proof:
    """What became of one claim: ``holds`` with its certificate, ``violated``, or ``undetermined``.

    ``attempts`` say what was tried and how far it got, and ``notes`` why that is not all, or not enough.
    ``limits`` says for which sizes it speaks, and nothing where its process ended before that was known.
    ``expected`` is the status that the spec expects; a claim that is expected to be violated is not tried.
    ``besides`` is what a proof counts together with, and how that is known. A proof that ``looks_back`` more
    than one step, or rests on there being no longer play, has no certificate: that would be about single
    steps. It has been re-checked. ``spare_lemmas`` are those of the specs that are proved too, and that the
    proof does not need.
    """

    game: str
    claim: str
    says: str
    status: Status
    expected: str
    attempts: tuple[Attempt, ...]
    seconds: float
    limits: str
    certified: Certified | None = None
    besides: str = ""
    notes: tuple[str, ...] = ()
    found_by: str = ""
    looks_back: int = 1
    spare_lemmas: tuple[str, ...] = ()
