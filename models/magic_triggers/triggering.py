"""Triggered abilities: on events, on states, on other abilities; and their two waves onto the stack."""

from typing import ClassVar, Self

from checker import (
    Bag,
    Map,
    Set,
    Stack,
    automatic,
    bag,
    chosen,
    count,
    each,
    integer,
    now,
    one_of,
    require,
    scope,
    some,
    stack,
    triggered,
)
from models.magic.priority import MagicPriority
from models.magic_triggers.words import LIBRARY, Entry, Item, Part, Player, Source, Trigger
from models.priority_stack import Stage

__all__ = ["Triggering"]


class Triggering(MagicPriority[Player, Entry]):
    """The state of the game, the abilities of its permanents, and how they get onto the stack."""

    abstract: ClassVar[bool] = True

    part: Part = Part.MAIN
    stack: Stack[Entry] = stack(Entry, depth=scope(6))
    waiting: Bag[Trigger] = bag(Trigger, size=scope(3))
    there: Set[Source]
    controller: Map[Source, Player]
    hand: Map[Player, int] = each(Player, integer(0, 5, start=1))
    library: Map[Player, int] = each(Player, integer(0, LIBRARY, start=LIBRARY))

    # -- words ---------------------------------------------------------------------------------------

    def resolving_now(self, item: Item) -> Entry:
        """Return the entry that is being resolved; require that it is such an item."""
        require(some(self.stack, lambda e: e.stage == Stage.RESOLVING and e.item == item))
        return self.resolving()

    def ability_resolves(self, source: Source) -> Entry:
        """Return the entry that is being resolved; require that it is the ability of ``source``."""
        entry = self.resolving_now(Item.ABILITY)
        require(entry.source == source)
        return entry

    def put_on_stack(self, item: Item, player: Player, source: Source) -> None:
        """Put an entry on top of the stack (CR24:405.1, 405.2)."""
        self.stack.push(Entry(item=item, controller=player, source=source, arrived=now()))

    def trigger(self, source: Source) -> None:
        """Let the ability of ``source`` trigger; whoever controls the source now controls it."""
        require(source in self.there)
        self.waiting.add(Trigger(source=source, controller=self.controller[source]))

    def draw(self, player: Player) -> None:
        """Let ``player`` draw a card, as long as there is one."""
        if self.library[player] > 0:
            self.library[player] -= 1
            self.hand[player] += 1

    # -- what triggers -------------------------------------------------------------------------------

    @triggered(
        cites=("CR24:603.2", "CR24:603.2c", "CR24:603.3a", "CR24:117.2a/1"),
        says="{player} discards a card: the Bell triggers",
    )
    def bell_triggers(self, before: Self, player: Player) -> None:
        """The Bell triggers for each player who discards, so several times in one event of several."""
        require(self.hand[player] < before.hand[player])
        self.trigger(Source.BELL)

    @triggered(
        cites=("CR24:603.2", "CR24:603.3a", "CR24:603.4"),
        says="the end step begins, with a card in hand: the Oath triggers",
    )
    def oath_triggers(self, before: Self) -> None:
        """The Oath triggers at the beginning of the end step, if its condition is true then."""
        require(before.part == Part.MAIN, self.part == Part.END)
        require(self.hand[self.controller[Source.OATH]] > 0)
        self.trigger(Source.OATH)

    def well_calls(self) -> bool:
        """Return whether the game is in the state on which the Well triggers."""
        owner = self.controller[Source.WELL]
        return Source.WELL in self.there and self.hand[owner] == 0 and self.library[owner] > 0

    def has_triggered(self, source: Source) -> bool:
        """Return whether the ability of ``source`` waits for the stack, or is on it."""
        return some(self.waiting, lambda t: t.source == source) or some(
            self.stack, lambda e: e.item == Item.ABILITY and e.source == source
        )

    @triggered(cites=("CR24:603.2", "CR24:603.8", "CR24:603.3a"), says="an empty hand: the Well triggers")
    def well_triggers(self, before: Self) -> None:
        """The Well triggers on a state, and not again before its ability has left the stack."""
        require(self.well_calls(), not self.has_triggered(Source.WELL))
        self.trigger(Source.WELL)

    # Defined last, so that it sees what the others have added in the same event.
    @triggered(
        cites=("CR24:603.2", "CR24:603.2c", "CR24:603.3a"), says="another ability triggers: the Echo triggers"
    )
    def echo_triggers(self, before: Self) -> None:
        """The Echo triggers once when one or more abilities of other permanents trigger."""
        require(self.first_wave() > before.first_wave())
        self.trigger(Source.ECHO)

    def first_wave(self) -> int:
        """Return how many abilities wait that did not trigger on an ability's triggering."""
        return count(self.waiting, lambda t: t.source != Source.ECHO)

    # -- the way to the stack ------------------------------------------------------------------------

    def in_wave(self, trigger: Trigger) -> bool:
        """Return whether a trigger is in the wave that is being stacked.

        First come those that did not trigger on an ability's triggering, then the others.
        """
        return trigger.source != Source.ECHO or self.first_wave() == 0

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an ability that ``player`` controls has triggered and is not on the stack yet."""
        return some(self.waiting, lambda t: t.controller == player)

    def stacks_next(self, player: Player) -> bool:
        """Return whether ``player`` is the first in turn order who has triggers in the present wave."""
        return self.turn_player.first_who(self.has_in_wave) == player

    def has_in_wave(self, player: Player) -> bool:
        """Return whether ``player`` has a trigger in the wave that is being stacked."""
        return some(self.waiting, lambda t: t.controller == player and self.in_wave(t))

    @automatic(
        cites=(
            "CR24:101.4",
            "CR24:117.2a/2",
            "CR24:117.5/2",
            "CR24:405.3",
            "CR24:405.4",
            "CR24:514.3a",
            "CR24:603.3",
            "CR24:603.3b/1",
        ),
        says="{player} puts a trigger of {trigger.source} on the stack",
    )
    def stack_trigger(self, player: Player, trigger: Trigger = one_of("waiting", by="player")) -> None:
        """Triggers go onto the stack in two waves, each in turn order, each player ordering their own."""
        require(self.stacks_next(player), trigger.controller == player, self.in_wave(trigger))
        self.waiting.remove(trigger)
        self.put_on_stack(Item.ABILITY, trigger.controller, trigger.source)
        self.calls_for_priority()

    def calls_for_priority(self) -> None:
        """Let the active player be due, also in a cleanup step, since something is done there."""
        if self.part == Part.CLEANUP:
            self.due = self.turn_player

    # -- what they do --------------------------------------------------------------------------------

    def discard(self, player: Player) -> None:
        """Let ``player`` discard a card, if they have one."""
        if self.hand[player] > 0:
            self.hand[player] -= 1

    @automatic(cites=("CR24:603.5", "CR24:608.2d"), says="the ability of the Bell resolves (draws: {draws})")
    def bell_resolves(self, draws: bool = chosen(by="controller of the ability")) -> None:
        """Whether to use an option is decided on resolution; the ability was stacked in any case."""
        entry = self.ability_resolves(Source.BELL)
        if draws:
            self.draw(entry.controller)
        self.carried_out()

    @automatic(cites="CR24:608.2n/2", says="the ability of the Echo resolves")
    def echo_resolves(self) -> None:
        """What the Echo does is of no matter here."""
        self.ability_resolves(Source.ECHO)
        self.carried_out()

    @automatic(cites="CR24:608.2", says="the ability of the Well resolves")
    def well_resolves(self) -> None:
        """The ability's controller draws, whoever controls the Well by now, and whatever their hand."""
        self.draw(self.ability_resolves(Source.WELL).controller)
        self.carried_out()

    @automatic(cites="CR24:603.4", says="the ability of the Oath resolves")
    def oath_resolves(self) -> None:
        """The condition right after the event is looked at again; without a card nothing happens."""
        self.discard(self.ability_resolves(Source.OATH).controller)
        self.carried_out()
