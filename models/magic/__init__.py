"""Magic: priority and the stack, with battles and Sieges in whole.

``words`` names the things; the rules are in ``battles`` (entering, damage), ``defeat`` (the intrinsic ability
and the back face), ``checks`` (state-based actions, triggers), ``attacking`` and ``combat``, and in
``effects``, ``damaging``, ``countering``, ``copying`` and ``losing`` (what stands for other cards);
``watching`` has what only claims and norms ask for. Here they become the game. ``models.magic_combat`` puts
most of them together with a combat of single creatures.

Left out: life totals and attacks on players, costs and mana (``models.magic_casting``), triggers of other
permanents and the steps before and after (``models.magic_triggers``), what battles could be attached to, and
within the scopes a second battle, a second attacker, and more than two effects in one game.
"""

from typing import ClassVar

from checker import Procedure, automatic, require, start
from models.magic.combat import Fighting
from models.magic.copying import Copying
from models.magic.countering import Countering
from models.magic.damaging import Damaging
from models.magic.losing import Losing
from models.magic.priority import BEGIN_RESOLUTION
from models.magic.procedure import procedure_of
from models.magic.watching import Watching
from models.magic.words import Battle, Card, Combat, Item, OnStack, Phase, Player, Trigger, Zone

__all__ = ["Battle", "Card", "Combat", "Item", "Magic", "OnStack", "Phase", "Player", "Trigger", "Zone"]


class Magic(Losing, Copying, Countering, Damaging, Fighting, Watching):
    """Two players or more, a turn with one combat, one stack, and battles."""

    procedure: ClassVar[Procedure | None] = procedure_of(
        "damage_resolves",
        "counters_resolve",
        "nothing_to_counter",
        "copy_resolves",
        "loss_resolves",
        leaving=("entry_leaves_the_game",),
    )

    @start()
    def set_up(self) -> None:
        """The first player begins, and owns the first battle.

        Cards are in their owners' hands. Tokens that are copies of Sieges, and permanents that are no
        battles, are on the battlefield.
        """
        require(self.turn_player == Player(0), self.owner[Battle(0)] == Player(0))
        for battle in Battle:
            self.controller[battle] = self.owner[battle]
            if self.card[battle] == Card.TOKEN:
                self.zone[battle] = Zone.BATTLEFIELD
                self.defense[battle] = self.printed
                self.protector[battle] = self.owner[battle].next_in_game
            elif self.card[battle] == Card.NO_BATTLE:
                self.zone[battle] = Zone.BATTLEFIELD
        self.due = self.turn_player

    @automatic(
        cites=BEGIN_RESOLUTION,
        says="the top of the stack starts to resolve: {self.stack.top.item} of {self.stack.top.battle}",
    )
    def begin_resolution(self) -> None:
        """When all players have passed with no action in between, the topmost entry resolves."""
        super().begin_resolution()
