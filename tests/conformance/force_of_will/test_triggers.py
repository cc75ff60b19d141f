from checker import may_act
from checker.scenario import Scene, differ, start
from models.force_of_will.sequence import Player
from models.force_of_will.triggers import Card, ForceOfWillTriggers, Zone
from tests.conformance.force_of_will import scenario

P1, P2 = Player(0), Player(1)


def table(besides: Card, **readings: str) -> Scene[ForceOfWillTriggers]:
    """The turn player has priority at main timing, with the Newcomer in hand and a card besides."""
    return start(ForceOfWillTriggers, readings=readings, where=lambda game: game.zone[besides] != Zone.ABSENT)


def both_pass(scene: Scene[ForceOfWillTriggers]) -> Scene[ForceOfWillTriggers]:
    return scene.do("pass_priority").do("pass_priority")


def entered(besides: Card) -> Scene[ForceOfWillTriggers]:
    """The Newcomer has entered the field, and abilities have triggered."""
    scene = both_pass(table(besides).do("play_newcomer")).do("as_it_enters", whom=P2)
    return scene.forget()


def cards(scene: Scene[ForceOfWillTriggers]) -> list[str]:
    return [dict(entry.fields)["card"] for entry in scene.shows("stack")]


@scenario("R82b", "FOW12:702.3e", "FOW12:602.1b", "FOW12:701.2")
def test_the_trigger_comes_to_the_chase_before_the_turn_player_acts() -> None:
    scene = entered(Card.WATCHER).must(lambda game: not may_act(P1) and not may_act(P2))
    scene.do("play_triggered", card=Card.NEWCOMER, target=Card.WATCHER)
    scene.do("play_triggered", card=Card.SINGER, target=Card.SINGER)
    assert scene.acting() == ["P1"]
    scene.must(lambda game: not game.main_timing(P1))


@scenario("R83c", "FOW12:603.1", "FOW12:603.2", "FOW12:603.3", "FOW12:603.4", "FOW12:602.1a")
def test_two_of_the_turn_players_are_played_first_in_the_order_of_their_choice() -> None:
    scene = entered(Card.WATCHER)
    assert {card for card in Card if scene.may("play_triggered", card=card)} == {Card.NEWCOMER, Card.SINGER}
    scene.take("play_triggered", card=Card.SINGER, target=Card.WATCHER)
    assert not scene.may("play_triggered")  # a rule process is due, and comes between
    scene.step()
    assert scene.log == ["play_triggered", "state_based"]
    scene.take("play_triggered", card=Card.NEWCOMER, target=Card.SINGER).settle()
    assert cards(scene) == ["SINGER", "NEWCOMER", "WATCHER"]
    scene.must(lambda game: game.zone[Card.WATCHER] == Zone.GRAVEYARD and may_act(P1))
    both_pass(scene)
    assert cards(scene) == ["SINGER", "NEWCOMER"]  # the Watcher's has resolved first, though it is gone


def test_only_an_ability_of_a_hidden_card_may_be_left_unplayed() -> None:
    scene = entered(Card.MEMORY).must("play_triggered", card=Card.MEMORY, declined=True)
    scene.take("play_triggered", card=Card.MEMORY, declined=False)
    assert cards(scene) == ["MEMORY"]
    scene = entered(Card.WATCHER)
    assert not scene.may("play_triggered", declined=True)


def test_an_ability_without_a_target_counts_as_triggered_one_time_fewer() -> None:
    scene = entered(Card.MEMORY).take("play_triggered", card=Card.MEMORY, declined=True)
    scene.take("drop_triggered").settle()
    scene.must(lambda game: not game.stack and not game.waiting and may_act(P1))


def test_a_card_enters_in_five_steps_and_abilities_trigger_in_the_last() -> None:
    scene = both_pass(table(Card.WATCHER).do("play_newcomer")).forget().take("as_it_enters", whom=P1)
    scene.must(lambda game: not game.rested and not game.blooming and not game.waiting)
    for step in ("enter_rested", "ability_applies", "enter_is_over"):
        scene.must(lambda game: not game.waiting).until(step).step()
    assert scene.shows("waiting") == ["NEWCOMER", "SINGER", "WATCHER"]


def test_whether_an_ability_between_two_passes_breaks_the_run() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillTriggers]:
        scene = table(Card.HECKLER, **readings).do("play_newcomer").do("pass_priority", player=P1)
        assert cards(scene) == ["NEWCOMER", "HECKLER"]
        return scene.do("pass_priority", player=P2)

    differ(
        play,
        passes_after_trigger={
            "start_again": lambda game: game.stack.size == 2 and may_act(P1),
            "go_on": lambda game: game.stack.size == 1 and may_act(P1),
        },
    )
