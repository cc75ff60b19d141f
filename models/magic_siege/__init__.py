"""Magic: one battle from hand to its defeat, small enough to be searched under every reading of the clauses.

The rules are those of ``models.magic``, of which this has a part: a Siege with a permanent on its back, or a
battle that is no Siege, and effects in main phases. Copies and tokens are left out. Here the clauses about
battles are held against each other (``specs.magic_siege.norms``).
"""

from typing import ClassVar

from checker import Procedure, automatic, require, start
from models.magic.combat import Fighting
from models.magic.countering import Countering
from models.magic.damaging import Damaging
from models.magic.losing import Losing
from models.magic.priority import BEGIN_RESOLUTION
from models.magic.procedure import procedure_of
from models.magic.watching import Watching
from models.magic.words import Battle, Card, Combat, Item, Phase, Player, Zone

__all__ = ["Battle", "Card", "Combat", "Item", "MagicSiege", "Phase", "Player", "Zone"]


class MagicSiege(Losing, Countering, Damaging, Fighting, Watching):
    """Two players or more, and one card each battle is, from its owner's hand on."""

    procedure: ClassVar[Procedure | None] = procedure_of(
        "damage_resolves",
        "counters_resolve",
        "nothing_to_counter",
        "loss_resolves",
        leaving=("entry_leaves_the_game",),
    )

    @start()
    def set_up(self) -> None:
        """The first player begins, and has the battles in hand."""
        require(self.turn_player == Player(0))
        for battle in Battle:
            require(self.owner[battle] == Player(0))
            require(self.card[battle] == Card.PERMANENT_BACK or self.card[battle] == Card.NO_TYPE)
            self.controller[battle] = self.owner[battle]
        self.due = self.turn_player

    def play(self, item: Item, player: Player, battle: Battle) -> None:
        """Put an effect on the stack, so that there are not too many plays to search in a main phase only.

        The defending player loses while attackers are declared, and by the active player's effect.
        """
        require(self.phase == Phase.MAIN or (item == Item.LOSE and self.phase == Phase.ATTACKERS))
        super().play(item, player, battle)

    @automatic(
        cites=BEGIN_RESOLUTION,
        says="the top of the stack starts to resolve: {self.stack.top.item} of {self.stack.top.battle}",
    )
    def begin_resolution(self) -> None:
        """When all players have passed with no action in between, the topmost entry resolves."""
        super().begin_resolution()
