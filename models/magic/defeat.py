"""Defeat: the ability that triggers when the last counter goes, the exile, and the back face."""

from typing import ClassVar, Self

from checker import Maybe, automatic, choice, reading, require, triggered
from models.magic.battles import Battles
from models.magic.words import Battle, Card, Item, Player, Zone

__all__ = ["Defeat"]


class Defeat(Battles):
    """The intrinsic ability of Sieges, from its trigger to the back face on the battlefield."""

    abstract: ClassVar[bool] = True

    cast_back_face: str = reading(
        "may a player leave the defeated Siege in exile", may="CR24:310.11b/3", must="S-MTG:310.11b"
    )

    defeated_is: str = reading(
        "is a Siege defeated by the event of losing its last counter, or while it has none",
        an_event="CR24:310.11b/1",
        a_state="S-MTG:reminder/3",
    )
    back_face_timing: str = reading(
        "does the timing of spells that are no instants bear on a cast inside a resolution",
        inside_the_resolution="CR24:608.2g/1",
        main_phase_only="CR24:117.1a/2",
    )

    offer: Maybe[Battle]  # what lies in exile and may be cast as part of the present resolution

    def has_back_face(self, battle: Battle) -> bool:
        """Return whether it is represented by a transforming double-faced card."""
        return self.card[battle] == Card.PERMANENT_BACK or self.card[battle] == Card.SORCERY_BACK

    # The event counts, not the state: a Siege that never had counters, or got its counters back, is another
    # matter. One event is one trigger, however many sources of damage it has.
    @triggered(
        cites=(
            "CR24:310.11b/1",
            "CR24:603.2",
            "CR24:603.2c",
            "CR24:603.3a",
            "CR24:405.4",
            "S-MTG:working-2/2",
            "S-MTG:bullet-1",
            "S-MTG:bullet-6/1",
        ),
        says="{battle} is defeated: its ability triggers",
    )
    def defeated(self, before: Self, battle: Battle) -> None:
        """When the last defense counter is removed from a Siege, its ability triggers."""
        require(before.is_siege(battle), self.is_siege(battle))
        require(before.defense[battle] > 0, self.defense[battle] == 0)
        self.trigger(Item.DEFEAT, battle)

    # A battle that left and came back is a new object, which the ability does not touch. While an ability of
    # it waits it cannot come back as a battle, since battles are cast on an empty stack; it can come back
    # with its back face up, when it is defeated twice before the first ability resolves.
    @automatic(
        cites=("CR24:310.11b/2", "CR24:603.4", "CR24:400.7", "S-MTG:310.11b", "S-MTG:reminder/3", "WotC-R:4"),
        says="{self.stack.top.battle} is exiled if it is still there",
    )
    def defeat_resolves(self) -> None:
        """The Siege is exiled, whether or not it has counters again: there is no condition to check."""
        entry = self.resolving_now(Item.DEFEAT)
        saved = self.defeated_is == "a_state" and self.defense[entry.battle] > 0
        if self.is_battle(entry.battle) and not saved:
            self.leave_battlefield(entry.battle, Zone.EXILE)
            if self.has_back_face(entry.battle):
                self.offer = entry.battle
        self.carried_out()

    def may_cast_back_face(self, player: Player) -> bool:
        """Return whether ``player`` may cast the back face now, while the ability is on the stack."""
        return self.back_face_timing == "inside_the_resolution" or self.has_sorcery_timing(player)

    # Still inside the resolution: nobody has priority, and neither the phase nor the stack stands against it.
    @choice(
        cites=(
            "CR24:310.11b/3",
            "CR24:608.2g/1",
            "CR24:608.2g/2",
            "CR24:117.2e",
            "CR24:712.11a",
            "CR24:712.11c",
            "CR24:712.8c",
            "S-MTG:bullet-1",
            "S-MTG:bullet-8/1",
            "S-MTG:working-2/3",
            "WotC-R:5/1",
        ),
        says="{player} casts {battle} transformed",
    )
    def cast_transformed(self, player: Player, battle: Battle) -> None:
        """The ability's controller casts the card with its back face up, while the ability resolves."""
        require(self.offer == battle)
        require(self.resolving().controller == player, self.may_cast_back_face(player))
        self.offer = None
        self.zone[battle] = Zone.STACK
        self.transformed.add(battle)
        self.put_on_stack(Item.BACK_FACE, player, battle)

    @choice(
        cites=("CR24:310.11b/3", "CR24:603.5", "CR24:608.2d", "S-MTG:bullet-1"),
        says="{player} leaves {battle} in exile",
    )
    def decline_to_cast(self, player: Player, battle: Battle) -> None:
        """The ability's controller may leave the card where it is."""
        require(self.offer == battle)
        require(self.resolving().controller == player)
        require(self.cast_back_face == "may" or not self.may_cast_back_face(player))
        self.offer = None

    @automatic(
        cites=("CR24:608.3a", "CR24:608.2n/1", "CR24:712.13", "S-MTG:working-2/4"),
        says="the back face of {self.stack.top.battle} resolves",
    )
    def back_face_resolves(self) -> None:
        """A permanent enters the battlefield with that face up; a sorcery goes to the graveyard."""
        entry = self.resolving_now(Item.BACK_FACE)
        if self.card[entry.battle] == Card.PERMANENT_BACK:
            self.zone[entry.battle] = Zone.BATTLEFIELD
            self.controller[entry.battle] = entry.controller
        else:
            self.zone[entry.battle] = Zone.GRAVEYARD
            self.transformed.discard(entry.battle)
        self.carried_out()
