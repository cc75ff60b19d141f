"""Showdowns: focus and priority, passing, and how a showdown closes."""

from typing import ClassVar

from checker import Maybe, action, automatic, every, reading, require, set_of
from models.riftbound.battlefields import Battlefields
from models.riftbound.words import Battlefield, Kind, Ongoing, Phase, Player

__all__ = ["Showdowns"]


class Showdowns(Battlefields):
    """Who acts, who must pass, and what follows when everybody has passed."""

    abstract: ClassVar[bool] = True

    focus_after_chain: str = reading(
        "does focus pass when a chain becomes empty that a trigger or an Add ability opened?",
        unless_trigger_or_add="RB1.3:346.1",
        always="RB1.3:340.2.a",
    )
    next_focus: str = reading(
        "to whom does focus pass when a chain becomes empty?",
        after_the_holder="RB1.3:346",
        after_the_last_actor="RJ:6853",
    )
    transfer: str = reading(
        "does a player whose focus passes after a chain count as having passed?",
        no_pass="RB1.3:346",
        a_pass="RB1.3:348",
    )
    passing_on: str = reading(
        "what does the next player do who gets priority by a pass?",
        acts="RB1.3:312.2.d",
        passes_too="RB1.3:338.1.c.1",
    )
    who_must_pass: str = reading(
        "who must pass before something resolves or a combat showdown closes?",
        everybody="RB1.3:339.1",
        relevant="RG:528",
    )
    with_nothing_outstanding: str = reading(
        "who has priority in the main phase when nothing is outstanding?",
        focus_holder_in_a_showdown="RB1.4:335.1",
        turn_player="RB1.3:335.3",
    )
    closing: str = reading(
        "what comes first when everybody has passed in a showdown, control or the cleanup?",
        control_first="RB1.3:348.2.a",
        cleanup_first="RB1.3:347.3.a.1",
    )

    last_actor: Maybe[Player]  # who last added to the chain; kept only under the reading that needs it

    # -- who must pass, and who is next ----------------------------------------------------------------

    def takes_part(self, player: Player) -> bool:
        """Return whether the pass of ``player`` counts: everybody's does, unless of old.

        In the older rules it was that of attacker and defender, as long as a combat had both.
        """
        battlefield = self.where
        if self.who_must_pass == "everybody" or self.ongoing != Ongoing.COMBAT or not battlefield:
            return True
        return (
            not self.is_opposed(battlefield)
            or self.contested_by[battlefield] == player
            or self.has_units(player, battlefield)
        )

    def everybody_has_passed(self) -> bool:
        """Return whether all whose passes count have passed in a row."""
        return every(self.in_game, lambda p: p in self.passed or not self.takes_part(p))

    def next_after_pass(self, player: Player) -> Player | None:
        """Return the next player in turn order whose pass counts."""
        return player.next_who(self.takes_part)

    def who_has_focus(self) -> Player | None:
        """Return who has focus, if anybody does."""
        return self.turn_player.first_who(lambda p: p in self.focus)

    @action(
        cites=(
            "RB1.3:312.2.d",
            "RB1.3:313.3",
            "RB1.3:338.1.c.1",
            "RB1.3:339.1",
            "RB1.3:339.2",
            "RB1.3:347",
            "RB1.3:347.4",
            "S-RB:2/2",
            "S-RB:5/3",
            "S-RB:6/1",
            "S-RB:glossary-focus/3",
        ),
        says="{player} passes",
    )
    def pass_priority(self, player: Player) -> None:
        """Pass: in a chain that is priority alone, in an open showdown it is focus with it.

        In a neutral open state there is nothing to pass: the turn player ends the phase.
        """
        require(self.stack or self.in_showdown())
        super().pass_priority(player)
        if not self.stack:
            if self.due and player in self.focus:
                self.focus = set_of(self.due)
        elif self.passing_on == "passes_too":
            self.passed = self.in_game
            self.due = None

    @automatic(
        cites=("RB1.3:335", "RB1.3:335.3", "RB1.3:312.2.a", "RB1.3:312.2.b", "RB1.4:335", "RB1.4:335.1"),
        says="nothing is outstanding: who has priority is settled",
    )
    def settle_priority(self) -> None:
        """With nothing outstanding, the turn player is next, or in a showdown who has focus."""
        require(not self.due, not self.holders, not self.is_closed(), self.phase == Phase.MAIN)
        require(self.in_showdown() or self.is_neutral_open())
        player = self.who_has_focus()
        if self.in_showdown() and player:
            if self.with_nothing_outstanding == "turn_player":
                self.holders.add(player)
            else:
                self.due = player
        if not self.due:
            self.due = self.turn_player

    @automatic(
        cites=("RB1.3:312.1", "RB1.3:313.2", "S-RB:glossary-priority/1", "S-RB:glossary-focus/2"),
        says="{player} gets priority",
    )
    def give_priority(self, player: Player) -> None:
        """Who is due gets priority when nothing is outstanding any more."""
        super().give_priority(player)

    # -- a chain that has become empty -----------------------------------------------------------------

    @automatic(
        cites=(
            "RB1.3:337.1.c.1.a",
            "RB1.3:340.2",
            "RB1.3:340.2.a",
            "RB1.3:346",
            "RB1.3:346.1",
            "RB1.3:459.2.g",
            "RB1.3:400.2",
            "RB1.3:429.2.a",
            "S-RB:5/2",
            "S-RB:7/1",
        ),
        says="the chain is empty",
    )
    def close_chain(self) -> None:
        """The state is open again; in a showdown focus passes, unless a trigger or Add ability opened it."""
        opened_by = self.opened_by
        require(opened_by, not self.is_closed())
        self.opened_by = None
        self.outstanding = True
        passes_nothing = opened_by == Kind.TRIGGERED or opened_by == Kind.ADD
        if self.in_showdown() and (self.focus_after_chain == "always" or not passes_nothing):
            self.pass_focus()

    def pass_focus(self) -> None:
        """Let the next player gain focus, and priority with it; nobody has passed by this."""
        player = self.who_has_focus()
        if player:
            before = self.last_actor or player
            self.focus = set_of(before.next_in_game)
            self.due = None
            if self.transfer == "a_pass":
                self.passed.add(player)
        self.last_actor = None

    # -- everybody has passed in an open showdown --------------------------------------------------------

    @automatic(
        cites=(
            "RB1.3:347.3",
            "RB1.3:347.3.a.1",
            "RB1.3:348",
            "RB1.3:348.1",
            "RB1.3:313.5",
            "S-RB:2/3",
            "S-RB:6/2",
        ),
        says="all have passed: the showdown closes",
    )
    def end_sequence(self) -> None:
        """When all have passed focus once in a row, the showdown closes and nobody has focus."""
        super().end_sequence()

    def after_sequence(self) -> None:
        """Go on with control of the battlefield, or with the damage of a combat."""
        self.focus.clear()
        self.outstanding = True
        self.ongoing = Ongoing.MIGHT if self.ongoing == Ongoing.COMBAT else Ongoing.CLOSED

    def may_be_settled(self) -> bool:
        """Return whether control is settled now after a showdown that has closed."""
        return self.ongoing == Ongoing.CLOSED and (self.closing == "control_first" or not self.outstanding)

    def fight_ends(self) -> None:
        """Note that neither showdown nor combat goes on any more."""
        self.ongoing = Ongoing.NOTHING
        self.where = None
        self.outstanding = True

    @automatic(
        cites=(
            "RB1.3:187.4",
            "RB1.3:348.2.a",
            "RB1.3:348.2.a.1",
            "S-RB:2/4",
            "S-RB:8/1",
            "S-RB:8/3",
            "S-RB:example/3",
        ),
        says="{player} controls {battlefield} after the showdown",
    )
    def control_after_showdown(self, player: Player, battlefield: Battlefield) -> None:
        """If only one player's units remain, and that player does not control it yet, they do now."""
        require(self.may_be_settled(), self.where == battlefield)
        require(self.holds_alone(player, battlefield), self.controller[battlefield] != player)
        self.establish_control(player, battlefield)
        self.fight_ends()

    @automatic(
        cites=("RB1.3:348.2.a", "S-RB:8/2"), says="nobody gains control of {battlefield} by the showdown"
    )
    def no_control_after_showdown(self, battlefield: Battlefield) -> None:
        """Without units, or with units of who controls it already, nothing is established."""
        require(self.may_be_settled(), self.where == battlefield)
        require(
            every(
                Player,
                lambda p: self.controller[battlefield] == p or not self.holds_alone(p, battlefield),
            )
        )
        self.fight_ends()
