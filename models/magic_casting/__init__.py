"""Magic: casting step by step, costs, and mana abilities, also in the middle of casting and resolving.

Spells have one target each, which is there or is not, so that none has to be kept in the state. The game is
one main phase; that mana is lost at its end is left out. Priority is that of ``models.magic.priority``.
"""

from typing import Any, ClassVar, Self, cast

from checker import (
    Map,
    Maybe,
    Procedure,
    Set,
    Stack,
    action,
    automatic,
    between_actions,
    choice,
    each,
    ghost,
    integer,
    now,
    observer,
    require,
    scope,
    some,
    stack,
    start,
)
from models.magic.priority import BEGIN_RESOLUTION, PROCEDURE, MagicPriority
from models.magic_casting.words import LANDS, Entry, Place, Player, Spell, cost, owner
from models.priority_stack import Stage

__all__ = ["Entry", "MagicCasting", "Place", "Player", "Spell", "cost", "owner"]

MOST = 6
"""More mana than anybody can have."""


class MagicCasting(MagicPriority[Player, Entry]):
    """Two players, three spells, and lands to pay for them."""

    procedure: ClassVar[Procedure | None] = between_actions(
        "finish_resolution",
        ("strike_resolves", "rescue_resolves"),
        "begin_resolution",
        "end_sequence",
        "give_priority",
        cites=PROCEDURE,
    )

    stack: Stack[Entry] = stack(Entry, depth=scope(3))
    place: Map[Spell, Place] = each(Spell, Place.HAND)
    casting: Maybe[Spell]  # whose casting has begun and is not complete
    lands: Map[Player, int] = each(Player, integer(0, MOST, start=LANDS))  # untapped
    pool: Map[Player, int] = each(Player, integer(0, MOST))
    land_in_hand: Set[Player]
    creature: bool = True  # the target of two of the spells is on the battlefield
    drew: bool = False  # for the Strike
    ended: bool = False

    spent: Map[Spell, int] = ghost(each(Spell, integer(0, MOST)))  # on a spell while it was on top

    @start()
    def set_up(self) -> None:
        """The first player begins, with a land to play."""
        require(self.turn_player == Player(0))
        self.land_in_hand.add(self.turn_player)
        self.due = self.turn_player

    # -- words ---------------------------------------------------------------------------------------

    def over(self) -> bool:
        """Return whether the phase has ended."""
        return self.ended

    def after_sequence(self) -> None:
        """End the phase, and the game with it."""
        self.ended = True

    def waits(self, spell: Spell) -> bool:
        """Return whether ``spell`` is on the stack and is not being resolved."""
        return some(self.stack, lambda e: e.spell == spell and e.stage == Stage.WAITING)

    def resolves_now(self, spell: Spell) -> bool:
        """Return whether ``spell`` is being resolved and has not had its effect."""
        return some(self.stack, lambda e: e.spell == spell and e.stage == Stage.RESOLVING)

    def has_target(self, spell: Spell) -> bool:
        """Return whether there is a legal target for ``spell``."""
        return self.waits(Spell.STRIKE) if spell == Spell.LEAK else self.creature

    def tap_land(self, player: Player) -> None:
        """Tap a land for mana."""
        require(self.lands[player] > 0)
        self.lands[player] -= 1
        self.pool[player] += 1

    def spend(self, player: Player, amount: int) -> None:
        """Pay ``amount`` of mana in full."""
        require(self.pool[player] >= amount)
        self.pool[player] -= amount

    def leave_stack(self, entry: Entry) -> None:
        """Put a spell that has resolved, or has not been able to, into its owner's graveyard."""
        self.place[entry.spell] = Place.GRAVEYARD

    # -- what needs no stack -------------------------------------------------------------------------

    @action(cites=("CR24:117.1d", "CR24:117.3c", "CR24:405.6c"), says="{player} taps a land for mana")
    def use_mana_ability(self, player: Player) -> None:
        """With priority, and with priority again afterwards: it resolves at once."""
        require(player in self.holders)
        self.tap_land(player)
        self.acted(player)

    @action(cites="CR24:117.3c", says="{player} plays a land")
    def play_land(self, player: Player) -> None:
        """A special action of the active player, on an empty stack."""
        require(player in self.holders, player == self.turn_player, not self.stack)
        require(player in self.land_in_hand)
        self.land_in_hand.discard(player)
        self.lands[player] += 1
        self.acted(player)

    # -- casting -------------------------------------------------------------------------------------

    @action(
        cites=(
            "CR24:117.1a/1",
            "CR24:405.1",
            "CR24:601.2",
            "CR24:601.2a",
            "CR24:601.2c",
            "CR24:601.2e",
            "CR24:601.3",
        ),
        says="{player} begins to cast the {spell}",
    )
    def propose(self, player: Player, spell: Spell) -> None:
        """The card is put on the stack and its target announced, if the casting can be completed."""
        require(player in self.holders, owner(spell) == player, self.place[spell] == Place.HAND)
        require(self.has_target(spell), self.pool[player] + self.lands[player] >= cost(spell))
        self.holders.discard(player)
        self.place[spell] = Place.STACK
        self.stack.push(Entry(spell=spell, arrived=now()))
        self.casting = spell

    @choice(cites=("CR24:117.1d", "CR24:405.6c", "CR24:601.2g"), says="{player} taps a land for the {spell}")
    def tap_while_casting(self, player: Player, spell: Spell) -> None:
        """Before the cost is paid mana abilities can be activated, here only as many as are needed."""
        require(self.casting == spell, owner(spell) == player, self.pool[player] < cost(spell))
        self.tap_land(player)

    @choice(
        cites=("CR24:601.2f", "CR24:601.2h", "CR24:601.2i", "CR24:117.3c"),
        says="{player} pays for the {spell}",
    )
    def pay(self, player: Player, spell: Spell) -> None:
        """The whole cost is paid, and the spell is cast; its controller has priority again."""
        require(self.casting == spell, owner(spell) == player)
        self.spend(player, cost(spell))
        self.casting = None
        self.acted(player)

    # -- resolving -----------------------------------------------------------------------------------

    @automatic(
        cites=BEGIN_RESOLUTION, says="the top of the stack starts to resolve: the {self.stack.top.spell}"
    )
    def begin_resolution(self) -> None:
        """When all players have passed with no action in between, the topmost spell resolves."""
        super().begin_resolution()

    @automatic(cites=("CR24:608.2b", "CR24:608.2n/1"), says="the Strike resolves, if its target is there")
    def strike_resolves(self) -> None:
        """Without its target none of it happens: no card is drawn."""
        require(self.resolves_now(Spell.STRIKE))
        if self.creature:
            self.creature = False
            self.drew = True
        self.carried_out()

    @automatic(cites=("CR24:608.2b", "CR24:608.2n/1"), says="the Rescue resolves, if its target is there")
    def rescue_resolves(self) -> None:
        """The creature goes to hand."""
        require(self.resolves_now(Spell.RESCUE))
        self.creature = False
        self.carried_out()

    def is_asked(self, player: Player) -> bool:
        """Return whether ``player`` is asked to pay, while the Leak resolves.

        Its target is there: the Leak is above it, and there is no other way to take it from the stack.
        """
        return self.resolves_now(Spell.LEAK) and player == owner(Spell.STRIKE)

    @choice(
        cites=("CR24:117.1d", "CR24:117.2e", "CR24:405.6c"), says="{player} taps a land to save the Strike"
    )
    def tap_while_resolving(self, player: Player) -> None:
        """A mana ability in the middle of a resolution, because mana has to be paid."""
        require(self.is_asked(player), self.pool[player] == 0)
        self.tap_land(player)

    @choice(cites=("CR24:608.2d", "CR24:117.2e"), says="{player} pays to save the Strike")
    def pay_for_leak(self, player: Player) -> None:
        """The spell stays on the stack."""
        require(self.is_asked(player))
        self.spend(player, 1)
        self.carried_out()

    @choice(cites=("CR24:608.2d", "CR24:117.2e"), says="{player} does not pay, and the Strike is countered")
    def counter(self, player: Player) -> None:
        """The spell is put from the stack into its owner's graveyard."""
        require(self.is_asked(player))
        self.stack.remove(cast(Entry, self.stack.find(lambda e: e.spell == Spell.STRIKE)))
        self.place[Spell.STRIKE] = Place.GRAVEYARD
        self.carried_out()

    @observer
    def watch_payments(self, before: Self, step: Any) -> None:
        """Count the mana that leaves pools, by the spell that was on top of the stack."""
        for player in Player:
            paid = before.pool[player] - self.pool[player]
            if paid > 0 and before.stack:
                for spell in Spell:
                    if before.stack.top.spell == spell:
                        self.spent[spell] += paid
