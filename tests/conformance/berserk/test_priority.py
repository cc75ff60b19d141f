from __future__ import annotations

from typing import Any

import pytest

from checker import may, may_act
from checker.scenario import Scene, differ
from models.berserk import BERSERK_ONLINE, RP19, Berserk, Creature, Deed, Mage, Phase, Player
from models.berserk.parts import Table as Cards
from tests.conformance.berserk import (
    P1,
    P2,
    berserk,
    both_pass,
    scenario,
    waiting,
)


@scenario("R94", "S-BK:303.3", "BKON:215.9")
def test_r94_who_declares_keeps_priority_or_the_active_player_gets_it() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings).do("pass_priority", player=P1)
        return scene.do("use_ability", player=P2, deed=Deed.SHOT)

    differ(
        play,
        after_declaring={
            "declarer": lambda game: may(P2, "use_ability") and may(P2, "pass_priority") and not may_act(P1),
            "active_player": lambda game: may(P1, "pass_priority") and not may_act(P2),
        },
    )


@scenario("R95", "S-BK:302.7", "S-BK:303.4")
def test_r95_two_passes_perform_the_top_and_nothing_else() -> None:
    scene = berserk().do("act_slowly", deed=Deed.STRIKE).do("use_ability", deed=Deed.BLESS)
    scene.do("pass_priority", player=P1)
    assert waiting(scene, "deed") == ["STRIKE", "BLESS"]
    scene.must_not(lambda game: game.blessed)
    scene.do("pass_priority", player=P2).must(lambda game: game.blessed and game.life[Creature.HOST] == 2)
    assert waiting(scene, "deed") == ["STRIKE"]
    scene.must(lambda game: may_act(P1))
    scene.do("pass_priority", player=P1)
    assert waiting(scene, "deed") == ["STRIKE"]
    scene.do("pass_priority", player=P2).do("strike_performed", high=False)
    scene.must(lambda game: game.life[Creature.HOST] == 0 and not game.stack)


def test_r97_whether_a_declaration_breaks_the_run_of_passes_is_a_matter_of_reading() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings).do("use_ability", player=P1, deed=Deed.BLESS)
        scene.do("pass_priority", player=P1).do("use_ability", player=P2, deed=Deed.THEFT)
        return scene.do("pass_priority", player=P2)

    differ(
        play,
        run_of_passes={
            "broken": lambda game: game.stack.size == 2 and game.token and may_act(P1),
            "kept": lambda game: game.stack.size == 1 and not game.token,
        },
    )


@scenario("R98", "S-BK:303.2", "BKON:200.1.a")
def test_r98_a_pass_is_a_transfer_or_a_game_action_that_can_be_forbidden() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(Cards.SILENCE, readings).do("pass_priority", player=P1)
        scene.do("use_ability", player=P2, deed=Deed.SILENCE)
        both_pass(scene)
        scene.must(lambda game: game.holders.size == 1 and P1 in game.holders and P1 in game.silenced)
        return scene.must_not("use_ability", player=P1).must_not("act_slowly", player=P1)

    differ(
        play,
        a_pass_is={
            "transfer": lambda game: may(P1, "pass_priority"),
            "game_action": lambda game: not may_act(P1) and not may_act(P2),
        },
    )


@scenario("R100", "S-BK:303.1")
def test_r100_a_new_phase_begins_with_the_active_player() -> None:
    scene = berserk(readings={"phase_ends": "both_pass"}, holders={P2}, passed={P1}, due=None)
    scene.must(lambda game: may_act(P2) and not may_act(P1))
    scene.do("pass_priority", player=P2).must(lambda game: game.phase == Phase.MAIN)
    scene.must(lambda game: may_act(P1) and not may_act(P2))


def test_r100_the_same_where_the_active_player_declares_the_change() -> None:
    scene = berserk().do("change_phase", player=P1)
    scene.must(lambda game: game.phase == Phase.MAIN and may_act(P1) and not may_act(P2))


@scenario("R102", "BK19:503.3", "BKON:103.4")
def test_r102_a_cycle_is_cut_before_its_first_or_before_its_first_exact_repetition() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        return both_pass(berserk(Cards.TOKENS, readings).do("use_ability", deed=Deed.CHARM))

    def gained(theirs: int) -> Any:
        return lambda game: (
            game.tokens[Mage.CHARON] == 1
            and game.tokens[Mage.OURS] == 1
            and game.tokens[Mage.THEIRS] == theirs
            and not game.gain
            and may_act(P1)
        )

    differ(play, cycle={"first_repetition": gained(1), "exact_repetition": gained(2)})


@scenario("R103", "BKON:215.8", "BKON:300.3", "S-BK:303.4")
def test_r103_two_passes_on_an_empty_stack_end_the_phase_or_nobody_knows() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        return both_pass(berserk(readings=readings))

    differ(
        play,
        phase_ends={
            "declared": lambda game: game.phase == Phase.CHOICE and not may_act(P1) and not may_act(P2),
            "both_pass": lambda game: game.phase == Phase.MAIN and may_act(P1),
        },
    )
    assert play({"phase_ends": "declared"}).open() == []


@pytest.mark.parametrize(
    ("readings", "next_player", "theirs", "phase"),
    [({}, P2, 1, Phase.CHOICE), (RP19, P2, 1, Phase.CHOICE), (BERSERK_ONLINE, P1, 2, Phase.MAIN)],
    ids=["the extract", "RP19.1", "Berserk Online"],
)
def test_r94_r102_r103_under_each_edition(
    readings: dict[str, str], next_player: Player, theirs: int, phase: Phase
) -> None:
    scene = berserk(readings=readings).do("pass_priority").do("use_ability", player=P2, deed=Deed.SHOT)
    scene.must("pass_priority", player=next_player)
    scene = both_pass(berserk(Cards.TOKENS, readings).do("use_ability", deed=Deed.CHARM))
    scene.must(lambda game: game.tokens[Mage.THEIRS] == theirs)
    both_pass(scene).must(lambda game: game.phase == phase)
