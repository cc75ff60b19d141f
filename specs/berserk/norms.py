"""What the clauses on priority and the stack in Berserk demand, each from its own text.

Clauses of all editions stand beside each other, so that a finding of two editions says what one cannot
play by both. Norms about who has priority speak of the field ``holders``, and those about what
players may do take it as it is.
"""

from checker import (
    Step,
    also_under,
    at_most_one,
    ensures,
    every,
    forbids,
    gives,
    needs,
    norm,
    obliges,
    only,
    permits,
    requires,
    set_of,
    settled,
    some,
)
from models.berserk import FAST, SLOW, Berserk, Creature, Deed, Gain, Phase, Player, controller, source
from models.berserk.parts import gainer
from models.priority_stack import Stage
from specs.berserk.rule_effects import rule_effect_is_due

DECLARATIONS = ("use_ability", "act_slowly")

settled(Berserk, "holders", says="who has priority")
settled(Berserk, "passed", says="who has passed")
# Where the text leaves open what becomes of a symbiote, an order matters; and passes may count on, or not.
also_under(Berserk, symbiote="unsettled")
also_under(Berserk, run_of_passes="kept")

# -- who has priority --------------------------------------------------------------------------------


@norm("S-BK:303.1/2", at_most_one(field="holders"))
def one_owner_at_most(game: Berserk) -> bool:
    """At any moment only one player can have priority."""
    return True


@norm("S-BK:303.1/2", requires(), governs="holders", at="everywhere")
def one_owner_at_least(game: Berserk) -> tuple[bool, bool]:
    """At any moment one player has priority, while rule effects are looked at too."""
    return rule_effect_is_due(game), bool(game.holders)


@norm("BK19:503.2/2", requires(), governs="holders", at="everywhere")
def nobody_has_priority_meanwhile(game: Berserk) -> tuple[bool, bool]:
    """While rule effects are carried out, nobody has priority."""
    return rule_effect_is_due(game), not game.holders


@norm("S-BK:303.6", requires(), governs="holders", at="everywhere")
def priority_comes_after_rule_effects(game: Berserk) -> tuple[bool, bool]:
    """Who should get priority applies all rule effects instead, and gets priority after that."""
    return rule_effect_is_due(game), not game.holders


