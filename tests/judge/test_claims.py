from typing import ClassVar

from checker import Game, action
from checker.judge.claims import claims_of, invariant, violated


class Core(Game):
    abstract: ClassVar[bool] = True
    lit: bool = False

    @action()
    def switch(self) -> None:
        self.lit = True


class Lamp(Core):
    pass


class Torch(Core):
    pass


@invariant(says="of the core")
def dark(game: Core) -> bool:
    return not game.lit


def states_again() -> None:
    @invariant(says="of the torch", expect=violated(length=1))
    def dark(game: Torch) -> bool:
        return not game.lit


def test_a_claim_that_a_game_states_again_replaces_its_cores() -> None:
    states_again()
    assert [(c.says, c.expect.status) for c in claims_of(Lamp)] == [("of the core", "holds")]
    assert [(c.says, c.expect.status) for c in claims_of(Torch)] == [("of the torch", "violated")]
