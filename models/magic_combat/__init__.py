"""Magic: combat with single creatures about one battle that is on the battlefield from the start.

Everything about battles, the stack and priority is that of ``models.magic``; here creatures are told apart:
each is declared as an attacker or blocker by itself, has to attack or cannot, goes on attacking when its
battle is removed from combat, and dies. ``creatures`` has the state, ``fighting`` the steps of combat,
``effects`` what stands for other cards. Left out: copies and tokens (the battle is a Siege with a sorcery on
its back), damage to players, and what creatures can do besides: first strike, haste and the like.
"""

from typing import Any, ClassVar, Self

from checker import Procedure, automatic, every, ghost, integer, observer, require, some, start
from models.magic.countering import Countering
from models.magic.priority import BEGIN_RESOLUTION
from models.magic.procedure import procedure_of
from models.magic.words import Battle, Card, Item, Phase, Player, Zone
from models.magic_combat.effects import CreatureEffects
from models.magic_combat.fighting import Fighting
from models.magic_combat.words import EFFECTS, Creature, Demand

__all__ = ["Battle", "Card", "Creature", "Demand", "Item", "MagicCombat", "Phase", "Player", "Zone"]


class MagicCombat(CreatureEffects, Countering, Fighting):
    """Two players or more, a few creatures, and a Siege that they fight about."""

    procedure: ClassVar[Procedure | None] = procedure_of("attack_ability_resolves", "nothing_to_counter")

    effects_left: int = integer(0, EFFECTS, start=EFFECTS)
    attackers_were_declared: bool = ghost(False)

    @start()
    def set_up(self) -> None:
        """The first player begins, owns the battles, and has the first creature; the last is another's.

        A battle is a card with a sorcery on its back, and has all its counters. Effects that demand attacks
        are there only if the first player has two creatures, since with one they say little.
        """
        require(self.turn_player == Player(0))
        for battle in Battle:
            require(self.owner[battle] == Player(0), self.card[battle] == Card.SORCERY_BACK)
            self.zone[battle] = Zone.BATTLEFIELD
            self.defense[battle] = self.printed
            self.protector[battle] = self.owner[battle].next_in_game
        require(every(Creature, Creature, lambda a, b: a.index > b.index or not self.sits_after(a, b)))
        require(self.side[Creature(0)] == Player(0), some(Creature, lambda c: self.side[c] != Player(0)))
        require(self.demand == Demand.NOTHING or self.side[Creature(1)] == Player(0))
        for creature in Creature:
            self.alive.add(creature)
        self.due = self.turn_player

    def sits_after(self, one: Creature, other: Creature) -> bool:
        """Return whether ``other`` is the first player's creature, and ``one`` is not."""
        return self.side[one] != self.side[other] and self.side[other] == Player(0)

    @automatic(cites=BEGIN_RESOLUTION, says="the top of the stack starts to resolve: {self.stack.top.item}")
    def begin_resolution(self) -> None:
        """When all players have passed with no action in between, the topmost entry resolves."""
        super().begin_resolution()

    @observer
    def watch_declarations(self, before: Self, step: Any) -> None:
        """Remember whether this turn's declaration ended with an attacker."""
        if step.rule == "end_declaration":
            self.attackers_were_declared = before.attacking.size > 0
