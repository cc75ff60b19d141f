"""What single clauses of Riftbound demand of battlefields: showdowns, control, combat, points and winning.

Each is read by itself and literally, apart from the model, as in ``norms``.
"""

from checker import Step, every, forbids, gives, norm, obliges, only, permits, requires, some
from models.riftbound import Battlefield, Ongoing, Player, Riftbound, Role, Unit, Zone

# -- battlefields: how showdowns begin and end -----------------------------------------------------------


def is_cleaning_up(game: Riftbound) -> bool:
    """Return whether a cleanup is performed: not in a resolution, nor before an empty chain has closed."""
    return game.outstanding and not game.is_resolving() and (game.is_closed() or not game.opened_by)


def is_lethal(game: Riftbound, unit: Unit) -> bool:
    """Return whether a unit on the board has lethal damage."""
    return game.zone[unit] == Zone.BOARD and game.damage[unit] >= game.might[unit]


def is_there(game: Riftbound, unit: Unit) -> bool:
    """Return whether a unit is at the battlefield where something goes on."""
    return some(Battlefield, lambda b: game.where == b and game.at[unit] == b)


def is_past_the_deaths(game: Riftbound) -> bool:
    """Return whether a cleanup has nothing more to do in its steps of marks and deaths."""
    deaths = some(Unit, lambda u: is_lethal(game, u))
    in_combat = game.in_combat()
    return not deaths and every(
        Unit,
        lambda u: game.role[u] != Role.NONE if in_combat and is_there(game, u) else game.role[u] == Role.NONE,
    )


