"""What the clauses demand where both players lose, each from its own text alone."""

from checker import forbids, norm, obliges, some
from models.force_of_will.turn import ForceOfWillTurn
from specs.force_of_will import sequence_norms

__all__ = ["sequence_norms"]


@norm("FOW12:1201.1", forbids("run_out_of_cards"))
def no_life_left_is_listed_first(game: ForceOfWillTurn) -> bool:
    """Rule processes are done in the order of their list, where having no life left comes first."""
    return some(game.in_game, lambda p: game.life[p] == 0)


@norm("FOW12:103.3", obliges("run_out_of_cards"))
def both_lose_at_one_moment(game: ForceOfWillTurn) -> bool:
    """If both players lose at the same moment the game is a draw, so neither loss waits for the other."""
    return game.short and some(game.in_game, lambda p: game.life[p] == 0)
