"""The three core claims are inductive with the lemmas of the specs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import specs.berserk.claims
import specs.berserk.lemmas  # claims and lemmas are found among what has been imported
from checker.errors import ModelError
from checker.judge.claims import claims_of
from checker.judge.proofs.lemmas import helping_lemmas
from checker.judge.proofs.portfolio import Portfolio
from checker.judge.proofs.prove import condition_of
from checker.judge.questions import question_of
from checker.language.game import Game
from models.berserk import Berserk
from models.magic import Magic
from tests.models.faults import lowered


def proved(game: type[Game], name: str, *, helped: bool = True) -> bool:
    claims = claims_of(game)
    made = lowered(game, {})
    question = question_of(made, next(c for c in claims if c.name == name))
    lemmas = helping_lemmas(made, claims, question.ghosts) if helped else {}
    portfolio = Portfolio(question.system, {name: condition_of(question, question.system)}, lemmas)
    portfolio.share(300.0)
    return portfolio.follows(name)


def test_the_order_of_arrival_makes_last_in_first_inductive() -> None:
    assert not proved(Berserk, "resolves_last_in_first", helped=False)
    assert proved(Berserk, "resolves_last_in_first")


def with_lemmas(patch: pytest.MonkeyPatch, *lemmas: Callable[..., bool]) -> set[str]:
    """Return the names of what helps where the specs of Berserk have these lemmas and no others."""
    patch.setattr(specs.berserk.lemmas, "LEMMAS", lemmas)
    return set(helping_lemmas(lowered(Berserk, {}), claims_of(Berserk)))


def test_a_lemma_about_another_game_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def about_magic(g: Magic) -> bool:
        return g.combat_is_over  # type: ignore[attr-defined, no-any-return]

    assert "about_magic" not in with_lemmas(monkeypatch, about_magic)


def test_a_wrong_lemma_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_a_slip(g: Berserk) -> bool:
        return g.stak  # type: ignore[attr-defined, no-any-return]

    with pytest.raises(ModelError, match="stak"):
        with_lemmas(monkeypatch, with_a_slip)
