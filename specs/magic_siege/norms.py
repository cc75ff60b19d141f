"""What the clauses demand where a battle has defense 0, or is defeated. One clause each.

The texts are of several editions, and are held against each other as if one played by all of them. Where an
article's clause can be read in two ways, the norm follows the reading that is chosen.
"""

from typing import Any

from checker import also_under, ensures, every, norm, obliges, only, permits, some
from models.magic_siege import Battle, Card, MagicSiege, Phase, Player, Zone
from models.priority_stack import Stage
from specs.magic_siege.reading import casts_now, has_triggered_only, on_the_stack, without_defense

Pair = tuple[bool, bool]

# The other way in which "has triggered" and "is defeated" can be read, and whom an attack option lets attack:
# with two players the only opponent is the defending player, whichever option is in use.
also_under(MagicSiege, pending_triggers="stack_only")
also_under(MagicSiege, defeated_is="a_state")
also_under(MagicSiege, attack_option="left", players=3, effects=0)

# -- defense 0 -----------------------------------------------------------------------------------------------


def buried(after: MagicSiege, battle: Battle) -> bool:
    """Return whether ``battle`` is in a graveyard."""
    return after.zone[battle] == Zone.GRAVEYARD


def stays(after: MagicSiege, battle: Battle) -> bool:
    """Return whether ``battle`` is on the battlefield."""
    return after.zone[battle] == Zone.BATTLEFIELD


def counts(before: MagicSiege, battle: Battle) -> bool:
    """Return whether an ability "has triggered and not yet left the stack", as CR24:704.5v is read."""
    waits = before.pending_triggers == "count" and has_triggered_only(before, battle)
    return on_the_stack(before, battle) or waits


def bare(before: MagicSiege, battle: Battle) -> bool:
    """Return whether a battle has defense 0 and no ability of its own counts as one that keeps it."""
    return without_defense(before, battle) and not counts(before, battle)


def spared(before: MagicSiege, battle: Battle) -> bool:
    """Return whether a battle has defense 0 and an ability of its own counts as one that keeps it."""
    return without_defense(before, battle) and counts(before, battle)


