"""Pending items and how they are finalized: targets, units that enter, and triggers in their turn."""

import dataclasses
from typing import ClassVar, cast

from checker import Maybe, automatic, chosen, now, one_of, require, some
from models.riftbound.cleanups import Cleanups
from models.riftbound.words import (
    Ability,
    Battlefield,
    Card,
    Item,
    Kind,
    Pending,
    Player,
    Trigger,
    Unit,
    Zone,
)

__all__ = ["Finalizing"]


class Finalizing(Cleanups):
    """What is pending is finalized, the oldest item first; nobody has priority in between."""

    abstract: ClassVar[bool] = True

    # -- pending items are finalized -----------------------------------------------------------------------

    def to_finalize(self) -> Pending:
        """Return the pending item; the rule that asks applies only if there is one.

        A trigger waits until its turn has come, so that there is one pending item at a time: the oldest.
        """
        require(self.pending)
        return cast(Pending, self.pending)

    def leave_pending(self) -> None:
        """Note that nothing is pending any more."""
        self.pending = None
        self.outstanding = True

    def is_legal(self, item: Pending, unit: Unit) -> bool:
        """Return whether ``unit`` may be the target of a spell or ability."""
        if self.zone[unit] != Zone.BOARD:
            return False
        if item.card:
            return item.card != Card.TAKEOVER or self.side[unit] != item.controller
        if not item.unit or self.ability[item.unit] == Ability.PLAY:
            return True
        is_there = self.at[unit] == item.place
        return self.side[unit] != item.controller and is_there == (self.ability[item.unit] == Ability.ATTACK)

    def is_spell_or_ability(self, item: Pending) -> bool:
        """Return whether an item resolves only after all have passed."""
        return item.kind != Kind.UNIT and item.kind != Kind.GEAR and item.kind != Kind.ADD

    def needs_no_target(self, item: Pending | Item) -> bool:
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

    # -- choices, and finalizing -----------------------------------------------------------------------------

    def asks_for_target(self, item: Pending) -> bool:
        """Return whether a spell or ability has yet to be aimed at something."""
        return self.is_spell_or_ability(item) and not self.needs_no_target(item) and not self.is_aimed(item)

    def is_aimed(self, item: Pending) -> bool:
        """Return whether what an item is aimed at has been chosen."""
        return bool(item.target) or bool(item.against)

    @automatic(
        cites=(
            "RB1.3:355.8",
            "RB1.3:402",
            "RB1.3:402.1.a",
            "RB1.3:402.2",
            "RB1.3:383.3.a.2",
            "RB1.3:355.5.b",
        ),
        says="{self.pending.controller} chooses {unit} as the target",
    )
    def choose_target(self, unit: Maybe[Unit] = chosen(by="the controller of the item")) -> None:
        """The target is chosen now. A trigger without one leaves: declined, or with nothing to choose."""
        item = self.to_finalize()
        require(self.asks_for_target(item))
        require(not item.card or (item.card != Card.CHARM and item.card != Card.DENIAL))
        if unit:
            require(self.is_legal(item, unit))
            self.pending = dataclasses.replace(item, target=unit)
        else:
            require(not item.card)
            may_decline = self.ability[cast(Unit, item.unit)] == Ability.PLAY
            require(may_decline or not some(Unit, lambda u: self.is_legal(item, u)))
            self.leave_pending()

    @automatic(cites="RB1.3:355.8", says="{self.pending.controller} chooses to move {unit} to {battlefield}")
    def choose_move(
        self,
        unit: Unit = chosen(by="the controller of the item"),
        battlefield: Battlefield = chosen(by="the controller of the item"),
    ) -> None:
        """A charm has a unit and a battlefield to be chosen."""
        item = self.to_finalize()
        require(item.card == Card.CHARM, not item.target, self.is_legal(item, unit))
        require(self.at[unit] != battlefield)
        self.pending = dataclasses.replace(item, target=unit, place=battlefield)

    @automatic(cites="RB1.3:355.8", says="{player} chooses the {entry.kind} of {entry.controller}")
    def choose_item(self, player: Player, entry: Item = one_of("stack", by="player")) -> None:
        """A denial has a finalized spell or ability to be chosen."""
        item = self.to_finalize()
        require(item.card == Card.DENIAL, item.controller == player, not self.is_aimed(item))
        self.pending = dataclasses.replace(item, target=entry.unit, against=entry.card)

    @automatic(
        cites=("RB1.3:329", "RB1.3:333.1", "RB1.3:337.1", "RB1.3:337.1.c.3", "RB1.3:312.2.c", "RB1.4:337.4"),
        says="{self.pending.controller}'s {self.pending.kind} is finalized",
    )
    def finalize(self) -> None:
        """With its choices made the item is finalized; its controller, that of the newest, is to act."""
        item = self.to_finalize()
        require(self.is_spell_or_ability(item), not self.asks_for_target(item))
        self.stack.push(
            Item(
                controller=item.controller,
                kind=item.kind,
                card=item.card,
                unit=item.unit,
                place=item.place,
                target=item.target,
                against=item.against,
                arrived=now(),
            )
        )
        self.due = item.controller
        self.leave_pending()

    @automatic(
        cites=("RB1.3:337.1", "RB1.3:337.2", "RB1.3:319.6", "RB1.3:187.3.a"),
        says="{self.pending.unit} is on the board",
    )
    def unit_enters(self) -> None:
        """A unit resolves as soon as it is finalized; nobody has priority in between. It enters exhausted."""
        item = self.to_finalize()
        require(item.kind == Kind.UNIT)
        unit = cast(Unit, item.unit)
        self.leave_pending()
        self.zone[unit] = Zone.BOARD
        self.exhausted.add(unit)
        if item.place:
            self.arrive(unit, item.place)
        if self.stack:
            self.due = self.stack.top.controller
        self.trigger(Ability.PLAY, unit, item.place)

    @automatic(cites=("RB1.3:337.1", "RB1.3:319.6"), says="{self.pending.card} is on the board")
    def gear_enters(self) -> None:
        """Gear resolves as soon as it is finalized, as units do."""
        item = self.to_finalize()
        require(item.kind == Kind.GEAR)
        self.leave_pending()
        self.card_zone[cast(Card, item.card)] = Zone.BOARD
        if self.stack:
            self.due = self.stack.top.controller

    @automatic(
        cites=("RB1.3:337.1", "RB1.3:429.2.a", "RB1.3:400.2"),
        says="{self.pending.controller} gets an energy",
    )
    def energy_is_added(self) -> None:
        """An Add ability resolves as soon as it is finalized; nobody can reply."""
        item = self.to_finalize()
        require(item.kind == Kind.ADD)
        self.leave_pending()
        self.energy[item.controller] += 1

    # -- triggers ------------------------------------------------------------------------------------------

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an ability that ``player`` controls has triggered and is not on the chain yet."""
        return some(self.waiting, lambda t: t.controller == player)

    @automatic(
        cites=("RB1.3:303.2.a", "RB1.4:383.3.d", "RB1.3:319.3"),
        says="the ability of {trigger.unit} is put on the chain",
    )
    def put_on_chain(self, player: Player, trigger: Trigger = one_of("waiting", by="player")) -> None:
        """Triggers become pending in turn order from the turn player, each player ordering their own."""
        require(self.stacks_next(player), trigger.controller == player)
        self.waiting.remove(trigger)
        self.passed.clear()
        self.add_pending(
            Pending(controller=player, kind=Kind.TRIGGERED, unit=trigger.unit, place=trigger.place)
        )
