"""The objects of a chain in Berserk Online: what each of them does when it resolves."""

import dataclasses
from typing import ClassVar, cast

from checker import (
    CHANCE,
    assumed,
    automatic,
    chosen,
    integer,
    require,
    some,
)
from models.berserk.chain_declaring import ChainDeclaring
from models.berserk.chains import (
    Ability,
    Chain,
    Fighter,
    StackObject,
    Strength,
    exchange,
    strength_of,
)
from models.priority_stack import Stage

__all__ = ["Striking"]

STRIKES = {Strength.MISS: 0, Strength.WEAK: 3, Strength.MEDIUM: 4, Strength.STRONG: 5}
ANSWERS = {Strength.MISS: 0, Strength.WEAK: 2, Strength.MEDIUM: 3, Strength.STRONG: 4}
"""How many wounds the attacker's strike deals (3-4-5), and that of who answers it (2-3-4)."""

QUIET = (StackObject.DECLARATION, StackObject.RESULT, StackObject.PROTECTION)
"""Objects that do nothing by themselves here: no card modifies a roll or has a protection."""


class Striking(ChainDeclaring):
    """The resolution of objects."""

    abstract: ClassVar[bool] = True

    def resolves(self, ability: Ability, top: StackObject) -> Chain:
        """Return the chain of which an object resolves; require that it is this one."""
        require(
            some(self.stack, lambda c: c.stage == Stage.RESOLVING and c.ability == ability and c.top == top)
        )
        return self.resolving()

    def wound(self, fighter: Fighter, amount: int) -> None:
        """Give wounds to a creature; life below zero is not told from none."""
        if self.life[fighter] > amount:
            self.life[fighter] -= amount
        else:
            self.life[fighter] = 0

    def end_strike(self) -> None:
        """Let nobody be attacking or attacked any more."""
        self.responding = None
        self.redirected = False
        self.closes_defender = False
        self.attack_roll = 0
        self.response_roll = 0
        self.wounds = 0
        self.wounds_back = 0

    # -- objects -------------------------------------------------------------------------------------

    @automatic(cites=("BKON:216.2", "BKON:216.4"), says="the {self.stack.top.top} does nothing by itself")
    def quiet_object_resolves(self) -> None:
        """Some objects are there to be answered; what has no dice needs nothing of its target object."""
        require(
            some(
                self.stack,
                lambda c: (
                    c.stage == Stage.RESOLVING
                    and (
                        some(QUIET, lambda o: c.top == o)
                        or (c.top == StackObject.TARGET and c.ability != Ability.STRIKE)
                    )
                ),
            )
        )
        self.carried_out()

    @automatic(cites="BKON:216.4", says="{self.stack.top.about} is the responding card")
    def target_is_settled(self) -> None:
        """The final target of the strike responds to it."""
        chain = self.resolves(Ability.STRIKE, StackObject.TARGET)
        self.responding = chain.about
        self.carried_out()

    def two_fight(self) -> bool:
        """Return whether the responding card rolls as well: if both are open, and opponents."""
        return some(
            Fighter,
            lambda f: self.responding == f and f in self.open and not self.is_active_players(f),
        )

    @automatic(cites=("BKON:216.5/1", "BKON:216.5/2"), says="the attacker rolls {roll}")
    def attacker_rolls(self, roll: int = chosen(by=CHANCE, among=integer(1, 6))) -> None:
        """The source of the strike rolls, and rolls first."""
        self.resolves(Ability.STRIKE, StackObject.ROLL)
        require(self.attack_roll == 0)
        self.attack_roll = roll
        if not self.two_fight():
            self.carried_out()

    @automatic(cites="BKON:216.5/2", says="{self.responding} rolls {roll}")
    def responder_rolls(self, roll: int = chosen(by=CHANCE, among=integer(1, 6))) -> None:
        """An open opponent rolls too."""
        self.resolves(Ability.STRIKE, StackObject.ROLL)
        require(self.attack_roll > 0, self.two_fight())
        self.response_roll = roll
        self.carried_out()

    @automatic(
        cites=("BKON:216.8", "BKON:205.4", "BKON:205.6"), says="it is settled how strong the strike is"
    )
    def calculation_resolves(self) -> None:
        """By the difference of the rolls where two fight, else by the roll; the rolls are of no use then."""
        self.resolves(Ability.STRIKE, StackObject.CALCULATION)
        if self.response_roll > 0:
            strike, answer = exchange(self.attack_roll, self.response_roll)
        else:
            strike, answer = strength_of(self.attack_roll), Strength.MISS
        self.wounds = STRIKES[strike]
        self.wounds_back = ANSWERS[answer]
        self.attack_roll = 0
        self.response_roll = 0
        self.carried_out()

    @automatic(
        cites=("BKON:216.11/2", "BKON:216.11/4"),
        says="{self.responding} gets {self.wounds} wounds, the attacker {self.wounds_back}",
    )
    def strike_wounds(self) -> None:
        """The wounds are dealt and combat is over; nobody leaves the field by that."""
        self.resolves(Ability.STRIKE, StackObject.WOUND)
        self.wound(cast(Fighter, self.responding), self.wounds)
        self.wound(Fighter.ATTACKER, self.wounds_back)
        self.wounds = 0
        self.wounds_back = 0
        self.carried_out()

    @automatic(cites="BKON:412.5", says="the strike is redirected to the defender")
    def defence_redirects(self) -> None:
        """Another card becomes the target."""
        self.resolves(Ability.DEFENCE, StackObject.WOUND)
        self.carried_out()
        strike = self.stack.find(lambda c: c.ability == Ability.STRIKE)
        if strike:
            self.stack.replace(strike, dataclasses.replace(strike, about=Fighter.DEFENDER))
            self.redirected = True

    @automatic(cites="BKON:216.11/1", says="the trip closes the defender")
    @assumed("what the attacker's ability does stands on the card")
    def trip_happens(self) -> None:
        """The defender closes, though not for a price of its own."""
        self.resolves(Ability.TRIP, StackObject.WOUND)
        self.open.discard(Fighter.DEFENDER)
        self.carried_out()

    @automatic(cites="BKON:216.11/1", says="the healing gives life to the target")
    @assumed("what the defender's ability does stands on the card")
    def healing_happens(self) -> None:
        """Five life for the target, or as many as it can have."""
        self.resolves(Ability.HEAL, StackObject.WOUND)
        if self.life[Fighter.TARGET] <= 5:
            self.life[Fighter.TARGET] += 5
        else:
            self.life[Fighter.TARGET] = 10
        self.carried_out()

    @automatic(cites=("BKON:216.11/1", "BKON:410.1", "BKON:410.2"), says="the ward blocks the strike")
    @assumed("what the defender's ability does stands on the card")
    def ward_blocks(self) -> None:
        """All of the strike is removed but its payment object."""
        self.resolves(Ability.WARD, StackObject.WOUND)
        self.carried_out()
        strike = self.stack.find(lambda c: c.ability == Ability.STRIKE)
        if strike:
            self.leave_only_payment(strike)

    def leave_only_payment(self, chain: Chain) -> None:
        """Remove every object of a chain but the one that pays."""
        self.stack.replace(
            chain,
            dataclasses.replace(chain, top=StackObject.PAYMENT, blocked=True, stage=Stage.WAITING),
        )

    @automatic(
        cites=("BKON:216.12", "BKON:216.12.a", "BKON:405.4"), says="{self.stack.top.ability} is paid for"
    )
    def payment_resolves(self) -> None:
        """The source closes or loses its token; a defender closes with the attacker, not by itself."""
        require(some(self.stack, lambda c: c.stage == Stage.RESOLVING and c.top == StackObject.PAYMENT))
        ability = self.resolving().ability
        if ability == Ability.STRIKE:
            self.open.discard(Fighter.ATTACKER)
            if self.closes_defender:
                self.open.discard(Fighter.DEFENDER)
        elif ability == Ability.DEFENCE:
            self.closes_defender = True
        elif ability == Ability.WARD:
            self.open.discard(Fighter.DEFENDER)
        elif ability == Ability.TRIP:
            self.tokens.discard(Fighter.ATTACKER)
        elif ability == Ability.HEAL:
            self.tokens.discard(Fighter.DEFENDER)
        self.carried_out()

    @automatic(cites="BKON:216.13", says="{self.stack.top.ability} is over")
    def ending_resolves(self) -> None:
        """Nobody is attacking or attacked any more."""
        require(some(self.stack, lambda c: c.stage == Stage.RESOLVING and c.top == StackObject.ENDING))
        if self.resolving().ability == Ability.STRIKE:
            self.end_strike()
        self.carried_out()

    def leave_stack(self, entry: Chain) -> None:
        """Let a strike that was blocked be over as well."""
        if entry.ability == Ability.STRIKE:
            self.end_strike()
