"""The state of a game of Riftbound, and the words that its rules are made of."""

from typing import ClassVar

from checker import (
    Bag,
    Map,
    Maybe,
    Set,
    Stack,
    bag,
    count,
    each,
    integer,
    scope,
    some,
    stack,
)
from models.priority_stack import PriorityStack
from models.riftbound.words import (
    MOST_MIGHT,
    Ability,
    Battlefield,
    Card,
    Item,
    Kind,
    Ongoing,
    Pending,
    Phase,
    Player,
    Role,
    Trigger,
    Unit,
    Zone,
)

__all__ = ["Board"]


class Board(PriorityStack[Player, Item]):
    """Everything that there is, and who is where; nothing happens here yet."""

    abstract: ClassVar[bool] = True
    rulebook: ClassVar[str] = "riftbound"

    turn_player: Player = Player(0)
    phase: Phase = Phase.BEGINNING

    # what goes on: one showdown or combat at a time, and one chain
    ongoing: Ongoing = Ongoing.NOTHING
    where: Maybe[Battlefield]
    focus: Set[Player]  # a set, so that "at most one has focus" is a claim and not a type
    stack: Stack[Item] = stack(Item, depth=scope(3))  # the chain, as far as it is finalized
    pending: Maybe[Pending]  # the oldest item of the chain that is not; the others are waiting triggers
    opened_by: Maybe[Kind]  # what the chain was opened by, until it has closed
    waiting: Bag[Trigger] = bag(Trigger, size=scope(2))
    outstanding: bool = False  # a cleanup is to be performed

    # battlefields
    controller: Map[Battlefield, Maybe[Player]]
    contested_by: Map[Battlefield, Maybe[Player]]  # contested, and who applied it
    showdown_staged: Set[Battlefield]
    combat_staged: Set[Battlefield]
    scored: Map[Player, Set[Battlefield]]  # by whom this turn

    # players
    points: Map[Player, int] = each(Player, integer(0, 10))
    victory_score: int = integer(1, 8, start=8)
    winner: Maybe[Player]
    victor: Maybe[Player]  # who won the last combat
    energy: Map[Player, int] = each(Player, integer(0, 4))
    runes: Map[Player, int] = each(Player, integer(0, 2))  # ready ones

    # units; one on the board that is at no battlefield is in a base
    zone: Map[Unit, Zone] = each(Unit, Zone.ABSENT)
    at: Map[Unit, Maybe[Battlefield]]
    owner: Map[Unit, Player] = each(Unit, Player(0))
    side: Map[Unit, Player] = each(Unit, Player(0))  # who controls it
    ability: Map[Unit, Ability] = each(Unit, Ability.NONE)
    might: Map[Unit, int] = each(Unit, integer(1, MOST_MIGHT))
    damage: Map[Unit, int] = each(Unit, integer(0, MOST_MIGHT))
    assigned: Map[Unit, int] = each(Unit, integer(0, MOST_MIGHT))  # combat damage that is to be dealt
    unassigned: Map[Role, int] = each(Role, integer(0, 12))  # combat damage by those in the role
    exhausted: Set[Unit]
    stunned: Set[Unit]
    role: Map[Unit, Role] = each(Unit, Role.NONE)
    fought: Set[Unit]  # has had a mark in this combat
    recalled: bool = False  # units were recalled in this combat

    # the other cards
    card_zone: Map[Card, Zone] = each(Card, Zone.ABSENT)
    card_owner: Map[Card, Player] = each(Card, Player(0))
    deck: Map[Player, Maybe[Card]]  # the one card that is left of it

    def over(self) -> bool:
        """Return whether somebody has won or the turn is over."""
        return bool(self.winner) or self.phase == Phase.OVER

    # -- the four states of the turn -------------------------------------------------------------------

    def is_closed(self) -> bool:
        """Return whether there is a chain: finalized items, a pending one, or triggers that wait."""
        return bool(self.stack) or bool(self.pending) or bool(self.waiting)

    def in_showdown(self) -> bool:
        """Return whether a showdown is in progress, in a combat or without one."""
        return self.ongoing == Ongoing.SHOWDOWN or self.ongoing == Ongoing.COMBAT

    def in_combat(self) -> bool:
        """Return whether a combat goes on, in whichever of its steps."""
        return (
            self.ongoing != Ongoing.NOTHING
            and self.ongoing != Ongoing.SHOWDOWN
            and self.ongoing != Ongoing.CLOSED
        )

    def is_neutral_open(self) -> bool:
        """Return whether there is no chain and neither showdown nor combat, in the main phase."""
        nothing = self.ongoing == Ongoing.NOTHING or self.ongoing == Ongoing.CLOSED
        return nothing and not self.is_closed() and self.phase == Phase.MAIN

    # -- who is where ----------------------------------------------------------------------------------

    def has_units(self, player: Player, battlefield: Battlefield) -> bool:
        """Return whether ``player`` controls a unit at ``battlefield``."""
        return some(Unit, lambda u: self.at[u] == battlefield and self.side[u] == player)

    def has_enemies(self, player: Player, battlefield: Battlefield) -> bool:
        """Return whether somebody else than ``player`` controls a unit at ``battlefield``."""
        return some(Unit, lambda u: self.at[u] == battlefield and self.side[u] != player)

    def is_opposed(self, battlefield: Battlefield) -> bool:
        """Return whether several players have units at ``battlefield``."""
        return count(Player, lambda p: self.has_units(p, battlefield)) > 1

    def holds_alone(self, player: Player, battlefield: Battlefield) -> bool:
        """Return whether ``player`` has units at ``battlefield`` and nobody else has."""
        return self.has_units(player, battlefield) and not self.has_enemies(player, battlefield)

    def is_fought_about(self, battlefield: Battlefield) -> bool:
        """Return whether a showdown or combat goes on at ``battlefield``."""
        return (
            self.where == battlefield and self.ongoing != Ongoing.NOTHING and self.ongoing != Ongoing.CLOSED
        )

    def might_of(self, role: Role) -> int:
        """Return the sum of Might with which the units in ``role`` fight; stunned ones add nothing."""
        return (
            count(Unit, lambda u: self.role[u] == role and u not in self.stunned)
            + count(Unit, lambda u: self.role[u] == role and u not in self.stunned and self.might[u] > 1)
            + count(Unit, lambda u: self.role[u] == role and u not in self.stunned and self.might[u] > 2)
        )

    def is_lethal(self, unit: Unit) -> bool:
        """Return whether a unit on the board has as much damage as it has Might."""
        return self.zone[unit] == Zone.BOARD and self.damage[unit] >= self.might[unit]

    # -- what happens to units and cards ---------------------------------------------------------------

    def deal(self, unit: Unit, amount: int) -> None:
        """Deal damage to a unit on the board; more than its Might makes no difference."""
        self.outstanding = True
        if self.damage[unit] + amount > self.might[unit]:
            self.damage[unit] = self.might[unit]
        else:
            self.damage[unit] += amount

    def leave_board(self, unit: Unit, zone: Zone) -> None:
        """Let a unit leave the board, with nothing left of what it was there."""
        self.outstanding = True
        self.zone[unit] = zone
        self.at[unit] = None
        self.side[unit] = self.owner[unit]
        self.damage[unit] = 0
        self.role[unit] = Role.NONE
        self.exhausted.discard(unit)
        self.stunned.discard(unit)
        self.fought.discard(unit)

    def draw(self, player: Player) -> None:
        """Let ``player`` draw what is left of their deck, which is one card at most."""
        card = self.deck[player]
        if card:
            self.deck[player] = None
            self.card_zone[card] = Zone.HAND
            self.outstanding = True

    def trigger(self, ability: Ability, unit: Unit, battlefield: Battlefield | None) -> None:
        """Let the ability of a unit trigger, if it has this one; the place where it happened is fixed."""
        if self.ability[unit] == ability:
            self.waiting.add(Trigger(controller=self.side[unit], unit=unit, place=battlefield))

    def add_pending(self, item: Pending) -> None:
        """Put a pending item on the chain."""
        if not self.opened_by:
            self.opened_by = item.kind
        self.pending = item
        self.outstanding = True
