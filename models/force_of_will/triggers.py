"""Automatic abilities in Force of Will: how a card enters the field, what triggers, and how it is played.

A resonator of the turn player enters, and four abilities watch for that; one more watches for passes. One
priority sequence is played. Left out: costs but the one that an ability has, and what the abilities do beyond
what bears on the chase. Annotations are not postponed in this module: the record ``InOrder`` inherits fields
from the core's module.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Self

from checker import (
    Bag,
    Map,
    Maybe,
    Set,
    Stack,
    action,
    assumed,
    automatic,
    bag,
    between_actions,
    chosen,
    each,
    ghost,
    now,
    observer,
    reading,
    require,
    scope,
    some,
    stack,
    start,
    state_based,
    triggered,
)
from models.force_of_will.sequence import Player, Sequence
from models.priority_stack import Waiting

__all__ = ["RESONATORS", "Card", "Entering", "ForceOfWillTriggers", "InOrder", "Situation", "Zone", "side"]


class Card(Enum):
    """The cards, each with one ability; the turn player has the first three."""

    NEWCOMER = "the Newcomer"
    """A resonator that enters rested. [Enter]: another resonator takes damage."""
    SINGER = "the Singer"
    """A resonator. When another one enters: nothing. Its cost: some resonator takes damage."""
    MEMORY = "the Memory"
    """A card that stays in hand, a hidden zone, and triggers there when a resonator enters."""
    WATCHER = "the Watcher"
    """A resonator. It triggers when another one enters."""
    HECKLER = "the Heckler"
    """A card outside the field. It triggers when somebody passes, once."""


RESONATORS = (Card.NEWCOMER, Card.SINGER, Card.WATCHER)


class Zone(Enum):
    """Where a card is; ``ABSENT`` cards take no part."""

    ABSENT = "absent"
    HAND = "hand"
    CHASE = "chase"
    FIELD = "field"
    GRAVEYARD = "graveyard"


class Entering(Enum):
    """Which of the five steps of entering the field comes next."""

    NOTHING = "nothing enters"
    PUT = "the card is put into the field"
    AS_ENTERS = "what happens as it enters"
    RESTED = "it enters rested"
    CONTINUOUS = "its continuous abilities apply"
    TRIGGER = "abilities trigger"


class Situation(Enum):
    """Which cards are there at the start besides the Newcomer."""

    THREE = "two automatic abilities of the turn player, and one of the other player"
    MEMORY = "an automatic ability of a card in hand"
    HECKLER = "an automatic ability that triggers by a pass"


@dataclass(frozen=True, kw_only=True)
class InOrder(Waiting):
    """The Newcomer as a spell, or the automatic ability of a card."""

    controller: Player
    card: Card
    spell: bool = False
    target: Maybe[Card] = None


def side(card: Card) -> Player:
    """Return whose card it is."""
    return Player(1) if card == Card.WATCHER or card == Card.HECKLER else Player(0)


class ForceOfWillTriggers(Sequence[InOrder]):
    """One priority sequence in which automatic abilities come to the chase."""

    stack: Stack[InOrder] = stack(InOrder, depth=scope(3))
    waiting: Bag[Card] = bag(Card, size=scope(3))  # whose ability has triggered
    zone: Map[Card, Zone] = each(Card, Zone.ABSENT)
    entering: Entering = Entering.NOTHING
    rested: bool = False  # the Newcomer
    blooming: bool = False  # a continuous ability of the Newcomer applies
    named: Maybe[Player]  # whom its controller has named as the Newcomer entered
    damaged: Set[Card]  # resonators whose damage has reached their DEF
    ended: bool = False  # the priority sequence is over

    just_passed: Set[Player] = (
        ghost()
    )  # who has passed since a player did anything else or something resolved

    passes_after_trigger: str = reading(
        "are passes in a row broken by an automatic ability that comes to the chase between them?",
        start_again="FOW12:603.4",
        go_on="FOW12:605.1b/2",
    )

    # -- the core ------------------------------------------------------------------------------------

    def after_sequence(self) -> None:
        """One sequence is played."""
        self.ended = True

    def over(self) -> bool:
        """Return whether the sequence is over."""
        return self.ended

    def leave_stack(self, entry: InOrder) -> None:
        """Nothing is left to be done: a spell has entered the field, and an ability is no card."""

    def in_field(self, card: Card | None) -> bool:
        """Return whether ``card`` is a resonator in the field."""
        return some(RESONATORS, lambda r: card == r and self.zone[r] == Zone.FIELD)

    @start(cites="FOW12:504.2", says="{situation}")
    def lay_the_table(self, situation: Situation) -> None:
        """The turn player is to have priority at main timing, with the Newcomer in hand."""
        self.due = self.turn_player
        self.zone[Card.NEWCOMER] = Zone.HAND
        if situation == Situation.THREE:
            self.zone[Card.SINGER] = Zone.FIELD
            self.zone[Card.WATCHER] = Zone.FIELD
        elif situation == Situation.MEMORY:
            self.zone[Card.MEMORY] = Zone.HAND
        else:
            self.zone[Card.HECKLER] = Zone.HAND

    @action(cites=("FOW12:604.2a", "FOW12:701.2", "FOW12:605.1a"), says="{player} plays the Newcomer")
    def play_newcomer(self, player: Player) -> None:
        """Play a resonator at main timing."""
        require(self.main_timing(player), self.zone[Card.NEWCOMER] == Zone.HAND)
        self.zone[Card.NEWCOMER] = Zone.CHASE
        self.stack.push(InOrder(controller=player, card=Card.NEWCOMER, spell=True, arrived=now()))
        self.acted(player)

    # -- entering the field, step by step ------------------------------------------------------------

    @automatic(cites=("FOW12:903.3b", "FOW12:702.3"), says="the Newcomer is about to enter the field")
    def resonator_resolves(self) -> None:
        """A resonator spell that resolves enters the field in five steps."""
        require(self.entering == Entering.NOTHING, self.zone[Card.NEWCOMER] == Zone.CHASE)
        self.resolves_if(lambda e: e.spell)
        self.entering = Entering.PUT

    @automatic(cites="FOW12:702.3a", says="the Newcomer is put into the field")
    def put_into_field(self) -> None:
        """The first step."""
        require(self.entering == Entering.PUT)
        self.zone[Card.NEWCOMER] = Zone.FIELD
        self.entering = Entering.AS_ENTERS

    @automatic(cites="FOW12:702.3b", says="as the Newcomer enters, {whom} is named")
    @assumed("what happens as a card enters stands on the card")
    def as_it_enters(self, whom: Player = chosen(by="the controller of the Newcomer")) -> None:
        """The second: what is decided as the card enters."""
        require(self.entering == Entering.AS_ENTERS)
        self.named = whom
        self.entering = Entering.RESTED

    @automatic(cites="FOW12:702.3c", says="the Newcomer enters rested")
    @assumed("that a card enters rested stands on the card")
    def enter_rested(self) -> None:
        """The third."""
        require(self.entering == Entering.RESTED)
        self.rested = True
        self.entering = Entering.CONTINUOUS

    @automatic(cites="FOW12:702.3d", says="the continuous ability of the Newcomer applies")
    @assumed("what a continuous ability does stands on the card")
    def ability_applies(self) -> None:
        """The fourth."""
        require(self.entering == Entering.CONTINUOUS)
        self.blooming = True
        self.entering = Entering.TRIGGER

    @automatic(cites="FOW12:702.3e", says="the Newcomer has entered the field")
    def enter_is_over(self) -> None:
        """The fifth: now abilities trigger."""
        require(self.entering == Entering.TRIGGER)
        self.entering = Entering.NOTHING
        self.carried_out()

    @triggered(
        cites=("FOW12:702.3e", "FOW12:901.1b", "FOW12:906.1", "S-FOW:example-3/3"),
        says="the ability of {card} triggers",
    )
    def newcomer_enters(self, before: Self, card: Card) -> None:
        """[Enter] of the Newcomer, and abilities in field or hand that watch for it."""
        require(before.entering == Entering.TRIGGER, self.entering == Entering.NOTHING)
        require(self.in_field(card) or (card == Card.MEMORY and self.zone[card] == Zone.HAND))
        self.waiting.add(card)

    @triggered(cites=("FOW12:901.1b", "FOW12:906.1"), says="the ability of the Heckler triggers")
    @assumed("an ability that watches for passes")
    def somebody_passes(self, before: Self) -> None:
        """The Heckler's ability triggers by a pass while something is on the chase, once."""
        require(before.holders, not self.holders, self.passed != before.passed, self.stack)
        require(self.zone[Card.HECKLER] == Zone.HAND)
        self.waiting.add(Card.HECKLER)

    # -- the start of a priority sequence ------------------------------------------------------------

    @state_based(cites=("FOW12:602.1a", "FOW12:1204", "FOW12:1204.1"), says="{card} is destroyed")
    def destroyed(self, card: Card) -> None:
        """Rule process: a resonator whose damage has reached its DEF is destroyed."""
        require(card in self.damaged)
        self.damaged.discard(card)
        self.zone[card] = Zone.GRAVEYARD

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an automatic ability of ``player``'s has triggered and is not played yet."""
        return some(Card, lambda c: c in self.waiting and side(c) == player)

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
            "FOW12:906.10",
        ),
        says="the ability of {card} is played (left unplayed: {declined})",
    )
    def play_triggered(
        self,
        card: Card = chosen(by="the controller of the automatic ability"),
        target: Maybe[Card] = chosen(by="the controller of the automatic ability"),
        declined: bool = chosen(by="the controller of the automatic ability"),
    ) -> None:
        """One triggered ability is played with its target, or with what its cost damages.

        Only that of a card in a hidden zone may be left unplayed; it counts as triggered one time fewer too.
        """
        require(card in self.waiting, self.stacks_next(side(card)), not declined or card == Card.MEMORY)
        aims = card == Card.NEWCOMER or card == Card.SINGER
        require(self.in_field(target) if aims else not target)
        require(card != Card.NEWCOMER or target != Card.NEWCOMER)
        self.waiting.remove(card)
        if not declined:
            self.play_ability(card, target)

    def play_ability(self, card: Card, target: Card | None) -> None:
        """Pay what the ability of ``card`` costs, and put it into the chase."""
        if card == Card.SINGER and target:
            self.damaged.add(target)
        if card == Card.HECKLER:
            self.zone[card] = Zone.GRAVEYARD
        aim: Card | None = target if card == Card.NEWCOMER else None
        self.stack.push(InOrder(controller=side(card), card=card, target=aim, arrived=now()))
        if self.passes_after_trigger == "start_again":
            self.passed.clear()

    @automatic(
        cites=("FOW12:603.3", "FOW12:903.2i/2", "FOW12:906.6"),
        says="[Enter] of the Newcomer cannot be played: it has no target",
    )
    def drop_triggered(self) -> None:
        """What cannot be played legally counts as triggered one time fewer all the same."""
        card = Card.NEWCOMER
        require(card in self.waiting, self.stacks_next(side(card)))
        require(not some(RESONATORS, lambda r: r != card and self.in_field(r)))
        self.waiting.remove(card)

    # -- resolving -----------------------------------------------------------------------------------

    @automatic(cites=("FOW12:903.3a/1", "FOW12:906.10"), says="the ability of {self.stack.top.card} resolves")
    @assumed("what the abilities do stands on the cards")
    def ability_resolves(self) -> None:
        """[Enter] damages its target if it is still there; the others do nothing that matters here."""
        entry = self.resolves_if(lambda e: not e.spell)
        if entry.card == Card.NEWCOMER and self.in_field(entry.target):
            for resonator in RESONATORS:
                if entry.target == resonator:
                    self.damaged.add(resonator)
        self.carried_out()

    @observer
    def watch_passes(self, before: Self, step: Any) -> None:
        """Note passes of players, whatever comes to the chase by itself between them."""
        if step.rule == "pass_priority":
            self.just_passed.add(step.player)
        elif before.holders or step.rule in ("finish_resolution", "end_sequence"):
            self.just_passed.clear()

    procedure = between_actions(
        "finish_resolution",
        (
            resonator_resolves,
            put_into_field,
            as_it_enters,
            enter_rested,
            ability_applies,
            enter_is_over,
            ability_resolves,
        ),
        "begin_resolution",
        "end_sequence",
        state_based,
        (play_triggered, drop_triggered),
        "give_priority",
        cites=("FOW12:602.1", "FOW12:602.1a", "FOW12:602.1b", "FOW12:602.1c", "FOW12:602.1d"),
    )
