"""The scenarios of Riftbound, and the games in which they are played: from any state, with more cards."""

from typing import Any, ClassVar

from checker import Set, action, automatic, between_actions, choice, require, set_of, some
from checker.language.rules import Procedure
from checker.scenario import Scenarios, Scene, start
from models.priority_stack import Stage
from models.riftbound import (
    LAYERS,
    Battlefield,
    Card,
    Phase,
    Player,
    Riftbound,
    Role,
    Unit,
    Zone,
)

scenario = Scenarios(Riftbound)

P1, P2, P3 = Player(0), Player(1), Player(2)
B1, B2 = Battlefield(0), Battlefield(1)
U1, U2, U3, U4 = (Unit(n) for n in range(4))


class FromAnyState(Riftbound):
    """The same game, which starts as a scenario says."""

    abstract: ClassVar[bool] = False

    lay_the_table = None  # a rule that is set to None is gone


class Broods(FromAnyState):
    """A unit that dies brings the last unit, a token, to where it died."""

    def draw(self, player: Player) -> None:
        """In place of a card comes the token."""
        item = self.resolving()
        token = Unit(2)
        require(item.place)
        self.zone[token] = Zone.BOARD
        self.arrive(token, item.place)


class Rallies(FromAnyState):
    """A battlefield has an ability: when its controller defends there, they rally."""

    rallied: Set[Player]

    def mark_unit(self, unit: Unit) -> None:
        """Who controls the battlefield controls its ability."""
        super().mark_unit(unit)
        if self.role[unit] == Role.DEFENDER and self.controller[Battlefield(0)] == self.side[unit]:
            self.rallied.add(self.side[unit])


class Chooses(FromAnyState):
    """An insight asks its controller to choose a card of theirs while it resolves."""

    def draw_resolves(self) -> None:
        """The choice carries it out."""
        require(not some(self.stack, lambda e: e.card == Card.INSIGHT))
        super().draw_resolves()

    @choice(says="{player} chooses {card}")
    def choose_card(self, player: Player, card: Card) -> None:
        """A card of the controller's hand is put into the trash."""
        require(some(self.stack, lambda e: e.stage == Stage.RESOLVING and e.card == Card.INSIGHT))
        require(self.resolving().controller == player)
        require(self.card_zone[card] == Zone.HAND, self.card_owner[card] == player)
        self.card_zone[card] = Zone.TRASH
        self.carried_out()


class Concedes(FromAnyState):
    """Any player may concede at any time; their items are countered, and their priority goes on."""

    procedure: ClassVar[Procedure | None] = between_actions("leaves_with_player", *LAYERS)

    @action(says="{player} concedes")
    def concede(self, player: Player) -> None:
        """Leave the game with everything."""
        require(not self.is_resolving())
        following = player.next_in_game
        if player in self.holders:
            self.holders.discard(player)
            self.due = following
        if player in self.focus:
            self.focus = set_of(following)
        for unit in Unit:
            if self.side[unit] == player and self.zone[unit] == Zone.BOARD:
                self.leave_board(unit, Zone.ABSENT)
        self.passed.discard(player)
        self.in_game.discard(player)
        self.outstanding = True

    @automatic(says="what {self.stack.top.controller} has on the chain is countered")
    def leaves_with_player(self) -> None:
        """The newest item of a player who has left is countered."""
        require(self.stack)
        require(self.stack.top.controller not in self.in_game)
        self.stack.pop()
        if self.stack and not self.due:
            self.due = self.stack.top.controller


def main_phase(
    *,
    game: type[Riftbound] = FromAnyState,
    players: int = 2,
    units: int = 3,
    depth: int = 3,
    waiting: int = 2,
    readings: dict[str, str] | None = None,
    **fields: Any,
) -> Scene[Riftbound]:
    """The first player's main phase, with everything else as it is given.

    ``base`` and ``there`` are the units in their bases and at battlefields, ``owner`` says whose the units
    are, ``hand`` and ``deck`` whose the cards are that are there. Everybody has two energy.
    """
    there: dict[Unit, Battlefield] = fields.pop("there", {})
    base: list[Unit] = fields.pop("base", [])
    owner: dict[Unit, Player] = fields.pop("owner", {})
    hand: dict[Card, Player] = fields.pop("hand", {})
    deck: dict[Player, Card] = fields.pop("deck", {})
    described = {
        "phase": Phase.MAIN,
        "at": there,
        "zone": {**dict.fromkeys([*there, *base], Zone.BOARD), **fields.pop("zone", {})},
        "owner": owner,
        "side": owner,
        "card_zone": {**dict.fromkeys(hand, Zone.HAND), **dict.fromkeys(deck.values(), Zone.DECK)},
        "card_owner": {**hand, **{card: player for player, card in deck.items()}},
        "deck": deck,
        "energy": {Player(n): 2 for n in range(players)},
        **fields,
    }
    scopes = {"players": players, "units": units, "stack": depth, "waiting": waiting}
    return start(game, scopes=scopes, readings=readings, **described)


def all_pass(scene: Scene[Riftbound]) -> Scene[Riftbound]:
    """Let everybody who is in the game pass once, beginning with who has priority."""
    for _ in scene.shows("in_game"):
        scene.do("pass_priority")
    return scene


def play(
    scene: Scene[Riftbound], player: Player, card: Card, unit: Unit | None = None, **at: Any
) -> Scene[Riftbound]:
    """Play a card, and choose its target where several could be chosen."""
    scene.do("play_card", player=player, card=card)
    if scene.may("choose_target"):
        scene.do("choose_target", unit=unit)
    elif scene.may("choose_move"):
        scene.do("choose_move", unit=unit, **at)
    return scene
