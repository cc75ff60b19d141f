"""What the cards and the abilities of units do when they resolve."""

from typing import ClassVar, cast

from checker import assumed, automatic, require, some
from models.priority_stack import Stage
from models.riftbound.chains import Chains
from models.riftbound.words import Ability, Card, Item, Kind, Unit, Zone

__all__ = ["Cards"]


class Cards(Chains):
    """Effects. An instruction with a target that has gone is skipped, and the rest is done."""

    abstract: ClassVar[bool] = True

    def resolves(self, card: Card) -> Item:
        """Return the item being resolved; the rule that asks applies only if it is this spell."""
        require(some(self.stack, lambda e: e.stage == Stage.RESOLVING and e.card == card))
        return self.resolving()

    def resolves_ability(self, ability: Ability) -> Item:
        """Return the item being resolved; the rule that asks applies only if it is such an ability."""
        require(some(self.stack, lambda e: e.stage == Stage.RESOLVING and e.kind != Kind.SPELL))
        item = self.resolving()
        require(self.ability[cast(Unit, item.unit)] == ability)
        return item

    def legal_target(self, item: Item) -> Unit | None:
        """Return the target of what is being resolved, if it is still on the board."""
        target = item.target
        if target and self.zone[target] == Zone.BOARD:
            return target
        return None

    @automatic(
        cites=("S-RB:card"),
        says="{self.stack.top.target} is stunned",
    )
    def rune_prison_resolves(self) -> None:
        """A stunned unit deals no combat damage this turn."""
        item = self.resolves(Card.RUNE_PRISON)
        target = self.legal_target(item)
        if target:
            self.stunned.add(target)
            self.outstanding = True
        self.carried_out()

    @automatic(
        cites=("RB1.4:359.3.e.5", "RB1.4:359.3.e.6"),
        says="{self.stack.top.target} is dealt 2, and a card is drawn",
    )
    @assumed("a card deals damage to a unit")
    def strike_resolves(self) -> None:
        """Two instructions: the second is carried out although the target has gone."""
        item = self.resolves(Card.STRIKE)
        target = self.legal_target(item)
        if target:
            self.deal(target, 2)
        self.draw(item.controller)
        self.carried_out()

    @automatic(
        cites=("RB1.3:187.3.a", "RB1.3:441.3.c", "RB1.4:359.3.e.5"),
        says="{self.stack.top.target} is moved to {self.stack.top.place}",
    )
    @assumed("a card moves a unit")
    def charm_resolves(self) -> None:
        """Move the unit, whoever controls it."""
        self.move_by(self.resolves(Card.CHARM))

    @automatic(
        cites=("RB1.3:187.3.a", "RB1.4:359.3.f.3"),
        says="{self.stack.top.target} is moved to {self.stack.top.place}",
    )
    @assumed("a unit moves an enemy unit to where it moved itself")
    def pull_resolves(self) -> None:
        """The battlefield is the one where it triggered, wherever its source is now."""
        self.move_by(self.resolves_ability(Ability.PULL))

    def move_by(self, item: Item) -> None:
        """Move the target of a spell or ability to its battlefield."""
        target, place = self.legal_target(item), item.place
        if target and place and self.at[target] != place:
            self.arrive(target, place)
            self.trigger(Ability.PULL, target, place)
        self.carried_out()

    @automatic(cites=("RB1.4:359.3.e.5",), says="{self.stack.top.target} returns to hand")
    @assumed("a card returns a unit to its owner's hand")
    def retreat_resolves(self) -> None:
        """Return the unit to its owner's hand."""
        item = self.resolves(Card.RETREAT)
        target = self.legal_target(item)
        if target:
            self.leave_board(target, Zone.HAND)
        self.carried_out()

    @automatic(
        cites=("RB1.3:425.1.a", "RB1.3:425.1.c", "RB1.4:359.3.e.5"),
        says="a spell or ability is countered",
    )
    @assumed("a card counters a spell or ability")
    def denial_resolves(self) -> None:
        """What is countered leaves without effect, and what it cost stays paid."""
        item = self.resolves(Card.DENIAL)
        countered = self.stack.find(lambda e: self.is_meant(item, e))
        if countered:
            if countered.card:
                self.card_zone[countered.card] = Zone.TRASH
            self.stack.remove(countered)
            self.outstanding = True
        self.carried_out()

    def is_meant(self, denial: Item, item: Item) -> bool:
        """Return whether ``item`` is the one that ``denial`` is aimed at."""
        if item.stage != Stage.WAITING:
            return False
        if denial.against:
            return denial.against == item.card
        return item.kind != Kind.SPELL and denial.target == item.unit

    @automatic(
        cites=("RB-FAQ-S:takeover", "RB1.3:187.3.a"),
        says="{self.stack.top.controller} gains control of {self.stack.top.target}",
    )
    @assumed("a card gives a player control of a unit")
    def takeover_resolves(self) -> None:
        """A unit that changes sides at a battlefield becomes present there for its new controller."""
        item = self.resolves(Card.TAKEOVER)
        target = self.legal_target(item)
        if target:
            self.side[target] = item.controller
            self.outstanding = True
            self.contest(target)
        self.carried_out()

    @automatic(cites="RB1.3:340.1", says="{self.stack.top.controller} draws")
    @assumed("cards and abilities draw a card")
    def draw_resolves(self) -> None:
        """Insight, and what units have that draws."""
        require(some(self.stack, lambda e: e.stage == Stage.RESOLVING))
        item = self.resolving()
        require(self.needs_no_target(item))
        self.draw(item.controller)
        self.carried_out()

    @automatic(cites=("RB1.4:383.4.e.2.a", "RB1.4:359.3.e.5"), says="{self.stack.top.target} is dealt 1")
    @assumed("a unit deals damage when it attacks")
    def attack_trigger_resolves(self) -> None:
        """Deal 1 to an enemy unit at the battlefield that is attacked, if it still is there."""
        item = self.resolves_ability(Ability.ATTACK)
        target = self.legal_target(item)
        if target and self.at[target] == item.place:
            self.deal(target, 1)
        self.carried_out()

    @automatic(cites=("RB1.3:383.4.a.2", "RB1.4:359.3.e.5"), says="{self.stack.top.target} is dealt 2")
    @assumed("a unit deals damage when it is played")
    def play_trigger_resolves(self) -> None:
        """Deal 2 to a unit."""
        item = self.resolves_ability(Ability.PLAY)
        target = self.legal_target(item)
        if target:
            self.deal(target, 2)
        self.carried_out()
