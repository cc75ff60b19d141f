import pytest

from checker import may, may_act
from checker.scenario import Scene, differ, start
from models.force_of_will.process_parts import Card, Kind, Situation, Zone
from models.force_of_will.processes import ForceOfWillProcesses
from models.force_of_will.sequence import Player
from tests.conformance.force_of_will import scenario

P1, P2 = Player(0), Player(1)

_TELLS = {
    Situation.CANCELS: Card.NULLIFY,
    Situation.EDICT: Card.EDICT,
    Situation.ASTRAL: Card.FALL,
    Situation.WARDEN: Card.WARDEN,
    Situation.STANDBY: Card.TRAP,
    Situation.CONTRACT: Card.PACT,
}


def table(situation: Situation, **readings: str) -> Scene[ForceOfWillProcesses]:
    """The turn player has priority at main timing, with the cards of one table."""
    if situation == Situation.STONE:
        return start(
            ForceOfWillProcesses,
            readings=readings,
            where=lambda game: game.zone[Card.CHARM] == Zone.HAND and game.zone[Card.TIRE] == Zone.HAND,
        )
    card = _TELLS[situation]
    return start(ForceOfWillProcesses, readings=readings, where=lambda game: game.zone[card] == Zone.HAND)


def both_pass(scene: Scene[ForceOfWillProcesses]) -> Scene[ForceOfWillProcesses]:
    return scene.do("pass_priority").do("pass_priority")


def chase(scene: Scene[ForceOfWillProcesses]) -> list[str]:
    """The kinds of what is on the chase, from the bottom."""
    return [dict(entry.fields)["kind"] for entry in scene.shows("stack")]


def answered(situation: Situation, card: Card, rule: str = "perform_judgment") -> Scene[ForceOfWillProcesses]:
    """A process was played, and the other player has answered with a chant."""
    scene = table(situation).do(rule, player=P1).do("pass_priority", player=P1)
    return scene.do("play_chant", player=P2, card=card)


# -- stones and judgment ---------------------------------------------------------------------------------


@scenario("R76b", "FOW12:705.1", "FOW12:710.1")
def test_judgment_after_a_stone_takes_an_effect_that_recovers_the_ruler() -> None:
    scene = table(Situation.STONE).do("call_stone", player=P1)
    scene.must_not("perform_judgment", player=P1, because="may_judge")
    both_pass(scene.do("play_chant", player=P1, card=Card.CHARM))
    scene.must("perform_judgment", player=P1)


@scenario("R76c", "FOW12:710.1")
def test_no_stone_after_judgment_even_if_the_ruler_is_recovered() -> None:
    scene = both_pass(answered(Situation.STONE, Card.TIRE))
    both_pass(scene.do("play_chant", player=P1, card=Card.CHARM))
    both_pass(scene).must(lambda game: game.zone[Card.RULER] == Zone.FIELD and not game.rested)
    scene.must(lambda game: not game.stack).must_not("call_stone", player=P1, because="judged")


@scenario("R77b", "FOW12:705.1", "FOW12:705.3a")
def test_a_ruler_that_the_other_player_rests_enters_rested() -> None:
    scene = both_pass(both_pass(answered(Situation.EDICT, Card.TIRE)))
    scene.must(lambda game: game.zone[Card.RULER] == Zone.FIELD and game.rested and not game.stack)


# -- what can be done about judgment ---------------------------------------------------------------------


@scenario("R79b", "FOW12:705.2d/1", "FOW12:705.2d/2")
def test_neither_what_cancels_spells_nor_what_cancels_abilities_reaches_judgment() -> None:
    scene = table(Situation.CANCELS).do("perform_judgment").do("pass_priority")
    scene.must_not("play_nullify", player=P2).must_not("play_suppress", player=P2)
    scene.must("pass_priority", player=P2)


@scenario("R79c", "FOW12:1012.1", "FOW12:705.2d/2")
def test_an_ability_above_it_is_canceled_and_judgment_stays() -> None:
    scene = table(Situation.CANCELS).do("perform_judgment").do("use_sight").do("pass_priority")
    both_pass(scene.do("play_suppress", player=P2))
    assert chase(scene) == ["JUDGMENT"]
    assert "card_takes_effect" not in scene.log


