"""Berserk: priority and the stack, as the published text has them and as two other editions do.

``parts`` names the things, ``declaring`` has the state, the readings and what players do, ``rule_effects``
what the rules do by themselves, and here are performance and payment. Strikes in Berserk Online, whose stack
holds chains of objects, are a game of their own: ``chains``, ``chain_declaring``, ``striking`` and
``online``.
"""

from typing import Any, Self

from checker import CHANCE, Set, assumed, automatic, between_actions, chosen, ghost, observer, require, some
from models.berserk.online import BerserkOnline
from models.berserk.parts import (
    FAST,
    FREE,
    NUMERIC,
    SLOW,
    Creature,
    Deed,
    Entry,
    Gain,
    Mage,
    Phase,
    Player,
    Table,
    controller,
    source,
)
from models.berserk.rule_effects import RuleEffects
from models.priority_stack import Stage

__all__ = [
    "BERSERK_ONLINE",
    "FAST",
    "FREE",
    "NUMERIC",
    "RP19",
    "SLOW",
    "Berserk",
    "BerserkOnline",
    "Creature",
    "Deed",
    "Entry",
    "Gain",
    "Mage",
    "Phase",
    "Player",
    "Table",
    "controller",
    "source",
]

RP19: dict[str, Any] = {"rule_effects": "at_once", "cycle": "first_repetition"}
"""The readings that make the game that of the extended rules RP19.1 of 2014."""

BERSERK_ONLINE: dict[str, Any] = {
    "after_declaring": "active_player",
    "phase_ends": "both_pass",
    "a_pass_is": "game_action",
    "without_means": "refused",
    "illegal": "cancelled",
    "symbiote": "effect_first",
    "cycle": "exact_repetition",
}
"""The readings that make the game that of Berserk Online, but for rolls and payments on the stack.

These are objects of chains there, which ``BerserkOnline`` plays.
"""


