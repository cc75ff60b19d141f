"""Battlefields: how they become contested, whose they are, and how they are scored."""

from typing import ClassVar

from checker import automatic, event, every, reading, require, set_of, some, state_based
from models.riftbound.board import Board
from models.riftbound.words import Ability, Battlefield, Ongoing, Phase, Player, Unit

__all__ = ["Battlefields"]


class Battlefields(Board):
    """Arriving at a battlefield, establishing control of it, conquering and holding."""

    abstract: ClassVar[bool] = True

    opens: str = reading(
        "when does a showdown open that a move has caused?",
        in_a_cleanup="RB1.3:323.11",
        at_once="RB1.3:446.1",
    )
    conquer: str = reading(
        "what is it to conquer a battlefield?",
        not_scored="RB1.3:464.1",
        not_controlled="S-RB:glossary-conquer",
    )
    winning: str = reading(
        "when does a player win who has enough points?",
        in_a_cleanup="RB1.3:467",
        at_once="RB-PN:467",
    )

    # -- contested -------------------------------------------------------------------------------------

    @event(cites=("RB1.3:187.3.a", "RB1.3:187.3.a.1", "S-RB:4/1", "S-RB:glossary-contested/1"))
    def contest(self, unit: Unit) -> None:
        """Let a unit at a battlefield that its controller does not control apply contested to it."""
        battlefield = self.at[unit]
        if not battlefield:
            return
        side = self.side[unit]
        if self.controller[battlefield] == side or self.contested_by[battlefield]:
            return
        self.contested_by[battlefield] = side
        if self.opens == "at_once" and self.ongoing == Ongoing.NOTHING:
            self.begin_showdown(battlefield)

    def arrive(self, unit: Unit, battlefield: Battlefield) -> None:
        """Put a unit at a battlefield, where it becomes present by moving, being played, or otherwise."""
        self.outstanding = True
        self.at[unit] = battlefield
        self.contest(unit)

    def begin_showdown(self, battlefield: Battlefield) -> None:
        """Begin the showdown at a contested battlefield: who applied contested gains focus."""
        self.ongoing = Ongoing.COMBAT if self.is_opposed(battlefield) else Ongoing.SHOWDOWN
        self.where = battlefield
        self.outstanding = True
        self.passed.clear()
        self.due = None
        contester = self.contested_by[battlefield]
        if contester:
            self.focus = set_of(contester)

    # -- control ---------------------------------------------------------------------------------------

    def establish_control(self, player: Player, battlefield: Battlefield) -> None:
        """Let ``player`` establish control; who did not control the battlefield before may conquer it."""
        self.contested_by[battlefield] = None
        if self.controller[battlefield] == player:
            return
        self.controller[battlefield] = player
        if self.conquer == "not_controlled" or battlefield not in self.scored[player]:
            self.conquers(player, battlefield)

    # -- points ----------------------------------------------------------------------------------------

    @event(
        cites=("RB1.3:464", "RB1.3:464.1", "RB1.3:465", "RB1.3:466", "RB1.3:466.1.b.1", "RB1.3:466.1.b.2"),
    )
    def conquers(self, player: Player, battlefield: Battlefield) -> None:
        """Score by conquering: a point, or a card instead of the final point.

        The battlefield counts as scored before it is asked whether all have been scored this turn.
        """
        self.scored[player].add(battlefield)
        is_final = self.points[player] + 1 >= self.victory_score
        if is_final and not every(Battlefield, lambda b: b in self.scored[player]):
            self.draw(player)
        else:
            self.gain_point(player)

    def gain_point(self, player: Player) -> None:
        """Give ``player`` a point; only under an older reading they may win by it at once."""
        self.points[player] += 1
        self.outstanding = True
        if self.winning == "at_once" and self.points[player] >= self.victory_score:
            self.winner = player

    def is_held_now(self, battlefield: Battlefield) -> bool:
        """Return whether the turn player scores for ``battlefield`` in the beginning phase now."""
        holder = self.turn_player
        return (
            self.phase == Phase.BEGINNING
            and not self.outstanding
            and not self.is_closed()
            and self.controller[battlefield] == holder
            and battlefield not in self.scored[holder]
        )

    @state_based(
        cites=("RB1.3:464", "RB1.3:465", "RB1.3:315.2.b"),
        says="{self.turn_player} holds {battlefield}",
    )
    def score_hold(self, battlefield: Battlefield) -> None:
        """In the beginning phase the turn player scores for all that they control, once a battlefield."""
        require(self.is_held_now(battlefield))
        self.scored[self.turn_player].add(battlefield)
        self.gain_point(self.turn_player)

    @state_based(
        cites=("RB1.3:315.2.b", "RB1.3:383.3.c", "RB1.3:383.4.d.2"),
        says="the hold trigger of {unit} triggers",
    )
    def hold_triggers(self, unit: Unit) -> None:
        """With the point, abilities of units there trigger; they do not wait for the main phase."""
        battlefield = self.at[unit]
        require(self.ability[unit] == Ability.HOLD, self.side[unit] == self.turn_player)
        require(some(Battlefield, lambda b: battlefield == b and self.is_held_now(b)))
        self.trigger(Ability.HOLD, unit, battlefield)

    @automatic(cites=("RB1.3:305", "RB1.3:319.2"), says="the main phase begins")
    def begin_main_phase(self) -> None:
        """The beginning phase is over when nothing is left to score and the chain is empty.

        Nobody had priority in it but for a chain.
        """
        require(self.phase == Phase.BEGINNING, not self.is_closed(), not self.holders)
        self.phase = Phase.MAIN
        self.due = None
        self.outstanding = True

    def recall(self, unit: Unit) -> None:
        """Return a unit to its base; that is no move."""
        self.outstanding = True
        self.at[unit] = None
