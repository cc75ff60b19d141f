"""The open system says of every state that fits the bounds what the cells say."""

from __future__ import annotations

import pytest

from checker.language.game import Game
from checker.language.lower import lower
from checker.language.open.lower import lower_open
from checker.language.schema import Schema
from models.berserk import Berserk
from models.force_of_will import ForceOfWill
from models.magic import Battle, Magic
from models.riftbound import Riftbound
from tests.games.coins import Coins
from tests.games.open_core import OpenCore
from tests.games.orchard import Orchard, Tree
from tests.language.open.agreement import Pair, reached


def agree(game: type[Game], scopes: dict[str, int], most: int, *, many: bool) -> tuple[int, int]:
    """Compare both lowerings in states that random plays come to; return how many states and steps."""
    schema = Schema(game, scopes)
    pair = Pair(lower(schema), lower_open(schema, many=many))
    states = reached(pair.system, most, 1)
    return len(states), sum(pair.agree_in(state) for state in states)


@pytest.mark.parametrize("many", [False, True])
def test_the_core_means_the_same_with_sizes_open(many: bool) -> None:
    assert agree(OpenCore, {"stack": 2}, 20, many=many) == (20, 34)


@pytest.mark.parametrize(
    ("trees", "players"),
    [(1, 2), *(pytest.param(n, p, marks=pytest.mark.slow) for n, p in ((2, 2), (3, 2)))],
)
def test_objects_of_an_open_number_mean_the_same(trees: int, players: int) -> None:
    schema = Schema(Orchard, {"trees": trees, "players": players})
    pair = Pair(lower(schema), lower_open(schema, many=True, objects=[Tree]))
    states = reached(pair.system, 12 if trees == 1 else 60, 1)
    assert sum(pair.agree_in(state) for state in states) >= len(states)
    # One tree that is picked from is told; which of those that a storm takes fruit from is not.
    assert pair.untold == {"storm", "pick_everywhere"}
    assert pair.seen_more <= pair.untold


def test_what_several_rules_put_into_one_bag_in_one_event_is_all_there() -> None:
    states, steps = agree(Coins, {}, 20, many=False)
    assert steps >= states == 20


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_core_means_the_same_for_any_number_of_players(players: int) -> None:
    states, steps = agree(OpenCore, {"players": players}, 60, many=True)
    assert steps >= states


@pytest.mark.slow
@pytest.mark.parametrize(("game", "most"), [(Magic, 25), (ForceOfWill, 60), (Berserk, 60), (Riftbound, 25)])
def test_the_bundled_games_mean_the_same_with_sizes_open(game: type[Game], most: int) -> None:
    states, steps = agree(game, {}, most, many=False)
    assert steps >= states == most


@pytest.mark.slow
@pytest.mark.parametrize("battles", [1, 2])
def test_magic_means_the_same_for_any_number_of_battles(battles: int) -> None:
    schema = Schema(Magic, {"battles": battles, "effects": 1})
    pair = Pair(lower(schema), lower_open(schema, many=True, objects=[Battle]))
    states = reached(pair.system, 12, 1)
    assert sum(pair.agree_in(state) for state in states) >= len(states) == 12
    assert pair.untold == {"combat_damage"}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "most"), [(Magic, 2, 12), (Magic, 3, 12), (Riftbound, 3, 8)])
def test_the_bundled_games_mean_the_same_for_any_number_of_players(
    game: type[Game], players: int, most: int
) -> None:
    states, steps = agree(game, {"players": players}, most, many=True)
    assert steps >= states == most
