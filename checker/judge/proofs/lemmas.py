"""Conditions that proofs at fixed sizes may lean on: the lemmas of the specs, and the order of arrival.

None is believed: each is proved together with the claims, or left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from checker.judge.claims import Claim
from checker.judge.every_size import is_about, stated_lemmas
from checker.language.claims import trace_state_claim
from checker.language.lower import Lowered
from checker.system.shapes import BagShape
from checker.system.terms import Sort, Term, all_of, any_of, at_least, less, negate, var

__all__ = ["helping_lemmas"]


def helping_lemmas(
    lowered: Lowered, claims: Iterable[Claim], ghosts: frozenset[str] = frozenset()
) -> dict[str, Term]:
    """Return conditions on the states of ``lowered.sliced(ghosts)`` that may help to prove claims, by name.

    They are those in the file ``lemmas.py`` beside the claims, as far as they read no other observers, and
    that what lies in a stack or queue lies in the order in which it arrived.

    Raises:
        ModelError: a lemma about this game is wrong in itself.
    """
    found = dict(_orders(lowered))
    for function in stated_lemmas(claims):
        if not is_about(lowered.schema.game, function):
            continue
        told = trace_state_claim(lowered, function, 1)
        if told.ghosts <= ghosts:
            # Where a lemma reads what is not there it says nothing, which does not count as true.
            found[function.__name__] = all_of((told.terms[0], negate(told.undefined)))
    return found


def _orders(lowered: Lowered) -> Iterator[tuple[str, Term]]:
    for container in lowered.layout.sequences:
        shape = container.shape
        if isinstance(shape, BagShape):
            continue
        for moments in zip(*(slot.cells() for slot in shape.slots), strict=True):
            if moments[0].domain.sort is not Sort.MOMENT or moments[0] in lowered.layout.ghosts:
                continue
            pairs = itertools.combinations(enumerate(moments), 2)
            rising = all_of(
                any_of((negate(at_least(var(shape.length), j + 1)), less(var(a), var(b))))
                for (_, a), (j, b) in pairs
            )
            name = shape.length.name.removesuffix(".size")
            yield f"{name} in the order of arrival", lowered.finish([rising])[0]
