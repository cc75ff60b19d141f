"""Magic: a permanent that becomes a copy of a Siege while an ability of its own still waits. No combat.

The rules are those of ``models.magic``, of which this has a part: copies, changes of control, and what is
checked. A Siege that became one on the battlefield never had defense counters. The readings of clauses that
do not bear on it are fixed.
"""

from typing import ClassVar

from checker import Procedure, automatic, require, start
from models.magic.copying import Copying
from models.magic.priority import BEGIN_RESOLUTION
from models.magic.procedure import procedure_of
from models.magic.watching import Watching
from models.magic.words import Battle, Card, Item, Phase, Player, Zone

__all__ = ["Battle", "Card", "Item", "MagicCopies", "Phase", "Player", "Zone"]


class MagicCopies(Copying, Watching):
    """Two players or more, and permanents that are no battles until they become copies of a Siege."""

    procedure: ClassVar[Procedure | None] = procedure_of("copy_resolves", combat=())

    cast_back_face = "may"
    defeated_is = "an_event"
    back_face_timing = "inside_the_resolution"
    edition = "CR24"
    protector_check = "official"
    protector_order = "turn_order"

    @start()
    def set_up(self) -> None:
        """The first player's permanents have just entered, and an ability of each has triggered by that."""
        require(self.turn_player == Player(0))
        for battle in Battle:
            require(self.owner[battle] == Player(0), self.card[battle] == Card.NO_BATTLE)
            self.zone[battle] = Zone.BATTLEFIELD
            self.trigger(Item.ENTERS, battle)
        self.due = self.turn_player

    def is_attacked(self, battle: Battle) -> bool:
        """Return False: nothing attacks here."""
        return False

    def leave_combat(self, battle: Battle) -> None:
        """Do nothing: there is no combat to be removed from."""

    def after_sequence(self) -> None:
        """Let the next turn begin, which is a main phase alone."""
        self.turn_player = self.turn_player.next_in_game
        self.due = self.turn_player

    @automatic(
        cites=BEGIN_RESOLUTION,
        says="the top of the stack starts to resolve: {self.stack.top.item} of {self.stack.top.battle}",
    )
    def begin_resolution(self) -> None:
        """When all players have passed with no action in between, the topmost entry resolves."""
        super().begin_resolution()
