"""Berserk Online: strikes as chains of stack objects, with wounds, destruction and defeat at three times."""

from typing import Any, ClassVar

from checker import (
    Procedure,
    assumed,
    automatic,
    between_actions,
    one_of,
    require,
    set_of,
    some,
    start,
    triggered,
)
from models.berserk.chains import Ability, Chain, Fighter, Scene, StackObject, Trigger
from models.berserk.parts import Player
from models.berserk.striking import Striking

__all__ = ["BerserkOnline"]


class BerserkOnline(Striking):
    """One strike in one phase, with what may answer it.

    Left out: cells (the defender stands next to both, and nobody else does), a second strike, modifiers of
    rolls and protections, hidden cards, and all phases but one. Each ability is declared once.
    """

    procedure: ClassVar[Procedure | None] = between_actions(
        "finish_resolution",
        (
            "quiet_object_resolves",
            "target_is_settled",
            "attacker_rolls",
            "responder_rolls",
            "calculation_resolves",
            "strike_wounds",
            "defence_redirects",
            "trip_happens",
            "healing_happens",
            "ward_blocks",
            "destruction_resolves",
            "return_happens",
            "payment_resolves",
            "ending_resolves",
        ),
        "begin_resolution",
        "end_sequence",
        "lose",
        "declare_triggered",
        "give_priority",
        cites=("BKON:421.1", "BKON:405.2"),
    )

    # -- the start -----------------------------------------------------------------------------------

    @start(cites=("BKON:300.3", "BKON:210.3/1"), says="the phase begins")
    def set_up(self, scene: Scene) -> None:
        """Set up one scene; the active player is to have priority on an empty stack."""
        self.due = self.turn_player
        self.can = set_of(Ability.STRIKE)
        self.on_field = set_of(Fighter.ATTACKER, Fighter.TARGET)
        self.open = set_of(Fighter.ATTACKER, Fighter.TARGET)
        self.life[Fighter.ATTACKER] = 1 if scene == Scene.FRAIL else 2 if scene == Scene.LAST else 10
        self.life[Fighter.TARGET] = 10 if scene in (Scene.DUEL, Scene.FRAIL, Scene.DEFENDED) else 2
        if scene in (Scene.ALLY, Scene.DEFENDED, Scene.WARDED, Scene.HEALED):
            self.on_field.add(Fighter.DEFENDER)
            self.life[Fighter.DEFENDER] = 2
        if scene == Scene.CLOSED:
            self.open.discard(Fighter.TARGET)
        elif scene == Scene.ALLY:
            self.ally = True
        elif scene == Scene.DEFENDED:
            self.can = set_of(Ability.STRIKE, Ability.DEFENCE, Ability.TRIP)
            self.open.add(Fighter.DEFENDER)
            self.tokens.add(Fighter.ATTACKER)
        elif scene == Scene.WARDED:
            self.can = set_of(Ability.STRIKE, Ability.DEFENCE, Ability.WARD)
            self.open = set_of(Fighter.ATTACKER, Fighter.DEFENDER)
        elif scene == Scene.HEALED:
            self.can = set_of(Ability.STRIKE, Ability.HEAL)
            self.open = set_of(Fighter.ATTACKER)
            self.tokens.add(Fighter.DEFENDER)
            self.on_field.add(Fighter.SYMBIOTE)
            self.life[Fighter.SYMBIOTE] = 2
        elif scene == Scene.RETURNING:
            self.can = set_of(Ability.STRIKE, Ability.RETURN)
            self.open = set_of(Fighter.ATTACKER)

    def over(self) -> bool:
        """Return whether the phase is over or the game has ended."""
        return self.phase_is_over or self.in_game.size < 2

    def after_sequence(self) -> None:
        """End the phase."""
        self.phase_is_over = True

    # -- legality ------------------------------------------------------------------------------------

    def is_illegal(self, chain: Chain) -> bool:
        """Return whether what resolves has become impossible; what pays or ends is never illegal."""
        return (
            chain.top != StackObject.PAYMENT
            and chain.top != StackObject.ENDING
            and some(Ability, lambda a: chain.ability == a and self.cannot_resolve(a, chain.about))
        )

    def cannot_resolve(self, ability: Ability, about: Fighter) -> bool:
        """Return whether an ability cannot have its effect, or cannot be paid for any more."""
        if ability == Ability.DESTRUCTION:
            return self.life[about] > 0
        if ability == Ability.RETURN:
            return False
        if ability == Ability.DEFENCE:
            return not self.has_means(ability) or self.redirected or not self.strike_waits()
        if ability == Ability.WARD:
            return not self.has_means(ability) or not self.strike_waits()
        return not self.has_means(ability) or about not in self.on_field

    @automatic(
        cites=(
            "BKON:215.8/1",
            "BKON:103.3",
            "BKON:404.4",
            "BKON:409.1",
            "BKON:409.2",
            "BKON:409.3",
            "BKON:402.3.c",
            "BKON:423.1",
            "BKON:423.1.a",
            "BKON:423.2",
        ),
        says="both have passed: the {self.stack.top.top} of {self.stack.top.ability} comes up",
    )
    def begin_resolution(self) -> None:
        """The top object resolves; if it has become illegal its chain is cancelled, and its owner is next.

        A strike that has rolled has had effects, so its payment object stays.
        """
        super().begin_resolution()
        chain = self.resolving()
        if self.is_illegal(chain):
            self.passed.clear()
            self.due = chain.controller
            if chain.ability == Ability.STRIKE and self.responding:
                self.leave_only_payment(chain)
            else:
                self.leave_stack(chain)
                self.stack.remove(chain)

    @automatic(cites=("BKON:215.8/1", "BKON:215.9"), says="the object leaves the stack")
    def finish_resolution(self) -> None:
        """An object that has resolved leaves the stack, and the active player is to have priority."""
        super().finish_resolution()

    @automatic(cites=("BKON:215.8/2", "BKON:300.3"), says="both have passed on an empty stack")
    def end_sequence(self) -> None:
        """Two passes on an empty stack end the phase."""
        super().end_sequence()

    # -- destruction ---------------------------------------------------------------------------------

    @triggered(cites=("BKON:402.3/1", "BKON:402.3/2"), says="{fighter} gets a destruction effect")
    def gets_destruction_effect(self, before: Any, fighter: Fighter) -> None:
        """A card whose life comes to nothing gets a destruction effect; it stays on the field."""
        require(fighter in self.on_field, self.life[fighter] == 0, before.life[fighter] > 0)
        self.waiting.add(Trigger(ability=Ability.DESTRUCTION, about=fighter))

    @triggered(cites="BKON:405.2", says="the return triggers")
    def return_triggers(self, before: Any) -> None:
        """The target's ability triggers as it dies."""
        require(Ability.RETURN in self.can)
        require(Fighter.TARGET in before.on_field, Fighter.TARGET not in self.on_field)
        self.waiting.add(Trigger(ability=Ability.RETURN, about=Fighter.TARGET))

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether a card of ``player``'s has something that has triggered and is not declared yet."""
        return some(self.waiting, lambda t: self.is_active_players(t.about) == (player == self.turn_player))

    @automatic(
        cites=("BKON:402.3.a", "BKON:405.2", "BKON:215.4", "BKON:103.5"),
        says="{trigger.ability} of {trigger.about} is declared",
    )
    def declare_triggered(
        self, trigger: Trigger = one_of("waiting", by="the controller of the card")
    ) -> None:
        """Before anybody has priority: first what is the active player's, then what is the other's."""
        theirs = not self.is_active_players(trigger.about)
        require(self.stacks_next(Player(1) if theirs else self.turn_player))
        self.waiting.remove(trigger)
        self.can.discard(trigger.ability)
        top = StackObject.WOUND if trigger.ability == Ability.DESTRUCTION else StackObject.DECLARATION
        self.enter(Player(1) if theirs else self.turn_player, trigger.ability, top, trigger.about)
        self.passed.clear()
        self.due = self.turn_player

    @automatic(
        cites=("BKON:402.3.a", "BKON:210.6/1", "BKON:210.6/2", "BKON:421.4"),
        says="{self.stack.top.about} goes to the graveyard",
    )
    def destruction_resolves(self) -> None:
        """The card goes to the graveyard, and after a host its symbiote."""
        chain = self.resolves(Ability.DESTRUCTION, StackObject.WOUND)
        self.bury(chain.about)
        if chain.about == Fighter.TARGET and Fighter.SYMBIOTE in self.on_field:
            self.bury(Fighter.SYMBIOTE)
        self.carried_out()

    def bury(self, fighter: Fighter) -> None:
        """Put a card into the graveyard."""
        self.on_field.discard(fighter)
        self.open.discard(fighter)
        self.graveyard.push(fighter)

    @automatic(cites=("BKON:405.4", "BKON:216.11/1"), says="the target returns")
    @assumed("what the target does stands on the card")
    def return_happens(self) -> None:
        """The ability resolves although its source is in the graveyard: the target is open, with two life."""
        self.resolves(Ability.RETURN, StackObject.WOUND)
        self.graveyard.remove(Fighter.TARGET)
        self.on_field.add(Fighter.TARGET)
        self.open.add(Fighter.TARGET)
        self.life[Fighter.TARGET] = 2
        self.carried_out()

    # -- defeat --------------------------------------------------------------------------------------

    def has_creatures(self, player: Player) -> bool:
        """Return whether a player has a creature on the battlefield."""
        return some(
            Fighter,
            lambda f: f in self.on_field and self.is_active_players(f) == (player == self.turn_player),
        )

    @automatic(
        cites=("BKON:102.3.a", "BKON:102.3.c", "BKON:102.4", "BKON:421.1", "BKON:421.2"),
        says="who has no creature left loses",
    )
    def lose(self) -> None:
        """Somebody is about to gain priority on an empty stack: who has no creature loses, both at once."""
        require(self.due, not self.stack, not self.waiting)
        require(some(Player, lambda p: not self.has_creatures(p)))
        for player in Player:
            if not self.has_creatures(player):
                self.in_game.discard(player)

    @automatic(cites=("BKON:215.7", "BKON:215.9", "BKON:421.1"), says="{player} gains priority")
    def give_priority(self, player: Player) -> None:
        """Who is due gains priority when no base effect is due and nothing that has triggered waits."""
        super().give_priority(player)
