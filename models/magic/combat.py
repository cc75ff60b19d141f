"""Combat with battles, creatures being counted: attack, block and damage."""

from typing import ClassVar

from checker import Map, automatic, choice, each, integer, require, some
from models.magic.attacking import Attacking
from models.magic.words import ATTACKERS, Battle, Combat, Phase, Player

__all__ = ["Fighting"]


class Fighting(Attacking):
    """The parts of a turn, with combat as attack, block and damage.

    Creatures are counted, not told apart: some of the active player's attack a battle, each deals 1 damage
    to it, and its protector blocks all of them or none. Attacks on players are left out, and so a turn
    without an attack on a battle ends with its main phase.
    """

    abstract: ClassVar[bool] = True

    combat: Map[Battle, Combat] = each(Battle, Combat.NONE)
    attackers: Map[Battle, int] = each(Battle, integer(0, ATTACKERS, start=0))

    def is_attacked(self, battle: Battle) -> bool:
        """Return whether something attacks ``battle``."""
        return self.combat[battle] != Combat.NONE

    def leave_combat(self, battle: Battle) -> None:
        """Remove a battle from combat; what attacked it attacks nothing any more, and is forgotten."""
        self.combat[battle] = Combat.NONE
        self.attackers[battle] = 0

    # -- attack --------------------------------------------------------------------------------------

    @choice(
        cites=(
            "CR24:310.5",
            "CR24:310.8b/1",
            "CR24:310.8b/2",
            "CR24:310.8b/3",
            "CR24:506.2",
            "CR24:506.2a",
            "CR24:506.3",
            "CR24:508.1",
            "CR24:508.1b",
            "S-MTG:310.5",
            "S-MTG:310.8b/1",
            "S-MTG:310.8b/2",
            "S-MTG:310.8b/3",
            "S-MTG:working-1/1",
            "S-MTG:working-1/4",
            "S-MTG:reminder/2",
            "WotC-R:6",
        ),
        says="{player} attacks {battle} with {number}",
    )
    def attack(self, player: Player, battle: Battle, number: int = integer(1, ATTACKERS)) -> None:
        """The active player lets some creatures attack a battle, as a part of the declaration."""
        require(self.phase == Phase.DECLARE_ATTACKERS, player == self.turn_player)
        require(not self.is_attacked(battle), self.can_attack(player, battle))
        self.combat[battle] = Combat.ATTACKED
        self.attackers[battle] = number

    @choice(
        cites=("CR24:508.1", "CR24:508.1k", "CR24:508.2", "CR24:117.3a/1"),
        says="{player} attacks with nothing else",
    )
    def end_declaration(self, player: Player) -> None:
        """The active player ends the declaration, and has priority if there was an attack."""
        require(self.phase == Phase.DECLARE_ATTACKERS, player == self.turn_player)
        if some(Battle, self.is_attacked):
            self.phase = Phase.ATTACKERS
            self.due = self.turn_player
        else:
            self.end_turn()

    # -- block ---------------------------------------------------------------------------------------

    @choice(
        cites=(
            "CR24:310.8c/1",
            "CR24:310.8c/2",
            "CR24:310.8e",
            "CR24:509.1",
            "CR24:509.1a",
            "S-MTG:310.8e",
            "S-MTG:310.8c/1",
            "S-MTG:310.8c/2",
            "S-MTG:working-1/2",
        ),
        says="{player} blocks what attacks {battle}",
    )
    def block(self, player: Player, battle: Battle) -> None:
        """The protector may block what attacks the battle, and nobody else may."""
        require(self.phase == Phase.DECLARE_BLOCKERS, self.combat[battle] == Combat.ATTACKED)
        require(self.protector[battle] == player)
        self.combat[battle] = Combat.BLOCKED

    @choice(cites=("CR24:509.1", "CR24:509.1h"), says="{player} does not block what attacks {battle}")
    def let_through(self, player: Player, battle: Battle) -> None:
        """The protector need not block."""
        require(self.phase == Phase.DECLARE_BLOCKERS, self.combat[battle] == Combat.ATTACKED)
        require(self.protector[battle] == player)
        self.combat[battle] = Combat.UNBLOCKED

    @automatic(cites=("CR24:509.1h", "CR24:509.2", "CR24:117.3a/1"), says="blockers are declared")
    def blockers_are_declared(self) -> None:
        """Once every protector has decided, the active player is to have priority.

        What attacks a battle whose protector has left the game is unblocked.
        """
        require(self.phase == Phase.DECLARE_BLOCKERS)
        for battle in Battle:
            if self.combat[battle] == Combat.ATTACKED:
                self.combat[battle] = Combat.UNBLOCKED
        self.phase = Phase.BLOCKERS
        self.due = self.turn_player

    # -- damage --------------------------------------------------------------------------------------

    @automatic(
        cites=(
            "CR24:506.4c/3",
            "CR24:510.1b",
            "CR24:510.1c",
            "CR24:510.2",
            "CR24:510.3",
            "CR24:117.3a/1",
            "WotC-R:2/2",
        ),
        says="combat damage is dealt",
    )
    def combat_damage(self) -> None:
        """All unblocked attackers deal their damage at the same time, which is one event."""
        require(self.phase == Phase.DEAL_DAMAGE)
        for battle in Battle:
            if self.combat[battle] == Combat.UNBLOCKED:
                self.damage(battle, self.attackers[battle])
        self.phase = Phase.DAMAGE
        self.due = self.turn_player

    # -- the parts of a turn -------------------------------------------------------------------------

    def after_sequence(self) -> None:
        """Let the next part of the turn begin."""
        if self.phase == Phase.MAIN:
            self.phase = Phase.DECLARE_ATTACKERS
        elif self.phase == Phase.ATTACKERS:
            self.phase = Phase.DECLARE_BLOCKERS
        elif self.phase == Phase.BLOCKERS:
            self.phase = Phase.DEAL_DAMAGE
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """End combat and the turn; the next player begins with the main phase (CR24:511.3)."""
        for battle in Battle:
            self.leave_combat(battle)
        self.phase = Phase.MAIN
        self.turn_player = self.turn_player.next_in_game
        self.due = self.turn_player
