"""What must hold of a turn of Force of Will, and what must be possible in it."""

from checker import Step, eventually, every, invariant, possible, transition, under, violated
from models.force_of_will.sequence import Player
from models.force_of_will.turn import ForceOfWillTurn
from models.force_of_will.turn_parts import HAND_SIZE, Item, Place, Point
from specs.force_of_will import sequence

__all__ = ["sequence"]

# -- phases --------------------------------------------------------------------------------------------


@transition(
    cites=("FOW12:502", "FOW12:503", "FOW12:504", "FOW12:505"),
    says="a sequence for the beginning of a phase, or for the end of turn, is performed only for a trigger",
)
def no_sequence_without_its_trigger(before: ForceOfWillTurn, step: Step, after: ForceOfWillTurn) -> bool:
    """Such a sequence begins with something that waits to be played."""
    begins = (
        after.point == Point.RECOVERY_BEGINS
        or after.point == Point.MAIN_BEGINS
        or after.point == Point.END_BEGINS
        or after.point == Point.END_OF_TURN
    )
    return before.point == after.point or not begins or Item.BELL in after.waiting


@transition(
    cites=("FOW12:502", "FOW12:503", "FOW12:504.2", "FOW12:505.4"),
    says="each priority sequence of a turn begins with priority for the turn player",
)
def the_turn_player_begins(before: ForceOfWillTurn, step: Step, after: ForceOfWillTurn) -> bool:
    """The draw, the recovery and the final step are none."""
    by_itself = (
        after.point == Point.DRAW
        or after.point == Point.RECOVER
        or after.point == Point.FINAL_STEP
        or after.point == Point.FINAL_CHECK
        or after.point == Point.OVER
    )
    return before.point == after.point or by_itself or after.due == after.turn_player


@transition(
    cites=("FOW12:503.4", "FOW12:503.5"),
    says="when cards are recovered no will is left, and the turn player's resonator is recovered",
)
def recovery_clears_will(before: ForceOfWillTurn, step: Step, after: ForceOfWillTurn) -> bool:
    """Both are done before the main phase."""
    return step.rule != "recover_cards" or (after.will == 0 and not after.rested)


@transition(
    cites=("FOW12:502.4", "FOW12:1202.2"),
    says="cards come to hand by the Lament, and by the draw, which the first turn leaves out",
)
def the_first_turn_draws_nothing(before: ForceOfWillTurn, step: Step, after: ForceOfWillTurn) -> bool:
    """One card comes at a time."""
    if after.hand <= before.hand:
        return True
    drawn = step.rule == "draw_card" and not before.first_turn
    return (drawn or step.rule == "lament_resolves") and after.hand == before.hand + 1


# -- the final step ------------------------------------------------------------------------------------


@transition(
    cites=("FOW12:505.5", "FOW12:505.5a", "FOW12:505.5b", "FOW12:505.5c", "FOW12:505.5d"),
    says="the final step leaves no damage, no effect until end of turn, no will, and not too many cards",
)
def the_final_step_clears(before: ForceOfWillTurn, step: Step, after: ForceOfWillTurn) -> bool:
    """All four, whatever comes of them."""
    if step.rule != "final_step":
        return True
    return after.damage == 0 and not after.blessed and after.will == 0 and after.hand <= HAND_SIZE


@transition(
    cites=("FOW12:505.5e", "FOW12:505.6", "FOW12:906.6"),
    says="the turn passes only when no rule process is due and no triggered ability waits",
)
def no_turn_ends_with_a_trigger(before: ForceOfWillTurn, step: Step, after: ForceOfWillTurn) -> bool:
    """A last final step has gone before it, after which nothing happened."""
    if before.turn_player == after.turn_player:
        return True
    settled = not before.waiting and not before.stack and not before.is_process_due()
    return settled and before.hand <= HAND_SIZE and before.will == 0 and before.damage == 0


@eventually(cites=("FOW12:505.5e", "FOW12:505.6"), says="the turn ends, or somebody loses")
def the_turn_ends(game: ForceOfWillTurn) -> bool:
    """However often the final step is done again."""
    return game.over()


# -- rule processes ------------------------------------------------------------------------------------


@invariant(
    cites=("FOW12:602.1a", "FOW12:602.1b", "FOW12:906.6", "FOW12:901.1b"),
    says="nobody may act while a rule process is due or a triggered ability waits to be played",
    at="priority",
)
def checks_come_before_priority(game: ForceOfWillTurn) -> bool:
    """Each priority sequence performs them first."""
    return not game.is_process_due() and not game.waiting


@transition(
    cites=("FOW12:1201.1", "FOW12:1203", "FOW12:1204.1", "FOW12:1205.1"),
    says="rule processes are done in their listed order",
)
def processes_follow_their_list(before: ForceOfWillTurn, step: Step, after: ForceOfWillTurn) -> bool:
    """A later one waits while an earlier one is due."""
    if step.rule == "counters_go":
        return not before.short and every(Player, lambda p: before.life[p] > 0)
    if step.rule == "oak_is_destroyed":
        return not (before.more > 0 and before.less > 0)
    if step.rule == "oak_is_spent":
        return not before.is_destroyed()
    return True


