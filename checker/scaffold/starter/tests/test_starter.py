"""Single situations of the duel with their known outcome, played rule by rule. pytest runs them."""

from checker.scenario import Scenarios, Scene, differ, start

from models.starter import Cast, Player, Spell, Starter

scenario = Scenarios(Starter)
P1, P2 = Player(0), Player(1)


@scenario("S1", "RULES:7/2")
def test_a_spark_takes_a_life() -> None:
    scene = start(Starter, where=lambda game: game.turn_player == P1)
    scene.do("cast", player=P1, spell=Spell.SPARK).must(lambda game: game.life[P2] == 2)
    scene.do("pass_priority").do("pass_priority").must(lambda game: game.life[P2] == 1)


@scenario("S2", "RULES:7/1")
def test_a_hush_stops_a_spark() -> None:
    scene = start(Starter, turn_player=P1, priority=P2, passed={P1}, stack=[Cast(P1, Spell.SPARK)])
    scene.do("cast", player=P2, spell=Spell.HUSH)
    scene.do("pass_priority").do("pass_priority")
    scene.must(lambda game: not game.stack and game.life[P2] == 2)


@scenario("S3", "RULES:2")
def test_nobody_casts_out_of_turn_or_for_nothing() -> None:
    scene = start(Starter, turn_player=P1, priority=P1, energy={P1: 0})
    scene.must_not("cast", player=P1, because="self.energy[player] > 0")
    scene.must_not("cast", player=P2, because="player == self.priority")


@scenario("S4", "RULES:5", "RULES:6")
def test_who_goes_on_is_a_matter_of_reading() -> None:
    def play(readings: dict[str, str]) -> Scene[Starter]:
        waits = [Cast(P2, Spell.SPARK)]
        scene = start(Starter, readings=readings, turn_player=P1, priority=P1, passed={P2}, stack=waits)
        return scene.do("pass_priority")

    differ(
        play,
        goes_on={
            "turn_player": lambda game: game.priority == P1,
            "caster": lambda game: game.priority == P2,
        },
    )