class Berserk(RuleEffects):
    """Declare, perform, pay: the stack with the texts of the creatures, cut down to what it needs.

    Left out: rows and columns (there is one empty cell), more than one creature for each role, further
    declarations of the same deed, and every phase but two.
    """

    unpaid: Set[Deed] = ghost()  # performed and not paid for
    paid: Set[Deed] = ghost()

    procedure = between_actions(
        ("creature_dies", "hostless_symbiote_dies", "becomes_independent", "gain_token", "cut_cycle"),
        "finish_resolution",
        (
            "strike_performed",
            "move_performed",
            "bless_performed",
            "charm_performed",
            "shot_performed",
            "jump_performed",
            "silence_performed",
            "theft_performed",
            "revenge_performed",
        ),
        ("pay", "cannot_pay"),
        "begin_resolution",
        "end_sequence",
        "declare_triggered",
        "give_priority",
        cites=("S-BK:302.2", "S-BK:303.6", "BK19:503.2/1"),
    )

    # -- performance ---------------------------------------------------------------------------------

    @automatic(
        cites=("S-BK:303.4/1", "S-BK:303.4/4", "S-BK:302.7/1", "S-BK:302.7/2", "S-BK:302.6/2", "BKON:423.1"),
        says="both have passed in sequence: {self.stack.top.deed} is to be performed",
    )
    def begin_resolution(self) -> None:
        """Of what waits, only the top is performed, once both have passed in sequence."""
        super().begin_resolution()
        entry = self.resolving()
        if self.is_cancelled(entry):
            self.stack.remove(entry)
            self.passed.clear()
            self.due = entry.controller
        elif self.rolls_apart(entry):
            self.stack.remove(entry)
            self.declare(entry.controller, entry.deed, is_roll=True)
            self.passed.clear()
            self.due = self.turn_player

    def rolls_apart(self, entry: Entry) -> bool:
        """Return whether what has left the stack now waits for a die roll that uses the stack itself."""
        if self.die_roll == "part_of_performance" or entry.is_roll:
            return False
        return some(NUMERIC, lambda d: entry.deed == d)

    def is_cancelled(self, entry: Entry) -> bool:
        """Return whether an edition that checks what is to be performed takes it back, unpaid."""
        return some(
            Deed,
            lambda d: (
                entry.deed == d
                and (
                    (self.illegal == "cancelled" and self.is_illegal(d))
                    or (self.without_means == "refused" and not self.has_means(d))
                )
            ),
        )

    @automatic(
        cites=("S-BK:303.4/2", "S-BK:302.6/2"),
        says="{self.stack.top.deed} has been performed and leaves the stack",
    )
    def finish_resolution(self) -> None:
        """What was performed leaves the stack; then the Active player is to have priority."""
        super().finish_resolution()

    def leave_stack(self, entry: Entry) -> None:
        """Note what is still to be paid."""
        if not some(FREE, lambda d: entry.deed == d):
            self.owed.add(entry.deed)

    def performs(self, deed: Deed) -> None:
        """Require that ``deed`` is being performed, and note that it has its effect now."""
        require(some(self.stack, lambda e: e.stage == Stage.RESOLVING and e.deed == deed))
        self.carried_out()

    def wound(self, creature: Creature, amount: int) -> None:
        """Take life from a creature, as far as it has any."""
        if self.life[creature] > amount:
            self.life[creature] -= amount
        else:
            self.life[creature] = 0

    @automatic(cites=("S-BK:302.6/2", "S-BK:302.3/4"), says="the Warrior's strike is performed")
    def strike_performed(self, high: bool = chosen(by=CHANCE)) -> None:
        """The roll and its modifiers belong to the performance: one wound or two, and one if blessed."""
        self.performs(Deed.STRIKE)
        self.wound(Creature.HOST, (2 if high else 1) + (1 if self.blessed else 0))

    @automatic(cites=("S-BK:302.6/2", "S-BK:302.3/4"), says="the Archer's shot is performed")
    @assumed("what the Archer does stands on the card")
    def shot_performed(self, high: bool = chosen(by=CHANCE)) -> None:
        """One wound or two."""
        self.performs(Deed.SHOT)
        self.wound(Creature.WARRIOR, 2 if high else 1)

    @automatic(cites=("S-BK:302.3/3", "S-BK:302.6/2"), says="the Warrior's movement is performed")
    def move_performed(self) -> None:
        """Nothing says that the cell must still be empty; who checks it has cancelled the movement."""
        self.performs(Deed.MOVE)
        self.in_cell.add(Creature.WARRIOR)

    @automatic(cites="S-BK:302.6/2", says="the Archer's jump is performed")
    @assumed("what the Archer does stands on the card")
    def jump_performed(self) -> None:
        """The Archer enters the empty cell."""
        self.performs(Deed.JUMP)
        self.in_cell.add(Creature.ARCHER)

    @automatic(cites="S-BK:302.6/2", says="the Priest's blessing is performed")
    @assumed("what the Priest does stands on the card")
    def bless_performed(self) -> None:
        """A modifier for later rolls."""
        self.performs(Deed.BLESS)
        self.blessed = True

    @automatic(cites="S-BK:302.6/2", says="the Imp's theft is performed")
    @assumed("what the Imp does stands on the card")
    def theft_performed(self) -> None:
        """The Priest loses its token."""
        self.performs(Deed.THEFT)
        self.token = False

    @automatic(cites="S-BK:302.6/2", says="the Archer's silence is performed")
    @assumed("what the Archer does stands on the card")
    def silence_performed(self) -> None:
        """The Active player may take no game actions until the next phase."""
        self.performs(Deed.SILENCE)
        self.silenced.add(Player(0))

    @automatic(cites=("S-BK:302.6/2", "BKON:103.4"), says="the Priest's charm is performed")
    @assumed("what the Priest does stands on the card")
    def charm_performed(self) -> None:
        """Charon is to gain a token."""
        self.performs(Deed.CHARM)
        self.gain = Gain.CHARON

    @automatic(cites=("S-BK:302.6/2", "BKON:405.4"), says="the Host's revenge is performed")
    @assumed("what the Host does stands on the card")
    def revenge_performed(self) -> None:
        """The triggered ability is performed although its source has died."""
        self.performs(Deed.REVENGE)
        self.token = False

    # -- payment -------------------------------------------------------------------------------------

    def is_time_to_pay(self) -> bool:
        """Return whether what was performed is paid for now: at once, or when the stack has been emptied."""
        if self.payment == "before_priority":
            return True
        return self.everybody_has_passed() and not self.stack

    @automatic(cites=("S-BK:302.6/3", "S-BK:301.1/1"), says="{deed} is paid for")
    def pay(self, deed: Deed) -> None:
        """After the performance, its price is paid; this uses no stack."""
        require(deed in self.owed, self.is_time_to_pay(), self.has_means(deed))
        self.owed.discard(deed)
        if deed == Deed.BLESS:
            self.token = False
        elif deed == Deed.MOVE:
            self.movement = False
        else:
            self.open.discard(source(deed))
            if source(deed) == Creature.WARRIOR:
                self.movement = False  # who has acted loses what movement was left (BK19:506.5)
        self.goes_on_after_payment()

    @automatic(cites="S-BK:302.6/3", says="{deed} was performed and cannot be paid for")
    @assumed("nothing is said of a price that cannot be paid: the game goes on without it")
    def cannot_pay(self, deed: Deed) -> None:
        """A price that nobody can pay is dropped."""
        require(deed in self.owed, self.is_time_to_pay(), not self.has_means(deed))
        self.owed.discard(deed)
        self.goes_on_after_payment()

    def goes_on_after_payment(self) -> None:
        """Name the Active player as the next with priority, also where payment came after priority."""
        self.passed.clear()
        self.due = self.turn_player

    @observer
    def watch_payment(self, before: Self, step: Any) -> None:
        """Remember what has been performed and not paid for, and what has been paid for."""
        if step.rule == "finish_resolution":
            performed = before.resolving().deed
            if not some(FREE, lambda d: performed == d):
                self.unpaid.add(performed)
        elif step.rule == "pay":
            self.unpaid.discard(step.deed)
            self.paid.add(step.deed)