@transition(
    cites=("FOW12:910.3", "FOW12:1204.1", "FOW12:1205.1"),
    says="what replaces the Oak's end is applied if it can be, and once for each situation",
)
def replaced_once_and_always(before: ForceOfWillTurn, step: Step, after: ForceOfWillTurn) -> bool:
    """A card goes from hand and the Oak stays; or the Oak goes, and no card."""
    if step.rule != "oak_is_destroyed" and step.rule != "oak_is_spent":
        return True
    stays = before.bound and before.hand > 0 and not (before.spared and step.rule == "oak_is_spent")
    if stays:
        return after.oak == Place.FIELD and after.hand == before.hand - 1
    return after.oak == Place.GRAVEYARD and after.hand == before.hand


@possible(
    cites=("FOW12:910.3", "FOW12:1205.1"),
    says="a resonator without DEF goes to the graveyard although a replacement was applied before",
)
def a_replacement_saves_nothing_twice(game: ForceOfWillTurn) -> bool:
    """The card was discarded, and the Oak has still no DEF."""
    return game.bound and game.oak == Place.GRAVEYARD and game.hand == 1 and game.point == Point.AFTER_DRAW


@possible(cites="FOW12:910.3", says="a replacement saves a damaged resonator")
def a_replacement_saves_what_is_damaged(game: ForceOfWillTurn) -> bool:
    """Spark has resolved, a card was discarded, and the Oak has no damage."""
    sparked = game.chants[Item.SPARK] == Place.GRAVEYARD and game.chants[Item.BLESSING] == Place.HAND
    return game.bound and sparked and game.oak == Place.FIELD and game.hand == 1


@possible(
    cites=("FOW12:103.3", "FOW12:1201.1", "FOW12:1202.2"),
    says="both lose when one has no life left and the other could not draw",
    expect=violated(),
    also=(under(loses="together"),),
)
def a_draw_by_life_and_cards(game: ForceOfWillTurn) -> bool:
    """In the listed order the second is not looked at any more: the first has lost alone."""
    return game.in_game.size == 0


@possible(
    cites=("FOW12:1202.1", "FOW12:1201.1"),
    says="who could not draw wins when the other player has no life left",
    also=(under(loses="together", expect=violated()),),
)
def who_could_not_draw_wins(game: ForceOfWillTurn) -> bool:
    """The process that looks at life comes first."""
    return game.scales and Player(0) in game.in_game and Player(1) not in game.in_game


@possible(cites="FOW12:1202.2", says="the turn player loses by too few cards")
def who_cannot_draw_loses(game: ForceOfWillTurn) -> bool:
    """Nobody lost life."""
    return not game.scales and Player(0) not in game.in_game


# -- what must be possible -----------------------------------------------------------------------------


@possible(
    cites=("FOW12:505.5b", "FOW12:505.5e", "FOW12:1205.1"),
    says="an effect ends in the final step, a resonator dies, its ability draws, and the step is repeated",
)
def the_final_step_is_repeated(game: ForceOfWillTurn) -> bool:
    """The card that the ability drew was discarded in the second."""
    return game.final_steps == 2 and game.deck == 0 and game.point == Point.OVER


@possible(
    cites=("FOW12:505.5a", "FOW12:505.5b"),
    says="a damaged resonator that only an effect kept alive survives the end of turn",
)
def damage_goes_before_effects(game: ForceOfWillTurn) -> bool:
    """Its damage is gone before its DEF is."""
    survives = game.oak == Place.FIELD and game.point == Point.OVER
    sparked = game.chants[Item.SPARK] == Place.GRAVEYARD and game.chants[Item.BLESSING] == Place.GRAVEYARD
    return survives and sparked and game.less == 0 and game.more == 0


@possible(cites=("FOW12:1203", "FOW12:1205.1"), says="a counter saves a resonator from one of the other kind")
def counters_take_each_other_away(game: ForceOfWillTurn) -> bool:
    """Wither has resolved, and neither counter is left."""
    return game.chants[Item.WITHER] == Place.GRAVEYARD and game.oak == Place.FIELD and game.less == 0


@possible(cites=("FOW12:906.10", "FOW12:1204.1"), says="the ability of a destroyed resonator is played")
def an_ability_outlives_its_source(game: ForceOfWillTurn) -> bool:
    """The Oak is gone, and the Lament is on the chase in the middle of the turn."""
    return game.point == Point.MAIN and game.oak == Place.GRAVEYARD and bool(game.stack)


@possible(cites=("FOW12:907.4", "FOW12:503.4"), says="will is kept from one priority sequence to the next")
def will_is_kept(game: ForceOfWillTurn) -> bool:
    """What the Bell gave as the draw phase began is there after the draw."""
    return game.will == 1 and game.point == Point.AFTER_DRAW
