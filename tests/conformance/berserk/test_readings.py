"""The readings of Berserk that no numbered scenario separates, each played under its options."""

from __future__ import annotations

import pytest

from checker import may, may_act
from checker.scenario import Scene, differ
from models.berserk import Berserk, Creature, Deed
from models.berserk.parts import Table as Cards
from tests.conformance.berserk import (
    P1,
    P2,
    berserk,
    both_pass,
)


def test_a_die_roll_is_part_of_the_performance_or_an_entry_of_its_own() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        return both_pass(berserk(readings=readings).do("act_slowly", deed=Deed.STRIKE))

    differ(
        play,
        die_roll={
            "part_of_performance": lambda game: game.is_resolving() and not may_act(P1),
            "own_entry": lambda game: game.stack.top.is_roll and may(P1, "use_ability"),
        },
    )


def test_a_movement_into_a_cell_that_was_taken_is_performed_or_cancelled() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings, can={Deed.MOVE, Deed.JUMP})
        scene.do("act_slowly", deed=Deed.MOVE).do("pass_priority").do("use_ability", deed=Deed.JUMP)
        return both_pass(both_pass(scene))

    differ(
        play,
        illegal={
            "performed": lambda game: game.in_cell.size == 2 and not game.movement,
            "cancelled": lambda game: game.in_cell.size == 1 and game.movement and may_act(P1),
        },
    )


def test_a_reply_takes_the_price_away_where_priority_comes_before_payment() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings).do("use_ability", deed=Deed.BLESS)
        both_pass(scene).do("pass_priority", player=P1)
        scene.do("use_ability", player=P2, deed=Deed.THEFT)
        return both_pass(both_pass(scene)) if readings["payment"] == "after_replies" else both_pass(scene)

    differ(
        play,
        payment={
            "before_priority": lambda game: Deed.BLESS in game.paid,
            "after_replies": lambda game: Deed.BLESS in game.unpaid and game.blessed,
        },
    )


@pytest.mark.parametrize(("reading", "alive"), [("before_priority", True), ("at_once", False)])
def test_a_host_without_life_is_there_during_payment_or_not(reading: str, alive: bool) -> None:
    scene = berserk(Cards.DEATH, {"rule_effects": reading}).do("act_slowly", deed=Deed.STRIKE)
    both_pass(scene).take("strike_performed", high=True).until("pay")
    scene.must(lambda game: (Creature.HOST in game.alive) == alive)
    scene.settle().must(lambda game: Creature.HOST not in game.alive)


def test_a_second_slow_action_waits_for_an_empty_stack_or_does_not() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings, can={Deed.STRIKE, Deed.MOVE})
        return scene.do("act_slowly", deed=Deed.STRIKE)

    differ(
        play,
        slow_on_slow={
            "no": lambda game: not may(P1, "act_slowly"),
            "yes": lambda game: may(P1, "act_slowly"),
        },
    )


def test_whether_somebody_has_priority_while_rule_effects_are_applied() -> None:
    def host_has_died(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(Cards.DEATH, readings).do("act_slowly", deed=Deed.STRIKE)
        both_pass(scene).take("strike_performed", high=True).until("creature_dies").step()
        return scene.must(lambda game: Creature.HOST not in game.alive and Creature.SYMBIOTE in game.alive)

    differ(
        host_has_died,
        meanwhile={
            "nobody": lambda game: not game.holders,
            "who_applies_them": lambda game: P1 in game.holders and game.holders.size == 1,
        },
    )