@scenario("R79d", "FOW12:1012.1")
def test_a_canceled_card_goes_to_its_owners_graveyard() -> None:
    scene = table(Situation.CANCELS).do("perform_judgment").do("play_chant", card=Card.CHARM)
    both_pass(scene.do("pass_priority").do("play_nullify", target=Card.CHARM))
    scene.must(lambda game: game.zone[Card.CHARM] == Zone.GRAVEYARD and may_act(P1))
    assert chase(scene) == ["JUDGMENT"]


@pytest.mark.parametrize("answer", [Card.EDICT, Card.FALL])
def test_judgment_resolves_though_forbidden_or_its_ruler_astral_since(answer: Card) -> None:
    scene = answered(Situation.EDICT if answer == Card.EDICT else Situation.ASTRAL, answer)
    both_pass(scene).must(lambda game: not game.astral)  # it was healed
    both_pass(scene).must(lambda game: game.zone[Card.RULER] == Zone.FIELD)
    assert scene.log.count("heal") == (1 if answer == Card.FALL else 0)


def test_an_astral_ruler_has_no_judgment() -> None:
    scene = table(Situation.ASTRAL).do("pass_priority").do("play_chant", card=Card.FALL)
    both_pass(scene).must(lambda game: game.astral and not game.stack)
    scene.must_not("perform_judgment", player=P1, because="may_judge")


def test_a_destroyed_j_ruler_is_astral_and_stays_so() -> None:
    scene = both_pass(table(Situation.ASTRAL).do("perform_judgment")).do("pass_priority")
    both_pass(scene.do("play_chant", card=Card.SLAY))
    scene.must(lambda game: game.astral and game.zone[Card.RULER] == Zone.RULER_AREA)


# -- wardens ---------------------------------------------------------------------------------------------


@scenario("R80c", "FOW12:605.1b/2", "FOW12:716.2a/1", "FOW12:716.3")
def test_whether_a_process_resolves_that_is_neither_card_nor_ability() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillProcesses]:
        return both_pass(table(Situation.WARDEN, **readings).do("play_warden"))

    differ(
        play,
        judgment_resolves={
            "intent": lambda game: game.zone[Card.WARDEN] == Zone.RULER_AREA and may_act(P1),
            "literal": lambda game: game.stack.size == 1 and not may_act(P1) and not may_act(P2),
        },
    )


def test_a_warden_that_was_discarded_does_not_come() -> None:
    scene = table(Situation.WARDEN).do("play_warden").must(lambda game: game.zone[Card.WARDEN] == Zone.HAND)
    both_pass(scene.do("pass_priority").do("play_chant", player=P2, card=Card.FORGET))
    assert chase(scene) == ["WARDEN"]
    both_pass(scene).must(lambda game: game.zone[Card.WARDEN] == Zone.GRAVEYARD and not game.stack)


def test_a_willpower_ability_gives_its_will_at_once_and_once_a_turn() -> None:
    scene = both_pass(table(Situation.WARDEN).do("play_warden")).do("use_willpower", player=P1)
    scene.must(lambda game: game.will == 1 and not game.stack and may_act(P1))
    scene.must_not("use_willpower", player=P1)


# -- standby, runes, costs -------------------------------------------------------------------------------


@scenario("R93d", "FOW12:701.2", "FOW12:604.2")
@pytest.mark.parametrize("rule", ["put_into_standby", "play_rune"])
def test_nothing_that_needs_main_timing_on_a_chase_that_is_not_empty(rule: str) -> None:
    scene = table(Situation.STANDBY).must(rule, player=P1).do("play_chant", card=Card.CHARM)
    scene.must_not(rule, player=P1, because="main_timing")


def test_whether_standby_waits_on_the_chase() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillProcesses]:
        return table(Situation.STANDBY, **readings).do("put_into_standby")

    differ(
        play,
        bypasses={
            "at_once": lambda game: game.zone[Card.TRAP] == Zone.STANDBY and not game.stack,
            "on_chase": lambda game: (
                game.zone[Card.TRAP] == Zone.CHASE and game.stack.top.kind == Kind.STANDBY
            ),
        },
    )


