"""The common core as a game of its own: any number of players, entries that resolve or are taken out."""

from dataclasses import dataclass
from enum import Enum

from checker import (
    Participant,
    Stack,
    action,
    automatic,
    between_actions,
    choice,
    now,
    one_of,
    require,
    scope,
    stack,
    start,
)
from models.priority_stack import PriorityStack, Stage, Waiting


class Player(Participant, size=scope(2, least=2, most=4)):
    """A player."""


class What(Enum):
    """What an entry does."""

    NOTHING = "nothing"
    COUNTER = "takes another entry out"


@dataclass(frozen=True, kw_only=True)
class Entry(Waiting):
    """An entry on the stack."""

    controller: Player
    what: What


class OpenCore(PriorityStack[Player, Entry]):
    """Players play entries, which do nothing or take another out of the stack."""

    abstract = False

    stack: Stack[Entry] = stack(Entry, depth=scope(3))

    procedure = between_actions(
        "finish_resolution", ("takes_effect", "nothing_to_counter"), "begin_resolution", "end_sequence",
        "give_priority",
    )  # fmt: skip

    def after_sequence(self) -> None:
        """The next player's turn begins."""
        self.turn_player = self.turn_player.next_in_game
        self.due = self.turn_player

    def resolves(self, what: What) -> Entry:
        """Return what is being resolved, if it is of that kind."""
        entry = self.stack.find(lambda e: e.stage == Stage.RESOLVING and e.what == what)
        require(entry)
        assert entry is not None
        return entry

    @start()
    def set_up(self) -> None:
        """Somebody begins."""
        self.due = self.turn_player

    @action(says="{player} plays {what}")
    def play(self, player: Player, what: What) -> None:
        """Who has priority may play something."""
        require(player in self.holders)
        self.stack.push(Entry(controller=player, what=what, arrived=now()))
        self.acted(player)

    @automatic(says="it takes effect")
    def takes_effect(self) -> None:
        """What does nothing does nothing."""
        self.resolves(What.NOTHING)
        self.carried_out()

    @choice(says="{player} takes an entry out")
    def counter(self, player: Player, entry: Entry = one_of("stack")) -> None:
        """The controller picks an entry that waits."""
        require(self.resolves(What.COUNTER).controller == player, entry.stage == Stage.WAITING)
        self.stack.remove(entry)
        self.carried_out()

    @automatic(says="there is nothing to take out")
    def nothing_to_counter(self) -> None:
        """Alone on the stack, it does nothing."""
        self.resolves(What.COUNTER)
        require(self.stack.size == 1)
        self.carried_out()
