"""The chase of Force of Will: priority, playing, resolving, judgment, rule processes. No card's own text.

Numbers are abstract: a player has one unit of life (what hits hits hard), magic stones are counted, a will is
one unit of no colour. The game is a part of the first player's turn: the main phase and the end phase, each
with its priority sequence. Left out: battle, wardens, loops and the phases before, which have games of their
own; and a second turn. No card is there twice.
"""

from typing import Any, Self

from checker import (
    Bag,
    Map,
    Maybe,
    Set,
    Stack,
    action,
    automatic,
    bag,
    chosen,
    each,
    ghost,
    integer,
    now,
    observer,
    reading,
    require,
    scope,
    set_of,
    some,
    stack,
    start,
    state_based,
    triggered,
)
from models.force_of_will.parts import (
    AUTOMATIC,
    DECKS,
    RESONATORS,
    Card,
    Entry,
    Kind,
    Mode,
    Phase,
    Player,
    Table,
    Zone,
    owner,
)
from models.force_of_will.sequence import Lives

__all__ = ["Chase"]


class Chase(Lives[Entry]):
    """The rules of the chase. What the single cards do is added in ``ForceOfWill``."""

    abstract = True

    stack: Stack[Entry] = stack(Entry, depth=scope(5))  # the chase
    waiting: Bag[Card] = bag(Card, size=scope(2))  # whose automatic ability has triggered
    zone: Map[Card, Zone] = each(Card, Zone.ABSENT)
    damaged: Set[Card]  # resonators whose damage has reached their DEF
    stones: Map[Player, int] = each(Player, integer(0, 3))  # recovered magic stones
    will: Map[Player, int] = each(Player, integer(0, 3))  # produced and not yet spent
    rested: bool = False  # the ruler
    judged: bool = False  # judgment was played this turn
    called: bool = False  # a magic stone was called this turn
    phase: Phase = Phase.MAIN

    added_nothing: Set[Player] = ghost()  # who has passed since anything last came to the chase or left it

    after_last_entry: str = reading(
        "who has priority when the chase has become empty by resolving?",
        turn_player="FOW12:605.1b/3",
        nobody="S-FOW:7/1",
    )
    after_reply: str = reading(
        "who has priority when something has resolved and the chase is not empty?",
        turn_player="FOW12:605.1b/3",
        who_played_it="S-FOW:example-2",
    )
    keeps_from_resolving: str = reading(
        "what keeps a spell from resolving: that it has left the chase, or only that it was canceled?",
        leaving="FOW12:312.1",
        canceling="S-FOW:12/2",
    )
    whole_chase: str = reading(
        "how much resolves when both players have passed in a row?",
        one_by_one="FOW12:605.1b/2",
        all_at_once="JoW:2",
    )
    judgment_resolves: str = reading(
        "does a judgment process resolve, which is neither card nor ability?",
        intent="FOW12:705.3a",
        literal="FOW12:605.1b/2",
    )

    performs_action: str = reading(
        "who performs an action in a priority sequence?",
        holder="FOW12:602.1c",
        turn_player="FOW12:906.5a/2",
    )

    # -- what the rulebook settles among the common rules --------------------------------------------

    def next_after_resolution(self, entry: Entry) -> Player | None:
        """Return the turn player; read literally, the article names nobody once the chase is empty.

        In its second example the player whose reply has resolved goes on at once.
        """
        if self.after_last_entry == "nobody" and not self.stack:
            return None
        if self.after_reply == "who_played_it" and self.stack:
            return entry.controller
        return self.turn_player

    def resolution_goes_on(self) -> bool:
        """Return whether an older rulebook lets the rest of the chase resolve as well."""
        return self.whole_chase == "all_at_once" and bool(self.stack)

    def leave_stack(self, entry: Entry) -> None:
        """Put a spell that has resolved completely into the field or the graveyard."""
        if entry.kind == Kind.RESONATOR_SPELL:
            self.zone[entry.card] = Zone.FIELD
        elif entry.kind == Kind.NON_RESONATOR_SPELL:
            self.zone[entry.card] = Zone.GRAVEYARD

    def after_sequence(self) -> None:
        """Go on from the main phase to the end phase, and from its priority sequence to the end of turn.

        In the end phase nothing triggers, so its other sequences are left out. In the final step produced
        will is lost; no ability triggers there either, so it is done once.
        """
        if self.phase == Phase.MAIN:
            self.phase = Phase.END
            self.due = self.turn_player
        else:
            self.phase = Phase.OVER
            for player in Player:
                self.will[player] = 0

    def over(self) -> bool:
        """Return whether the turn is over or somebody has lost."""
        return self.phase == Phase.OVER or self.in_game.size < 2

    def is_main_phase(self) -> bool:
        """Return whether it is the main phase; there is no battle here."""
        return self.phase == Phase.MAIN

    # -- what rules are made of ----------------------------------------------------------------------

    def is_resonator_in_field(self, card: Card | None) -> bool:
        """Return whether ``card`` is a resonator in the field, whoever controls it."""
        return some(RESONATORS, lambda r: card == r and self.zone[r] == Zone.FIELD)

    def play_card(
        self, player: Player, card: Card, mode: Mode | None = None, target: Card | None = None
    ) -> None:
        """Let ``player`` choose a card from hand and put it into the chase with what is announced for it.

        The caller goes on with the options, the targets and the cost, in this order. Where one of them
        fails, everything is undone.
        """
        require(player in self.holders, owner(card) == player, self.zone[card] == Zone.HAND)
        self.zone[card] = Zone.CHASE
        spell = Kind.RESONATOR_SPELL if card in RESONATORS else Kind.NON_RESONATOR_SPELL
        self.enter_chase(player, spell, card, mode, target)

    def use_ability(self, player: Player, card: Card, target: Card | None = None) -> None:
        """Let ``player`` choose an ability of a card of theirs in the field and put it into the chase."""
        require(player in self.holders, owner(card) == player, self.zone[card] == Zone.FIELD)
        self.enter_chase(player, Kind.ACTIVATED, card, None, target)

    def enter_chase(
        self, player: Player, kind: Kind, card: Card, mode: Mode | None, target: Card | None
    ) -> None:
        """Put a new entry on top of the chase."""
        self.stack.push(
            Entry(controller=player, kind=kind, card=card, mode=mode, target=target, arrived=now())
        )

    def pay(self, player: Player, cost: int) -> None:
        """Let ``player`` pay ``cost`` in will, and rest magic stones for what is missing.

        Stones may be used for will while paying (FOW12:907.2/2); what they give is certain.
        """
        require(self.will[player] + self.stones[player] >= cost)
        for _ in range(cost):
            if self.will[player] > 0:
                self.will[player] -= 1
            else:
                self.stones[player] -= 1

    def banish(self, player: Player, card: Card) -> None:
        """Let ``player`` pay by putting a resonator of theirs from the field into the graveyard."""
        require(owner(card) == player, self.is_resonator_in_field(card))
        self.zone[card] = Zone.GRAVEYARD

    def draw(self, player: Player) -> None:
        """Let ``player`` draw what is left in the deck; no more than that (FOW12:104.2)."""
        for card in DECKS:
            if owner(card) == player and self.zone[card] == Zone.DECK:
                self.zone[card] = Zone.HAND

    def resolves(self, kind: Kind, card: Card) -> Entry:
        """Return the entry being resolved; the rule that asks applies only if it is this one."""
        return self.resolves_if(lambda e: e.kind == kind and e.card == card)

    # -- the start -----------------------------------------------------------------------------------

    @start(cites=("FOW12:504", "FOW12:504.2"), says="the main phase begins")
    def lay_the_table(self, table: Table) -> None:
        """Give the players the cards of one table; the turn player is to have priority."""
        first, second = Player(0), Player(1)
        self.zone[Card.WATCHER] = Zone.FIELD
        self.due = self.turn_player
        if table == Table.REPLY:
            self.zone[Card.FOLGORE] = Zone.HAND
            self.zone[Card.ANTICA_CONOSCENZA] = Zone.HAND
            self.zone[Card.BREZZA_FINALE] = Zone.DECK
            self.stones[first] = 2
            self.stones[second] = 2
        elif table == Table.JUDGMENT:
            self.zone[Card.PRICIA] = Zone.RULER_AREA
            self.zone[Card.FOLGORE] = Zone.HAND
            self.zone[Card.BREZZA_FINALE] = Zone.HAND
            self.zone[Card.ANTICA_CONOSCENZA] = Zone.DECK
            self.stones[first] = 1
            self.stones[second] = 1
        else:
            self.zone[Card.CTHUGHA] = Zone.HAND
            self.zone[Card.GINEVRA] = Zone.FIELD
            self.zone[Card.FOLGORE] = Zone.DECK
            self.zone[Card.BREZZA_FINALE] = Zone.HAND
            self.stones[first] = 2
            self.stones[second] = 1

    # -- actions that no single card brings ----------------------------------------------------------

    @action(
        cites=("FOW12:907.2/1", "FOW12:907.3", "FOW12:907.4", "FOW12:605.1a", "S-FOW:2/2"),
        says="{player} rests a magic stone for one will",
    )
    def use_stone(self, player: Player) -> None:
        """A will ability resolves at once and never enters the chase; it breaks a run of passes though."""
        require(player in self.holders, self.stones[player] > 0)
        self.stones[player] -= 1
        self.will[player] += 1
        self.acted(player)

    @action(cites=("FOW12:604.2e", "FOW12:710.1", "FOW12:701.2"), says="{player} calls a magic stone")
    def call_stone(self, player: Player) -> None:
        """At main timing, once a turn and not after judgment, the ruler is rested for a magic stone."""
        require(self.main_timing(player), self.zone[Card.PRICIA] == Zone.RULER_AREA, not self.rested)
        require(not self.called, not self.judged)
        self.rested = True
        self.called = True
        self.stones[player] += 1
        self.acted(player)

    @action(
        cites=(
            "FOW12:604.2c",
            "FOW12:701.2",
            "FOW12:705.1",
            "FOW12:705.2",
            "FOW12:705.2a",
            "S-FOW:example-3/1",
        ),
        says="{player} performs judgment of Pricia",
    )
    def perform_judgment(self, player: Player) -> None:
        """At main timing, once a turn, with a recovered ruler: its cost is paid, its process is chased."""
        require(self.main_timing(player), self.zone[Card.PRICIA] == Zone.RULER_AREA)
        require(not self.rested, not self.judged)
        self.judged = True
        self.enter_chase(player, Kind.PROCESS, Card.PRICIA, None, None)
        self.pay(player, 1)
        self.acted(player)

    # -- resolving -----------------------------------------------------------------------------------

    @automatic(
        cites=("FOW12:605.1b/2", "S-FOW:5/1", "S-FOW:5/2", "S-FOW:6", "JoW:1"),
        says="both have passed in a row: {self.stack.top.card} ({self.stack.top.kind}) starts to resolve",
    )
    def begin_resolution(self) -> None:
        """After two passes in a row the last card or ability that was put in resolves."""
        super().begin_resolution()
        # read literally, a process is neither, and nothing ever resolves it
        require(self.judgment_resolves == "intent" or self.resolving().kind != Kind.PROCESS)

    @automatic(
        cites=("FOW12:605.1b/3", "FOW12:703.3", "FOW12:702.3a", "S-FOW:7/1", "S-FOW:8/1", "S-FOW:8/2"),
        says="{self.stack.top.card} ({self.stack.top.kind}) has resolved and leaves the chase",
    )
    def finish_resolution(self) -> None:
        """What has resolved completely leaves the chase, and the turn player is to have priority."""
        super().finish_resolution()

    @automatic(cites=("FOW12:903.3b", "FOW12:702.3", "FOW12:702.3a"), says="the resonator spell takes effect")
    def resonator_resolves(self) -> None:
        """A resonator spell has no effect but that it is about to enter the field."""
        self.resolves_if(lambda e: e.kind == Kind.RESONATOR_SPELL)
        self.carried_out()

    @automatic(
        cites=("FOW12:705.3", "FOW12:705.3a", "FOW12:705.1a", "S-FOW:example-3/2"),
        says="Pricia enters the field as a J-ruler",
    )
    def judgment_is_performed(self) -> None:
        """The ruler enters the field as it is: recovered was a condition for playing only."""
        self.resolves(Kind.PROCESS, Card.PRICIA)
        self.zone[Card.PRICIA] = Zone.FIELD
        self.carried_out()

    @automatic(
        cites=("FOW12:605.1b/1", "FOW12:504", "FOW12:505", "FOW12:505.4", "FOW12:505.5", "FOW12:505.5c"),
        says="both have passed in a row and the chase is empty: the {self.phase} ends",
    )
    def end_sequence(self) -> None:
        """The priority sequence is over when both have passed in a row on an empty chase."""
        super().end_sequence()

    # -- the start of a priority sequence ------------------------------------------------------------

    @state_based(cites=("FOW12:602.1a", "FOW12:1204", "FOW12:1204.1"), says="{card} is destroyed")
    def destroyed(self, card: Card) -> None:
        """Rule process: a resonator whose damage has reached its DEF is destroyed."""
        require(card in self.damaged)
        self.damaged.discard(card)
        self.zone[card] = Zone.GRAVEYARD

    @triggered(
        cites=("FOW12:702.3e", "FOW12:901.1b", "FOW12:906.1", "S-FOW:example-3/3"),
        says="the automatic ability of {card} triggers",
    )
    def j_ruler_enters(self, before: Any, card: Card) -> None:
        """[Enter] of Pricia triggers, and the ability of the Watcher that watches for J-rulers."""
        require(card in AUTOMATIC, self.zone[card] == Zone.FIELD)
        require(self.zone[Card.PRICIA] == Zone.FIELD, before.zone[Card.PRICIA] != Zone.FIELD)
        self.waiting.add(card)

    @automatic(
        cites=(
            "FOW12:602.1b",
            "FOW12:603.1",
            "FOW12:603.2",
            "FOW12:603.3",
            "FOW12:603.4",
            "FOW12:906.5",
            "FOW12:906.5a/1",
            "FOW12:906.6",
            "S-FOW:example-3/4",
        ),
        says="the automatic ability of {card} is played",
    )
    def play_triggered(
        self,
        card: Card = chosen(by="the controller of the automatic ability"),
        target: Maybe[Card] = chosen(by="the controller of the automatic ability"),
    ) -> None:
        """One triggered ability is played, the turn player's first, before anybody has priority."""
        require(card in AUTOMATIC)
        require(card in self.waiting, self.stacks_next(owner(card)))
        require(self.is_resonator_in_field(target) if card == Card.PRICIA else not target)
        self.waiting.remove(card)
        self.enter_chase(owner(card), Kind.AUTOMATIC, card, None, target)
        self.opens_chase()

    @automatic(
        cites=("FOW12:603.3", "FOW12:903.2i/2"),
        says="the automatic ability of {card} cannot be played: it has no target",
    )
    def drop_triggered(self, card: Card = chosen(by="the controller of the automatic ability")) -> None:
        """What cannot be played legally counts as triggered one time fewer all the same."""
        require(card == Card.PRICIA, card in self.waiting, self.stacks_next(owner(card)))
        require(not some(RESONATORS, lambda r: self.zone[r] == Zone.FIELD))
        self.waiting.remove(card)

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an automatic ability of ``player``'s has triggered and is not played yet."""
        return some(AUTOMATIC, lambda c: c in self.waiting and owner(c) == player)

    def opens_chase(self) -> None:
        """Name the turn player where the article opens a new chase by an automatic ability."""
        if self.after_last_entry == "nobody":
            self.due = self.turn_player

    @automatic(cites=("FOW12:602.1c", "FOW12:504.2"), says="{player} has priority")
    def give_priority(self, player: Player) -> None:
        """Who is due gets priority when rule processes are done and triggered abilities are played."""
        super().give_priority(player)
        if self.performs_action == "turn_player":
            self.holders = set_of(self.turn_player)

    @observer
    def watch_what_is_added(self, before: Self, step: Any) -> None:
        """Note who passes, whatever else is done as long as the chase stays as it is."""
        if step.rule == "pass_priority":
            self.added_nothing.add(step.player)
        elif self.stack.size != before.stack.size or step.rule in ("finish_resolution", "end_sequence"):
            self.added_nothing.clear()
