"""Riftbound: who wins once the victory score has come down to what several players have.

The rules are those of ``models.riftbound``. One card stands for a battlefield that is replaced, and changes
the victory score. All readings are fixed: none of them bears on it.
"""

from typing import ClassVar

from checker import Procedure, assumed, automatic, between_actions, start
from models.riftbound import LAYERS
from models.riftbound.cards import Cards
from models.riftbound.tables import enter, give, hold
from models.riftbound.words import Battlefield, Card, Player, Unit

__all__ = ["Battlefield", "Card", "Player", "RiftboundVictory", "Unit"]


class RiftboundVictory(Cards):
    """One turn of the first player, who may conquer a battlefield and lower the victory score."""

    procedure: ClassVar[Procedure | None] = between_actions(
        *LAYERS, cites=("RB1.3:335", "RB1.4:334", "RB1.4:336")
    )

    opens = "in_a_cleanup"
    conquer = "not_scored"
    winning = "in_a_cleanup"
    focus_after_chain = "unless_trigger_or_add"
    next_focus = "after_the_holder"
    transfer = "no_pass"
    passing_on = "acts"
    who_must_pass = "everybody"
    with_nothing_outstanding = "focus_holder_in_a_showdown"
    closing = "control_first"
    recall_result = "nobody"
    control_lost = "own_units"
    loss_elsewhere = "yes"
    showdown_where = "where_contested"
    stale_mark = "cleared"
    conversion = "who_had_it"
    breaks_passes = "yes"

    @start(says="each of two players has, or is about to have, seven points")
    def begin(self) -> None:
        """The first player holds a battlefield, will score for it, and has a unit in the base besides."""
        self.outstanding = True
        enter(self, Unit(0), Unit(1))
        hold(self, Player(0), Battlefield(1), Unit(1))
        give(self, Card.INSIGHT)
        self.points[Player(0)] = 6
        self.points[Player(1)] = 7

    @automatic(cites="RB1.3:340.1", says="the victory score is one less")
    @assumed("a card replaces a battlefield, and the victory score changes with it")
    def draw_resolves(self) -> None:
        """The card lowers the victory score, instead of what it does elsewhere."""
        self.resolves(Card.INSIGHT)
        self.victory_score -= 1
        self.outstanding = True
        self.carried_out()
