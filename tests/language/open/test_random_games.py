"""Random games mean the same with the sizes of their containers left open, or are refused with a line."""

from __future__ import annotations

import pytest

from checker.errors import ModelError
from checker.language.lower import lower
from checker.language.open.lower import lower_open
from checker.language.open.refusal import CannotOpen
from checker.language.schema import Schema
from tests.language.open.agreement import Pair, reached
from tests.random_games.games import load_game, source_of_game

GAMES, SHORT = 24, 2_600


@pytest.mark.slow
def test_random_games_mean_the_same_with_sizes_open(tmp_path) -> None:
    compared, refused, steps, number = 0, 0, 0, 0
    while compared < GAMES:
        number += 1
        if len(source_of_game(number)) > SHORT:
            continue
        schema = Schema(load_game(number, tmp_path).Random)
        try:
            pair = Pair(lower(schema), lower_open(schema))
        except CannotOpen as error:
            refused += bool(error.source and error.hint)
            continue
        except ModelError:  # a random game may be wrong in itself
            continue
        compared += 1
        steps += sum(pair.agree_in(state) for state in reached(pair.system, 8, number))
    assert steps > 10 * GAMES
    assert 0 < refused < GAMES
