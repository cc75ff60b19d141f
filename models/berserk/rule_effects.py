"""What happens in Berserk without being declared on the stack: rule effects, and the change of type.

Which rule effects there are stands in part 503 of the rulebook, of which only three sentences can be read.
The effects here are those that other clauses speak of: the death of a creature that has no life left, and
of a symbiote that has no host.
"""

from typing import Any, ClassVar

from checker import assumed, automatic, require, some, triggered
from models.berserk.declaring import Declaring
from models.berserk.parts import Creature, Deed, Gain, gainer

__all__ = ["RuleEffects"]


class RuleEffects(Declaring):
    """Rule effects: when they are applied, by whom, and where a cycle of them is cut."""

    abstract: ClassVar[bool] = True

    def applies(self) -> None:
        """Require that rule effects are applied now, and note who has priority meanwhile, if anybody."""
        if self.rule_effects == "before_priority":
            require(self.due, not (self.owed and self.payment == "before_priority"))
        if self.meanwhile == "who_applies_them" and self.due:
            self.holders.add(self.due)

    @automatic(
        cites=("S-BK:301.1/2", "S-BK:301.1/3", "S-BK:302.4", "S-BK:302.5/1", "S-BK:303.5", "S-BK:303.6"),
        says="{creature} has no life left and dies",
    )
    def creature_dies(self, creature: Creature) -> None:
        """A creature without life dies."""
        require(creature in self.alive, self.life[creature] == 0)
        self.applies()
        self.alive.discard(creature)

    def has_no_host(self) -> bool:
        """Return whether the Symbiote is still one and its host is dead."""
        return self.is_symbiote and Creature.SYMBIOTE in self.alive and Creature.HOST not in self.alive

    @automatic(
        cites=("S-BK:302.5/1", "S-BK:303.6", "BKON:210.7", "BK208:208.1"),
        says="the Symbiote has no host and dies",
    )
    def hostless_symbiote_dies(self) -> None:
        """A symbiote dies without a host; one that may change its type comes first or not, as it is read."""
        require(self.has_no_host(), self.symbiote != "change_first" or not self.lives_on)
        self.applies()
        self.alive.discard(Creature.SYMBIOTE)

    @automatic(
        cites=("S-BK:302.5/2", "S-BK:302.4", "S-BK:303.5", "BK208:208.1"),
        says="the Symbiote becomes an independent creature",
    )
    def becomes_independent(self) -> None:
        """A symbiote whose text says so changes its type when its host dies, without the stack."""
        require(self.has_no_host(), self.lives_on, self.symbiote != "effect_first")
        self.applies()
        self.is_symbiote = False

    @triggered(cites="S-BK:302.3/2", says="the Host's revenge triggers")
    def host_dies(self, before: Any) -> None:
        """The triggered ability triggers as the Host dies."""
        require(Deed.REVENGE in self.can, Creature.HOST in before.alive, Creature.HOST not in self.alive)
        self.waiting.add(Deed.REVENGE)

    # -- a cycle of rule effects ---------------------------------------------------------------------

    def repeats(self, gain: Gain) -> bool:
        """Return whether such an effect has been there in this exchange: with the same cause, or at all."""
        if self.cycle == "exact_repetition":
            return gain in self.gained
        return some(Gain, lambda g: g in self.gained and gainer(g) == gainer(gain))

    @automatic(cites=("BK19:503.3", "BKON:103.4"), says="{gain}")
    @assumed("that tokens are gained because of tokens stands on the cards")
    def gain_token(self, gain: Gain) -> None:
        """One token is gained, and so the next is to be."""
        require(self.gain == gain, not self.repeats(gain))
        self.applies()
        self.tokens[gainer(gain)] += 1
        self.gained.add(gain)
        if gain == Gain.CHARON:
            self.gain = Gain.THEIRS_BY_CHARON
        elif gain == Gain.OURS_BY_THEIRS:
            self.gain = Gain.THEIRS_BY_OURS
        else:
            self.gain = Gain.OURS_BY_THEIRS

    @automatic(cites=("BK19:503.3", "BKON:103.4"), says="the exchange of tokens is cut")
    def cut_cycle(self) -> None:
        """What would repeat itself does not happen, nor does what would follow from it."""
        require(some(Gain, lambda g: self.gain == g and self.repeats(g)))
        self.applies()
        self.gain = None
        self.gained.clear()
