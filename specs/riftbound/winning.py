"""What single clauses of Riftbound demand of winning, in every game with its rules. One clause each.

Each is read by itself and literally, apart from the model, as in ``norms``.
"""

from checker import every, norm, obliges, only
from models.riftbound.cards import Cards
from models.riftbound.words import Player


@norm("RB-PN:467", obliges("win", before="end_cleanup"))
def enough_points_win_at_once(game: Cards, player: Player) -> bool:
    """A player with enough points wins at once."""
    return game.points[player] >= game.victory_score


@norm("RB1.3:323.1", only("win"))
def a_winner_has_more_points_than_anybody_else(game: Cards, player: Player) -> bool:
    """Who has at least the victory score, and more points than every opponent, wins, in a cleanup."""
    most = every(Player, lambda p: p == player or game.points[p] < game.points[player])
    return game.outstanding and game.points[player] >= game.victory_score and most
