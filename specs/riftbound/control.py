"""What must hold of battlefields in Riftbound: contested, fought about, controlled and scored."""

from checker import Step, count, every, invariant, some, transition, under, violated
from models.riftbound import (
    Battlefield,
    Ongoing,
    Player,
    Riftbound,
    Role,
    Unit,
)

# -- contested, control, points ------------------------------------------------------------------------


@transition(
    cites=("RB1.3:187.4", "RB1.3:187.4.b", "RB1.4:190.4.b", "S-RB:glossary-contested/2"),
    says="control of a battlefield changes only as a showdown or combat there ends, "
    "or in a cleanup while none goes on there",
)
def control_changes_at_the_end(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Nobody takes control by arriving."""
    ends = (
        step.rule == "control_after_showdown"
        or step.rule == "control_after_combat"
        or step.rule == "no_control_after_combat"
    )
    return every(
        Battlefield,
        lambda b: (
            before.controller[b] == after.controller[b]
            or (ends and before.where == b)
            or (
                step.rule == "lose_control"
                and not after.controller[b]
                and not before.is_fought_about(b)
                and not before.stack
            )
        ),
    )


@invariant(
    cites=("RB1.3:187.4.c", "RB1.4:190.4.c", "RB-FAQ-U:323.6"),
    at="priority",
    says="in an open state, who controls a battlefield that is not fought about has units there",
    also=(under(loss_elsewhere="no", expect=violated(length=42)),),
)
def controllers_have_units(game: Riftbound) -> bool:
    """Also while a showdown goes on at another battlefield."""
    return game.is_closed() or every(
        Battlefield,
        lambda b: (
            game.is_fought_about(b)
            or every(Player, lambda p: game.controller[b] != p or game.has_units(p, b))
        ),
    )


@transition(
    cites=("RB1.3:344.2", "RB-FAQ-U:323.6", "RB-FAQ-S:takeover"),
    says="a showdown without combat opens only at a battlefield that nobody controls",
    also=(
        under(control_lost="any_units", expect=violated(length=20)),
        under(showdown_where="where_uncontrolled"),
    ),
)
def showdowns_are_about_uncontrolled_battlefields(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Control is lost in the same cleanup, before the showdown opens."""
    if step.rule != "open_showdown" or after.ongoing != Ongoing.SHOWDOWN:
        return True
    return not after.controller[step.battlefield]


@invariant(
    cites=("RB1.3:344", "RB1.3:323.8", "RB-FAQ-U:323.8", "RB1.3:455", "S-RB:3"),
    at="priority",
    says="in a neutral open state no battlefield is contested, nor has units of several players",
    also=(
        under(control_lost="any_units", showdown_where="where_uncontrolled", expect=violated(length=21)),
        under(stale_mark="stays", expect=violated(length=36)),
    ),
)
def contested_is_fought_about(game: Riftbound) -> bool:
    """What is contested has its showdown before the turn player acts again."""
    return not game.is_neutral_open() or every(
        Battlefield, lambda b: not game.contested_by[b] and not game.is_opposed(b)
    )


@transition(
    cites=("RB1.3:345", "RB1.3:187.3.b", "RB1.3:459.2.b.1"),
    says="who contests a battlefield has units there whenever its showdown begins",
)
def contesters_are_there(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Nobody gets focus, or attacks, by a mark that was left behind."""
    if step.rule != "open_showdown":
        return True
    contested: Battlefield = step.battlefield
    return some(Player, lambda p: after.contested_by[contested] == p and after.has_units(p, contested))


@transition(
    cites=("RB1.3:323.11", "RB1.3:344", "S-RB:4/2"),
    says="a showdown begins only when the chain is empty",
    also=(under(opens="at_once", expect=violated(length=6)),),
)
def showdowns_begin_in_the_open(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """A move by a spell stages one, and the rest of the chain comes first."""
    return before.in_showdown() or not after.in_showdown() or not after.is_closed()


@transition(
    cites=("RB1.3:187.3.a.1", "S-RB:4/3"),
    says="an arrival where a showdown goes on leaves who contested, who has focus and who has passed",
)
def joining_changes_nothing(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """A contest that goes on is joined, and not begun anew."""
    return every(
        Unit,
        Battlefield,
        lambda u, b: (
            before.at[u] == after.at[u]
            or after.at[u] != b
            or not before.is_fought_about(b)
            or (
                before.contested_by[b] == after.contested_by[b]
                and before.focus == after.focus
                and before.passed == after.passed
            )
        ),
    )


@transition(
    cites=("RB1.3:464.1", "RB1.3:348.2.a.1", "RB1.4:470", "S-RB:8/3"),
    says="nobody scores twice in a turn for one battlefield",
    also=(under(conquer="not_controlled", expect=violated(length=35)),),
)
def one_score_a_battlefield(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Points are one for each battlefield that was not scored before."""
    return every(
        Player,
        lambda p: (
            after.points[p] - before.points[p]
            <= count(Battlefield, lambda b: b in after.scored[p] and b not in before.scored[p])
        ),
    )


@transition(
    cites=("RB1.3:464.1", "RB1.3:187.4", "S-RB:2/4"),
    says="who gains control of a battlefield has scored for it this turn",
)
def control_is_scored(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """By a point, or by a card in place of the final one."""
    return every(
        Battlefield,
        Player,
        lambda b, p: after.controller[b] != p or before.controller[b] == p or b in after.scored[p],
    )


@transition(
    cites=("RB1.3:466.1.b.1", "RB1.3:466.1.b.2", "RB1.4:471", "RB-FAQ-O:final-point"),
    says="the final point is not gained by conquest before all battlefields are scored this turn",
)
def the_final_point(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """A hold may give it with one battlefield."""
    conquers = step.rule == "control_after_showdown" or step.rule == "control_after_combat"
    return not conquers or every(
        Player,
        lambda p: (
            after.points[p] == before.points[p]
            or after.points[p] < after.victory_score
            or every(Battlefield, lambda b: b in after.scored[p])
        ),
    )


@transition(
    cites=("RB1.3:323.1", "RB1.3:467", "RB1.4:472", "RB-PN:467", "RB-FAQ-U:323.1"),
    says="who wins does so in a cleanup, with the victory score and more points than anybody else",
    also=(under(winning="at_once", expect=violated(length=30)),),
)
def wins_in_a_cleanup(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Nobody wins by having as many points as another."""
    if not after.winner:
        return True
    return step.rule == "win" and every(
        Player,
        lambda p: (
            after.points[p] >= after.victory_score
            if after.winner == p
            else some(Player, lambda w: after.winner == w and after.points[w] > after.points[p])
        ),
    )


# -- combat --------------------------------------------------------------------------------------------


@invariant(
    cites=("RB1.3:323.2", "RB1.3:459.2.b.1", "RB1.3:459.2.b.2", "RB1.4:464.2.c", "RB1.4:466.7"),
    at="priority",
    says="the units where a combat goes on are attackers of who contested and defenders; no others are",
)
def marks_are_right(game: Riftbound) -> bool:
    """Nobody may act before the marks are put on and taken off."""
    return every(
        Unit,
        lambda u: (
            (
                game.role[u] != Role.NONE
                if game.in_combat() and some(Battlefield, lambda b: game.where == b and game.at[u] == b)
                else game.role[u] == Role.NONE
            )
            and every(
                Battlefield,
                lambda b: (
                    game.where != b
                    or game.role[u] == Role.NONE
                    or (game.role[u] == Role.ATTACKER) == (game.contested_by[b] == game.side[u])
                ),
            )
        ),
    )


@transition(
    cites=("RB1.3:460", "RB1.4:465", "S-RB:card"),
    says="stunned units deal no combat damage",
)
def the_stunned_deal_nothing(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Without a unit of a side that is not stunned, there is nothing to assign."""
    return step.rule != "sum_might" or every(
        Role,
        lambda r: (
            after.unassigned[r] == 0
            or some(Unit, lambda u: before.role[u] == r and r != Role.NONE and u not in before.stunned)
        ),
    )


@transition(
    cites=("RB1.3:460", "RB1.4:465"),
    says="no unit gets combat damage while another one of its side has less than is lethal, but for one",
)
def lethal_before_the_next(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """At most one unit of a side is left with some damage that does not kill it."""
    return step.rule != "deal_damage" or every(
        Role,
        lambda r: (
            count(
                Unit,
                lambda u: (
                    before.role[u] == r
                    and before.assigned[u] > 0
                    and before.damage[u] + before.assigned[u] < before.might[u]
                ),
            )
            <= 1
        ),
    )


@transition(
    cites=("RB1.3:461.1", "RB1.4:466.1", "RB1.4:466.1.a"),
    says="after the damage of a combat no unit is damaged, and attackers stay only without defenders",
)
def combat_heals_and_recalls(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Nothing is carried over into what follows."""
    if step.rule != "heal_and_recall":
        return True
    defended = some(Unit, lambda u: before.role[u] == Role.DEFENDER)
    return every(
        Unit,
        lambda u: (
            after.damage[u] == 0 and (before.role[u] != Role.ATTACKER or (after.at[u] == None) == defended)  # noqa: E711 - traced
        ),
    )


@transition(
    cites=("RB1.4:466.3", "RB1.4:466.3.d", "RB-FAQ-U:461.3", "RB1.3:461.3.d"),
    says="nobody has won a combat in which units were recalled",
    also=(under(recall_result="defender", expect=violated(length=58)),),
)
def a_recall_has_no_winner(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """By the earlier text the defender, who alone remains, had won."""
    return step.rule != "control_after_combat" or not before.recalled or not after.victor


@transition(
    cites=("RB1.3:461.5.b", "RB-FAQ-O:all-die"),
    says="where all units died in a combat, nobody controls, wins or scores",
)
def nobody_wins_when_all_die(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Neither keeps the former controller the battlefield, nor does the attacker conquer it."""
    if step.rule != "no_control_after_combat":
        return True
    return (
        not after.controller[step.battlefield]
        and not after.contested_by[step.battlefield]
        and not after.victor
        and every(Player, lambda p: after.points[p] == before.points[p])
    )
