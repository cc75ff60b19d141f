"""Proofs about one game with sizes left open: what is asked, and what is told of the answers."""

from __future__ import annotations

import time
from collections.abc import Sequence

from checker.errors import UsageError
from checker.judge.at_priority import ENDS
from checker.judge.claims import Claim
from checker.judge.every_size import EverySize, SizeAnswer, prove_every_size
from checker.judge.proofs.proof import Proof
from checker.judge.proofs.race import Attempt
from checker.judge.questions import SAFETY
from checker.judge.rounds import Round
from checker.judge.selection import Listener
from checker.judge.verdict import Status
from checker.language.open.layout import size_name
from checker.language.open.refusal import CannotOpen
from checker.language.schema import Schema
from checker.language.types import Member

__all__ = ["open_claims", "open_proofs", "unproved"]

EVERY_SIZE_SECONDS = 1800.0
"""How long all claims of a game are tried with sizes left open: questions have limits of their own, which are
counted by the solver's steps, so that only a machine that is very busy comes to this one."""


def _objects(schema: Schema, names: Sequence[str]) -> tuple[type[Member], ...]:
    """Return the classes of objects with these names.

    Raises:
        UsageError: the game has none of that name, or it says how many of them there are.
    """
    known = {size_name(m.cls): m.cls for m in schema.objects}
    varied = [name for name, cls in known.items() if not cls.size.fixed]
    for name in names:
        if name not in varied:
            exactly = known[name].size.default if name in known else "no"
            raise UsageError(
                f"--any-number {name}: {schema.name} has {exactly} {name}",
                hint=f"what it may have any number of: {', '.join(varied) or 'no objects'}",
            )
    return tuple(known[name] for name in dict.fromkeys(names))


def open_proofs(
    one: Round, listener: Listener, any_number: Sequence[str], *, least: bool, seconds: float | None
) -> tuple[Proof, ...]:
    """Return what became of the claims of one round on states and steps with sizes left open.

    ``any_number`` and ``least`` are as in :func:`checker.judge.proofs.prove.prove`; ``seconds`` is what is
    left of the time limit, if there is one.

    Raises:
        ModelError: a model or a spec is wrong.
        UsageError: the game cannot be left open, or has no such objects.
    """
    name, claims = one.schema.name, open_claims(one)
    if not claims:
        return ()
    listener.tell(f"{name}: proving for every size")
    begun = time.monotonic()
    try:
        found = prove_every_size(
            one.schema,
            claims,
            objects=_objects(one.schema, any_number),
            seconds=EVERY_SIZE_SECONDS if seconds is None else min(seconds, EVERY_SIZE_SECONDS),
            least=least,
        )
    except CannotOpen as error:
        raise UsageError(
            f"the sizes of {name} cannot be left open: {error}",
            hint="without --every-size, claims are proved at the sizes and bounds of the game",
        ) from error
    each = (time.monotonic() - begun) / max(1, len(found.answers))
    return tuple(_proof(name, found, answer, each) for answer in found.answers)


def unproved(one: Round, outcome: str, seconds: float) -> tuple[Proof, ...]:
    """Return that nothing is known of the claims of a round, as the attempt had such an ``outcome``."""
    return tuple(
        Proof(
            game=one.schema.name,
            claim=claim.name,
            says=claim.says,
            status=Status.UNDETERMINED,
            expected="holds",
            attempts=(Attempt(_way(claim), outcome, "", seconds),),
            seconds=seconds,
            limits="",
        )
        for claim in open_claims(one)
    )


def open_claims(one: Round) -> list[Claim]:
    """Return the claims of a round that can be proved with sizes left open."""
    held = (c for c, expected in one.claims if expected.status == "holds")
    return [c for c in held if c.kind in SAFETY or c.name == ENDS]


def _way(claim: Claim) -> str:
    return f"{'a ranking' if claim.name == ENDS else 'induction'} with sizes left open"


def _proof(name: str, found: EverySize, answer: SizeAnswer, seconds: float) -> Proof:
    outcome = "proved" if answer.proved else "gave up"
    tried = _way(answer.claim)
    return Proof(
        game=name,
        claim=answer.claim.name,
        says=answer.claim.says,
        status=Status.HOLDS if answer.proved else Status.UNDETERMINED,
        expected="holds",
        attempts=(Attempt(tried, outcome, answer.why, seconds),),
        seconds=seconds,
        limits=", ".join(found.sizes),
        certified=answer.certified,
        besides=answer.besides,
        notes=(f"not everything is left open: {found.closed}",) if found.closed else (),
        found_by=tried,
    )