@norm("RB1.3:446.1", gives("ongoing", after="move"))
def a_move_opens_a_showdown(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """A showdown is opened when a move causes one."""
    causes = some(
        Battlefield,
        lambda b: step.battlefield == b and not before.contested_by[b] and bool(after.contested_by[b]),
    )
    return causes, after.in_showdown()


@norm("RB1.3:447.1", gives("ongoing", after=("charm_resolves", "pull_resolves")))
def a_moving_effect_opens_a_showdown(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """A showdown is opened when an effect moves a unit so that it causes one."""
    causes = some(Battlefield, lambda b: not before.contested_by[b] and bool(after.contested_by[b]))
    return causes, after.in_showdown()


@norm("RB1.3:323.11", gives("ongoing", after=("move", "charm_resolves", "pull_resolves")))
def showdowns_open_in_a_neutral_open_state(
    before: Riftbound, step: Step, after: Riftbound
) -> tuple[bool, bool]:
    """In a neutral open state a staged showdown opens, and in no other."""
    return not before.in_showdown() and after.is_closed(), not after.in_showdown()


@norm("RB1.3:344", requires(), governs="contested_by")
def what_is_contested_has_its_showdown(game: Riftbound) -> tuple[bool, bool]:
    """A showdown begins when control of a battlefield is contested and the state is neutral and open."""
    return game.is_neutral_open(), every(Battlefield, lambda b: not game.contested_by[b])


@norm("RB1.3:323.8", permits("stage_showdown"))
def a_showdown_is_staged_where_contested(game: Riftbound, battlefield: Battlefield, staged: bool) -> bool:
    """In a cleanup a showdown is staged where contested was applied."""
    if not staged or game.where == battlefield or battlefield in game.showdown_staged:
        return False
    there = some(Player, lambda p: game.contested_by[battlefield] == p and game.has_units(p, battlefield))
    return there and is_cleaning_up(game) and is_past_the_deaths(game)


@norm("RB1.3:344.2", only("stage_showdown"))
def showdowns_are_at_uncontrolled_battlefields(
    game: Riftbound, battlefield: Battlefield, staged: bool
) -> bool:
    """Without combat the showdown is at an uncontrolled battlefield."""
    return not staged or not game.controller[battlefield] or game.is_opposed(battlefield)


@norm("RB1.3:316.5.b", only("stage_showdown"))
def showdowns_are_caused_at_uncontrolled_battlefields(
    game: Riftbound, battlefield: Battlefield, staged: bool
) -> bool:
    """A showdown is caused at an uncontrolled battlefield."""
    return not staged or not game.controller[battlefield] or game.is_opposed(battlefield)


@norm("RB1.3:347.3.a.1", forbids("control_after_showdown"))
def a_cleanup_follows_a_showdown(game: Riftbound) -> bool:
    """As a showdown ends a cleanup is performed, and nothing else before it."""
    return game.ongoing == Ongoing.CLOSED and game.outstanding


@norm("RB1.3:348.2.a", obliges("control_after_showdown", before=("end_cleanup", "open_showdown")))
def control_is_established_as_the_showdown_closes(
    game: Riftbound, player: Player, battlefield: Battlefield
) -> bool:
    """When a showdown has closed, whose units alone are left establishes control unless they have it."""
    alone = game.holds_alone(player, battlefield) and game.controller[battlefield] != player
    return game.ongoing == Ongoing.CLOSED and game.where == battlefield and alone


@norm("RB1.3:187.3.b", gives("contested_by", after="no_control_after_showdown"))
def contested_lasts_until_control_is_established(
    before: Riftbound, step: Step, after: Riftbound
) -> tuple[bool, bool]:
    """Contested lasts until control is established."""
    return True, every(
        Battlefield,
        Player,
        lambda b, p: step.battlefield != b or before.contested_by[b] != p or after.contested_by[b] == p,
    )


# -- control ---------------------------------------------------------------------------------------------


@norm("RB1.3:323.5", obliges("state_based", before="end_cleanup"))
def units_with_lethal_damage_are_killed(game: Riftbound) -> bool:
    """In a cleanup units with lethal damage are killed."""
    return is_cleaning_up(game) and some(Unit, lambda u: is_lethal(game, u))


@norm("RB1.3:187.4.c", obliges("lose_control", before="end_cleanup"))
def control_is_lost_without_units(game: Riftbound, battlefield: Battlefield) -> bool:
    """Who has no units at a battlefield, where nothing goes on, loses control of it in the cleanup."""
    is_open = is_cleaning_up(game) and not game.is_closed()
    return (
        is_open
        and not game.is_fought_about(battlefield)
        and some(Player, lambda p: game.controller[battlefield] == p and not game.has_units(p, battlefield))
    )


@norm("RB-FAQ-U:323.6", obliges("lose_control", before="end_cleanup"))
def control_is_lost_without_own_units(game: Riftbound, battlefield: Battlefield) -> bool:
    """In step 4 players lose control of battlefields where they have no units of their own."""
    step_four = is_cleaning_up(game) and not game.is_closed() and game.ongoing == Ongoing.NOTHING
    return step_four and some(
        Player, lambda p: game.controller[battlefield] == p and not game.has_units(p, battlefield)
    )


@norm("RB1.3:323.6", only("lose_control"))
def empty_battlefields_become_uncontrolled(game: Riftbound, battlefield: Battlefield) -> bool:
    """With nothing ongoing, battlefields without units become uncontrolled."""
    empty = not some(Unit, lambda u: game.at[u] == battlefield)
    return empty and not game.in_showdown() and not game.in_combat()


@norm("RB1.3:187.4.b", forbids("lose_control"))
def control_does_not_change_in_a_showdown(game: Riftbound, battlefield: Battlefield) -> bool:
    """Control of a battlefield does not change while a showdown or combat goes on there."""
    return game.is_fought_about(battlefield)


# -- combat, points and winning --------------------------------------------------------------------------


@norm("RB1.3:461.3.d", gives("victor", after="control_after_combat"))
def the_defender_has_won(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """Where attackers were recalled, the defender alone remains and has won."""
    return before.recalled, after.victor == step.player


@norm("RB-FAQ-U:461.3", gives("victor", after="control_after_combat"))
def nobody_has_won_after_a_recall(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """Where units were recalled, a combat has no result."""
    return before.recalled, not after.victor


CONQUERING = ("control_after_showdown", "control_after_combat")
"""What establishes control of the battlefield that was fought about."""


@norm("RB1.3:464.1", gives("points", after=CONQUERING))
def what_was_scored_is_not_conquered(before: Riftbound, step: Step, after: Riftbound) -> tuple[bool, bool]:
    """Gaining control of a battlefield that one has scored this turn is no conquest."""
    scored = some(before.scored[step.player], lambda b: step.battlefield == b)
    return scored, after.points[step.player] == before.points[step.player]


@norm("S-RB:glossary-conquer", gives("points", after=CONQUERING))
def what_was_not_controlled_is_conquered(
    before: Riftbound, step: Step, after: Riftbound
) -> tuple[bool, bool]:
    """To take control of a battlefield that one did not control is to conquer it and to score for it."""
    gains = before.controller[step.battlefield] != step.player
    final = before.points[step.player] + 1 >= before.victory_score
    return gains and not final, after.points[step.player] == before.points[step.player] + 1
