"""The chain: what may be played when, and the resolving of items."""

from typing import Any, ClassVar, Self

from checker import Maybe, action, automatic, observer, reading, require, some
from models.riftbound.finalizing import Finalizing
from models.riftbound.words import (
    GEAR,
    Ability,
    Battlefield,
    Card,
    Item,
    Kind,
    Pending,
    Phase,
    Player,
    Timing,
    Unit,
    Zone,
    timing_of,
)

__all__ = ["Chains"]

PLAYING = (
    "RB1.3:308",
    "RB1.3:309",
    "RB1.3:310",
    "RB1.3:312.1",
    "RB1.3:313.1",
    "RB1.3:313.4",
    "RB1.3:329",
    "RB1.3:343.1.a",
    "RB1.3:347.1",
    "S-RB:2/2",
    "S-RB:5/1",
)
"""Who may play a card or activate an ability, and that it becomes a pending item."""


class Chains(Finalizing):
    """How items come to the chain and leave it. What they do is added in ``Cards``."""

    abstract: ClassVar[bool] = True

    breaks_passes: str = reading(
        "does playing a unit start the count of passes anew?",
        yes="RB1.3:347.3.a.1",
        no="RB1.3:348",
    )

    in_showdowns: str = reading(
        "what may be done with focus while the chain is empty?",
        cards_and_abilities="RB1.3:347.2",
        spells_only="RB1.3:342",
    )

    # -- timing ------------------------------------------------------------------------------------------

    def may_use(self, player: Player, timing: Timing) -> bool:
        """Return whether ``player`` has priority and may use something of that timing now."""
        return some(self.holders, lambda p: p == player and self.is_time_for(p, timing))

    def is_time_for(self, player: Player, timing: Timing) -> bool:
        """Return whether the state of the turn lets ``player`` use something of that timing."""
        if self.is_closed():
            return timing == Timing.REACTION
        if self.in_showdown():
            return timing != Timing.DEFAULT and player in self.focus
        return player == self.turn_player

    def is_for(self, kind: Kind) -> bool:
        """Return whether the state of the turn is one for that kind of item: a showdown may be for spells."""
        if self.in_showdowns == "cards_and_abilities" or kind == Kind.SPELL:
            return True
        return not self.in_showdown() or self.is_closed()

    def added(self, player: Player) -> None:
        """End the adding of an item by ``player``: passes are counted anew, and the item gets finalized."""
        self.acted(player)
        if self.next_focus == "after_the_last_actor":
            self.last_actor = player

    def added_permanent(self, player: Player) -> None:
        """End the playing of a unit or gear, which is neither a spell nor an ability."""
        if self.breaks_passes == "no":
            self.holders.discard(player)
            self.due = player
        else:
            self.added(player)

    @action(
        cites=(
            *PLAYING,
            "RB1.3:319.3",
            "S-RB:glossary-action",
            "S-RB:glossary-reaction",
            "S-RB:glossary-chain/1",
        ),
        says="{player} plays {card}",
    )
    def play_card(self, player: Player, card: Card) -> None:
        """Play a spell or gear from hand for one energy; it becomes pending, and is finalized next."""
        require(self.may_use(player, timing_of(card)))
        require(self.card_owner[card] == player, self.card_zone[card] == Zone.HAND, self.energy[player] > 0)
        kind = Kind.GEAR if card in GEAR else Kind.SPELL
        require(self.is_for(kind))
        item = Pending(controller=player, kind=kind, card=card)
        if card == Card.DENIAL:
            require(self.stack)
        elif card == Card.CHARM:
            require(some(Unit, Battlefield, lambda u, b: self.is_legal(item, u) and self.at[u] != b))
        elif kind == Kind.SPELL and card != Card.INSIGHT:
            require(some(Unit, lambda u: self.is_legal(item, u)))
        self.energy[player] -= 1
        self.card_zone[card] = Zone.CHAIN
        self.add_pending(item)
        if kind == Kind.GEAR:
            self.added_permanent(player)
        else:
            self.added(player)

    @action(cites=(*PLAYING, "RB1.3:337.1", "RB1.3:319.3"), says="{player} plays {unit}")
    def play_unit(self, player: Player, unit: Unit, battlefield: Maybe[Battlefield]) -> None:
        """Play a unit for one energy, to base or to a battlefield that its player controls."""
        require(self.may_use(player, Timing.DEFAULT))
        require(not battlefield or self.controller[battlefield] == player)
        require(self.zone[unit] == Zone.HAND, self.owner[unit] == player, self.energy[player] > 0)
        self.energy[player] -= 1
        self.zone[unit] = Zone.CHAIN
        self.add_pending(Pending(controller=player, kind=Kind.UNIT, unit=unit, place=battlefield))
        self.added_permanent(player)

    @action(cites=(*PLAYING, "RB1.3:347.2"), says="{player} exhausts {unit} for its ability")
    def use_ability(self, player: Player, unit: Unit) -> None:
        """Activate the ability of a unit, with Reaction timing; the cost is to exhaust it."""
        require(self.may_use(player, Timing.REACTION), self.ability[unit] == Ability.SCOUT)
        require(self.zone[unit] == Zone.BOARD, self.side[unit] == player, unit not in self.exhausted)
        require(self.is_for(Kind.ACTIVATED))
        self.exhausted.add(unit)
        self.add_pending(Pending(controller=player, kind=Kind.ACTIVATED, unit=unit))
        self.added(player)

    @action(
        cites=("RB1.3:329", "RB1.3:337.1", "RB1.3:400.2", "RB1.3:429.2.a", "S-RB:7/1"),
        says="{player} exhausts a rune for energy",
    )
    def use_rune(self, player: Player) -> None:
        """An Add ability passes nothing: not priority, not focus, and the count of passes goes on."""
        require(self.may_use(player, Timing.REACTION), self.runes[player] > 0, self.is_for(Kind.ADD))
        self.runes[player] -= 1
        self.add_pending(Pending(controller=player, kind=Kind.ADD))
        self.holders.discard(player)
        self.due = player

    @action(
        cites=("RB1.3:441.3.c", "RB1.3:319.8", "S-RB:example/1"),
        says="{player} moves {unit} to {battlefield}",
    )
    def move(self, player: Player, unit: Unit, battlefield: Maybe[Battlefield]) -> None:
        """Exhaust a ready unit to move it from base to a battlefield or back; no chain is used.

        Units move one at a time here.
        """
        require(self.may_use(player, Timing.DEFAULT), self.zone[unit] == Zone.BOARD)
        require(self.side[unit] == player, unit not in self.exhausted)
        self.exhausted.add(unit)
        self.outstanding = True
        if battlefield:
            require(not self.at[unit])
            self.arrive(unit, battlefield)
            self.trigger(Ability.PULL, unit, battlefield)
        else:
            require(self.at[unit])
            self.at[unit] = None
        self.acted(player)

    @action(cites=("RB1.3:305", "RB1.3:316.6"), says="{player} ends the turn")
    def end_turn(self, player: Player) -> None:
        """The main phase ends when the turn player wants nothing more, in a neutral open state."""
        require(player in self.holders, player == self.turn_player, self.is_neutral_open())
        self.holders.discard(player)
        self.phase = Phase.OVER

    # -- resolving -----------------------------------------------------------------------------------------

    def next_after_resolution(self, entry: Item) -> Player | None:
        """Return the controller of the newest item that is left; without one the state is open."""
        return self.stack.top.controller if self.stack else None

    def leave_stack(self, entry: Item) -> None:
        """Put a spell that has resolved into the trash."""
        self.outstanding = True
        if entry.card:
            self.card_zone[entry.card] = Zone.TRASH

    @automatic(
        cites=("RB1.3:339.1", "RB1.3:340.1", "S-RB:5/2"),
        says="all have passed: {self.stack.top.controller}'s {self.stack.top.kind} resolves",
    )
    def begin_resolution(self) -> None:
        """When all have passed in a row, the newest item resolves."""
        super().begin_resolution()

    @automatic(
        cites=("RB1.3:340.1", "RB1.3:340.4", "RB1.3:319.5", "RB1.3:312.2.c"),
        says="it has resolved and leaves the chain",
    )
    def finish_resolution(self) -> None:
        """The item leaves; the controller of the newest one left is to have priority."""
        super().finish_resolution()

    @observer
    def count_passes(self, before: Self, step: Any) -> None:
        """Count passes as the core does, but for Add abilities, which pass nothing and break no run."""
        if step.rule != "use_rune":
            super().count_passes(before, step)
