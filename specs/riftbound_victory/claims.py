"""What must hold of the small game about winning."""

from checker import Step, every, expecting, possible, some, transition, violated
from models.riftbound_victory import Player, RiftboundVictory


def have_won_by_points(game: RiftboundVictory) -> bool:
    """Return whether every player has the victory score, and nobody more points than another."""
    return every(Player, lambda p: game.points[p] >= game.victory_score) and every(
        Player, Player, lambda p, q: game.points[p] == game.points[q]
    )


@possible(
    cites=("RB1.3:323.1", "RB-FAQ-U:323.1"),
    says="all have the victory score and equally many points, and the game goes on",
)
def nobody_wins_by_as_many(game: RiftboundVictory) -> bool:
    """Somebody acts there."""
    return have_won_by_points(game) and bool(game.holders)


@possible(cites="RB1.3:323.1", says="after that, somebody wins by one point more")
def one_point_more_wins(game: RiftboundVictory) -> bool:
    """The first player conquers a battlefield."""
    return bool(game.winner) and every(Player, lambda p: game.points[p] >= game.victory_score)


@transition(
    cites=("RB1.3:323.1", "RB1.3:467", "RB-FAQ-U:323.1"),
    says="who wins does so in a cleanup, with the victory score and more points than anybody else",
)
def wins_in_a_cleanup(before: RiftboundVictory, step: Step, after: RiftboundVictory) -> bool:
    """Nobody wins by having as many points as another."""
    return not after.winner or (
        step.rule == "win"
        and before.outstanding
        and some(
            Player,
            lambda w: (
                after.winner == w
                and after.points[w] >= after.victory_score
                and every(Player, lambda p: p == w or after.points[p] < after.points[w])
            ),
        )
    )


# One unit that moves and one card do not come to these.
expecting(
    RiftboundVictory,
    "every_rule_can_happen",
    expect=violated(
        part="never happens: hold_triggers, no_control_after_showdown, sum_might, attacker_assigns, "
        "defender_assigns, deal_damage, control_after_combat, no_control_after_combat, "
        "combat_without_result, mark_unit, die, heal_and_recall, clear_contested, stage_combat, "
        "become_combat, choose_target, choose_move, choose_item, unit_enters, gear_enters, energy_is_added, "
        "put_on_chain, play_unit, use_ability, use_rune, rune_prison_resolves, strike_resolves, "
        "charm_resolves, pull_resolves, retreat_resolves, denial_resolves, takeover_resolves, "
        "attack_trigger_resolves, play_trigger_resolves"
    ),
)
