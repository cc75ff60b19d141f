"""Games whose automatic rules go on for ever, or look as if they did."""

import dataclasses

from checker import (
    Map,
    Object,
    Participant,
    Queue,
    Set,
    action,
    automatic,
    between_actions,
    each,
    integer,
    queue,
    require,
    scope,
    start,
    state_based,
)
from checker.language.game import Game
from models.priority_stack import Stage
from tests.games.open_core import Entry, OpenCore

__all__ = [
    "Blinks",
    "CountsDown",
    "GoesRound",
    "Grows",
    "GrowsAndShrinks",
    "Idles",
    "Repeats",
    "Settles",
    "Tidies",
]


class Player(Participant, size=scope(2, least=2, most=4)):
    """A player."""


class Quiet(Game):
    """Whoever acts begins something that may go on by itself."""

    abstract = True

    begun: bool = False

    @action()
    def begin(self, player: Player) -> None:
        """Anybody may begin it."""
        self.begun = True


class Blinks(Quiet):
    """Two rules undo each other."""

    lit: bool = False

    @automatic()
    def light(self) -> None:
        """What is dark is lit."""
        require(self.begun, not self.lit)
        self.lit = True

    @automatic()
    def darken(self) -> None:
        """What is lit gets dark."""
        require(self.begun, self.lit)
        self.lit = False

    procedure = between_actions(("light", "darken"))


class Idles(Quiet):
    """A state-based action finds something to do, and does nothing."""

    @state_based()
    def idle(self) -> None:
        """Nothing changes."""
        require(self.begun)

    procedure = between_actions("state_based")


class Thing(Object, size=scope(2)):
    """Something that has its place."""


class Tidies(Quiet):
    """Things go where they belong when somebody looks, and whoever hears them looks again."""

    looking: bool = False
    heard: Set[Thing]
    place: Map[Thing, int] = each(Thing, integer(0, 2))
    belongs: Map[Thing, int] = each(Thing, integer(0, 2))

    @action()
    def move(self, player: Player, thing: Thing) -> None:
        """Anybody may move a thing, and say where it belongs; no place is the better one."""
        self.place[thing] = self.belongs[thing]
        self.belongs[thing] = 2 - self.belongs[thing]
        self.looking = True

    @state_based()
    def put_back(self, thing: Thing) -> None:
        """A thing that is looked at goes where it belongs, which can be heard."""
        require(self.looking, self.place[thing] != self.belongs[thing])
        self.place[thing] = self.belongs[thing]
        self.heard.add(thing)

    @automatic()
    def hear(self, thing: Thing) -> None:
        """What is heard is looked for."""
        require(not self.looking, thing in self.heard)
        self.heard.discard(thing)
        self.looking = True

    @automatic()
    def end_the_look(self) -> None:
        """Nothing is left to be done."""
        require(self.looking)
        self.looking = False

    procedure = between_actions("state_based", "hear", "end_the_look")


class Grows(Quiet):
    """A queue grows for ever; only a bound would end it."""

    line: Queue[Player] = queue(Player, length=scope(2))

    @automatic()
    def join(self, player: Player) -> None:
        """Everybody joins, again and again."""
        require(self.begun)
        self.line.push(player)

    procedure = between_actions("join")


class GrowsAndShrinks(Quiet):
    """What leaves one queue joins the other, and the other way round."""

    line: Queue[Player] = queue(Player, length=scope(2))
    other: Queue[Player] = queue(Player, length=scope(2))

    @action()
    def join(self, player: Player) -> None:
        """Anybody may join."""
        self.line.push(player)

    @automatic()
    def across(self) -> None:
        """The first goes across."""
        require(self.line)
        self.other.push(self.line.pop())

    @automatic()
    def back(self) -> None:
        """The first comes back."""
        require(self.other)
        self.line.push(self.other.pop())

    procedure = between_actions("across", "back")


class GoesRound(Quiet):
    """A mark goes round among three players or more; with two nobody hands it on."""

    marked: Set[Player]

    @start()
    def mark_somebody(self, player: Player) -> None:
        """Somebody has the mark."""
        self.marked.add(player)

    @automatic()
    def hand_on(self, player: Player) -> None:
        """The mark goes to the next player, unless it would come back at once."""
        require(self.begun, player in self.marked)
        require(player.next_in_game.next_in_game != player)
        self.marked.discard(player)
        self.marked.add(player.next_in_game)

    procedure = between_actions("hand_on")


class CountsDown(Quiet):
    """One rule counts down, another starts the count again as often as players have lights to put out."""

    count: int = integer(0, 3)
    lit: Set[Player]
    line: Queue[Player] = queue(Player, length=scope(2))

    @action()
    def light(self, player: Player) -> None:
        """Anybody may light up, and join the line."""
        self.lit.add(player)
        self.line.push(player)

    @automatic()
    def down(self) -> None:
        """One less."""
        require(self.count > 0)
        self.count -= 1

    @automatic()
    def put_out(self, player: Player) -> None:
        """A light goes out, and the count begins again."""
        require(player in self.lit)
        self.lit.discard(player)
        self.count = 3

    @automatic()
    def leave(self) -> None:
        """Once all is dark the line gets shorter."""
        require(self.line)
        self.line.pop()

    procedure = between_actions("down", "put_out", "leave")


class Settles(Quiet):
    """Phases follow each other by themselves, in an order that is not that of their numbers, to an end."""

    step: int = integer(0, 4, start=4)

    @action()
    def enter(self, player: Player) -> None:
        """Anybody may begin the phases."""
        self.step = 2

    @automatic()
    def go_on(self) -> None:
        """From 2 to 0, 3, 1, and out."""
        require(self.step < 4)
        if self.step == 2:
            self.step = 0
        elif self.step == 0:
            self.step = 3
        elif self.step == 3:
            self.step = 1
        else:
            self.step = 4

    procedure = between_actions("go_on")


class Repeats(OpenCore):
    """What has resolved waits again, and resolves again without new passes."""

    def what_remains(self, entry: Entry) -> Entry | None:
        return dataclasses.replace(entry, stage=Stage.WAITING)

    def resolution_goes_on(self) -> bool:
        return True
