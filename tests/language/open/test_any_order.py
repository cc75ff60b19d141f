"""What a game is told as does not depend on the order in which terms were built."""

from __future__ import annotations

import pytest

from tests.language.open.any_order import texts_in_any_order


@pytest.mark.slow
@pytest.mark.parametrize("game", ["berserk", "force_of_will", "magic", "riftbound"])
def test_texts_of_games_are_the_same_whatever_was_built_before(game: str) -> None:
    first, second = texts_in_any_order(game, (1, 2))
    assert len(first) > 3
    assert first == second
