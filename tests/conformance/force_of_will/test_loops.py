import pytest

from checker import may_act
from checker.scenario import Scene, differ, start
from models.force_of_will.loops import ForceOfWillLoops, Voice
from models.force_of_will.sequence import Player
from tests.conformance.force_of_will import scenario

P1, P2 = Player(0), Player(1)


def loop(hushes: set[Player], **readings: str) -> Scene[ForceOfWillLoops]:
    """The voices have come around once, and are on their way to do it again."""
    scene = start(ForceOfWillLoops, readings=readings, where=lambda game: not game.fountain, hushes=hushes)
    for voice in (Voice.CALL, Voice.ANSWER):
        assert dict(scene.shows("stack")[0].fields)["voice"] == voice.name
        both_pass(scene)
    return scene


def both_pass(scene: Scene[ForceOfWillLoops]) -> Scene[ForceOfWillLoops]:
    return scene.do("pass_priority").do("pass_priority")


@scenario("R92a", "FOW12:1301.1c")
def test_a_loop_that_nobody_can_stop_is_a_draw() -> None:
    scene = loop(set()).must(lambda game: game.draw)
    assert scene.interpreter.over(scene.state)
    assert scene.open() == []


@scenario("R92b", "FOW12:1301.1a")
@pytest.mark.parametrize("player", [P1, P2])
def test_the_one_player_who_can_stop_it_names_a_number_and_has_to_act_then(player: Player) -> None:
    scene = loop({player}).must_not(lambda game: game.draw)
    scene.must("name_number", player=player)
    scene.must_not("name_number", player=P1 if player == P2 else P2)
    scene.do("name_number", times=2)
    for _ in range(2):
        scene.must(lambda game: not game.has_to_act)
        both_pass(both_pass(scene))
    if player == P2:
        scene.do("pass_priority", player=P1)
    scene.must_not("pass_priority", player=player, because="has_to_act").do("play_hush", player=player)
    both_pass(scene)
    both_pass(scene).must(lambda game: game.hushed and not game.stack)


@scenario("R92c", "FOW12:1301.1b")
@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_if_both_can_both_name_one_and_the_smaller_counts(first: int, second: int) -> None:
    scene = loop({P1, P2})
    scene.must_not("name_number", player=P2, because="first")  # the turn player says it first
    scene.do("name_number", player=P1, times=first).do("name_number", player=P2, times=second)
    scene.must(lambda game: game.left == 1)
    both_pass(both_pass(scene))
    bound = P1 if first < second else P2
    scene.must(lambda game: game.has_to_act == bound)


@scenario("R92d", "FOW12:1301.1b")
def test_the_rule_leaves_open_who_has_to_act_when_both_have_named_the_same() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillLoops]:
        scene = loop({P1, P2}, **readings)
        scene.do("name_number", player=P1, times=1).do("name_number", player=P2, times=1)
        return both_pass(both_pass(scene))

    differ(
        play,
        same_number={
            "turn_player": lambda game: game.has_to_act == P1,
            "other_player": lambda game: game.has_to_act == P2,
        },
    )


def test_a_will_ability_without_a_cost_is_a_loop_or_goes_on_for_ever() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillLoops]:
        scene = start(ForceOfWillLoops, readings=readings, where=lambda game: game.fountain)
        for _ in range(4):
            if scene.may("use_fountain", player=P1):
                scene.do("use_fountain", player=P1, times=2 if scene.may("use_fountain", times=2) else 1)
        return scene.must(lambda game: may_act(P1) and not game.stack)

    differ(
        play,
        free_loops={
            "number_is_named": lambda game: game.flowing and game.draws_left == 0,
            "without_end": lambda game: not game.flowing and game.will,
        },
    )