def test_whether_everything_goes_to_the_graveyard() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillProcesses]:
        return both_pass(table(Situation.STANDBY, **readings).do("play_rune"))

    differ(
        play,
        after_resolving={
            "by_its_kind": lambda game: game.zone[Card.RUNE] == Zone.REMOVED,
            "graveyard": lambda game: game.zone[Card.RUNE] == Zone.GRAVEYARD,
        },
    )


def test_whether_stones_rest_in_the_middle_of_playing() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillProcesses]:
        scene = table(Situation.EDICT, **readings)
        return scene.do("perform_judgment") if scene.may("perform_judgment") else scene

    differ(
        play,
        will_while_paying={
            "certain": lambda game: game.judged,
            "refused": lambda game: not game.judged and game.stones[P1] == 1,
        },
    )
    scene = table(Situation.EDICT, will_while_paying="refused").do("use_stone", player=P1)
    scene.do("perform_judgment").must(lambda game: game.judged and game.will == 0)


def test_nobody_chases_to_a_seal() -> None:
    scene = table(Situation.STANDBY).do("pass_priority").do("play_chant", player=P2, card=Card.SEAL)
    scene.do("pass_priority", player=P2).must("use_stone", player=P1)
    scene.must_not("play_chant", player=P1, card=Card.CHARM, because="SEAL")


def test_a_chant_with_trigger_is_played_from_standby_with_priority_alone() -> None:
    scene = table(Situation.STANDBY).must_not("play_snare", player=P1)
    scene.do("play_chant", player=P1, card=Card.CHARM).do("pass_priority", player=P1)
    scene.do("play_snare", player=P2).must(lambda game: game.zone[Card.SNARE] == Zone.CHASE and may_act(P2))
    assert chase(scene) == ["SPELL", "SPELL"]
    both_pass(scene).must(lambda game: game.zone[Card.SNARE] == Zone.GRAVEYARD and game.stack.size == 1)
    scene.must_not("play_snare")


def test_nor_is_it_chased_to_a_seal() -> None:
    scene = table(Situation.STANDBY).do("pass_priority").do("play_chant", player=P2, card=Card.SEAL)
    scene.must_not("play_snare", player=P2, because="SEAL")


# -- contracts -------------------------------------------------------------------------------------------


def test_a_contract_is_made_as_its_chant_resolves_with_a_ruler_that_was_rested_for_a_stone() -> None:
    """FOW12:713.1 to 713.4."""
    scene = table(Situation.CONTRACT).must_not("contract", player=P1)
    scene.do("call_stone", player=P1).do("play_pact", player=P1).must_not("contract", player=P1)
    both_pass(scene).do("pact_takes_effect", contracts_now=True)
    scene.must(lambda game: not game.stack and game.contracted and game.zone[Card.PACT] == Zone.FIELD)
    scene.must(lambda game: game.rested and may_act(P1)).must_not("perform_judgment", player=P1)


def test_a_contract_need_not_be_made() -> None:
    """FOW12:713.1: they may."""
    scene = both_pass(table(Situation.CONTRACT).do("play_pact", player=P1))
    scene.do("pact_takes_effect", contracts_now=False)
    scene.must(lambda game: not game.contracted and game.zone[Card.PACT] == Zone.GRAVEYARD)


def test_a_contract_by_itself_is_what_the_list_of_actions_has() -> None:
    """FOW12:604.1e against FOW12:713.1, and once a turn in any case (713.4)."""
    differ(
        lambda readings: table(Situation.CONTRACT, **readings),
        contracts={
            "as_a_chant_resolves": lambda game: not may(P1, "contract"),
            "with_priority": lambda game: may(P1, "contract"),
        },
    )
    scene = table(Situation.CONTRACT, contracts="with_priority").do("contract", player=P1)
    scene.must_not("contract", player=P1).do("play_pact", player=P1)
    both_pass(scene).must(lambda game: game.contracted and game.zone[Card.PACT] == Zone.GRAVEYARD)


def test_read_by_the_article_a_contract_waits_on_the_chase() -> None:
    """S-FOW:2/2 against FOW12:713.3."""
    scene = both_pass(table(Situation.CONTRACT, bypasses="on_chase").do("play_pact", player=P1))
    scene.do("pact_takes_effect", contracts_now=True)
    assert chase(scene) == ["CONTRACT"]
    both_pass(scene.must(lambda game: not game.contracted)).must(lambda game: game.contracted)
