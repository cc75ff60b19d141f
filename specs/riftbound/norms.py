"""What single clauses of Riftbound demand, each read by itself and literally, apart from the model.

Here: who has priority and focus, who has passed, who may act, and what resolves; ``battlefield_norms`` has
the rest. Most are of the core rules 1.3; other texts speak here where they say something else. Which known
tension each finding answers is told in docs/tensions/riftbound.md.
"""

from checker import (
    Step,
    also_under,
    at_most_one,
    ensures,
    every,
    forbids,
    gives,
    norm,
    obliges,
    only,
    permits,
    requires,
    set_of,
    settled,
    some,
)
from models.riftbound import (
    Ability,
    Battlefield,
    Card,
    Kind,
    Ongoing,
    Phase,
    Player,
    Riftbound,
    Timing,
    Unit,
    Zone,
)
from models.riftbound.words import GEAR, timing_of

EMPTYING = ("finish_resolution", "gear_enters", "unit_enters", "energy_is_added")
"""What takes the last item from the chain: its resolution, or its being finalized if it resolves by that."""

settled(Riftbound, "holders", says="who has priority")
settled(Riftbound, "focus", says="who has focus")
# While a showdown goes on elsewhere, an empty battlefield is lost, or kept; and of three players not all are
# relevant to it.
also_under(Riftbound, loss_elsewhere="no")
also_under(Riftbound, players=3)


def empties_chain(before: Riftbound, after: Riftbound) -> bool:
    """Return whether a showdown's chain has become empty with the only item that was on it."""
    last = before.stack.size == (0 if before.pending else 1)
    return last and before.in_showdown() and not after.is_closed()


def some_have_not_passed(before: Riftbound, step: Step) -> bool:
    """Return whether there are players who have not passed in a row when a player passes."""
    return some(before.in_game, lambda p: p != step.player and p not in before.passes_in_a_row)


def newest_has_priority(game: Riftbound) -> bool:
    """Return whether the controller of the newest item on the chain has priority."""
    return some(Player, lambda p: game.stack.top.controller == p and p in game.holders)


def its_user_has_priority(before: Riftbound, after: Riftbound) -> bool:
    """Return whether whoever controls what was pending has priority afterwards."""
    item = before.pending
    return some(after.holders, lambda p: item.controller == p) if item else False


def opened_by_itself(game: Riftbound) -> bool:
    """Return whether a triggered ability or an Add ability opened the chain."""
    return game.opened_by == Kind.TRIGGERED or game.opened_by == Kind.ADD


# -- priority ----------------------------------------------------------------------------------------


@norm("RB1.3:312.1", at_most_one(field="holders"), at="everywhere")
def priority_is_exclusive(game: Riftbound) -> bool:
    """Priority is exclusive."""
    return True


@norm("RB1.3:312.1.b", requires(), governs="holders", at="everywhere")
def nobody_has_priority_in_a_resolution(game: Riftbound) -> tuple[bool, bool]:
    """While something is being resolved nobody has priority."""
    return game.is_resolving(), not game.holders


@norm("RB1.3:312.2.a", gives("holders"))
def the_turn_player_has_priority(game: Riftbound) -> tuple[bool, bool]:
    """In a neutral open state the turn player has priority."""
    return game.is_neutral_open(), game.turn_player in game.holders


@norm("RB1.3:312.2.b", gives("holders"))
def focus_brings_priority(game: Riftbound) -> tuple[bool, bool]:
    """Who has focus in an open showdown has priority."""
    return game.in_showdown() and not game.is_closed(), game.focus <= game.holders


@norm("RB1.3:335.3", gives("holders"))
def the_turn_player_receives_priority(game: Riftbound) -> tuple[bool, bool]:
    """With nothing outstanding in the main phase, the turn player receives priority."""
    nothing = not game.outstanding and not game.is_closed()
    return nothing and game.phase == Phase.MAIN, game.turn_player in game.holders


@norm("RB1.4:335.1", gives("holders"))
def who_has_focus_receives_priority_instead(game: Riftbound) -> tuple[bool, bool]:
    """While a showdown goes on, who has focus receives priority instead of the turn player."""
    nothing = not game.outstanding and not game.is_closed()
    return nothing and game.phase == Phase.MAIN and game.in_showdown(), game.holders == game.focus


