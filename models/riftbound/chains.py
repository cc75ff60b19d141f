"""The chain: what may be played when, pending items and how they are finalized, and resolving."""

import dataclasses
from typing import Any, ClassVar, Self, cast

from checker import Maybe, action, automatic, chosen, now, observer, one_of, reading, require, some
from models.riftbound.cleanups import Cleanups
from models.riftbound.words import (
    GEAR,
    Ability,
    Battlefield,
    Card,
    Item,
    Kind,
    Phase,
    Player,
    Timing,
    Trigger,
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


class Chains(Cleanups):
    """How items come to the chain and leave it. What they do is added in ``Cards``."""

    abstract: ClassVar[bool] = True

    breaks_passes: str = reading(
        "does playing a unit start the count of passes anew?",
        yes="RB1.3:347.3.a.1",
        no="RB1.3:348",
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
        item = Item(controller=player, kind=kind, card=card, arrived=now())
        if card == Card.DENIAL:
            require(some(self.stack, self.can_be_countered))
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
        self.add_pending(Item(controller=player, kind=Kind.UNIT, unit=unit, place=battlefield, arrived=now()))
        self.added_permanent(player)

    @action(cites=(*PLAYING, "RB1.3:347.2"), says="{player} exhausts {unit} for its ability")
    def use_ability(self, player: Player, unit: Unit) -> None:
        """Activate the ability of a unit, with Reaction timing; the cost is to exhaust it."""
        require(self.may_use(player, Timing.REACTION), self.ability[unit] == Ability.SCOUT)
        require(self.zone[unit] == Zone.BOARD, self.side[unit] == player, unit not in self.exhausted)
        self.exhausted.add(unit)
        self.add_pending(Item(controller=player, kind=Kind.ACTIVATED, unit=unit, arrived=now()))
        self.added(player)

    @action(
        cites=("RB1.3:329", "RB1.3:337.1", "RB1.3:400.2", "RB1.3:429.2.a", "S-RB:7/1"),
        says="{player} exhausts a rune for energy",
    )
    def use_rune(self, player: Player) -> None:
        """An Add ability passes nothing: not priority, not focus, and the count of passes goes on."""
        require(self.may_use(player, Timing.REACTION), self.runes[player] > 0)
        self.runes[player] -= 1
        self.add_pending(Item(controller=player, kind=Kind.ADD, arrived=now()))
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

    # -- pending items are finalized -----------------------------------------------------------------------

    def pending(self) -> Item:
        """Return the pending item; the rule that asks applies only if there is one.

        A trigger waits until its turn has come, so that there is one pending item at a time: the oldest.
        """
        require(self.stack)
        item = self.stack.top
        require(not item.finalized)
        return item

    def finalize(self, item: Item, aimed: Item) -> None:
        """Finalize the pending item as ``aimed``; its controller, that of the newest item, is to act."""
        self.stack.replace(item, dataclasses.replace(aimed, finalized=True))
        self.outstanding = True
        self.due = item.controller

    def is_legal(self, item: Item, unit: Unit) -> bool:
        """Return whether ``unit`` may be the target of a spell or ability."""
        if self.zone[unit] != Zone.BOARD:
            return False
        if item.card:
            return item.card != Card.TAKEOVER or self.side[unit] != item.controller
        if not item.unit or self.ability[item.unit] == Ability.PLAY:
            return True
        is_there = self.at[unit] == item.place
        return self.side[unit] != item.controller and is_there == (self.ability[item.unit] == Ability.ATTACK)

    def is_spell_or_ability(self, item: Item) -> bool:
        """Return whether an item resolves only after all have passed."""
        return item.kind != Kind.UNIT and item.kind != Kind.GEAR and item.kind != Kind.ADD

    def can_be_countered(self, item: Item) -> bool:
        """Return whether an item is a finalized spell or ability."""
        return item.finalized and self.is_spell_or_ability(item)

    def needs_no_target(self, item: Item) -> bool:
        """Return whether an item has no target: what draws a card."""
        if item.kind == Kind.SPELL:
            return item.card == Card.INSIGHT
        source = item.unit
        if not source:
            return False
        return (
            self.ability[source] == Ability.SCOUT
            or self.ability[source] == Ability.HOLD
            or self.ability[source] == Ability.DEATHKNELL
        )

    @automatic(
        cites=("RB1.3:329", "RB1.3:333.1", "RB1.3:337.1", "RB1.3:337.1.c.3", "RB1.3:312.2.c", "RB1.4:337.4"),
        says="{self.stack.top.controller}'s {self.stack.top.kind} is finalized",
    )
    def finalize_untargeted(self) -> None:
        """What has no target is finalized as it is."""
        item = self.pending()
        require(self.is_spell_or_ability(item), self.needs_no_target(item))
        self.finalize(item, item)

    @automatic(
        cites=(
            "RB1.3:333.1",
            "RB1.3:337.1.c.3",
            "RB1.3:355.8",
            "RB1.3:402",
            "RB1.3:402.1.a",
            "RB1.3:402.2",
            "RB1.3:383.3.a.2",
            "RB1.3:355.5.b",
        ),
        says="{self.stack.top.controller}'s {self.stack.top.kind} is finalized with {unit} as its target",
    )
    def finalize_with_target(self, unit: Maybe[Unit] = chosen(by="the controller of the item")) -> None:
        """The target is chosen now. A trigger without one leaves: declined, or with nothing to choose."""
        item = self.pending()
        require(self.is_spell_or_ability(item), not self.needs_no_target(item))
        require(not item.card or (item.card != Card.CHARM and item.card != Card.DENIAL))
        if unit:
            require(self.is_legal(item, unit))
            self.finalize(item, dataclasses.replace(item, target=unit))
        else:
            source = cast(Unit, item.unit)
            require(not item.card)
            require(self.ability[source] == Ability.PLAY or not some(Unit, lambda u: self.is_legal(item, u)))
            self.stack.remove(item)
            self.outstanding = True

    @automatic(
        cites=("RB1.3:355.8", "RB1.3:337.1.c.3"),
        says="the charm is to move {unit} to {battlefield}",
    )
    def finalize_charm(
        self,
        unit: Unit = chosen(by="the controller of the item"),
        battlefield: Battlefield = chosen(by="the controller of the item"),
    ) -> None:
        """A charm has a unit and a battlefield to be chosen."""
        item = self.pending()
        require(item.card == Card.CHARM, self.is_legal(item, unit), self.at[unit] != battlefield)
        self.finalize(item, dataclasses.replace(item, target=unit, place=battlefield))

    @automatic(
        cites=("RB1.3:355.8", "RB1.3:337.1.c.3"),
        says="{player} aims the denial at the {entry.kind} of {entry.controller}",
    )
    def finalize_denial(self, player: Player, entry: Item = one_of("stack", by="player")) -> None:
        """A denial has a finalized spell or ability to be chosen."""
        item = self.pending()
        require(item.card == Card.DENIAL, item.controller == player, self.can_be_countered(entry))
        self.finalize(item, dataclasses.replace(item, against=entry.card, target=entry.unit))

    @automatic(
        cites=("RB1.3:337.1", "RB1.3:337.2", "RB1.3:319.6", "RB1.3:187.3.a"),
        says="{self.stack.top.unit} is on the board",
    )
    def unit_enters(self) -> None:
        """A unit resolves as soon as it is finalized; nobody has priority in between. It enters exhausted."""
        item = self.pending()
        require(item.kind == Kind.UNIT)
        unit = cast(Unit, item.unit)
        self.stack.remove(item)
        self.zone[unit] = Zone.BOARD
        self.exhausted.add(unit)
        self.outstanding = True
        if item.place:
            self.arrive(unit, item.place)
        if self.stack:
            self.due = self.stack.top.controller
        self.trigger(Ability.PLAY, unit, item.place)

    @automatic(cites=("RB1.3:337.1", "RB1.3:319.6"), says="{self.stack.top.card} is on the board")
    def gear_enters(self) -> None:
        """Gear resolves as soon as it is finalized, as units do."""
        item = self.pending()
        require(item.kind == Kind.GEAR)
        self.stack.remove(item)
        self.card_zone[cast(Card, item.card)] = Zone.BOARD
        self.outstanding = True
        if self.stack:
            self.due = self.stack.top.controller

    @automatic(
        cites=("RB1.3:337.1", "RB1.3:429.2.a", "RB1.3:400.2"),
        says="{self.stack.top.controller} gets an energy",
    )
    def energy_is_added(self) -> None:
        """An Add ability resolves as soon as it is finalized; nobody can reply."""
        item = self.pending()
        require(item.kind == Kind.ADD)
        self.stack.remove(item)
        self.energy[item.controller] += 1
        self.outstanding = True

    # -- triggers ------------------------------------------------------------------------------------------

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an ability that ``player`` controls has triggered and is not on the chain yet."""
        return some(self.waiting, lambda t: t.controller == player)

    def puts_next(self, player: Player) -> bool:
        """Return whether ``player`` is the first in turn order from the turn player with waiting triggers."""
        for other in self.turn_player.in_turn_order():
            if self.has_waiting_triggers(other):
                return other == player
        return False

    @automatic(
        cites=("RB1.3:303.2.a", "RB1.4:383.3.d", "RB1.3:319.3"),
        says="the ability of {trigger.unit} is put on the chain",
    )
    def put_on_chain(self, player: Player, trigger: Trigger = one_of("waiting", by="player")) -> None:
        """Triggers become pending in turn order from the turn player, each player ordering their own."""
        require(self.puts_next(player), trigger.controller == player)
        self.waiting.remove(trigger)
        self.passed.clear()
        self.add_pending(
            Item(
                controller=player,
                kind=Kind.TRIGGERED,
                unit=trigger.unit,
                place=trigger.place,
                arrived=now(),
            )
        )

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
        if step.rule != "use_rune" and step.rule != "energy_is_added":
            super().count_passes(before, step)
