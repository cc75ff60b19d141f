"""Declaring in Berserk Online: the state of the game, and what enters the stack as a chain of objects."""

import dataclasses
from typing import ClassVar

from checker import (
    Bag,
    Map,
    Maybe,
    Queue,
    Set,
    Stack,
    action,
    bag,
    each,
    integer,
    now,
    queue,
    require,
    scope,
    some,
    stack,
)
from models.berserk.chains import (
    Ability,
    Chain,
    Fighter,
    StackObject,
    Trigger,
    by,
    following,
)
from models.berserk.parts import Player
from models.priority_stack import PriorityStack, Stage

__all__ = ["ChainDeclaring"]


class ChainDeclaring(PriorityStack[Player, Chain]):
    """The state, and what players declare."""

    abstract: ClassVar[bool] = True
    rulebook: ClassVar[str] = "berserk"

    turn_player: Player = Player(0)  # the active player
    phase_is_over: bool = False
    stack: Stack[Chain] = stack(Chain, depth=scope(4))  # no scene has more chains: nothing is left out
    waiting: Bag[Trigger] = bag(Trigger, size=scope(2))  # two creatures die at once at most
    can: Set[Ability]  # what is still to be declared

    on_field: Set[Fighter]
    open: Set[Fighter]
    life: Map[Fighter, int] = each(Fighter, integer(0, 10))
    tokens: Set[Fighter]  # who has a token
    graveyard: Queue[Fighter] = queue(Fighter, length=scope(4))
    ally: bool = False  # the target is the active player's own

    # the strike that is on the stack
    responding: Maybe[Fighter]  # its final target
    redirected: bool = False
    closes_defender: bool = False  # the closing of the defender was added to its payment
    attack_roll: int = integer(0, 6)  # 0: not rolled
    response_roll: int = integer(0, 6)
    wounds: int = integer(0, 5)  # what the strike deals, and what it gets in return
    wounds_back: int = integer(0, 4)

    # -- what the rulebook settles among the common rules --------------------------------------------

    def next_after_action(self, player: Player) -> Player | None:
        """Return the active player, whoever declared something."""
        return self.turn_player

    def what_remains(self, entry: Chain) -> Chain | None:
        """Return the chain without the object that has resolved."""
        top = following(entry)
        return dataclasses.replace(entry, top=top, stage=Stage.WAITING) if top else None

    # -- words ---------------------------------------------------------------------------------------

    def is_active_players(self, fighter: Fighter | None) -> bool:
        """Return whether a creature is the active player's."""
        return fighter == Fighter.ATTACKER or (self.ally and fighter == Fighter.TARGET)

    def has_means(self, ability: Ability) -> bool:
        """Return whether the source of an ability is there and could pay for it."""
        if ability in (Ability.DESTRUCTION, Ability.RETURN):
            return True
        if by(ability) not in self.on_field:
            return False
        return by(ability) in (self.tokens if ability in (Ability.TRIP, Ability.HEAL) else self.open)

    def is_promised(self, ability: Ability) -> bool:
        """Return whether the price of an ability is kept for something on the stack (BKON:103.6)."""
        return by(ability) == Fighter.DEFENDER and (
            self.closes_defender
            or some(self.stack, lambda c: c.ability == Ability.DEFENCE or c.ability == Ability.WARD)
        )

    def strike_waits(self) -> bool:
        """Return whether a strike is on the stack."""
        return some(self.stack, lambda c: c.ability == Ability.STRIKE)

    def strike_targets(self, fighter: Fighter) -> bool:
        """Return whether a strike on the stack is aimed at ``fighter``."""
        return some(self.stack, lambda c: c.ability == Ability.STRIKE and c.about == fighter)

    def strike_may_be_answered(self) -> bool:
        """Return whether the top is the target object of a strike."""
        return bool(self.stack) and (
            self.stack.top.ability == Ability.STRIKE and self.stack.top.top == StackObject.TARGET
        )

    def enter(self, player: Player, ability: Ability, top: StackObject, about: Fighter) -> None:
        """Put a chain on the stack."""
        self.stack.push(Chain(controller=player, ability=ability, top=top, about=about, arrived=now()))

    def declares(self, player: Player, ability: Ability, top: StackObject, about: Fighter) -> None:
        """Let ``player`` declare an ability whose source is theirs and can pay."""
        require(player in self.holders, ability in self.can)
        require((player == self.turn_player) == self.is_active_players(by(ability)))
        require(self.has_means(ability))
        self.can.discard(ability)
        self.enter(player, ability, top, about)
        self.acted(player)

    # -- declaring -----------------------------------------------------------------------------------

    @action(cites=("BKON:200.1.a", "BKON:215.6.a"), says="{player} passes")
    def pass_priority(self, player: Player) -> None:
        """A pass hands priority over and uses no stack."""
        super().pass_priority(player)

    @action(
        cites=("BKON:205.2.a", "BKON:216.1", "BKON:216.1.a", "BKON:103.6", "BKON:215.9"),
        says="{player} declares a simple strike",
    )
    def declare_strike(self, player: Player) -> None:
        """In one's own turn, with priority and on an empty stack: nine objects enter."""
        require(player == self.turn_player, not self.stack)
        self.declares(player, Ability.STRIKE, StackObject.DECLARATION, Fighter.TARGET)

    @action(
        cites=(
            "BKON:205.3.a",
            "BKON:205.3.b",
            "BKON:205.3.c",
            "BKON:216.3",
            "BKON:412.4",
            "BKON:412.5",
            "BKON:103.6",
        ),
        says="{player} assigns the defender",
    )
    def assign_defender(self, player: Player) -> None:
        """Sudden: the inactive player, while the target object is the top, and unless it was done before."""
        require(player != self.turn_player, self.strike_may_be_answered(), not self.redirected)
        require(not self.is_promised(Ability.DEFENCE))
        self.declares(player, Ability.DEFENCE, StackObject.WOUND, Fighter.DEFENDER)

    @action(cites=("BKON:410.3", "BKON:216.3", "BKON:103.6", "BKON:404.3"), says="{player} declares the ward")
    def ward_off(self, player: Player) -> None:
        """What blocks is declared only while the target object of what it blocks is the top."""
        require(self.strike_may_be_answered(), not self.is_promised(Ability.WARD))
        self.declares(player, Ability.WARD, StackObject.DECLARATION, Fighter.ATTACKER)

    @action(
        cites=("BKON:404.3", "BKON:103.6", "BKON:216.1.b", "BKON:215.9"), says="{player} declares {ability}"
    )
    def use_ability(self, player: Player, ability: Ability) -> None:
        """Sudden abilities: whoever has priority, with the token that they cost."""
        require(ability in (Ability.TRIP, Ability.HEAL))
        about = Fighter.DEFENDER if ability == Ability.TRIP else Fighter.TARGET
        self.declares(player, ability, StackObject.DECLARATION, about)
