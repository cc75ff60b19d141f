"""The cleanup: an outstanding task that is performed, step after step, until it changes nothing."""

from typing import ClassVar

from checker import automatic, chosen, every, reading, require, set_of, some, state_based
from models.riftbound.combats import Combats
from models.riftbound.words import Ability, Battlefield, Ongoing, Player, Role, Unit, Zone

__all__ = ["Cleanups"]


class Cleanups(Combats):
    """The steps of a cleanup. Each is taken again from the first on, as long as one of them applies."""

    abstract: ClassVar[bool] = True

    control_lost: str = reading(
        "which units keep a battlefield from becoming uncontrolled?",
        own_units="RB-FAQ-U:323.6",
        any_units="RB1.3:323.6",
    )
    loss_elsewhere: str = reading(
        "may control of a battlefield be lost while a showdown goes on at another one?",
        yes="RB1.3:187.4.c",
        no="RB1.3:323.6",
    )
    showdown_where: str = reading(
        "where is a showdown without combat staged?",
        where_contested="RB1.3:323.8",
        where_uncontrolled="RB1.3:344.2",
    )
    stale_mark: str = reading(
        "is a battlefield still contested when who contested it has no units there?",
        cleared="RB1.3:345",
        stays="RB1.3:187.3.b",
    )
    conversion: str = reading(
        "who has focus when a showdown becomes a combat?",
        who_had_it="RB1.4:464.2.d",
        attacker="RB1.3:459.2.c",
    )

    def is_cleaning_up(self) -> bool:
        """Return whether a cleanup is performed now: not in the middle of a resolution."""
        return self.outstanding and not self.is_resolving()

    # -- steps 1 to 4 ------------------------------------------------------------------------------------

    @automatic(cites=("RB1.3:323.1", "RB1.3:467"), says="{player} wins")
    def win(self, player: Player) -> None:
        """Step 1: who has the victory score and more points than anybody else wins."""
        require(self.is_cleaning_up(), self.points[player] >= self.victory_score)
        require(every(Player, lambda p: p == player or self.points[p] < self.points[player]))
        self.winner = player

    # Marks and deaths are one event: a unit that is to die gets no mark any more, which nobody can tell.
    @state_based(
        cites=("RB1.3:323.2", "RB1.3:459.2.b.1", "RB1.3:459.2.b.2", "RB1.4:383.4.e.2.a"),
        says="the mark of {unit} changes",
    )
    def mark_unit(self, unit: Unit) -> None:
        """Step 2: the units of who contested are attackers, the others there are defenders.

        An attack trigger triggers once a combat.
        """
        require(self.is_cleaning_up(), not self.is_lethal(unit))
        battlefield = self.at[unit]
        if not battlefield or battlefield != self.where or not self.in_combat():
            require(self.role[unit] != Role.NONE)
            self.role[unit] = Role.NONE
            return
        require(self.role[unit] == Role.NONE)
        if self.contested_by[battlefield] == self.side[unit]:
            self.role[unit] = Role.ATTACKER
            if unit not in self.fought:
                self.trigger(Ability.ATTACK, unit, battlefield)
        else:
            self.role[unit] = Role.DEFENDER
        self.fought.add(unit)

    @state_based(cites=("RB1.3:323.4", "RB1.3:323.5"), says="{unit} dies")
    def die(self, unit: Unit) -> None:
        """Step 3: units with lethal damage die together; what triggers by it is queued."""
        require(self.is_cleaning_up(), self.is_lethal(unit))
        self.trigger(Ability.DEATHKNELL, unit, self.at[unit])
        self.leave_board(unit, Zone.TRASH)

    @automatic(cites=("RB1.3:461.1", "RB1.4:466.1.a"), says="units heal, and attackers are recalled")
    def heal_and_recall(self) -> None:
        """Steps 3c and 3d of the cleanup of a combat: heal all; recall attackers if defenders remain."""
        require(self.is_cleaning_up(), self.ongoing == Ongoing.CLEANUP)
        defended = some(Unit, lambda u: self.role[u] == Role.DEFENDER)
        for unit in Unit:
            self.damage[unit] = 0
            if defended and self.role[unit] == Role.ATTACKER:
                self.recall(unit)
                self.recalled = True
        self.ongoing = Ongoing.RESULT

    def loses_control(self, battlefield: Battlefield) -> bool:
        """Return whether nothing keeps the controller of ``battlefield`` in control of it."""
        player = self.controller[battlefield]
        if not player or self.is_closed() or self.is_fought_about(battlefield):
            return False
        if self.loss_elsewhere == "no" and self.ongoing != Ongoing.NOTHING:
            return False
        if self.control_lost == "any_units":
            return not some(Unit, lambda u: self.at[u] == battlefield)
        return not self.has_units(player, battlefield)

    @automatic(
        cites=("RB1.3:323.6", "RB1.3:187.4.b", "RB1.3:187.4.c", "RB-FAQ-U:323.6"),
        says="{battlefield} becomes uncontrolled",
    )
    def lose_control(self, battlefield: Battlefield) -> None:
        """Step 4: in an open state, where neither showdown nor combat goes on."""
        require(self.is_cleaning_up(), self.loses_control(battlefield))
        self.controller[battlefield] = None

    # -- steps 6 and 7 -----------------------------------------------------------------------------------

    def is_stale(self, battlefield: Battlefield) -> bool:
        """Return whether who contested ``battlefield`` has no units there, and nothing goes on there."""
        player = self.contested_by[battlefield]
        if not player or self.is_fought_about(battlefield):
            return False
        return not self.has_units(player, battlefield)

    @automatic(
        cites=("RB1.3:187.3.b", "RB1.3:345"), says="{battlefield} is not contested any more by who has gone"
    )
    def clear_contested(self, battlefield: Battlefield) -> None:
        """No clause clears the mark of a contester who has gone; a later contester needs it cleared."""
        require(self.stale_mark == "cleared", self.is_cleaning_up(), self.is_stale(battlefield))
        self.contested_by[battlefield] = None

    def asks_for_showdown(self, battlefield: Battlefield) -> bool:
        """Return whether a showdown is to be staged at ``battlefield``."""
        player = self.contested_by[battlefield]
        if not player or self.is_fought_about(battlefield):
            return False
        if self.showdown_where == "where_uncontrolled" and self.controller[battlefield]:
            return self.is_opposed(battlefield)
        return self.has_units(player, battlefield)

    def asks_for_combat(self, battlefield: Battlefield) -> bool:
        """Return whether a combat is to be staged at ``battlefield``."""
        if not self.contested_by[battlefield] or not self.is_opposed(battlefield):
            return False
        return (
            self.where != battlefield
            or self.ongoing == Ongoing.SHOWDOWN
            or self.ongoing == Ongoing.CLOSED
            or self.ongoing == Ongoing.RESULT
        )

    @automatic(
        cites=("RB1.3:323.8", "RB1.3:323.8.a"), says="a showdown is staged at {battlefield}, or not any more"
    )
    def stage_showdown(self, battlefield: Battlefield, staged: bool) -> None:
        """Step 6: a showdown is staged where contested was applied, while the applier has units there."""
        require(self.is_cleaning_up(), (battlefield in self.showdown_staged) != staged)
        require(self.asks_for_showdown(battlefield) == staged)
        if staged:
            self.showdown_staged.add(battlefield)
        else:
            self.showdown_staged.discard(battlefield)

    @automatic(
        cites=("RB1.3:323.9", "RB1.3:323.10"), says="a combat is staged at {battlefield}, or not any more"
    )
    def stage_combat(self, battlefield: Battlefield, staged: bool) -> None:
        """Step 7: a combat is staged at contested battlefields with opposing units."""
        require(self.is_cleaning_up(), (battlefield in self.combat_staged) != staged)
        require(self.asks_for_combat(battlefield) == staged)
        if staged:
            self.combat_staged.add(battlefield)
        else:
            self.combat_staged.discard(battlefield)

    # -- steps 8 and 9 -----------------------------------------------------------------------------------

    @automatic(
        cites=(
            "RB1.3:323.11",
            "RB1.3:323.12",
            "RB1.3:323.13",
            "RB1.3:344",
            "RB1.3:344.1",
            "RB1.3:344.2",
            "RB1.3:345",
            "RB1.3:455",
            "RB1.3:455.1",
            "RB1.3:459.2.c",
            "RB1.4:464.2.c.1.a",
            "S-RB:1/1",
            "S-RB:1/2",
            "S-RB:2/1",
            "S-RB:3",
            "S-RB:4/2",
            "S-RB:4/3",
            "S-RB:example/2",
            "S-RB:glossary-showdown",
        ),
        says="a showdown opens at {battlefield}",
    )
    def open_showdown(self, battlefield: Battlefield = chosen(by="the turn player")) -> None:
        """Steps 8 and 9: in a neutral open state one of what is staged begins, showdowns first."""
        require(self.is_cleaning_up(), self.is_neutral_open())
        require(
            battlefield in self.showdown_staged
            or (battlefield in self.combat_staged and not self.showdown_staged)
        )
        self.showdown_staged.discard(battlefield)
        self.combat_staged.discard(battlefield)
        self.begin_showdown(battlefield)

    @automatic(
        cites=("RB1.3:323.14", "RB1.3:459.2.c", "RB1.4:464.2.c.1.b", "RB1.4:464.2.d", "S-RB:7/2", "S-RB:7/3"),
        says="the showdown at {battlefield} becomes a combat",
    )
    def become_combat(self, battlefield: Battlefield) -> None:
        """Step 9a: in an open showdown whose own battlefield has a combat staged, focus stays."""
        require(self.is_cleaning_up(), self.ongoing == Ongoing.SHOWDOWN, self.where == battlefield)
        require(battlefield in self.combat_staged, not self.is_closed())
        self.combat_staged.discard(battlefield)
        self.ongoing = Ongoing.COMBAT
        attacker = self.contested_by[battlefield]
        if self.conversion == "attacker" and attacker:
            self.focus = set_of(attacker)
            self.due = None

    @automatic(cites=("RB1.3:320", "RB1.3:321", "RB1.3:322"), says="the cleanup changes nothing any more")
    def end_cleanup(self) -> None:
        """A cleanup that changes nothing is the last."""
        require(self.is_cleaning_up())
        self.outstanding = False
