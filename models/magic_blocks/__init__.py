"""Magic: who may block, once a battle has been removed from combat. One attacker, one blocker, one battle.

The rules are those of ``models.magic_combat``. The readings of clauses that do not bear on blocking are
fixed, and what else can become of creatures is left out, so that little is left to be searched.
"""

from typing import ClassVar

from checker import Procedure, automatic, integer, require, start
from models.magic.effects import Effects
from models.magic.priority import BEGIN_RESOLUTION
from models.magic.procedure import procedure_of
from models.magic.words import Battle, Card, Item, Phase, Player, Zone
from models.magic_combat.fighting import Fighting
from models.magic_combat.words import EFFECTS, Creature, Demand

__all__ = ["Battle", "Creature", "Item", "MagicBlocks", "Phase", "Player"]


class MagicBlocks(Effects, Fighting):
    """Two players or more, a Siege, and creatures that attack it or block what does."""

    procedure: ClassVar[Procedure | None] = procedure_of("attack_ability_resolves")

    cast_back_face = "may"
    defeated_is = "an_event"
    back_face_timing = "inside_the_resolution"
    pending_triggers = "count"
    exemption = "until_it_leaves_the_stack"
    edition = "CR24"
    protector_check = "official"
    protector_order = "turn_order"
    attacker_named = "controller"
    attack_option = "everybody"
    may_attack = "defending"
    defender_of_nothing = "last_protector"

    effects_left: int = integer(0, EFFECTS, start=EFFECTS)

    @start()
    def set_up(self) -> None:
        """The first player begins with a Siege and a creature; the second has another creature."""
        require(self.turn_player == Player(0), self.demand == Demand.NOTHING)
        for battle in Battle:
            require(self.owner[battle] == Player(0), self.card[battle] == Card.SORCERY_BACK)
            self.zone[battle] = Zone.BATTLEFIELD
            self.defense[battle] = self.printed
            self.protector[battle] = self.owner[battle].next_in_game
        for creature in Creature:
            require(self.side[creature] == (Player(1) if creature == Creature(1) else Player(0)))
            if creature == Creature(0) or creature == Creature(1):
                self.alive.add(creature)
        self.due = self.turn_player

    def play(self, item: Item, player: Player, battle: Battle) -> None:
        """Put an effect on the stack, after attackers have been declared."""
        require(self.phase == Phase.ATTACKERS)
        super().play(item, player, battle)

    @automatic(cites=BEGIN_RESOLUTION, says="the top of the stack starts to resolve: {self.stack.top.item}")
    def begin_resolution(self) -> None:
        """When all players have passed with no action in between, the topmost entry resolves."""
        super().begin_resolution()
