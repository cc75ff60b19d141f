"""The three core claims are inductive with the lemmas of the specs."""

from __future__ import annotations

import specs.berserk.claims
import specs.berserk.lemmas  # noqa: F401 - claims and lemmas are found among what has been imported
from checker.judge.claims import claims_of
from checker.judge.proofs.lemmas import helping_lemmas
from checker.judge.proofs.portfolio import Portfolio
from checker.judge.proofs.prove import condition_of
from checker.judge.questions import question_of
from checker.language.game import Game
from models.berserk import Berserk
from tests.models.faults import lowered


def proved(game: type[Game], name: str, *, helped: bool = True) -> bool:
    claims = claims_of(game)
    made = lowered(game, {})
    question = question_of(made, next(c for c in claims if c.name == name))
    lemmas = helping_lemmas(made, claims, question.ghosts) if helped else {}
    portfolio = Portfolio(question.system, {name: condition_of(question, question.system)}, lemmas)
    portfolio.share(20.0)
    return portfolio.follows(name)


def test_the_order_of_arrival_makes_last_in_first_inductive() -> None:
    assert not proved(Berserk, "resolves_last_in_first", helped=False)
    assert proved(Berserk, "resolves_last_in_first")
