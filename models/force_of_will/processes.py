"""Processes in Force of Will: judgment in detail, wardens, contracts, standby, stones, and what answers them.

A main phase and an end phase, with a ruler, a warden, a card for standby, a rune and a Contract chant of the
turn player, quickcast chants of both, and a chant in standby of the other player. Left out: J-rulers that
perform judgment in the field, contracts by an ability, orders and transcending, other willpower abilities
than one that gives will, cards in standby that trigger, and [Divinity], which a rune asks for.
"""

from typing import Any, Self

from checker import (
    Map,
    Stack,
    action,
    assumed,
    automatic,
    between_actions,
    chosen,
    each,
    ghost,
    integer,
    now,
    observer,
    reading,
    require,
    scope,
    some,
    stack,
    start,
)
from models.force_of_will.process_parts import (
    CHANTS,
    Card,
    InProcess,
    Kind,
    Point,
    Situation,
    Zone,
    holder_of,
)
from models.force_of_will.sequence import Player, Sequence

__all__ = ["ForceOfWillProcesses"]


class ForceOfWillProcesses(Sequence[InProcess]):
    """The main phase with its processes, and the end phase."""

    stack: Stack[InProcess] = stack(InProcess, depth=scope(4))
    point: Point = Point.MAIN
    zone: Map[Card, Zone] = each(Card, Zone.ABSENT)
    stones: Map[Player, int] = each(Player, integer(0, 3))  # recovered magic stones
    will: int = integer(0, 3)  # the turn player's, produced and not yet spent
    rested: bool = False  # the Ruler
    astral: bool = False  # the Ruler
    judged: bool = False  # judgment was played this turn
    called: bool = False  # a magic stone was called this turn
    sight: bool = False  # the Ruler's ability may still be activated
    forbidden: bool = False  # players cannot perform judgment
    willpower: int = integer(0, 1)  # the Warden's counters
    willed: bool = False  # its willpower ability was played this turn
    contracted: bool = False  # a contract process was resolved this turn, and the Ruler is under contract
    flips: bool = False  # the Pact has brought a contract about, and is to flip over

    has_judged: bool = ghost(False)  # the turn player has played judgment, whatever the rules make of it

    judgment_resolves: str = reading(
        "does a process on the chase resolve, which is neither card nor ability?",
        intent="FOW12:705.3a",
        literal="FOW12:605.1b/2",
    )
    bypasses: str = reading(
        "do standby and calling a magic stone enter the chase, as whatever is activated is said to do?",
        at_once="FOW12:706.2",
        on_chase="S-FOW:2/2",
    )
    contracts: str = reading(
        "may a contract process be played by itself, with priority?",
        as_a_chant_resolves="FOW12:713.1",
        with_priority="FOW12:604.1e",
    )
    will_while_paying: str = reading(
        "may a will ability be played while a cost is paid, in the middle of playing?",
        certain="FOW12:907.2/2",
        refused="FOW12:907.2/1",
    )
    after_resolving: str = reading(
        "where does a card go that has resolved?",
        by_its_kind="FOW12:711.2a",
        graveyard="S-FOW:8/2",
    )

    # -- the core ------------------------------------------------------------------------------------

    def is_main_phase(self) -> bool:
        """Return whether it is the main phase."""
        return self.point == Point.MAIN

    def over(self) -> bool:
        """Return whether the turn is over."""
        return self.point == Point.OVER

    def after_sequence(self) -> None:
        """Go on from the main phase to the end phase, and from there to the end of the turn."""
        if self.point == Point.MAIN:
            self.point = Point.END
            self.due = self.turn_player
        else:
            self.point = Point.OVER

    def leave_stack(self, entry: InProcess) -> None:
        """Remove a rune and bury a chant, but a Pact that flips; of others no card was on the chase."""
        if entry.card == Card.PACT and self.flips:
            self.zone[Card.PACT] = Zone.FIELD
        elif entry.kind == Kind.SPELL:
            removed = entry.card == Card.RUNE and self.after_resolving == "by_its_kind"
            self.zone[entry.card] = Zone.REMOVED if removed else Zone.GRAVEYARD

    # -- what rules are made of ----------------------------------------------------------------------

    def chase(self, player: Player, kind: Kind, card: Card, target: Card | None = None) -> None:
        """Put a new entry on top of the chase, unless what is there cannot be chased to."""
        require(not some(self.stack, lambda e: e.card == Card.SEAL))
        self.stack.push(InProcess(controller=player, kind=kind, card=card, target=target, arrived=now()))

    def pay(self, player: Player, cost: int) -> None:
        """Let ``player`` pay ``cost``: in will first, and then by resting stones, if that may be done now."""
        stones_too = player != self.turn_player or self.will_while_paying == "certain"
        for _ in range(cost):
            if player == self.turn_player and self.will > 0:
                self.will -= 1
            else:
                require(stones_too, self.stones[player] > 0)
                self.stones[player] -= 1

    def is_at_home(self, card: Card) -> bool:
        """Return whether a card is in the ruler area."""
        return self.zone[card] == Zone.RULER_AREA

    def may_judge(self) -> bool:
        """Return whether the Ruler is one whose judgment can be played now."""
        free = not self.rested and not self.astral and not self.judged and not self.forbidden
        return free and not self.contracted and self.is_at_home(Card.RULER)

    def may_contract(self) -> bool:
        """Return whether a contract with the Ruler can be made: rested or not, once a turn."""
        return self.is_at_home(Card.RULER) and not self.contracted

    # -- the start -----------------------------------------------------------------------------------

    @start(cites="FOW12:504.2", says="the main phase begins: {situation}")
    def lay_the_table(self, situation: Situation) -> None:
        """Give the players the cards of one table; the turn player is to have priority."""
        self.due = self.turn_player
        self.stones[Player(0)] = 1
        self.stones[Player(1)] = 2
        if situation != Situation.WARDEN and situation != Situation.STANDBY:
            self.zone[Card.RULER] = Zone.RULER_AREA
        hand: tuple[Card, ...] = ()
        if situation == Situation.CANCELS:
            hand = (Card.CHARM, Card.NULLIFY, Card.SUPPRESS)
            self.sight = True
            self.stones[Player(0)] = 2
            self.stones[Player(1)] = 1
        elif situation == Situation.EDICT:
            hand = (Card.EDICT, Card.TIRE)
        elif situation == Situation.ASTRAL:
            hand = (Card.FALL, Card.SLAY)
        elif situation == Situation.WARDEN:
            hand = (Card.WARDEN, Card.FORGET)
        elif situation == Situation.STONE:
            hand = (Card.CHARM, Card.TIRE)
            self.stones[Player(0)] = 2
        elif situation == Situation.CONTRACT:
            hand = (Card.PACT, Card.TIRE)
        else:
            hand = (Card.TRAP, Card.RUNE, Card.CHARM, Card.SEAL)
            self.stones[Player(0)] = 3
            self.zone[Card.SNARE] = Zone.STANDBY
        for card in hand:
            self.zone[card] = Zone.HAND

    # -- actions with priority -----------------------------------------------------------------------

    def from_hand(self, player: Player, card: Card, target: Card | None = None) -> None:
        """Let ``player`` put a chant from hand into the chase and pay for it."""
        require(player in self.holders, holder_of(card) == player, self.zone[card] == Zone.HAND)
        self.zone[card] = Zone.CHASE
        self.chase(player, Kind.SPELL, card, target)
        self.pay(player, 1)
        self.acted(player)

    @action(
        cites=("FOW12:604.1c", "FOW12:605.1a", "FOW12:1008.1", "FOW12:1008.2"), says="{player} plays {card}"
    )
    def play_chant(self, player: Player, card: Card) -> None:
        """Play a quickcast chant without a target."""
        require(card in CHANTS)
        self.from_hand(player, card)

    @action(
        cites=("FOW12:604.1c", "FOW12:605.1a", "FOW12:903.2i/1", "FOW12:1008.1", "FOW12:1008.2"),
        says="{player} plays Nullify on {target}",
    )
    def play_nullify(self, player: Player, target: Card) -> None:
        """Play what cancels a spell; its target is a card on the chase."""
        require(some(self.stack, lambda e: e.card == target and e.kind == Kind.SPELL))
        self.from_hand(player, Card.NULLIFY, target)

    @action(
        cites=("FOW12:604.1c", "FOW12:605.1a", "FOW12:903.2i/1", "FOW12:1008.1", "FOW12:1008.2"),
        says="{player} plays Suppress on the Sight",
    )
    def play_suppress(self, player: Player) -> None:
        """Play what cancels an ability; there is one ability that can be its target."""
        require(some(self.stack, lambda e: e.kind == Kind.ABILITY))
        self.from_hand(player, Card.SUPPRESS, Card.RULER)

    @action(
        cites=("FOW12:604.1b", "FOW12:605.1a", "FOW12:903.2a", "FOW12:1008.1", "FOW12:1008.2"),
        says="{player} turns the Snare up and plays it",
    )
    def play_snare(self, player: Player) -> None:
        """Play a chant with [Trigger] from standby, at any time with priority; it costs nothing more."""
        require(player in self.holders, holder_of(Card.SNARE) == player)
        require(self.zone[Card.SNARE] == Zone.STANDBY)
        self.zone[Card.SNARE] = Zone.CHASE
        self.chase(player, Kind.SPELL, Card.SNARE)
        self.acted(player)

    @action(cites=("FOW12:604.1a", "FOW12:605.1a"), says="{player} activates the Ruler's Sight")
    def use_sight(self, player: Player) -> None:
        """Activate an ability of the Ruler, once; it stands for abilities in general."""
        require(player in self.holders, player == self.turn_player, self.sight)
        require(self.is_at_home(Card.RULER))
        self.sight = False
        self.chase(player, Kind.ABILITY, Card.RULER)
        self.acted(player)

    @action(
        cites=("FOW12:907.2/1", "FOW12:907.3", "FOW12:907.4", "FOW12:605.1a"),
        says="{player} rests a magic stone for one will",
    )
    def use_stone(self, player: Player) -> None:
        """A will ability resolves at once; the other player's make no difference to what is asked here."""
        require(player in self.holders, player == self.turn_player, self.stones[player] > 0)
        self.stones[player] -= 1
        self.will += 1
        self.acted(player)

    # -- actions at main timing ----------------------------------------------------------------------

    @action(
        cites=(
            "FOW12:604.2c",
            "FOW12:701.2",
            "FOW12:705.1",
            "FOW12:705.2",
            "FOW12:705.2a",
            "FOW12:1024",
        ),
        says="{player} performs judgment of the Ruler",
    )
    def perform_judgment(self, player: Player) -> None:
        """Judgment of a recovered ruler, once a turn, unless it is astral or judgment is forbidden."""
        require(self.main_timing(player), self.may_judge())
        self.judged = True
        self.chase(player, Kind.JUDGMENT, Card.RULER)
        self.pay(player, 1)
        self.acted(player)

    @action(
        cites=("FOW12:604.2c", "FOW12:716.1", "FOW12:716.2", "FOW12:716.2a/1"),
        says="{player} plays the Warden's process",
    )
    def play_warden(self, player: Player) -> None:
        """Show the Warden, which stays in hand, and put its process into the chase."""
        require(self.main_timing(player), self.zone[Card.WARDEN] == Zone.HAND)
        self.chase(player, Kind.WARDEN, Card.WARDEN)
        self.pay(player, 1)
        self.acted(player)

    @action(cites=("FOW12:604.2f", "FOW12:717.2b-2"), says="{player} plays the Warden's willpower ability")
    def use_willpower(self, player: Player) -> None:
        """Play a willpower ability that gives will: at main timing, once a turn; it resolves at once."""
        require(self.main_timing(player), self.is_at_home(Card.WARDEN), not self.willed, self.willpower > 0)
        self.willed = True
        self.willpower -= 1
        self.will += 1
        self.acted(player)

    @action(
        cites=("FOW12:604.2e", "FOW12:701.2", "FOW12:710.1"),
        says="{player} calls a magic stone",
    )
    def call_stone(self, player: Player) -> None:
        """Rest the recovered Ruler for a magic stone, once a turn, and not after judgment."""
        require(self.main_timing(player))
        require(self.is_at_home(Card.RULER) or self.zone[Card.RULER] == Zone.FIELD)
        require(not self.rested, not self.called, not self.judged)
        self.rested = True
        self.called = True
        if self.bypasses == "on_chase":
            self.chase(player, Kind.STONE, Card.RULER)
        else:
            self.stones[player] += 1
        self.acted(player)

    @action(
        cites=("FOW12:604.2d", "FOW12:701.2", "FOW12:706.1", "FOW12:706.2"),
        says="{player} puts the Trap into standby",
    )
    def put_into_standby(self, player: Player) -> None:
        """Pay two will and put a card face down into the standby area, at once."""
        require(self.main_timing(player), self.zone[Card.TRAP] == Zone.HAND)
        if self.bypasses == "on_chase":
            self.chase(player, Kind.STANDBY, Card.TRAP)
            self.zone[Card.TRAP] = Zone.CHASE
        else:
            self.zone[Card.TRAP] = Zone.STANDBY
        self.pay(player, 2)
        self.acted(player)

    @action(cites=("FOW12:604.2a", "FOW12:701.2"), says="{player} plays the Rune")
    def play_rune(self, player: Player) -> None:
        """Play a rune at main timing."""
        require(self.main_timing(player), self.zone[Card.RUNE] == Zone.HAND)
        self.zone[Card.RUNE] = Zone.CHASE
        self.chase(player, Kind.SPELL, Card.RUNE)
        self.pay(player, 1)
        self.acted(player)

    @action(cites=("FOW12:604.2a", "FOW12:701.2"), says="{player} plays the Pact")
    def play_pact(self, player: Player) -> None:
        """Play a Contract chant at main timing."""
        require(self.main_timing(player), self.zone[Card.PACT] == Zone.HAND)
        self.zone[Card.PACT] = Zone.CHASE
        self.chase(player, Kind.SPELL, Card.PACT)
        self.pay(player, 1)
        self.acted(player)

    @action(cites=("FOW12:604.1e", "FOW12:713.1"), says="{player} plays a contract process by itself")
    def contract(self, player: Player) -> None:
        """Only as the list of actions has it: with priority, while the Pact is still in hand."""
        require(self.contracts == "with_priority", player in self.holders, player == self.turn_player)
        require(self.may_contract(), self.zone[Card.PACT] == Zone.HAND)
        self.contracted = True
        self.acted(player)

    # -- how processes resolve -----------------------------------------------------------------------

    @automatic(
        cites=("FOW12:605.1b/2", "S-FOW:6"),
        says="both have passed in a row: {self.stack.top.card} ({self.stack.top.kind}) starts to resolve",
    )
    def begin_resolution(self) -> None:
        """What was put in last resolves; read literally only a card or an ability does."""
        super().begin_resolution()
        kind = self.resolving().kind
        require(self.judgment_resolves == "intent" or kind == Kind.SPELL or kind == Kind.ABILITY)

    @automatic(
        cites=("FOW12:705.3", "FOW12:705.3a", "FOW12:705.1a"), says="the Ruler enters the field as a J-ruler"
    )
    def judgment_is_performed(self) -> None:
        """The Ruler enters as it is: recovered, allowed and not astral were conditions for playing only."""
        self.resolves_if(lambda e: e.kind == Kind.JUDGMENT)
        self.zone[Card.RULER] = Zone.FIELD
        self.carried_out()

    @automatic(
        cites=("FOW12:716.3", "FOW12:716.3a", "FOW12:716.3b"),
        says="the Warden enters the ruler area, if it is still in hand",
    )
    def warden_resolves(self) -> None:
        """The Warden goes from hand to the ruler area with its counter; else the process just ends."""
        self.resolves_if(lambda e: e.kind == Kind.WARDEN)
        if self.zone[Card.WARDEN] == Zone.HAND:
            self.zone[Card.WARDEN] = Zone.RULER_AREA
            self.willpower = 1
        self.carried_out()

    @automatic(
        cites=(
            "FOW12:703.3",
            "FOW12:713.1",
            "FOW12:713.1a",
            "FOW12:713.1b",
            "FOW12:713.3",
            "FOW12:713.3a",
            "FOW12:713.3b",
            "FOW12:713.4",
        ),
        says="the Pact takes effect (with a contract: {contracts_now})",
    )
    def pact_takes_effect(self, contracts_now: bool = chosen(by="the controller of the chant")) -> None:
        """As the chant resolves, its player may play a contract process, which resolves at once."""
        entry = self.resolves_if(lambda e: e.card == Card.PACT)
        if contracts_now:
            require(self.may_contract())
            self.flips = True
            if self.bypasses == "on_chase":
                self.chase(entry.controller, Kind.CONTRACT, Card.RULER)
            else:
                self.contracted = True
        self.carried_out()

    @automatic(cites="S-FOW:2/2", says="{self.stack.top.kind} resolves")
    def delayed_process_resolves(self) -> None:
        """Only as the article has it: standby, stones and contracts that have waited on the chase."""
        entry = self.resolves_if(
            lambda e: e.kind == Kind.STANDBY or e.kind == Kind.STONE or e.kind == Kind.CONTRACT
        )
        if entry.kind == Kind.STANDBY:
            self.zone[Card.TRAP] = Zone.STANDBY
        elif entry.kind == Kind.CONTRACT:
            self.contracted = True
        else:
            self.stones[entry.controller] += 1
        self.carried_out()

    @automatic(cites=("FOW12:705.1b", "FOW12:1024"), says="the Ruler is healed: its judgment is on the chase")
    def heal(self) -> None:
        """A ruler that becomes astral while its judgment waits is healed."""
        require(self.astral, some(self.stack, lambda e: e.kind == Kind.JUDGMENT))
        self.astral = False

    # -- what cards and abilities do -----------------------------------------------------------------

    @automatic(cites=("FOW12:1012.1", "FOW12:903.3a/1"), says="what was chosen is canceled, if it is there")
    @assumed("what cancels says so on the card")
    def cancel_takes_effect(self) -> None:
        """Take the target from the chase; a card goes to its owner's graveyard."""
        entry = self.resolves_if(lambda e: e.card == Card.NULLIFY or e.card == Card.SUPPRESS)
        kind = Kind.SPELL if entry.card == Card.NULLIFY else Kind.ABILITY
        target = self.stack.find(
            lambda e: e.card == entry.target and e.kind == kind and e.arrived < entry.arrived
        )
        if target:
            if kind == Kind.SPELL:
                self.zone[target.card] = Zone.GRAVEYARD
            self.stack.remove(target)
        self.carried_out()

    @automatic(cites=("FOW12:703.3", "FOW12:1024", "FOW12:705.1a"), says="{self.stack.top.card} takes effect")
    @assumed("what the chants do stands on the cards")
    def card_takes_effect(self) -> None:
        """Carry out any other card, or the Ruler's ability, which does nothing that bears on the chase."""
        entry = self.resolves_if(
            lambda e: (
                (e.kind == Kind.SPELL or e.kind == Kind.ABILITY)
                and e.card != Card.NULLIFY
                and e.card != Card.SUPPRESS
                and e.card != Card.PACT
            )
        )
        if entry.card == Card.CHARM:
            self.rested = False
        elif entry.card == Card.TIRE:
            self.rested = True
        elif entry.card == Card.EDICT:
            self.forbidden = True
        elif entry.card == Card.FALL:
            self.astral = self.astral or self.is_at_home(Card.RULER)
        elif entry.card == Card.SLAY:
            if self.zone[Card.RULER] == Zone.FIELD:
                self.zone[Card.RULER] = Zone.RULER_AREA
                self.astral = True
        elif entry.card == Card.FORGET and self.zone[Card.WARDEN] == Zone.HAND:
            self.zone[Card.WARDEN] = Zone.GRAVEYARD
        self.carried_out()

    @observer
    def watch_judgment(self, before: Self, step: Any) -> None:
        """Remember that judgment was played."""
        if step.rule == "perform_judgment":
            self.has_judged = True

    procedure = between_actions(
        "finish_resolution",
        (judgment_is_performed, warden_resolves, delayed_process_resolves),
        (cancel_takes_effect, card_takes_effect, pact_takes_effect),
        "begin_resolution",
        "end_sequence",
        heal,
        "give_priority",
        cites=("FOW12:602.1", "FOW12:602.1a", "FOW12:602.1c", "FOW12:602.1d"),
    )
