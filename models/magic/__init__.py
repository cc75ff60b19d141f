"""Magic: priority and the stack, with battles and Sieges in whole.

``words`` names the things; the rules are in ``battles`` (entering, damage), ``defeat`` (the intrinsic ability
and the back face), ``checks`` (state-based actions, triggers), ``combat`` and ``effects`` (what stands for
other cards). Here they become the game.
"""

from typing import Any, ClassVar, Self

from checker import Set, action, automatic, between_actions, ghost, observer
from checker.language.rules import Procedure
from models.magic.effects import Effects
from models.magic.words import Battle, Card, Combat, Item, OnStack, Phase, Player, Trigger, Zone

__all__ = ["Battle", "Card", "Combat", "Item", "Magic", "OnStack", "Phase", "Player", "Trigger", "Zone"]


class Magic(Effects):
    """Two players or more, a turn with one combat, one stack, and battles."""

    rulebook: ClassVar[str] = "magic"

    procedure: ClassVar[Procedure | None] = between_actions(
        "entry_leaves_the_game",
        "finish_resolution",
        (
            "battle_resolves",
            "enters_ability_resolves",
            "defeat_resolves",
            "back_face_resolves",
            "damage_resolves",
            "counters_resolve",
            "control_resolves",
            "bounce_resolves",
            "nothing_to_counter",
            "copy_resolves",
            "loss_resolves",
        ),
        "begin_resolution",
        "end_sequence",
        ("blockers_are_declared", "combat_damage"),
        "state_based",
        ("stack_trigger", "remove_trigger"),
        "give_priority",
        cites=(
            "CR24:117.2d",
            "CR24:117.5/1",
            "CR24:117.5/2",
            "CR24:117.5/3",
            "CR24:117.5/4",
            "CR24:405.6f",
            "CR24:603.3b/2",
            "CR24:704.1",
            "CR24:704.2",
            "CR24:704.4",
        ),
    )

    had_counters: Set[Battle] = ghost()  # since it last was in a hand
    resolution_ended: bool = ghost(False)  # and nobody has acted since

    @action(cites=("CR24:117.3d/1", "CR24:117.3d/2"), says="{player} passes")
    def pass_priority(self, player: Player) -> None:
        """A player with priority who does nothing passes; the next player in turn order gets priority."""
        super().pass_priority(player)

    @automatic(
        cites=("CR24:117.4/1", "CR24:405.2", "CR24:405.5/1", "CR24:608", "CR24:608.1", "CR24:608.2"),
        says="the top of the stack starts to resolve: {self.stack.top.item} of {self.stack.top.battle}",
    )
    def begin_resolution(self) -> None:
        """When all players have passed with no action in between, the topmost entry resolves."""
        super().begin_resolution()

    @automatic(cites=("CR24:117.3b", "CR24:608.2n/2"), says="the resolution is over")
    def finish_resolution(self) -> None:
        """As its last part, what was resolving leaves the stack; the active player is to have priority."""
        super().finish_resolution()

    @automatic(
        cites=("CR24:117.4/2", "CR24:405.5/2", "CR24:500.2", "CR24:511.3"),
        says="all have passed on an empty stack",
    )
    def end_sequence(self) -> None:
        """When all pass on an empty stack, the step or phase ends and the next begins."""
        super().end_sequence()

    @automatic(
        cites=("CR24:117.5/4", "CR24:117.3a/1", "CR24:704.3/3", "CR22:117.3a"), says="{player} gets priority"
    )
    def give_priority(self, player: Player) -> None:
        """The player gets priority when no check finds anything and no trigger waits."""
        super().give_priority(player)

    @observer
    def watch(self, before: Self, step: Any) -> None:
        """Remember which battles have had counters, and whether something resolved after the last action."""
        for battle in Battle:
            if self.defense[battle] > 0:
                self.had_counters.add(battle)
            elif self.zone[battle] == Zone.HAND:
                self.had_counters.discard(battle)
        if step.rule == "finish_resolution":
            self.resolution_ended = True
        elif step.rule in ("pass_priority", "cast_battle") or step.rule.startswith("play_"):
            self.resolution_ended = False