@norm("CR24:704.5v", ensures(after="finish_resolution"), governs="zone")
def without_defense_it_is_buried(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """A battle with defense 0 is buried, unless an ability of it has triggered and not left the stack."""
    return (
        some(Battle, lambda b: bare(before, b)),
        every(Battle, lambda b: not bare(before, b) or buried(after, b)),
    )


@norm("CR24:704.5v", ensures(after="finish_resolution"), governs="zone")
def an_ability_spares_it(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """It is not buried while an ability of it has triggered and not yet left the stack."""
    return (
        some(Battle, lambda b: spared(before, b)),
        every(Battle, lambda b: not spared(before, b) or stays(after, b)),
    )


@norm("CR24:310.7", ensures(after="finish_resolution"), governs="zone")
def an_ability_that_has_triggered_spares_it(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """A battle with defense 0 stays while an ability of it has triggered and not left the stack."""

    def is_source(battle: Battle) -> bool:
        waits = has_triggered_only(before, battle) or on_the_stack(before, battle)
        return without_defense(before, battle) and waits

    return some(Battle, is_source), every(Battle, lambda b: not is_source(b) or stays(after, b))


@norm("S-MTG:bullet-5/1", ensures(after="finish_resolution"), governs="zone")
def without_counters_it_is_buried(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """A battle without defense counters is buried unless a triggered ability of it has not left the stack."""

    def is_left(battle: Battle) -> bool:
        waits = has_triggered_only(before, battle) or on_the_stack(before, battle)
        return without_defense(before, battle) and not waits

    return some(Battle, is_left), every(Battle, lambda b: not is_left(b) or buried(after, b))


# Every battle here has an enters ability, so that each is the source of an ability that has triggered.
@norm("S-MTG:310.7", ensures(after="finish_resolution"), governs="zone")
def having_triggered_spares_it(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """A battle with defense 0 that is the source of an ability that has triggered is not buried."""
    return (
        some(Battle, lambda b: without_defense(before, b)),
        every(Battle, lambda b: not without_defense(before, b) or stays(after, b)),
    )


@norm("CR26:704.5w", ensures(after="finish_resolution"), governs="zone")
def what_is_no_siege_is_buried(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """A battle that is no Siege and has defense 0 is buried, whatever is on the stack."""

    def is_other(battle: Battle) -> bool:
        return without_defense(before, battle) and before.card[battle] == Card.NO_TYPE

    return some(Battle, is_other), every(Battle, lambda b: not is_other(b) or buried(after, b))


@norm("WotC-R:1", ensures(after="finish_resolution"), governs="zone")
def what_never_had_counters_is_buried(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """A Siege that never had defense counters goes to its owner's graveyard."""

    def never_had(battle: Battle) -> bool:
        return before.is_siege(battle) and battle not in before.had_counters

    return some(Battle, never_had), every(Battle, lambda b: not never_had(b) or buried(after, b))


# -- defeat --------------------------------------------------------------------------------------------------


def defeated(before: MagicSiege, battle: Battle) -> bool:
    """Return whether ``battle`` is a Siege whose defeat ability is being resolved."""
    return before.is_siege(battle) and some(
        before.stack, lambda e: e.stage != Stage.WAITING and e.battle == battle
    )


@norm("CR24:310.11b/2", ensures(after="defeat_resolves"), governs="zone", at="choice")
def the_siege_is_exiled(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """When the defeat ability resolves, the Siege is exiled."""
    return (
        some(Battle, lambda b: defeated(before, b)),
        every(Battle, lambda b: not defeated(before, b) or after.zone[b] == Zone.EXILE),
    )


@norm("CR24:603.4", ensures(after="defeat_resolves"), governs="zone", at="choice")
def no_condition_is_checked_again(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """The defeat ability has no condition after its event, so that counters put back do not stop it."""

    def has_counters(battle: Battle) -> bool:
        return defeated(before, battle) and before.defense[battle] > 0

    return some(Battle, has_counters), every(Battle, lambda b: not has_counters(b) or not stays(after, b))


@norm(
    "S-MTG:reminder/3", ensures(after=("defeat_resolves", "finish_resolution")), governs="zone", at="choice"
)
def what_is_defeated_is_exiled(before: MagicSiege, step: Any, after: MagicSiege) -> Pair:
    """When a Siege is defeated it is exiled: once it was, or as long as it is."""
    is_state = before.defeated_is == "a_state"
    if step.rule == "finish_resolution":
        return (
            is_state and some(Battle, lambda b: before.is_siege(b) and bare(before, b)),
            every(
                Battle,
                lambda b: not (before.is_siege(b) and bare(before, b)) or after.zone[b] == Zone.EXILE,
            ),
        )

    def still(battle: Battle) -> bool:
        return not is_state or before.defense[battle] == 0

    return (
        some(Battle, lambda b: defeated(before, b)),
        every(
            Battle,
            lambda b: (
                not defeated(before, b) or (after.zone[b] == Zone.EXILE if still(b) else stays(after, b))
            ),
        ),
    )


# -- the back face -------------------------------------------------------------------------------------------


@norm("CR24:310.11b/3", permits("cast_transformed"))
def the_back_face_may_be_cast(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """The ability's controller may cast the exiled Siege transformed."""
    return casts_now(game, player, battle)


@norm("CR24:310.11b/3", permits("decline_to_cast"))
def the_back_face_may_be_left(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """The ability's controller may leave the exiled Siege where it is."""
    return casts_now(game, player, battle)


@norm("S-MTG:bullet-1", permits("decline_to_cast"))
def its_controller_may_leave_it(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """Its controller may cast it transformed, and so may not."""
    return casts_now(game, player, battle)


@norm("S-MTG:310.11b", obliges("cast_transformed", before="decline_to_cast"))
def the_back_face_is_cast(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """It is exiled, and then cast transformed."""
    return casts_now(game, player, battle)


@norm("S-MTG:reminder/3", obliges("cast_transformed", before="decline_to_cast"))
def the_card_says_that_it_is_cast(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """It is exiled and then cast transformed."""
    return casts_now(game, player, battle)


@norm("CR24:608.2g/1", permits("cast_transformed"))
def it_is_cast_during_the_resolution(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """What a resolving ability lets a player cast is cast during the resolution."""
    return casts_now(game, player, battle)


@norm("CR24:117.1a/2", only("cast_transformed"))
def other_spells_wait_for_a_main_phase(game: MagicSiege, player: Player) -> bool:
    """Spells that are no instants can be cast in one's own main phase only, with an empty stack."""
    return game.phase == Phase.MAIN and player == game.turn_player and not game.stack


@norm("CR24:117.1a/2", only("cast_battle"))
def battles_wait_for_a_main_phase(game: MagicSiege, player: Player) -> bool:
    """Spells that are no instants can be cast in one's own main phase only, with an empty stack."""
    return game.phase == Phase.MAIN and player == game.turn_player and not game.stack


@norm("CR24:310.1", permits("cast_battle"))
def a_battle_may_be_cast(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """A player with priority can cast a battle card from hand in a main phase on an empty stack."""
    main = game.phase == Phase.MAIN and player == game.turn_player and not game.stack
    in_hand = game.zone[battle] == Zone.HAND and game.owner[battle] == player
    return main and in_hand and player in game.holders
