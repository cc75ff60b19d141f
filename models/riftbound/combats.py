"""What follows the showdown of a combat: damage, and who controls the battlefield then."""

from typing import ClassVar

from checker import automatic, choice, reading, require, some
from models.riftbound.showdowns import Showdowns
from models.riftbound.words import Battlefield, Ongoing, Player, Role, Unit

__all__ = ["Combats"]


class Combats(Showdowns):
    """Combat damage, and the result of a combat; its cleanup is one of the cleanups."""

    abstract: ClassVar[bool] = True

    recall_result: str = reading(
        "who has won a combat in which the attackers were recalled?",
        nobody="RB-FAQ-U:461.3",
        defender="RB1.3:461.3.d",
    )

    def fights_as(self, player: Player, role: Role) -> bool:
        """Return whether ``player`` has units in ``role``."""
        return some(Unit, lambda u: self.role[u] == role and self.side[u] == player)

    @automatic(cites=("RB1.3:460", "S-RB:8/4"), says="the Might of each side is added up")
    def sum_might(self) -> None:
        """Where both sides are present, each deals damage equal to its Might."""
        require(self.ongoing == Ongoing.MIGHT, not self.is_closed())
        self.unassigned[Role.ATTACKER] = self.might_of(Role.ATTACKER)
        self.unassigned[Role.DEFENDER] = self.might_of(Role.DEFENDER)
        self.ongoing = Ongoing.DAMAGE

    def may_get_damage(self, unit: Unit, role: Role) -> bool:
        """Return whether a unit in ``role`` has not yet been assigned what is lethal to it."""
        return self.role[unit] == role and self.damage[unit] + self.assigned[unit] < self.might[unit]

    def assign(self, unit: Unit, role: Role, against: Role) -> None:
        """Assign to one unit what is lethal to it, or all that those in ``against`` have left."""
        require(self.ongoing == Ongoing.DAMAGE, self.unassigned[against] > 0)
        require(self.may_get_damage(unit, role))
        lethal = self.might[unit] - self.damage[unit]
        amount = lethal if self.unassigned[against] >= lethal else self.unassigned[against]
        self.assigned[unit] = amount
        self.unassigned[against] -= amount

    @choice(cites="RB1.3:460", says="{player} assigns combat damage to {unit}")
    def attacker_assigns(self, player: Player, unit: Unit) -> None:
        """The attacker assigns first; a unit gets what is lethal to it before the next gets any."""
        require(self.fights_as(player, Role.ATTACKER))
        self.assign(unit, Role.DEFENDER, Role.ATTACKER)

    @choice(cites="RB1.3:460", says="{player} assigns combat damage to {unit}")
    def defender_assigns(self, player: Player, unit: Unit) -> None:
        """The defender assigns when the attacker has nothing to assign any more."""
        require(self.fights_as(player, Role.DEFENDER))
        require(
            self.unassigned[Role.ATTACKER] == 0
            or not some(Unit, lambda u: self.may_get_damage(u, Role.DEFENDER))
        )
        self.assign(unit, Role.ATTACKER, Role.DEFENDER)

    @automatic(cites="RB1.3:460", says="combat damage is dealt")
    def deal_damage(self) -> None:
        """All combat damage is dealt at once, when nobody can assign any more."""
        require(self.ongoing == Ongoing.DAMAGE)
        for unit in Unit:
            self.damage[unit] += self.assigned[unit]
            self.assigned[unit] = 0
        for role in Role:
            self.unassigned[role] = 0
        self.ongoing = Ongoing.CLEANUP
        self.outstanding = True

    def combat_ends(self, battlefield: Battlefield) -> None:
        """End the combat at ``battlefield``: its marks go, and what lasted for it ends."""
        require(self.ongoing == Ongoing.RESULT, self.where == battlefield, not self.is_closed())
        for unit in Unit:
            self.role[unit] = Role.NONE
        self.fought.clear()
        self.recalled = False
        self.victor = None
        self.fight_ends()

    @automatic(
        cites=(
            "RB1.3:461.3",
            "RB1.3:461.3.d",
            "RB1.3:461.5",
            "RB1.3:461.7",
            "RB-FAQ-U:461.3",
        ),
        says="{player} controls {battlefield} after the combat",
    )
    def control_after_combat(self, player: Player, battlefield: Battlefield) -> None:
        """Who alone has units establishes control, and has won unless units were recalled."""
        require(self.holds_alone(player, battlefield), battlefield not in self.combat_staged)
        recalled = self.recalled
        self.combat_ends(battlefield)
        if self.recall_result == "defender" or not recalled:
            self.victor = player
        self.establish_control(player, battlefield)

    @automatic(
        cites=("RB1.3:461.5.b", "RB1.3:461.3.d", "RB-FAQ-O:all-die"),
        says="no units are left at {battlefield} after the combat",
    )
    def no_control_after_combat(self, battlefield: Battlefield) -> None:
        """Without units the battlefield is uncontrolled, and nobody has won."""
        require(not some(Unit, lambda u: self.at[u] == battlefield))
        self.combat_ends(battlefield)
        self.controller[battlefield] = None
        self.contested_by[battlefield] = None

    @automatic(
        cites=("RB1.3:461.5", "RB1.4:466.3.d", "RB1.4:466.3.d.1", "RB-FAQ-U:461.3"),
        says="another combat is staged at {battlefield}",
    )
    def combat_without_result(self, battlefield: Battlefield) -> None:
        """With units on both sides there is no result, and another combat is to follow."""
        require(battlefield in self.combat_staged)
        self.combat_ends(battlefield)
