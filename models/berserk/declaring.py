"""The state of a game of Berserk, how its clauses are read, and what players do with priority."""

from typing import ClassVar

from checker import (
    Bag,
    Map,
    Maybe,
    Set,
    Stack,
    action,
    automatic,
    bag,
    each,
    integer,
    now,
    reading,
    require,
    scope,
    set_of,
    some,
    stack,
    start,
)
from models.berserk.parts import (
    FAST,
    SLOW,
    Creature,
    Deed,
    Entry,
    Gain,
    Mage,
    Phase,
    Player,
    Table,
    controller,
    source,
)
from models.priority_stack import PriorityStack

__all__ = ["Declaring"]


class Declaring(PriorityStack[Player, Entry]):
    """Declaring, passing, and going on to the next phase."""

    abstract: ClassVar[bool] = True
    rulebook: ClassVar[str] = "berserk"

    turn_player: Player = Player(0)  # the Active player
    phase: Phase = Phase.CHOICE
    stack: Stack[Entry] = stack(Entry, depth=scope(4))  # no table has more, each once: nothing is left out
    # what has triggered and is not declared yet; one ability here triggers, so two at once are left out
    waiting: Bag[Deed] = bag(Deed, size=scope(1))
    can: Set[Deed]  # what is still to be declared in this game
    owed: Set[Deed]  # what has been performed and is still to be paid for

    alive: Set[Creature]
    life: Map[Creature, int] = each(Creature, integer(0, 2, start=2))
    open: Set[Creature]
    token: bool = False  # the Priest's
    movement: bool = False  # the Warrior's unit of movement
    in_cell: Set[Creature]  # who is in the cell that is empty at the start
    blessed: bool = False
    silenced: Set[Player]  # who may take no game actions
    is_symbiote: bool = False
    lives_on: bool = False  # the Symbiote's text lets it become independent when its host dies

    gain: Maybe[Gain]  # the token that is to be gained next
    gained: Set[Gain]  # which gains there have been since the exchange began
    tokens: Map[Mage, int] = each(Mage, integer(0, 2))

    die_roll: str = reading(
        "is a die roll an entry of its own on the stack?",
        part_of_performance="S-BK:302.6/2",
        own_entry="S-BK:302.3/4",
    )
    rule_effects: str = reading(
        "when are rule effects applied?",
        before_priority="S-BK:303.6",
        at_once="BK19:503.2/1",
    )
    meanwhile: str = reading(
        "does somebody have priority while rule effects are applied?",
        nobody="BK19:503.2/2",
        who_applies_them="S-BK:303.1/2",
    )
    payment: str = reading(
        "does the price come before the priority that follows a performance?",
        before_priority="S-BK:302.6/3",
        after_replies="S-BK:303.4/2",
    )
    without_means: str = reading(
        "may a deed be declared whose price cannot be paid?",
        silent="S-BK:302.6/3",
        refused="BKON:103.6",
    )
    phase_ends: str = reading(
        "how does a phase end?",
        declared="S-BK:302.5/3",
        both_pass="BKON:300.3",
    )
    after_declaring: str = reading(
        "who has priority after a declaration?",
        declarer="S-BK:303.3/1",
        active_player="BKON:215.9",
    )
    a_pass_is: str = reading(
        "is a pass a game action?",
        transfer="S-BK:303.2/2",
        game_action="BKON:200.1.a",
    )
    slow_on_slow: str = reading(
        "may a slow game action be declared while the stack is not empty?",
        no="S-BK:303.4/3",
        yes="S-BK:303.3/2",
    )
    run_of_passes: str = reading(
        "does a declaration break a run of passes?",
        broken="S-BK:303.4/1",
        kept="S-BK:303.2/1",
    )
    illegal: str = reading(
        "is what has become impossible still performed?",
        performed="S-BK:302.6/2",
        cancelled="BKON:423.1",
    )
    symbiote: str = reading(
        "what comes first when a host dies, the change of type or the death without a host?",
        change_first="S-BK:302.5/2",
        effect_first="BKON:210.7",
        unsettled="S-BK:303.5",
    )
    cycle: str = reading(
        "where is an endless cycle of rule effects cut?",
        first_repetition="BK19:503.3",
        exact_repetition="BKON:103.4",
    )

    # -- the start -----------------------------------------------------------------------------------

    @start(cites=("S-BK:303.1/3", "S-BK:302.8", "BK208:208.1"), says="the Choice subphase begins")
    def lay_the_table(self, table: Table, lives_on: bool) -> None:
        """Everybody is there and open, the stack is empty, and the Active player is to have priority."""
        require(table == Table.DEATH or not lives_on)
        self.alive = set_of(*Creature)
        self.open = set_of(*Creature)
        self.token = True
        self.movement = True
        self.is_symbiote = True
        self.lives_on = lives_on
        if table == Table.DUEL:
            self.can = set_of(Deed.STRIKE, Deed.BLESS, Deed.SHOT, Deed.THEFT)
        elif table == Table.DEATH:
            self.can = set_of(Deed.STRIKE, Deed.BLESS, Deed.REVENGE)
        elif table == Table.CELL:
            self.can = set_of(Deed.STRIKE, Deed.MOVE, Deed.JUMP)
        elif table == Table.SILENCE:
            self.can = set_of(Deed.STRIKE, Deed.BLESS, Deed.SILENCE)
        else:
            self.can = set_of(Deed.CHARM, Deed.SHOT)
        self.due = self.turn_player

    def over(self) -> bool:
        """Return whether the part of the turn that is played here is over."""
        return self.phase == Phase.OVER

    # -- what the rulebook settles among the common rules --------------------------------------------

    def next_after_action(self, player: Player) -> Player | None:
        """Return the declarer; in Berserk Online the Active player."""
        return player if self.after_declaring == "declarer" else self.turn_player

    def acted(self, player: Player) -> None:
        """End a declaration; it breaks the run of passes unless the clause is read by the letter."""
        if self.run_of_passes == "broken":
            super().acted(player)
        else:
            self.holders.discard(player)
            self.due = self.next_after_action(player)

    def after_sequence(self) -> None:
        """Go on to the next phase where two passes end one; else nothing says what comes."""
        if self.phase_ends == "both_pass":
            self.begin_next_phase()

    def begin_next_phase(self) -> None:
        """Begin the next phase: what lasted until then ends, and the Active player is to have priority."""
        self.phase = Phase.MAIN if self.phase == Phase.CHOICE else Phase.OVER
        self.silenced.clear()
        self.due = self.turn_player

    # -- what rules are made of ----------------------------------------------------------------------

    def may_take_game_actions(self, player: Player) -> bool:
        """Return whether a player has priority and no effect forbids game actions."""
        return player in self.holders and player not in self.silenced

    def has_means(self, deed: Deed) -> bool:
        """Return whether the price of ``deed`` could be paid now."""
        if deed in (Deed.CHARM, Deed.REVENGE):
            return True
        if source(deed) not in self.alive:
            return False
        if deed == Deed.BLESS:
            return self.token
        if deed == Deed.MOVE:
            return self.movement and source(deed) in self.open
        return source(deed) in self.open

    def is_illegal(self, deed: Deed) -> bool:
        """Return whether what ``deed`` is aimed at has gone, or is not empty any more."""
        if deed == Deed.STRIKE:
            return Creature.HOST not in self.alive
        if deed == Deed.SHOT:
            return Creature.WARRIOR not in self.alive
        if deed in (Deed.MOVE, Deed.JUMP):
            return bool(self.in_cell)
        return False

    def declare(self, player: Player, deed: Deed, *, is_roll: bool = False) -> None:
        """Put a new entry on top of the stack."""
        self.stack.push(Entry(controller=player, deed=deed, is_roll=is_roll, arrived=now()))

    def declares(self, player: Player, deed: Deed) -> None:
        """Let ``player`` declare a deed; the rule that calls this says what else it takes."""
        require(self.may_take_game_actions(player), controller(deed) == player)
        require(deed in self.can, source(deed) in self.alive)
        require(self.without_means == "silent" or self.has_means(deed))
        self.can.discard(deed)
        self.declare(player, deed)
        self.acted(player)

    # -- actions -------------------------------------------------------------------------------------

    @action(
        cites=("S-BK:303.2/1", "S-BK:303.2/2", "BKON:200.1.a", "BKON:215.6.a"),
        says="{player} passes",
    )
    def pass_priority(self, player: Player) -> None:
        """A pass hands priority to the opponent. Only where it is a game action can it be forbidden."""
        super().pass_priority(player)
        require(self.a_pass_is == "transfer" or player not in self.silenced)

    @action(
        cites=(
            "S-BK:301.1/1",
            "S-BK:301.2",
            "S-BK:302.1",
            "S-BK:302.2",
            "S-BK:302.3/2",
            "S-BK:302.6/1",
            "S-BK:303.1/1",
            "S-BK:303.3/1",
            "S-BK:303.3/2",
            "S-BK:303.4/3",
            "BKON:103.6",
            "BKON:215.9",
        ),
        says="{player} declares {deed}",
    )
    def use_ability(self, player: Player, deed: Deed) -> None:
        """Fast: whoever has priority may declare a played ability, whatever is on the stack."""
        require(deed in FAST)
        self.declares(player, deed)

    @action(
        cites=(
            "S-BK:301.2",
            "S-BK:302.3/1",
            "S-BK:302.3/3",
            "S-BK:302.6/1",
            "S-BK:303.3/1",
            "S-BK:303.3/2",
            "S-BK:303.4/3",
            "BK19:506.2",
            "BK19:506.3",
        ),
        says="{player} declares {deed}",
    )
    def act_slowly(self, player: Player, deed: Deed) -> None:
        """Slow: the Active player, and as most read it on an empty stack.

        Only an open creature moves, and only in the Choice subphase.
        """
        require(deed in SLOW, player == self.turn_player)
        require(self.slow_on_slow == "yes" or not self.stack)
        if deed == Deed.MOVE:
            require(self.phase == Phase.CHOICE, Creature.WARRIOR in self.open, self.movement)
        self.declares(player, deed)

    @action(
        cites=("S-BK:302.4", "S-BK:302.5/3", "S-BK:303.5", "S-BK:303.1/3"),
        says="{player} goes on from the {self.phase}",
    )
    def change_phase(self, player: Player) -> None:
        """The change of phase uses no stack: the Active player declares it and it happens at once."""
        require(self.phase_ends == "declared", self.may_take_game_actions(player))
        require(player == self.turn_player, not self.stack, not self.owed)
        self.acted(player)
        self.begin_next_phase()

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an ability of ``player``'s has triggered and is not declared yet."""
        return some(Deed, lambda deed: deed in self.waiting and controller(deed) == player)

    # -- what is declared, and given, by itself ------------------------------------------------------

    @automatic(
        cites=("S-BK:302.3/2", "S-BK:302.2", "BKON:405.2"), says="{deed} has triggered: it is declared"
    )
    def declare_triggered(self, deed: Deed) -> None:
        """A triggered ability enters the stack before anybody has priority again.

        Nobody had priority to keep, so whoever was about to get it still is.
        """
        require(deed in self.waiting)
        self.waiting.remove(deed)
        self.can.discard(deed)
        self.declare(controller(deed), deed)
        if self.run_of_passes == "broken":
            self.passed.clear()

    @automatic(
        cites=("S-BK:303.4/1", "BKON:215.8", "BKON:300.3"),
        says="both have passed in sequence and the stack is empty",
    )
    def end_sequence(self) -> None:
        """Two passes in sequence on an empty stack."""
        super().end_sequence()

    @automatic(cites=("S-BK:303.1/1", "S-BK:303.1/2", "S-BK:303.6"), says="{player} gets priority")
    def give_priority(self, player: Player) -> None:
        """Who is to get priority gets it when no rule effect is due any more."""
        super().give_priority(player)
