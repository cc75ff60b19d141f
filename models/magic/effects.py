"""What other cards do to battles and to the stack: rules that stand for many cards and have no clause."""

from typing import ClassVar

from checker import action, assumed, automatic, choice, integer, one_of, require
from models.magic.combat import Fighting
from models.magic.words import EFFECTS, Battle, Card, Combat, Item, OnStack, Player, Zone
from models.priority_stack import Stage

__all__ = ["Effects"]


class Effects(Fighting):
    """Effects of instants and activated abilities, which use the stack; one game has only so many of them.

    An effect with a target does nothing if the target is illegal when it resolves (CR24:608.2b).
    """

    abstract: ClassVar[bool] = True

    effects_left: int = integer(0, EFFECTS, start=EFFECTS)

    def play(self, item: Item, player: Player, battle: Battle) -> None:
        """Put an effect on the stack; ``player`` keeps priority."""
        require(player in self.holders, self.effects_left > 0)
        self.effects_left -= 1
        self.put_on_stack(item, player, battle)
        self.acted(player)

    # -- damage, and counters put back ---------------------------------------------------------------

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c", "CR24:602.2"),
        says="{player} plays an effect that deals 2 damage to {battle}",
    )
    @assumed("a card deals damage to a battle")
    def play_damage(self, player: Player, battle: Battle) -> None:
        """Target battle is dealt 2 damage."""
        require(self.is_battle(battle))
        self.play(Item.DAMAGE, player, battle)

    @automatic(cites=("CR24:120.3h", "CR24:608.2b"), says="{self.stack.top.battle} is dealt 2 damage")
    @assumed("a card deals damage to a battle")
    def damage_resolves(self) -> None:
        """Damage outside combat removes counters as well."""
        entry = self.resolving_now(Item.DAMAGE)
        if self.is_battle(entry.battle):
            self.damage(entry.battle, 2)
        self.carried_out()

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that puts defense counters on {battle}",
    )
    @assumed("a card puts defense counters on a battle that has none")
    def play_counters(self, player: Player, battle: Battle) -> None:
        """Target battle without defense counters gets the printed number of them."""
        require(self.is_battle(battle), self.defense[battle] == 0)
        self.play(Item.COUNTERS, player, battle)

    @automatic(cites="CR24:608.2b", says="{self.stack.top.battle} gets its defense counters back")
    @assumed("a card puts defense counters on a battle that has none")
    def counters_resolve(self) -> None:
        """The battle gets its counters, unless it has some again already."""
        entry = self.resolving_now(Item.COUNTERS)
        if self.is_battle(entry.battle) and self.defense[entry.battle] == 0:
            self.defense[entry.battle] = self.printed
        self.carried_out()

    # -- control, and a return to hand ---------------------------------------------------------------

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that gains control of {battle}",
    )
    @assumed("a card gives a player control of a battle")
    def play_control(self, player: Player, battle: Battle) -> None:
        """The player is to gain control of target battle."""
        require(self.is_battle(battle), self.controller[battle] != player)
        self.play(Item.CONTROL, player, battle)

    @automatic(
        cites=("CR24:506.4", "CR24:506.4c/1", "CR24:608.2b", "WotC-R:3"),
        says="{self.stack.top.controller} gains control of {self.stack.top.battle}",
    )
    @assumed("a card gives a player control of a battle")
    def control_resolves(self) -> None:
        """A battle that changes its controller is removed from combat."""
        entry = self.resolving_now(Item.CONTROL)
        if self.is_battle(entry.battle) and self.controller[entry.battle] != entry.controller:
            self.controller[entry.battle] = entry.controller
            self.leave_combat(entry.battle)
        self.carried_out()

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that returns {battle} to its owner's hand",
    )
    @assumed("a card returns a battle to its owner's hand")
    def play_bounce(self, player: Player, battle: Battle) -> None:
        """Target battle is to return to its owner's hand."""
        require(self.is_battle(battle))
        self.play(Item.BOUNCE, player, battle)

    @automatic(cites=("CR24:400.7", "CR24:608.2b"), says="{self.stack.top.battle} returns to hand")
    @assumed("a card returns a battle to its owner's hand")
    def bounce_resolves(self) -> None:
        """The battle goes back to its owner's hand, whatever ability of it waits."""
        entry = self.resolving_now(Item.BOUNCE)
        if self.is_battle(entry.battle):
            self.leave_battlefield(entry.battle, Zone.HAND)
        self.carried_out()

    # -- countering ----------------------------------------------------------------------------------

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that counters a spell or ability",
    )
    @assumed("a card counters a spell or ability")
    def play_counterspell(self, player: Player, battle: Battle) -> None:
        """What to counter is chosen on resolution, so that no target has to be kept in the state.

        ``battle`` is that of the newest entry, and only fills the place in the record.
        """
        require(self.stack)
        require(self.stack.top.battle == battle)
        self.play(Item.COUNTERSPELL, player, battle)

    @choice(cites="CR24:608.2d", says="{player} counters the {entry.item} of {entry.battle}")
    @assumed("a card counters a spell or ability")
    def counter(self, player: Player, entry: OnStack = one_of("stack")) -> None:
        """The effect's controller picks an entry on the stack; a card goes to its owner's graveyard."""
        source = self.resolving_now(Item.COUNTERSPELL)
        require(source.controller == player, entry.stage == Stage.WAITING)
        if entry.item == Item.BATTLE or entry.item == Item.BACK_FACE:
            self.zone[entry.battle] = Zone.GRAVEYARD
            self.transformed.discard(entry.battle)
        self.stack.remove(entry)
        self.carried_out()

    @automatic(says="there is nothing left to counter")
    @assumed("a card counters a spell or ability")
    def nothing_to_counter(self) -> None:
        """The effect does nothing when the stack is empty but for itself."""
        self.resolving_now(Item.COUNTERSPELL)
        require(self.stack.size == 1)
        self.carried_out()

    # -- copies --------------------------------------------------------------------------------------

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that makes {battle} a copy of a Siege",
    )
    @assumed("a card makes a permanent a copy of a Siege")
    def play_copy(self, player: Player, battle: Battle) -> None:
        """Target permanent that is no battle is to become a copy of a Siege."""
        require(self.card[battle] == Card.NO_BATTLE, self.zone[battle] == Zone.BATTLEFIELD)
        self.play(Item.COPY, player, battle)

    @automatic(
        cites=("CR24:608.2b", "S-MTG:bullet-4/1", "S-MTG:bullet-4/2"),
        says="{self.stack.top.battle} becomes a copy of a Siege",
    )
    @assumed("a card makes a permanent a copy of a Siege")
    def copy_resolves(self) -> None:
        """It does not enter, and so has neither counters nor a protector; the checks see to that."""
        entry = self.resolving_now(Item.COPY)
        if self.card[entry.battle] == Card.NO_BATTLE:
            self.card[entry.battle] = Card.SINGLE_FACED
        self.carried_out()

    # -- leaving the game ----------------------------------------------------------------------------

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect by which the player who defends {battle} loses",
    )
    @assumed("a card makes the defending player lose the game")
    def play_loss(self, player: Player, battle: Battle) -> None:
        """Whoever is the defending player of an attack on the battle is to lose the game.

        The active player is never meant, and nobody plays it against themselves.
        """
        require(self.combat[battle] != Combat.NONE)
        loser = self.defending_player(battle)
        require(loser)
        require(loser != player, loser != self.turn_player)
        self.play(Item.LOSE, player, battle)

    @automatic(
        cites=("CR24:310.8d", "CR24:508.5/1", "CR24:405.6h", "S-MTG:310.8d"),
        says="the player who defends {self.stack.top.battle} loses the game",
    )
    @assumed("a card makes the defending player lose the game")
    def loss_resolves(self) -> None:
        """The player who is meant is the protector of the battle, not its controller."""
        entry = self.resolving_now(Item.LOSE)
        loser = self.defending_player(entry.battle)
        if self.combat[entry.battle] != Combat.NONE and loser:
            self.leave_game(loser)
        self.carried_out()

    def leave_game(self, player: Player) -> None:
        """Take ``player`` out of the game, with the cards that they own.

        What they control of others goes back to its owner, and what they protect has no protector.
        """
        self.in_game.discard(player)
        for battle in Battle:
            if self.owner[battle] == player:
                self.leave_battlefield(battle, Zone.GONE)
                self.transformed.discard(battle)
            else:
                if self.is_battle(battle) and self.controller[battle] == player:
                    self.controller[battle] = self.owner[battle]
                    self.leave_combat(battle)
                if self.protector[battle] == player:
                    self.protector[battle] = None

    @automatic(cites="CR24:405.6h", says="the {entry.item} of {entry.controller} goes with a player")
    @assumed("a card makes the defending player lose the game")
    def entry_leaves_the_game(self, entry: OnStack = one_of("stack")) -> None:
        """What waits on the stack goes with the player who controlled it, or who owned its card."""
        require(entry.stage == Stage.WAITING)
        is_card = entry.item == Item.BATTLE or entry.item == Item.BACK_FACE
        owner_left = is_card and self.owner[entry.battle] not in self.in_game
        require(owner_left or entry.controller not in self.in_game)
        self.stack.remove(entry)
