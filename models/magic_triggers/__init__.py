"""Magic: triggered abilities of every kind, and the cleanup step that comes again when there are any.

``words`` names the things, ``triggering`` has the abilities and their way to the stack, ``effects`` what
stands for other cards. Here are the parts of the turn. Priority is that of ``models.magic.priority``.

Left out: all of a turn but its end, costs, targets, and abilities that watch for anything but these; two
permanents with an ability at most are there at once.
"""

from typing import Any, ClassVar, Self

from checker import Procedure, automatic, between_actions, every, ghost, observer, require, start, state_based
from models.magic.priority import BEGIN_RESOLUTION, PROCEDURE
from models.magic_triggers.effects import Effects
from models.magic_triggers.words import MOST, Entry, Item, Part, Player, Source, Table, Trigger

__all__ = ["Entry", "Item", "MagicTriggers", "Part", "Player", "Source", "Table", "Trigger"]

SOURCES = {
    Table.ECHOES: (Source.BELL, Source.ECHO),
    Table.WELLS: (Source.BELL, Source.WELL),
    Table.OATHS: (Source.BELL, Source.OATH),
    Table.CREATURE: (),
}
"""Which permanents with abilities are there."""


class MagicTriggers(Effects):
    """The end of one turn: the main phase, the end step, and cleanup steps until there is nothing to do."""

    procedure: ClassVar[Procedure | None] = between_actions(
        "finish_resolution",
        (
            "bell_resolves",
            "echo_resolves",
            "well_resolves",
            "oath_resolves",
            "theft_resolves",
            "discard_resolves",
        ),
        "begin_resolution",
        "end_sequence",
        "clean_up",
        "state_based",
        "stack_trigger",
        "end_turn",
        "give_priority",
        cites=(*PROCEDURE, "CR24:514.3a"),
    )

    table: Table
    cleaned: bool = False  # the turn-based actions of this cleanup step are done
    creature: bool = False  # it is on the battlefield
    bonus: bool = False  # an effect until the turn ends keeps it alive

    something_was_done: bool = ghost(False)  # by state-based actions or triggers in this cleanup step
    somebody_had_priority: bool = ghost(False)  # in this cleanup step

    @start()
    def set_up(self) -> None:
        """The first player begins, with a card more than may be kept; who controls what is open."""
        require(self.turn_player == Player(0))
        for table, sources in SOURCES.items():
            if self.table == table:
                for source in sources:
                    self.there.add(source)
        require(every(Source, lambda s: s in self.there or self.controller[s] == Player(0)))
        self.hand[Player(0)] = MOST + 1
        if self.table == Table.CREATURE:
            self.creature = True
            self.bonus = True
        self.due = self.turn_player

    @automatic(
        cites=BEGIN_RESOLUTION,
        says="the top of the stack starts to resolve: {self.stack.top.item} of {self.stack.top.source}",
    )
    def begin_resolution(self) -> None:
        """When all players have passed with no action in between, the topmost entry resolves."""
        super().begin_resolution()

    # -- the parts of the turn -----------------------------------------------------------------------

    def over(self) -> bool:
        """Return whether the turn is over."""
        return self.part == Part.OVER

    def after_sequence(self) -> None:
        """Go on to the end step, to the cleanup step, and from there to another cleanup step."""
        if self.part == Part.MAIN:
            self.part = Part.END
            self.due = self.turn_player
        else:
            self.part = Part.CLEANUP
            self.cleaned = False

    @automatic(
        cites=("CR24:514.1", "CR24:514.2", "CR24:514.3"),
        says="{self.turn_player} discards down to the maximum hand size, and effects end",
    )
    def clean_up(self) -> None:
        """The turn-based actions of a cleanup step; nobody is due to get priority after them."""
        require(self.part == Part.CLEANUP, not self.cleaned)
        self.cleaned = True
        self.bonus = False
        if self.hand[self.turn_player] > MOST:  # noqa: PLR1730 - rules have no `min`
            self.hand[self.turn_player] = MOST

    @state_based(cites=("CR24:704.5f", "CR24:514.3a"), says="the creature with toughness 0 dies")
    def creature_dies(self) -> None:
        """Without the bonus its toughness is 0; done in a cleanup step, this calls for priority."""
        require(self.creature, not self.bonus)
        self.creature = False
        self.calls_for_priority()

    @automatic(cites=("CR24:117.3a/2", "CR24:514.3"), says="there is nothing to do, and the turn ends")
    def end_turn(self) -> None:
        """If neither a check nor a trigger called for priority, nobody gets it, and the turn is over."""
        require(self.part == Part.CLEANUP, self.cleaned, not self.due, not self.holders, not self.stack)
        self.part = Part.OVER

    @observer
    def watch_cleanup(self, before: Self, step: Any) -> None:
        """Remember what has been done in the present cleanup step, and whether anybody had priority in it."""
        if step.rule == "clean_up":
            self.something_was_done = False
            self.somebody_had_priority = False
        elif step.rule == "state_based" or step.rule == "stack_trigger":
            self.something_was_done = True
        elif step.rule == "give_priority":
            self.somebody_had_priority = True
