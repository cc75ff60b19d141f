"""Battles on and off the battlefield: what they are, how they enter, and how they lose their counters."""

from typing import ClassVar, Self

from checker import (
    Bag,
    Map,
    Maybe,
    Set,
    Stack,
    action,
    as_enters,
    automatic,
    bag,
    chosen,
    each,
    event,
    integer,
    now,
    require,
    scope,
    some,
    stack,
    triggered,
)
from models.magic.priority import MagicPriority
from models.magic.words import (
    DEFENSE,
    Battle,
    Card,
    Item,
    OnStack,
    Phase,
    Player,
    Trigger,
    Zone,
)
from models.priority_stack import Stage

__all__ = ["Battles"]


class Battles(MagicPriority[Player, OnStack]):
    """The state of the game, and the rules by which a battle enters and is damaged."""

    abstract: ClassVar[bool] = True

    phase: Phase = Phase.MAIN
    stack: Stack[OnStack] = stack(OnStack, depth=scope(4))
    waiting: Bag[Trigger] = bag(Trigger, size=scope(2))

    card: Map[Battle, Card]
    owner: Map[Battle, Player]
    controller: Map[Battle, Player] = each(Battle, Player(0))
    zone: Map[Battle, Zone] = each(Battle, Zone.HAND)
    transformed: Set[Battle]  # with the back face up, on the stack or on the battlefield
    printed: int = integer(1, DEFENSE, start=DEFENSE)
    defense: Map[Battle, int] = each(Battle, integer(0, DEFENSE, start=0))  # the number of defense counters
    protector: Map[Battle, Maybe[Player]]

    # -- words ---------------------------------------------------------------------------------------

    def is_battle(self, battle: Battle) -> bool:
        """Return whether it is on the battlefield and is a battle there."""
        return (
            self.zone[battle] == Zone.BATTLEFIELD
            and self.card[battle] != Card.NO_BATTLE
            and battle not in self.transformed
        )

    def is_siege(self, battle: Battle) -> bool:
        """Return whether it is a battle on the battlefield with the subtype Siege."""
        return self.is_battle(battle) and self.card[battle] != Card.NO_TYPE

    def can_protect(self, player: Player, battle: Battle) -> bool:
        """Return whether the battle's type allows ``player`` as its protector (CR24:310.8a, 310.11a)."""
        if self.card[battle] == Card.NO_TYPE:
            return self.controller[battle] == player
        return self.controller[battle] != player

    def somebody_can_protect(self, battle: Battle) -> bool:
        """Return whether the battle's type allows a player who is in the game as its protector."""
        return some(self.in_game, lambda p: self.can_protect(p, battle))

    def resolving_now(self, item: Item) -> OnStack:
        """Return the entry that is being resolved; require that it is such an item."""
        require(some(self.stack, lambda e: e.stage == Stage.RESOLVING and e.item == item))
        return self.resolving()

    def put_on_stack(self, item: Item, player: Player, battle: Battle) -> None:
        """Put an entry on top of the stack (CR24:405.1, 405.2)."""
        self.stack.push(OnStack(item=item, controller=player, battle=battle, arrived=now()))

    def leave_battlefield(self, battle: Battle, zone: Zone) -> None:
        """Move a permanent to another zone, where nothing is left of what it was (CR24:400.7)."""
        self.leave_combat(battle)
        self.zone[battle] = zone
        self.controller[battle] = self.owner[battle]
        self.defense[battle] = 0
        self.protector[battle] = None

    def is_attacked(self, battle: Battle) -> bool:
        """Return whether something attacks ``battle``."""
        raise NotImplementedError

    def leave_combat(self, battle: Battle) -> None:
        """Remove a battle from combat; what attacked it attacks nothing any more (CR24:506.4, 506.4c).

        It still has the protector that it had.
        """
        raise NotImplementedError

    def trigger(self, item: Item, battle: Battle) -> None:
        """Let an ability of ``battle`` trigger; whoever controls the battle now controls it (CR24:603.3a)."""
        self.waiting.add(Trigger(item=item, controller=self.controller[battle], battle=battle))

    def is_own_ability(self, item: Item) -> bool:
        """Return whether ``item`` is a triggered ability of the battle that it names."""
        return item == Item.ENTERS or item == Item.AIMED or item == Item.DEFEAT

    def has_sorcery_timing(self, player: Player) -> bool:
        """Return whether it is a main phase of the player's own turn and the stack is empty (CR24:117.1a)."""
        return player == self.turn_player and self.phase == Phase.MAIN and not self.stack

    # -- entering ------------------------------------------------------------------------------------

    @action(
        cites=(
            "CR24:310.1",
            "CR24:117.1a/2",
            "CR24:117.3c",
            "CR24:405.1",
            "CR24:601.2a",
            "CR24:601.2i",
            "CR24:601.3",
            "S-MTG:310.1",
        ),
        says="{player} casts {battle}",
    )
    def cast_battle(self, player: Player, battle: Battle) -> None:
        """With priority, in a main phase of one's own turn, on an empty stack."""
        require(player in self.holders, self.has_sorcery_timing(player))
        require(self.zone[battle] == Zone.HAND, self.owner[battle] == player)
        require(self.card[battle] != Card.NO_BATTLE)
        self.zone[battle] = Zone.STACK
        self.put_on_stack(Item.BATTLE, player, battle)
        self.acted(player)

    @automatic(
        cites=("CR24:310.2", "CR24:608.3a", "S-MTG:310.2"),
        says="{self.stack.top.battle} enters the battlefield",
    )
    def battle_resolves(self) -> None:
        """A battle spell that resolves enters the battlefield under its controller's control."""
        entry = self.resolving_now(Item.BATTLE)
        self.enters(entry.battle, entry.controller)
        self.carried_out()

    @event(cites="CR24:310.2")
    def enters(self, battle: Battle, player: Player) -> None:
        """Let a battle enter the battlefield under the control of ``player``."""
        self.zone[battle] = Zone.BATTLEFIELD
        self.controller[battle] = player

    # Inside the event: no check and no trigger sees the battle without its counters or its protector.
    @as_enters(
        "enters",
        cites=("CR24:310.4a", "CR24:310.4b", "S-MTG:310.4a", "S-MTG:310.4b"),
        says="with {self.printed} defense counters",
    )
    def with_defense_counters(self, battle: Battle, player: Player) -> None:
        """It enters with the printed number of defense counters."""
        self.defense[battle] = self.printed

    @as_enters(
        "enters",
        cites=(
            "CR24:310.8",
            "CR24:310.8a/1",
            "CR24:310.8a/2",
            "CR24:310.11a/1",
            "CR24:310.11a/2",
            "S-MTG:310.8",
            "S-MTG:310.8a/1",
            "S-MTG:310.8a/2",
            "S-MTG:310.11a/1",
            "S-MTG:bullet-2",
            "S-MTG:reminder/1",
        ),
        says="protected by {protector}",
    )
    def with_a_protector(
        self, battle: Battle, player: Player, protector: Maybe[Player] = chosen(by="player")
    ) -> None:
        """Its controller chooses a protector; with nobody to choose, the next check buries it."""
        if protector:
            require(protector in self.in_game, self.can_protect(protector, battle))
        else:
            require(not self.somebody_can_protect(battle))
        self.protector[battle] = protector

    # What the enters abilities do is of no matter here: it matters that a battle is the source of one.
    @triggered(
        cites=("CR24:603.2", "CR24:117.2a/1", "CR24:603.3a"), says="an enters ability of {battle} triggers"
    )
    def enters_ability_triggers(self, before: Self, battle: Battle) -> None:
        """When a battle enters, an ability of its own triggers, as one of every printed Siege does."""
        require(before.zone[battle] != Zone.BATTLEFIELD, self.is_battle(battle))
        self.trigger(Item.ENTERS, battle)

    @triggered(
        cites=("CR24:603.2", "CR24:117.2a/1", "CR24:603.3a"), says="an enters ability with a target triggers"
    )
    def aimed_ability_triggers(self, before: Self, battle: Battle) -> None:
        """One kind of card has a second enters ability, which needs another battle as its target."""
        require(before.zone[battle] != Zone.BATTLEFIELD, self.is_battle(battle))
        require(self.card[battle] == Card.SORCERY_BACK)
        self.trigger(Item.AIMED, battle)

    @automatic(cites="CR24:608.2n/2", says="an enters ability of {self.stack.top.battle} resolves")
    def enters_ability_resolves(self) -> None:
        """An enters ability resolves, with or without a target."""
        require(
            some(
                self.stack,
                lambda e: e.stage == Stage.RESOLVING and (e.item == Item.ENTERS or e.item == Item.AIMED),
            )
        )
        self.carried_out()

    # -- damage --------------------------------------------------------------------------------------

    @event(cites=("CR24:310.6", "CR24:120.3h", "CR24:120.5", "S-MTG:310.6", "S-MTG:working-2/1"))
    def damage(self, battle: Battle, amount: int) -> None:
        """Damage removes that many defense counters, or all that there are; nothing is marked."""
        if self.defense[battle] > amount:
            self.defense[battle] -= amount
        else:
            self.defense[battle] = 0
