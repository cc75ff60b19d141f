"""The turn of Force of Will: its phases, the triggers that begin them, rule processes, and the final step.

One turn is played, from its draw phase to the next player's turn. The turn player's resonator, the Oak, whose
DEF counters and effects change, stands for all; a bell rings at the beginning of one phase. Left out: costs,
actions at main timing, the cards of the hand (they are counted, and what has a name here is not among them),
and the rule processes about life that is no multiple of 100, additions, orders and cards that share a name.
"""

from typing import Any, Self

from checker import (
    Bag,
    Map,
    Maybe,
    Stack,
    action,
    assumed,
    automatic,
    bag,
    between_actions,
    each,
    event,
    ghost,
    integer,
    now,
    observer,
    one_of,
    reading,
    replaces,
    require,
    scope,
    some,
    stack,
    start,
    triggered,
)
from models.force_of_will.sequence import Lives, Player
from models.force_of_will.turn_parts import CHANTS, HAND_SIZE, InTurn, Item, Place, Point, Situation, chanter

__all__ = ["ForceOfWillTurn"]


class ForceOfWillTurn(Lives[InTurn]):
    """One turn, phase by phase."""

    stack: Stack[InTurn] = stack(InTurn, depth=scope(3))
    waiting: Bag[Item] = bag(Item, size=scope(1))  # automatic abilities that have triggered
    point: Point = Point.DRAW_BEGINS
    bell: Maybe[Point]  # where the Bell rings
    first_turn: bool = False  # of the game, and so of the turn player
    scales: bool = False  # as the turn player draws, the other player loses a life
    deck: int = integer(0, 2, start=2)  # the turn player's
    hand: int = integer(0, 3, start=HAND_SIZE)  # the turn player's cards without a name here
    short: bool = False  # the turn player had to draw in the draw phase, and could not
    will: int = integer(0, 1)  # the turn player's
    chants: Map[Item, Place] = each(Item, Place.ABSENT)
    oak: Place = Place.FIELD
    rested: bool = True  # the Oak
    more: int = integer(0, 1)  # counters that give it one DEF
    less: int = integer(0, 1)  # counters that take one
    blessed: bool = False  # one DEF more until end of turn
    damage: int = integer(0, 1)
    bound: bool = False  # its player discards a card instead when the Oak would leave the field
    replaced: bool = False  # that was done in the present situation

    spared: bool = ghost(False)  # something was done instead of burying the Oak, which still has no DEF
    final_steps: int = ghost(integer(0, 2))  # how often the final step was begun, up to two

    loses: str = reading(
        "does who had too few cards to draw lose although the other player, at 0 life, loses first?",
        listed="FOW12:1201.1",
        together="FOW12:103.3",
    )

    # -- what rules are made of ----------------------------------------------------------------------

    def is_main_phase(self) -> bool:
        """Return whether it is the main phase."""
        return self.point == Point.MAIN or self.point == Point.MAIN_BEGINS

    def over(self) -> bool:
        """Return whether the next turn has begun or somebody has lost."""
        return self.point == Point.OVER or self.in_game.size < 2

    def defense(self) -> int:
        """Return the DEF of the Oak, which is printed with 1."""
        return 1 + self.more - self.less + (1 if self.blessed else 0)

    def is_destroyed(self) -> bool:
        """Return whether the Oak has taken damage that has reached its DEF."""
        return self.oak == Place.FIELD and self.damage > 0 and self.damage >= self.defense()

    def is_spent(self) -> bool:
        """Return whether the Oak has no DEF left."""
        return self.oak == Place.FIELD and self.defense() <= 0

    def is_process_due(self) -> bool:
        """Return whether there is a rule process to perform."""
        loses = self.short or some(self.in_game, lambda p: self.life[p] == 0)
        counters = self.oak == Place.FIELD and self.more > 0 and self.less > 0
        return loses or counters or self.is_destroyed() or self.is_spent()

    def draw(self) -> None:
        """Let the turn player draw a card, if there is one and room for it in the count."""
        if self.deck > 0:
            self.deck -= 1
            self.hand += 1

    @event()
    def bury_oak(self) -> None:
        """Put the Oak into the graveyard, without what was on it."""
        self.oak = Place.GRAVEYARD
        self.more = 0
        self.less = 0
        self.blessed = False
        self.damage = 0
        self.replaced = False

    @replaces(
        "bury_oak",
        when=lambda game: game.bound and game.hand > 0 and not game.replaced,
        cites="FOW12:910.3",
        says="a card is discarded instead",
    )
    @assumed("a replacement effect")
    def discard_instead(self) -> None:
        """Discard a card instead, once for each situation; the Oak stays."""
        self.hand -= 1
        self.replaced = True

    # -- from phase to phase -------------------------------------------------------------------------

    def begin(self, point: Point) -> None:
        """Perform a priority sequence, with the turn player first; the Bell may ring as it begins."""
        self.point = point
        self.due = self.turn_player
        if self.bell == point:
            self.waiting.add(Item.BELL)

    def after_sequence(self) -> None:
        """Go on to the next priority sequence of the turn, past those that nothing has triggered for."""
        if self.point == Point.DRAW_BEGINS:
            self.go_to_draw()
        elif self.point == Point.BEFORE_DRAW:
            self.point = Point.DRAW
        elif self.point == Point.AFTER_DRAW:
            self.go_to_recovery()
        elif self.point == Point.RECOVERY_BEGINS:
            self.begin(Point.RECOVERY)
        elif self.point == Point.RECOVERY:
            self.point = Point.RECOVER
        elif self.point == Point.MAIN_BEGINS:
            self.begin(Point.MAIN)
        elif self.point == Point.MAIN:
            self.begin(Point.END_BEGINS if self.bell == Point.END_BEGINS else self.at_end_of_turn())
        elif self.point == Point.END_BEGINS:
            self.begin(Point.END_GOES_ON)
        elif self.point == Point.END_GOES_ON:
            self.begin(self.at_end_of_turn())
        elif self.point == Point.END_OF_TURN:
            self.begin(Point.BEFORE_FINAL_STEP)
        else:
            self.point = Point.FINAL_STEP

    def go_to_draw(self) -> None:
        """In the first draw phase of the game nothing is drawn, and the sequences around it are left out."""
        if self.first_turn:
            self.go_to_recovery()
        else:
            self.begin(Point.BEFORE_DRAW)

    def go_to_recovery(self) -> None:
        """A player's first turn has no recovery phase; produced will is lost all the same."""
        if self.first_turn:
            self.will = 0
            self.go_to_main()
        elif self.bell == Point.RECOVERY_BEGINS:
            self.begin(Point.RECOVERY_BEGINS)
        else:
            self.point = Point.RECOVER

    def go_to_main(self) -> None:
        """The main phase has a sequence for its beginning, if something triggers."""
        self.begin(Point.MAIN_BEGINS if self.bell == Point.MAIN_BEGINS else Point.MAIN)

    def at_end_of_turn(self) -> Point:
        """Return where the end phase goes on when its beginning is over."""
        return Point.END_OF_TURN if self.bell == Point.END_OF_TURN else Point.BEFORE_FINAL_STEP

    @start(cites=("FOW12:502", "FOW12:502.2", "FOW12:502.3", "FOW12:503.1"), says="{situation}")
    def lay_the_table(self, situation: Situation) -> None:
        """Start the turn; the sequence for the beginning of the draw phase is left out without the Bell."""
        self.first_turn = situation == Situation.FIRST_TURN
        self.scales = situation == Situation.SCALES
        if situation == Situation.NO_DECK or situation == Situation.SCALES:
            self.deck = 0
        if situation == Situation.COUNTER:
            self.more = 1
        self.bound = situation == Situation.BOUND
        if situation == Situation.CHANTS or situation == Situation.COUNTER or self.bound:
            for chant in CHANTS:
                self.chants[chant] = Place.HAND
        if situation == Situation.BELL_IN_RECOVERY:
            self.bell = Point.RECOVERY_BEGINS
        elif situation == Situation.BELL_IN_MAIN:
            self.bell = Point.MAIN_BEGINS
        elif situation == Situation.BELL_IN_END:
            self.bell = Point.END_BEGINS
        elif situation == Situation.BELL_AT_END:
            self.bell = Point.END_OF_TURN
        if situation == Situation.BELL_IN_DRAW:
            self.bell = Point.DRAW_BEGINS
            self.begin(Point.DRAW_BEGINS)
        else:
            self.go_to_draw()

    @automatic(
        cites=(
            "FOW12:605.1b/1",
            "FOW12:502.2",
            "FOW12:502.3",
            "FOW12:503.1",
            "FOW12:503.2",
            "FOW12:503.3",
            "FOW12:504.1",
            "FOW12:504.2",
            "FOW12:505.1",
            "FOW12:505.2",
            "FOW12:505.3",
            "FOW12:505.4",
        ),
        says="both have passed in a row on an empty chase: {self.point} is over",
    )
    def end_sequence(self) -> None:
        """The next priority sequence of the turn begins, or what comes before it."""
        super().end_sequence()

    @automatic(cites=("FOW12:502.4", "FOW12:502.5"), says="{self.turn_player} draws")
    def draw_card(self) -> None:
        """The turn player draws; too few cards make them lose in the next rule process."""
        require(self.point == Point.DRAW)
        if self.scales:
            self.life[Player(1)] = 0
        self.short = self.deck == 0
        self.draw()
        self.begin(Point.AFTER_DRAW)

    @automatic(cites=("FOW12:503.4", "FOW12:503.5"), says="will is lost and cards are recovered")
    def recover_cards(self) -> None:
        """Produced will ceases to exist, and then the turn player's cards are recovered."""
        require(self.point == Point.RECOVER)
        self.will = 0
        self.rested = False
        self.go_to_main()

    @automatic(
        cites=("FOW12:505.5", "FOW12:505.5a", "FOW12:505.5b", "FOW12:505.5c", "FOW12:505.5d"),
        says="the final step: damage, effects and will go, and cards are discarded",
    )
    def final_step(self) -> None:
        """Four parts in order: damage, effects until end of turn, will, and what is too much in hand."""
        require(self.point == Point.FINAL_STEP)
        self.damage = 0
        self.blessed = False
        self.will = 0
        self.hand = min(self.hand, HAND_SIZE)
        self.point = Point.FINAL_CHECK

    @automatic(cites="FOW12:505.5e", says="something has come of it: the final step is to be done again")
    def repeat_final_step(self) -> None:
        """With a rule process due or an ability triggered a priority sequence comes, then the step again."""
        require(self.point == Point.FINAL_CHECK, self.is_process_due() or self.waiting)
        self.begin(Point.AGAIN)

    @automatic(cites=("FOW12:505.5e", "FOW12:505.6"), says="the next player's turn begins")
    def end_turn(self) -> None:
        """The final step is finished when nothing has come of it, and the other player is the turn player."""
        require(self.point == Point.FINAL_CHECK, not self.is_process_due(), not self.waiting)
        self.point = Point.OVER
        self.turn_player = self.turn_player.next_in_game

    # -- actions -------------------------------------------------------------------------------------

    @action(cites=("FOW12:604.1c", "FOW12:605.1a"), says="{player} plays {chant}")
    def play_chant(self, player: Player, chant: Item) -> None:
        """Play a quickcast chant with priority, in whatever phase; all are about the Oak."""
        require(player in self.holders, chanter(chant) == player, self.chants[chant] == Place.HAND)
        require(self.oak == Place.FIELD)
        self.chants[chant] = Place.CHASE
        self.stack.push(InTurn(controller=player, item=chant, arrived=now()))
        self.acted(player)

    def leave_stack(self, entry: InTurn) -> None:
        """Put a chant that has resolved into the graveyard."""
        if entry.item != Item.BELL and entry.item != Item.LAMENT:
            self.chants[entry.item] = Place.GRAVEYARD

    # -- rule processes, in the order of their list ----------------------------------------------------

    @automatic(
        cites=("FOW12:602.1a", "FOW12:1201", "FOW12:1201.1", "FOW12:1202", "FOW12:1202.1", "FOW12:103.3"),
        says="who has no life left loses",
    )
    def lose(self) -> None:
        """The first rule process: no life left. Read the other way it includes who could not draw."""
        super().lose()
        if self.loses == "together" and self.short:
            self.in_game.discard(self.turn_player)

    @automatic(cites=("FOW12:602.1a", "FOW12:1202.2"), says="{self.turn_player} could not draw, and loses")
    def run_out_of_cards(self) -> None:
        """The second: too few cards for the draw phase."""
        require(self.short)
        self.short = False
        self.in_game.discard(self.turn_player)

    @automatic(cites=("FOW12:602.1a", "FOW12:1203"), says="two counters take each other away")
    def counters_go(self) -> None:
        """The third: one counter of each kind is removed."""
        require(self.oak == Place.FIELD, self.more > 0, self.less > 0)
        self.more -= 1
        self.less -= 1

    @automatic(cites=("FOW12:602.1a", "FOW12:1204", "FOW12:1204.1"), says="the Oak is destroyed")
    def oak_is_destroyed(self) -> None:
        """The fourth: damage has reached DEF. If the Oak stays all the same its damage is gone."""
        require(self.is_destroyed())
        self.bury_oak()
        self.damage = 0
        self.replaced = False

    @automatic(cites=("FOW12:602.1a", "FOW12:1205", "FOW12:1205.1"), says="the Oak has no DEF left")
    def oak_is_spent(self) -> None:
        """The fifth: no DEF left."""
        require(self.is_spent())
        self.bury_oak()

    # -- automatic abilities -------------------------------------------------------------------------

    @triggered(cites=("FOW12:901.1b", "FOW12:906.1"), says="the Lament triggers")
    def oak_dies(self, before: Self) -> None:
        """The Oak's ability triggers as it goes from the field to the graveyard."""
        require(before.oak == Place.FIELD, self.oak == Place.GRAVEYARD)
        self.waiting.add(Item.LAMENT)

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an ability of ``player``'s has triggered: the Bell and the Lament are P1's."""
        return bool(self.waiting) and player == Player(0)

    @automatic(
        cites=("FOW12:602.1b", "FOW12:603.1", "FOW12:603.3", "FOW12:603.4", "FOW12:906.6", "FOW12:906.10"),
        says="{item} is played",
    )
    def play_triggered(self, item: Item = one_of("waiting", by="the controller of the ability")) -> None:
        """Play what has triggered, although the Oak is gone."""
        self.waiting.remove(item)
        self.stack.push(InTurn(controller=Player(0), item=item, arrived=now()))

    # -- what resolves -------------------------------------------------------------------------------

    @automatic(cites=("FOW12:703.3", "FOW12:903.3a/1"), says="{self.stack.top.item} takes effect")
    @assumed("what the chants do stands on the cards")
    def chant_resolves(self) -> None:
        """A chant does what it says to the Oak, if it is still in the field."""
        entry = self.resolves_if(lambda e: e.item != Item.BELL and e.item != Item.LAMENT)
        if self.oak == Place.FIELD:
            if entry.item == Item.BLESSING:
                self.blessed = True
            elif entry.item == Item.WITHER:
                self.less += 1
            else:
                self.damage += 1
        self.carried_out()

    @automatic(cites=("FOW12:907.4", "FOW12:906.1"), says="the Bell gives its player one will")
    @assumed("what the Bell does stands on the card")
    def bell_resolves(self) -> None:
        """The will stays until the rules take it away."""
        self.resolves_if(lambda e: e.item == Item.BELL)
        self.will = 1
        self.carried_out()

    @automatic(cites=("FOW12:906.10", "FOW12:104.2"), says="the Lament draws a card")
    @assumed("what the Oak's ability does stands on the card")
    def lament_resolves(self) -> None:
        """Its player draws, as far as there is a card."""
        self.resolves_if(lambda e: e.item == Item.LAMENT)
        self.draw()
        self.carried_out()

    @observer
    def watch_the_turn(self, before: Self, step: Any) -> None:
        """Remember what became of the Oak, and whether the final step was begun once or more often."""
        if not self.is_spent():
            self.spared = False
        elif step.rule == "oak_is_spent":
            self.spared = True
        if step.rule == "final_step" and before.final_steps < 2:
            self.final_steps += 1

    procedure = between_actions(
        "finish_resolution",
        (chant_resolves, bell_resolves, lament_resolves),
        "begin_resolution",
        "end_sequence",
        (draw_card, recover_cards, final_step, repeat_final_step, end_turn),
        "lose",
        run_out_of_cards,
        counters_go,
        oak_is_destroyed,
        oak_is_spent,
        play_triggered,
        "give_priority",
        cites=("FOW12:602.1", "FOW12:602.1a", "FOW12:602.1b", "FOW12:602.1c", "FOW12:602.1d", "FOW12:1201.1"),
    )
