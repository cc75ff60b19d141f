"""A duel with sparks: two players, priority, and one stack. Change it into your own game.

A game is a class. Its fields are what lies on the table, its decorated methods are the rules. They are plain
Python that is also read as a rulebook: `ruleproof check` follows every play that they allow.
"""

from dataclasses import dataclass
from enum import Enum

from checker import (
    Game,
    Map,
    Participant,
    Set,
    Stack,
    action,
    automatic,
    between_actions,
    each,
    integer,
    reading,
    require,
    scope,
    some,
    stack,
    start,
)


class Player(Participant, size=2):
    """Who plays. `size=scope(2, least=2, most=4)` would let a check ask for more: `--scope players=3`."""


class Spell(Enum):
    """What can be cast."""

    SPARK = "a spark"
    HUSH = "a hush"


@dataclass(frozen=True)
class Cast:
    """A spell on the stack, and who has cast it. What waits on a stack is a frozen dataclass."""

    caster: Player
    spell: Spell


class Starter(Game):
    """Sparks burn the other player; a hush takes the newest spell off the stack."""

    # specs/starter/rulebook.toml has the clauses that are cited below.
    rulebook = "starter"

    turn_player: Player
    priority: Player
    passed: Set[Player]  # who has passed since something last happened
    stack: Stack[Cast] = stack(Cast, depth=scope(4))  # no game casts more than four, so nothing is cut off
    energy: Map[Player, int] = each(Player, integer(0, 2, start=2))
    life: Map[Player, int] = each(Player, integer(0, 2, start=2))

    # Where the text of a rulebook can be read in two ways, both stand here; the first is the game's own.
    goes_on: str = reading(
        "who has priority when a spell has resolved?", turn_player="RULES:5", caster="RULES:6"
    )

    # What happens by itself, in this order, before anybody may act again.
    procedure = between_actions("resolve", "end_turn", cites="RULES:4")

    @start(cites="RULES:1")
    def begin(self, player: Player) -> None:
        """Either player may begin, and acts first: every check tries both."""
        self.turn_player = player
        self.priority = player

    @action(cites="RULES:2", says="{player} casts {spell}")
    def cast(self, player: Player, spell: Spell) -> None:
        """Whoever has priority may cast a spell for one energy; a hush needs something to answer."""
        # `require` says when a rule may be used. If it is not met, nothing of the rule happens.
        require(player == self.priority, self.energy[player] > 0)
        require(spell == Spell.SPARK or self.stack)
        self.energy[player] -= 1
        self.stack.push(Cast(player, spell))
        self.passed.clear()

    @action(cites="RULES:3", says="{player} passes")
    def pass_priority(self, player: Player) -> None:
        """Whoever has priority may pass; then the other player has it."""
        require(player == self.priority)
        self.passed.add(player)
        self.priority = player.next_in_game

    @automatic(cites=("RULES:4", "RULES:7"), says="{self.stack.top.spell} resolves")
    def resolve(self) -> None:
        """When both players have passed in a row, the newest spell resolves."""
        require(self.in_game <= self.passed, self.stack)
        newest = self.stack.pop()
        if newest.spell == Spell.HUSH:
            if self.stack:
                self.stack.pop()
        else:
            self.life[newest.caster.next_in_game] -= 1
        self.passed.clear()
        self.priority = self.turn_player if self.goes_on == "turn_player" else newest.caster

    @automatic(cites="RULES:8", says="the turn ends")
    def end_turn(self) -> None:
        """When both players have passed and nothing waits, it is the other player's turn."""
        require(self.in_game <= self.passed, not self.stack)
        self.turn_player = self.turn_player.next_in_game
        self.priority = self.turn_player
        self.passed.clear()

    def over(self) -> bool:
        """Return whether the game is over (clause RULES:9): somebody has no life left."""
        return some(Player, lambda p: self.life[p] == 0)