@norm("RB1.3:312.2.d", gives("holders", after="pass_priority"))
def a_pass_hands_priority_on(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """After a pass of priority the next player receives it."""
    return some_have_not_passed(before, step), step.player.next_in_game in after.holders


@norm("RB1.3:337.1", requires(), governs="holders", at="everywhere")
def no_priority_before_all_is_finalized(game: Riftbound) -> tuple[bool, bool]:
    """Pending items are finalized with no priority in between."""
    return bool(game.pending), not game.holders


@norm(
    "RB1.3:337.1.c.3", gives("holders", after=("finalize", "gear_enters", "unit_enters", "energy_is_added"))
)
def the_newest_items_controller_is_next(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """When nothing is pending any more, the controller of the newest item receives priority."""
    return bool(after.stack), newest_has_priority(after)


@norm("RB1.3:340.4", gives("holders", after="finish_resolution"))
def after_a_resolution_the_newest_items_controller_is_next(
    before: Riftbound, step: Step, after: Riftbound
) -> tuple[bool, bool]:
    """After a resolution the controller of the newest item that is left receives priority."""
    return bool(after.stack), newest_has_priority(after)


@norm("RB1.3:400.2", gives("holders", after="energy_is_added"))
def an_add_ability_passes_no_priority(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """An Add ability does not pass priority: who used it has it again."""
    return bool(before.pending), its_user_has_priority(before, after)


# -- focus -------------------------------------------------------------------------------------------


@norm("RB1.3:313.5", gives("focus"))
def nobody_has_focus_in_a_neutral_state(game: Riftbound) -> tuple[bool, bool]:
    """In a neutral state nobody has focus."""
    return not game.in_showdown(), not game.focus


@norm("RB1.3:313.3", gives("focus", after="pass_priority"))
def who_passes_priority_keeps_focus(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """Who passes priority keeps focus."""
    goes_on = some_have_not_passed(before, step)
    return goes_on and step.player in before.focus, step.player in after.focus


@norm("RB1.3:347.4", gives("focus", after="pass_priority"))
def the_next_player_gains_focus(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """If not all have passed with focus, the next player gains it."""
    goes_on = before.in_showdown() and not before.is_closed() and some_have_not_passed(before, step)
    return goes_on, after.focus == set_of(step.player.next_in_game)


@norm("RB1.3:345", gives("focus", after="open_showdown"))
def who_contested_gains_focus(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """As a showdown begins, the player who applied contested gains focus."""
    return after.in_showdown(), every(
        Battlefield, Player, lambda b, p: after.where != b or after.contested_by[b] != p or p in after.focus
    )


@norm("RB1.3:340.2.a", gives("focus", after="finish_resolution"))
def focus_passes_after_a_resolution(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """If a showdown's chain is empty after a resolution, focus passes."""
    return empties_chain(before, after), every(before.focus, lambda p: p not in after.focus)


@norm("RB1.3:337.1.c.1.a", gives("focus", after=EMPTYING[1:]))
def focus_passes_after_finalizing(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """If a showdown's chain is empty when all is finalized, focus passes."""
    return empties_chain(before, after), every(before.focus, lambda p: p not in after.focus)


@norm("RB1.3:346", gives("focus", after=EMPTYING))
def focus_passes_to_the_next_player(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """When a showdown's chain becomes empty, the next player gains focus."""
    return empties_chain(before, after), every(before.focus, lambda p: p.next_in_game in after.focus)


@norm("RB1.3:346.1", gives("focus", after=EMPTYING))
def triggers_and_add_abilities_pass_no_focus(
    before: Riftbound, step: Step, after: Riftbound
) -> tuple[bool, bool]:
    """Focus does not pass if the chain was opened by a triggered ability or an Add ability."""
    return empties_chain(before, after) and opened_by_itself(before), after.focus == before.focus


@norm("RB1.3:459.2.g", gives("focus", after="finish_resolution"))
def the_first_chain_of_a_combat_passes_no_focus(
    before: Riftbound, step: Step, after: Riftbound
) -> tuple[bool, bool]:
    """Focus does not pass when the first chain of a combat, that of attack triggers, closes."""
    item = before.stack.top
    source = item.unit
    first = item.kind == Kind.TRIGGERED and (before.ability[source] == Ability.ATTACK if source else False)
    in_combat = before.ongoing == Ongoing.COMBAT
    return in_combat and first and empties_chain(before, after), after.focus == before.focus


@norm("RB1.3:342", gives("focus", after=EMPTYING))
def players_alternate(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """In a showdown players play in alternation: after one's chain it is another's turn."""
    return empties_chain(before, after), every(before.focus, lambda p: p not in after.focus)


@norm("RB1.3:459.2.c", gives("focus", after=("become_combat", "open_showdown")))
def the_attacker_gains_focus(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """As a combat begins, the attacker gains focus."""
    return after.ongoing == Ongoing.COMBAT, every(
        Battlefield,
        Player,
        lambda b, p: after.where != b or after.contested_by[b] != p or after.focus == set_of(p),
    )


@norm("S-RB:7/3", gives("focus", after="become_combat"))
def who_has_focus_keeps_it(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """Who has focus when a showdown becomes a combat keeps it."""
    return True, after.focus == before.focus


@norm("RB1.4:464.2.d", gives("focus", after="become_combat"))
def who_had_focus_keeps_it(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """In a showdown that has become a combat, who had focus keeps it."""
    return True, after.focus == before.focus


# -- passes ------------------------------------------------------------------------------------------


@norm("RB1.3:348", ensures(after=EMPTYING), governs="passed")
def who_has_passed_focus_has_passed(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """Whoever's focus has passed counts as a player who has passed focus."""
    moved = empties_chain(before, after) and before.focus != after.focus
    return moved, before.focus <= after.passed


@norm("RJ:1420", ensures(after=EMPTYING), governs="passed")
def that_focus_passes_is_no_pass(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """When focus passes after a chain, nobody has passed by that."""
    moved = empties_chain(before, after) and before.focus != after.focus
    return moved, every(before.focus, lambda p: p not in after.passed)


@norm("RB1.3:348", ensures(after="play_card"), governs="passed")
def only_spells_and_abilities_break_the_run(
    before: Riftbound, step: Step, after: Riftbound
) -> tuple[bool, bool]:
    """What is neither a spell nor an ability lets the passes before it count on."""
    is_gear = step.card == Card.BANNER or step.card == Card.LANTERN
    return before.in_showdown() and after.in_showdown() and is_gear, before.passed <= after.passed


@norm("RB1.3:347.3.a", ensures(after="play_card"), governs="passed")
def who_plays_breaks_the_sequence(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """Passes are counted in sequence: what a player does instead of passing ends the sequence."""
    return before.in_showdown() and after.in_showdown(), every(before.passed, lambda p: p not in after.passed)


# -- who may act ---------------------------------------------------------------------------------------


def has_a_use(game: Riftbound, player: Player, card: Card) -> bool:
    """Return whether a card is in its owner's hand and can be paid for, and there is what it is aimed at."""
    in_hand = game.card_owner[card] == player and game.card_zone[card] == Zone.HAND
    if card == Card.DENIAL:
        aimed = bool(game.stack)
    else:
        aimed = card == Card.INSIGHT or card in GEAR or some(Unit, lambda u: game.zone[u] == Zone.BOARD)
    return in_hand and game.energy[player] > 0 and aimed


def is_ready(game: Riftbound, player: Player, unit: Unit) -> bool:
    """Return whether a unit has an ability that its player can pay for by exhausting it."""
    ready = game.zone[unit] == Zone.BOARD and unit not in game.exhausted
    return ready and game.side[unit] == player and game.ability[unit] == Ability.SCOUT


@norm("RB1.3:312.1", only("play_card"))
def cards_need_priority(game: Riftbound, player: Player) -> bool:
    """Who plays a card has priority."""
    return player in game.holders


@norm("RB1.3:312.1", only("use_ability"))
def abilities_need_priority(game: Riftbound, player: Player) -> bool:
    """Who activates an ability has priority."""
    return player in game.holders


@norm("RB1.3:312.1", only("move"))
def moves_need_priority(game: Riftbound, player: Player) -> bool:
    """Who moves a unit has priority."""
    return player in game.holders


@norm("RB1.3:313.4", only("play_card"))
def focus_alone_lets_nobody_act(game: Riftbound, player: Player) -> bool:
    """Without priority, focus lets nobody act."""
    return player not in game.focus or player in game.holders


@norm("RB1.3:308.1.a", only("play_card"))
def a_showdown_takes_action_or_reaction(game: Riftbound, card: Card) -> bool:
    """In a showdown only Actions and Reactions are played."""
    return not game.in_showdown() or timing_of(card) != Timing.DEFAULT


@norm("RB1.3:309", only("play_card"))
def a_closed_state_takes_reactions(game: Riftbound, card: Card) -> bool:
    """In a closed state only Reactions are played."""
    return not game.is_closed() or timing_of(card) == Timing.REACTION


@norm("RB1.3:310", only("play_card"))
def what_has_no_timing_needs_ones_own_turn(game: Riftbound, player: Player, card: Card) -> bool:
    """What has no timing of its own needs a neutral open state on one's own turn."""
    is_time = game.is_neutral_open() and player == game.turn_player
    return timing_of(card) != Timing.DEFAULT or is_time


@norm("RB1.3:310", only("move"))
def moves_need_ones_own_turn(game: Riftbound, player: Player) -> bool:
    """A move needs a neutral open state on one's own turn."""
    return game.is_neutral_open() and player == game.turn_player


@norm("RB1.3:343.1.a", only("play_unit"))
def no_unit_is_played_in_a_showdown(game: Riftbound) -> bool:
    """By default nothing may be played in a showdown."""
    return not game.in_showdown()


@norm("RB1.3:347.1", permits("play_card"))
def with_focus_a_card_may_be_played(game: Riftbound, player: Player, card: Card) -> bool:
    """With focus a card of the right timing may be played."""
    is_open = game.in_showdown() and not game.is_closed() and player in game.focus
    return is_open and timing_of(card) != Timing.DEFAULT and has_a_use(game, player, card)


@norm("RB1.3:347.2", permits("use_ability"))
def with_focus_an_ability_may_be_used(game: Riftbound, player: Player, unit: Unit) -> bool:
    """With focus an ability may be activated."""
    is_open = game.in_showdown() and not game.is_closed() and player in game.focus
    return is_open and is_ready(game, player, unit)


@norm("RB1.3:342", only("play_card"))
def a_showdown_is_for_spells(game: Riftbound, card: Card) -> bool:
    """In a showdown players play spells."""
    return not game.in_showdown() or card not in GEAR


@norm("RB1.3:342", only("use_ability"))
def a_showdown_is_not_for_abilities(game: Riftbound) -> bool:
    """In a showdown players play spells."""
    return not game.in_showdown()


@norm("RB1.3:347.3", permits("pass_priority"))
def with_focus_a_player_may_pass(game: Riftbound, player: Player) -> bool:
    """With focus a player may pass."""
    return game.in_showdown() and not game.is_closed() and player in game.focus


@norm("RB1.3:338.1.c.1", obliges("pass_priority", before=("play_card", "use_ability")))
def the_next_player_passes(game: Riftbound, player: Player) -> bool:
    """When a player has passed on a chain, the step follows in which the player with priority passes."""
    return bool(game.stack) and bool(game.passed) and player in game.holders


@norm("RB1.3:339.2", permits("play_card"))
def the_next_player_executes_or_passes(game: Riftbound, player: Player, card: Card) -> bool:
    """As long as not all have passed, the player with priority executes or passes."""
    goes_on = bool(game.stack) and bool(game.passed) and player in game.holders
    return goes_on and timing_of(card) == Timing.REACTION and has_a_use(game, player, card)


@norm("RB1.3:339.2", permits("use_ability"))
def the_next_player_uses_an_ability_or_passes(game: Riftbound, player: Player, unit: Unit) -> bool:
    """As long as not all have passed, the player with priority executes or passes."""
    goes_on = bool(game.stack) and bool(game.passed) and player in game.holders
    return goes_on and is_ready(game, player, unit)


@norm("RB1.3:316.6", permits("end_turn"))
def the_turn_player_may_take_no_more_actions(game: Riftbound, player: Player) -> bool:
    """The main phase ends when the turn player takes no further action."""
    return game.is_neutral_open() and player == game.turn_player


# -- resolving -----------------------------------------------------------------------------------------


@norm("RB1.3:339.1", only("begin_resolution"))
def nothing_resolves_before_all_have_passed(game: Riftbound) -> bool:
    """Only when all players have passed in a row does the newest item resolve."""
    return game.in_game <= game.passes_in_a_row


@norm("RG:528", obliges("begin_resolution", before="pass_priority"))
def only_relevant_players_have_to_pass(game: Riftbound) -> bool:
    """In a combat attacker and defender have to pass, and nobody else."""
    all_relevant = some(
        Battlefield,
        lambda b: (
            game.where == b
            and game.is_opposed(b)
            and every(
                Player,
                lambda p: p in game.passed or (game.contested_by[b] != p and not game.has_units(p, b)),
            )
        ),
    )
    asked = game.ongoing == Ongoing.COMBAT and bool(game.stack) and not game.is_resolving()
    return asked and not game.outstanding and not game.pending and not game.waiting and all_relevant


@norm("RB1.3:320", forbids("finalize"))
def nothing_is_finalized_in_a_cleanup(game: Riftbound) -> bool:
    """During a cleanup nothing is finalized."""
    return game.outstanding


@norm("RB1.3:320", forbids("begin_resolution"))
def nothing_resolves_in_a_cleanup(game: Riftbound) -> bool:
    """During a cleanup nothing resolves."""
    return game.outstanding


@norm("RB1.3:321", forbids("end_cleanup"))
def no_cleanup_in_a_resolution(game: Riftbound) -> bool:
    """During a resolution no cleanup is performed."""
    return game.is_resolving()