@norm("S-BK:303.1/3", gives("holders", after=("change_phase", "end_sequence")), at="priority")
def the_active_player_begins(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """When a new phase begins, the Active player gets priority."""
    return before.phase != after.phase, after.holders == set_of(after.turn_player)


@norm("S-BK:303.2/1", gives("holders", after="pass_priority"), at="priority")
def a_pass_hands_over(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """A pass hands priority to the opponent; what two in sequence come to is told elsewhere."""
    return not before.passed, every(Player, lambda p: (p in after.holders) == (p != step.player))


@norm("S-BK:303.3/1", gives("holders", after=DECLARATIONS))
def the_declarer_keeps_priority(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """Whoever declares something that uses the stack keeps priority."""
    return True, after.holders == set_of(step.player)


@norm("BKON:215.9", gives("holders", after=(*DECLARATIONS, "finish_resolution")))
def the_active_player_gains_priority(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """The active player gains priority whenever something was declared or has resolved."""
    return True, after.holders == set_of(after.turn_player)


@norm("S-BK:303.4/2", gives("holders", after="finish_resolution"))
def the_active_player_again(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """After a performance the Active player has priority again."""
    return True, after.holders == set_of(after.turn_player)


# -- the run of passes -------------------------------------------------------------------------------


@norm("S-BK:303.4/1", gives("passed", after="pass_priority"))
def passes_are_counted(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """What is the top is performed once both have passed in sequence, so that a first pass counts."""
    return not before.passed, after.passed == set_of(step.player)


@norm("S-BK:303.4/4", gives("passed", after="finish_resolution"))
def passes_are_counted_anew(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """What is the top after a performance takes passes of its own."""
    return True, not after.passed


# -- what players may do -----------------------------------------------------------------------------


def can_declare(game: Berserk, player: Player, deed: Deed) -> bool:
    """Return whether a player has priority, the deed is one that is left to them, and no card forbids it."""
    return (
        player in game.holders
        and player not in game.silenced
        and deed in game.can
        and source(deed) in game.alive
        and controller(deed) == player
    )


@norm("S-BK:303.1/1", permits("use_ability"))
def priority_lets_declare(game: Berserk, player: Player, deed: Deed) -> bool:
    """Who has priority may declare game actions, unless a card forbids them."""
    return deed in FAST and can_declare(game, player, deed)


@norm("BK19:506.3", needs("act_slowly"))
def only_open_creatures_move(game: Berserk, deed: Deed) -> bool:
    """Only open creatures move."""
    return deed != Deed.MOVE or source(deed) in game.open


@norm("BK19:506.5", needs("act_slowly"))
def acting_uses_up_movement(game: Berserk, deed: Deed) -> bool:
    """A creature that has acted has no movement left."""
    return deed != Deed.MOVE or game.movement


@norm("BK19:506.2", only("act_slowly"))
def movement_has_its_subphase(game: Berserk, player: Player, deed: Deed) -> bool:
    """Only the Active player moves creatures, in the Choice subphase."""
    return deed != Deed.MOVE or (player == game.turn_player and game.phase == Phase.CHOICE)


@norm("S-BK:303.3/2", permits("act_slowly"))
def the_declarer_may_declare_another(game: Berserk, player: Player, deed: Deed) -> bool:
    """Who has declared something may declare another game action."""
    declared = not game.passed and bool(game.stack) and game.stack.top.controller == player
    return declared and deed in SLOW and can_declare(game, player, deed)


@norm("S-BK:303.4/3", forbids("act_slowly"))
def no_slow_ones_meanwhile(game: Berserk) -> bool:
    """Until the stack is empty, the new game actions are fast ones."""
    return bool(game.stack)


@norm("BKON:103.6", forbids("use_ability"))
def means_come_first(game: Berserk, deed: Deed) -> bool:
    """Nothing is declared that could not be paid for."""
    return deed in game.can and not game.has_means(deed)


@norm("S-BK:303.2/2", permits("pass_priority"))
def a_pass_is_no_game_action(game: Berserk, player: Player) -> bool:
    """A pass is no game action, so that nothing which forbids these forbids a player to pass."""
    return player in game.holders


@norm("BKON:200.1.a", forbids("pass_priority"))
def a_pass_is_a_game_action(game: Berserk, player: Player) -> bool:
    """A pass is a game action, so that who may take none may not pass."""
    return player in game.silenced


@norm("S-BK:302.5/3", permits("change_phase"))
def the_change_of_phase_is_declared(game: Berserk, player: Player) -> bool:
    """Going on to the next phase is a game action without the stack: who has priority may declare it."""
    return player in game.holders and player not in game.silenced


@norm("S-BK:303.4/5", forbids("change_phase"))
def the_stack_is_emptied_first(game: Berserk) -> bool:
    """Everything on the stack is performed and taken from it before the game goes on."""
    return bool(game.stack)


@norm("S-BK:303.5", ensures(after="change_phase"), governs="phase")
def the_change_of_phase_happens_at_once(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """What does not use the stack, as the change of phase, is performed at once."""
    return True, after.phase != before.phase


@norm("BKON:300.3", only("change_phase"))
def both_pass_to_end_a_phase(game: Berserk) -> bool:
    """A phase ends when the stack is empty and both have passed."""
    return not game.stack and game.in_game <= game.passes_in_a_row


# -- performance -------------------------------------------------------------------------------------


def is_performed(game: Berserk, deed: Deed) -> bool:
    """Return whether both have passed on a deed, and it has not had its effect."""
    return some(game.stack, lambda e: e.deed == deed and e.stage == Stage.RESOLVING)


@norm("S-BK:303.4/1", obliges("begin_resolution"))
def the_top_is_performed(game: Berserk) -> bool:
    """What was declared is performed once both have passed in sequence."""
    return bool(game.stack) and not game.is_resolving() and game.in_game <= game.passes_in_a_row


@norm("S-BK:303.4/1", forbids("begin_resolution"))
def nothing_is_performed_before(game: Berserk) -> bool:
    """Nothing is performed unless both have passed in sequence."""
    return bool(game.stack) and not game.in_game <= game.passes_in_a_row


@norm("S-BK:302.6/2", obliges("strike_performed"))
def a_strike_is_rolled_as_it_is_performed(game: Berserk) -> bool:
    """Performing what has a number takes its die roll."""
    return is_performed(game, Deed.STRIKE)


@norm("S-BK:302.3/4", forbids("strike_performed"))
def a_roll_comes_from_the_stack(game: Berserk) -> bool:
    """A die roll uses the stack: what is no entry there is not rolled."""
    return some(game.stack, lambda e: e.deed == Deed.STRIKE and e.stage == Stage.RESOLVING and not e.is_roll)


@norm("S-BK:302.6/2", obliges("move_performed"))
def a_movement_is_performed(game: Berserk) -> bool:
    """What was declared, and has come up, is performed."""
    return is_performed(game, Deed.MOVE)


@norm("S-BK:302.3/3", ensures(after="act_slowly"), governs="in_cell")
def a_movement_waits_on_the_stack(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """Moving a card uses the stack, so that declaring it moves nothing."""
    return step.deed == Deed.MOVE, after.in_cell == before.in_cell


@norm("BKON:423.1", forbids("move_performed"))
def what_proves_illegal_has_no_effect(game: Berserk) -> bool:
    """What proves illegal as it resolves has no effect, such as a movement into a cell that is taken."""
    return bool(game.in_cell)


@norm("S-BK:302.6/3", obliges("pay", before="give_priority"))
def payment_follows_performance(game: Berserk, deed: Deed) -> bool:
    """After its performance a game action is paid for."""
    return deed in game.owed


@norm("S-BK:301.1/1", needs("pay"))
def paying_takes_the_price(game: Berserk, deed: Deed) -> bool:
    """Paying for a request takes what it costs."""
    return deed not in game.owed or game.has_means(deed)


@norm("S-BK:303.4/2", obliges("give_priority", before="pay"))
def priority_follows_performance(game: Berserk, player: Player) -> bool:
    """Once what was performed is off the stack, and no rule effect is due, the Active player has priority."""
    dead = some(Creature, lambda c: has_no_life(game, c))
    return not dead and game.due == player and some(game.owed, game.has_means)


# -- rule effects ------------------------------------------------------------------------------------


def has_no_life(game: Berserk, creature: Creature) -> bool:
    """Return whether a creature is still there without any life left."""
    return creature in game.alive and game.life[creature] == 0


@norm("BK19:503.2/1", obliges("creature_dies", before=("finish_resolution", "pay", "give_priority")))
def a_death_comes_at_once(game: Berserk, creature: Creature) -> bool:
    """A rule effect is carried out as soon as it is relevant."""
    return has_no_life(game, creature)


@norm("S-BK:303.6", forbids("creature_dies"))
def a_death_waits_for_priority(game: Berserk, creature: Creature) -> bool:
    """Rule effects wait until a player should get priority, when nothing else comes before."""
    return has_no_life(game, creature) and (not game.due or bool(game.owed))


@norm("S-BK:302.5/2", ensures(after="creature_dies"), governs=("alive", "is_symbiote"))
def a_symbiote_may_live_on(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """As its host dies, a symbiote whose text says so becomes an independent creature."""
    return (
        step.creature == Creature.HOST and before.is_symbiote and before.lives_on,
        Creature.SYMBIOTE in after.alive and not after.is_symbiote,
    )


@norm("BKON:210.7", ensures(after="creature_dies"), governs="alive")
def a_symbiote_dies_with_its_host(before: Berserk, step: Step, after: Berserk) -> tuple[bool, bool]:
    """As its host leaves, a symbiote gets a destruction effect that nothing cancels."""
    return step.creature == Creature.HOST and before.is_symbiote, Creature.SYMBIOTE not in after.alive


@norm("BK19:503.3", obliges("cut_cycle", before="gain_token"))
def a_cycle_is_cut_before_it_repeats(game: Berserk) -> bool:
    """An endless cycle of rule effects is cut before its first repetition: the same token for one card."""
    return some(Gain, Gain, lambda g, h: game.gain == g and h in game.gained and gainer(g) == gainer(h))


@norm("BKON:103.4", forbids("cut_cycle"))
def only_exact_repetitions_are_blocked(game: Berserk) -> bool:
    """An endless chain goes on until an effect exactly repeats an earlier one."""
    return not some(Gain, lambda g: game.gain == g and g in game.gained)


@norm("BKON:103.4", forbids("gain_token"))
def exact_repetitions_are_blocked(game: Berserk, gain: Gain) -> bool:
    """The first effect that exactly repeats an earlier one is blocked."""
    return gain in game.gained
