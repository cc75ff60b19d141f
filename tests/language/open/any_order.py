"""Games read as if other terms had been built before theirs: the numbers of terms are drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from checker.judge.claims import ClaimKind
from checker.judge.every_size import open_claim
from checker.judge.proofs.files import subject_text
from checker.judge.proofs.open_sizes import open_claims
from checker.judge.rounds import rounds_of, select_games
from checker.judge.selection import Selection
from checker.judge.workspace import find_workspace
from checker.system import nodes

__all__ = ["texts_in_any_order"]


class _Drawn(int):
    """The number of the last term; the next is any that is not small, which were given on import."""

    def __add__(self, _: int) -> _Drawn:
        return _Drawn(random.getrandbits(60) + 2**60)


def _texts(game: str, seed: int, claims: int) -> dict[str, str]:
    """Return a game and some of its claims with sizes left open, as certificates have them."""
    random.seed(seed)
    nodes._next_id = _Drawn()
    selection = Selection((game,))
    one = next(iter(rounds_of(select_games(find_workspace(), selection), selection)))
    kinds = (ClaimKind.INVARIANT, ClaimKind.TRANSITION)
    chosen = [c for c in open_claims(one) if c.kind in kinds][:claims]
    random.shuffle(chosen)
    texts: dict[str, str] = {}
    for claim in chosen:
        found = open_claim(one.schema, claim)
        if found is not None:
            texts[claim.name] = f"{found.claim} {found.on_steps}"
            texts.setdefault("system", subject_text(found.subject))
    return texts


def texts_in_any_order(game: str, seeds: Iterable[int], claims: int = 4) -> list[dict[str, str]]:
    """Return the same texts, from a process for each seed."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        return [pool.submit(_texts, game, seed, claims).result() for seed in seeds]
