from typing import Any

import pytest

from checker import may_act
from checker.scenario import Scene, differ, start
from models.force_of_will import Card, ForceOfWill, Mode, Player, Zone
from models.force_of_will import Table as Cards
from models.priority_stack import Stage
from tests.conformance.force_of_will import scenario
from tests.conformance.table import Table

P1, P2 = Player(0), Player(1)
HIT = {"player": P1, "mode": Mode.HIT_RESONATOR, "target": Card.WATCHER}

_LIVE = {Cards.REPLY: Card.ANTICA_CONOSCENZA, Cards.JUDGMENT: Card.PRICIA, Cards.COSTS: Card.GINEVRA}
_ZONE = {Cards.REPLY: Zone.HAND, Cards.JUDGMENT: Zone.RULER_AREA, Cards.COSTS: Zone.FIELD}


def table(cards: Cards, **readings: str) -> Table:
    """The turn player has priority at main timing, with these cards."""
    return Table(ForceOfWill, lambda game: game.zone[_LIVE[cards]] == _ZONE[cards], None, **readings)


def zone(at: Table, card: Card) -> str:
    return str(at.shows("zone")[card.name])


def chase(at: Table) -> list[tuple[str, str]]:
    """What is on the chase, from the bottom: kinds and cards."""
    entries: list[dict[str, Any]] = [dict(entry.fields) for entry in at.shows("stack")]
    return [(e["kind"], e["card"]) for e in entries]


def until(at: Table, rule: str) -> Table:
    """Let things happen by themselves until ``rule`` is what happens next."""
    while not at.may(rule):
        assert at.step(), f"{rule} does not come: {[t.instance.name for t in at.open()]}"
    return at


def pass_twice(at: Table) -> Table:
    """Both pass, and what comes of it is still to come."""
    return at.do("pass_priority").take("pass_priority")


# -- the examples of the article -----------------------------------------------------------------------


def test_example_1_a_chant_is_announced_and_paid_all_or_nothing() -> None:
    at = table(Cards.REPLY)
    assert not at.may("play_folgore", **{**HIT, "target": Card.GINEVRA})  # no legal target
    assert not at.may("play_folgore", **{**HIT, "target": None})
    assert not at.may("play_folgore", player=P1, mode=Mode.HIT_PLAYER, target=Card.WATCHER)
    at.do("play_folgore", **HIT)
    assert chase(at) == [("NON_RESONATOR_SPELL", "FOLGORE")]
    assert zone(at, Card.FOLGORE) == "CHASE"
    assert at.shows("stones") == {"P1": "1", "P2": "2"}
    assert at.shows("damaged") == []


def test_example_1_what_cannot_be_paid_leaves_no_trace() -> None:
    at = table(Cards.JUDGMENT).do("perform_judgment")
    before = at.interpreter.canonical(at.state)
    result = at.interpreter.run(at.state, "play_folgore", HIT)
    assert result.undone is not None
    assert at.interpreter.canonical(at.state) == before
    at.do("use_pricia_for_will").do("play_folgore", **HIT)
    assert len(chase(at)) == 2


def test_example_2_a_reply_draws_the_reply_that_returns_the_first_spell() -> None:
    at = table(Cards.REPLY)
    at.do("play_folgore", **HIT).do("pass_priority", player=P1)
    at.do("play_antica_conoscenza", player=P2)
    assert not at.may("play_brezza_finale")  # still in the deck
    at.do("pass_priority", player=P2).do("pass_priority", player=P1)
    assert zone(at, Card.ANTICA_CONOSCENZA) == "GRAVEYARD"
    assert zone(at, Card.BREZZA_FINALE) == "HAND"
    assert chase(at) == [("NON_RESONATOR_SPELL", "FOLGORE")]
    assert at.acting() == ["P1"]  # the article leaves out that the turn player passes first
    at.do("pass_priority", player=P1)
    at.do("play_brezza_finale", player=P2, target=Card.FOLGORE)
    at.do("pass_priority", player=P2).do("pass_priority", player=P1)
    assert zone(at, Card.FOLGORE) == "HAND"
    assert chase(at) == []
    assert zone(at, Card.WATCHER) == "FIELD"
    assert "folgore_resolves" not in at.log


def test_example_3_the_enter_trigger_of_the_j_ruler_opens_a_chase_of_the_turn_player() -> None:
    at = table(Cards.JUDGMENT)
    at.do("perform_judgment", player=P1)
    assert chase(at) == [("PROCESS", "PRICIA")]
    at.do("pass_priority", player=P1)
    assert at.may("use_stone", player=P2)  # the opponent may answer before it resolves
    at.forget().do("pass_priority", player=P2)
    assert zone(at, Card.PRICIA) == "FIELD"
    assert at.log[1:5] == ["begin_resolution", "judgment_is_performed", "finish_resolution", "play_triggered"]
    assert chase(at)[0] == ("AUTOMATIC", "PRICIA")
    assert at.acting() == ["P1"]
    at.do("use_gods_art", player=P1)
    assert chase(at)[-1] == ("ACTIVATED", "PRICIA")
    assert at.acting() == ["P1"]


@pytest.mark.parametrize(
    ("rule", "arguments", "stones", "ginevra"),
    [
        ("play_cthugha", {}, "0", "FIELD"),
        ("incarnate_cthugha", {"banished": Card.GINEVRA}, "2", "GRAVEYARD"),
    ],
)
def test_example_4_a_resonator_is_played_for_will_or_by_incarnation(
    rule: str, arguments: dict[str, Any], stones: str, ginevra: str
) -> None:
    at = table(Cards.COSTS).do(rule, player=P1, **arguments)
    assert chase(at) == [("RESONATOR_SPELL", "CTHUGHA")]
    assert at.shows("stones")["P1"] == stones
    assert zone(at, Card.GINEVRA) == ginevra
    at.all_pass()
    assert zone(at, Card.CTHUGHA) == "FIELD"


def test_example_4_only_a_fire_resonator_of_ones_own_pays_for_incarnation() -> None:
    at = table(Cards.COSTS)
    assert not at.may("incarnate_cthugha", banished=Card.WATCHER)
    assert not at.may("incarnate_cthugha", banished=Card.CTHUGHA)


def test_example_5_an_ability_resolves_though_its_source_was_banished_for_it() -> None:
    at = table(Cards.COSTS)
    at.do("use_ginevra", player=P1, target=Card.WATCHER, banished=Card.GINEVRA)
    assert zone(at, Card.GINEVRA) == "GRAVEYARD"
    assert chase(at) == [("ACTIVATED", "GINEVRA")]
    at.all_pass()
    assert zone(at, Card.WATCHER) == "GRAVEYARD"
    assert zone(at, Card.FOLGORE) == "HAND"  # drawn
    assert at.acting() == ["P1"]


# -- scenarios with their official outcome ---------------------------------------------------------------


@scenario("R69a", "FOW12:605.1a")
def test_r69_who_played_a_spell_keeps_priority() -> None:
    at = table(Cards.REPLY).do("play_folgore", **HIT)
    assert at.acting() == ["P1"]
    assert at.may("use_stone", player=P1)


@scenario("R69b", "FOW12:605.1a")
def test_r69_a_will_ability_breaks_a_run_of_passes_though_nothing_entered_the_chase() -> None:
    at = table(Cards.REPLY).do("play_folgore", **HIT).do("pass_priority", player=P1)
    at.do("use_stone", player=P2)
    assert at.acting() == ["P2"]
    assert len(chase(at)) == 1
    at.do("pass_priority", player=P2)
    assert at.acting() == ["P1"]
    assert len(chase(at)) == 1


@scenario("R69c", "FOW12:906.5a/2")
def test_r69_read_literally_the_turn_player_acts_whoever_has_priority() -> None:
    at = table(Cards.REPLY, performs_action="turn_player").do("play_folgore", **HIT)
    at.do("pass_priority", player=P1).do("pass_priority", player=P1)
    assert at.acting() == ["P1"]
    assert len(chase(at)) == 1  # nobody but the turn player ever passes


def two_entries(**readings: str) -> Table:
    """Folgore of P1 below Antica Conoscenza of P2, who has priority."""
    at = table(Cards.REPLY, **readings).do("play_folgore", **HIT).do("pass_priority", player=P1)
    return at.do("play_antica_conoscenza", player=P2)


@scenario("R70a", "FOW12:605.1b/2")
def test_r70_only_the_newest_entry_resolves() -> None:
    at = two_entries().all_pass()
    assert chase(at) == [("NON_RESONATOR_SPELL", "FOLGORE")]
    assert zone(at, Card.WATCHER) == "FIELD"
    assert at.acting() == ["P1"]


@scenario("R70b", "FOW12:605.1b/2", "JoW:2")
def test_r70_older_rules_resolve_the_whole_chase() -> None:
    differ(
        lambda readings: two_entries(**readings).all_pass(),
        whole_chase={
            "one_by_one": lambda game: game.stack.size == 1 and game.zone[Card.WATCHER] == Zone.FIELD,
            "all_at_once": lambda game: not game.stack and game.zone[Card.WATCHER] == Zone.GRAVEYARD,
        },
    )


@scenario("R72a", "FOW12:605.1b/1", "FOW12:605.1c")
def test_r72_the_sequence_ends_only_after_two_fresh_passes() -> None:
    at = table(Cards.REPLY).do("play_folgore", **HIT).all_pass()
    assert chase(at) == []
    assert at.shows("phase") == "MAIN"
    assert at.acting() == ["P1"]
    at.do("pass_priority", player=P1)
    assert at.acting() == ["P2"]
    assert at.shows("phase") == "MAIN"
    at.do("pass_priority", player=P2)
    assert at.shows("phase") == "END"
    assert at.acting() == ["P1"]


@scenario("R72b", "S-FOW:7/1")
def test_r72_the_article_names_nobody_when_the_chase_has_become_empty() -> None:
    at = table(Cards.REPLY, after_last_entry="nobody").do("play_folgore", **HIT).all_pass()
    assert chase(at) == []
    assert at.open() == []
    assert not at.interpreter.over(at.state)
    at = two_entries(after_last_entry="nobody").all_pass()
    assert at.acting() == ["P1"]  # one entry is left, so the article names the turn player


@scenario("R74a", "FOW12:312.1", "FOW12:605.1b/2")
def test_r74_a_spell_in_the_middle_of_the_chase_is_returned_by_a_reply() -> None:
    at = table(Cards.COSTS).do("play_cthugha", player=P1)
    at.do("use_ginevra", player=P1, target=Card.WATCHER, banished=Card.GINEVRA)
    at.do("pass_priority", player=P1)
    at.do("play_brezza_finale", player=P2, target=Card.CTHUGHA)
    assert [card for _, card in chase(at)] == ["CTHUGHA", "GINEVRA", "BREZZA_FINALE"]
    at.all_pass()
    assert chase(at) == [("ACTIVATED", "GINEVRA")]
    assert zone(at, Card.CTHUGHA) == "HAND"
    at.all_pass()
    assert chase(at) == []
    assert "resonator_resolves" not in at.log


@scenario("R74b", "FOW12:312.1", "S-FOW:12/2")
def test_r74_whether_a_spell_resolves_that_was_returned_and_not_canceled() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWill]:
        at = start(
            ForceOfWill,
            readings=readings,
            where=lambda game: game.zone[Card.ANTICA_CONOSCENZA] == Zone.HAND,
            zone={Card.BREZZA_FINALE: Zone.HAND},
        )
        at.do("play_folgore", **HIT).do("pass_priority")
        at.do("play_brezza_finale", player=P2, target=Card.FOLGORE)
        for _ in range(4):
            at.do("pass_priority")
        return at

    differ(
        play,
        keeps_from_resolving={
            "leaving": lambda game: game.zone[Card.WATCHER] == Zone.FIELD,
            "canceling": lambda game: game.zone[Card.WATCHER] == Zone.GRAVEYARD,
        },
    )


def test_whether_the_player_of_a_reply_goes_on_when_it_has_resolved() -> None:
    differ(
        lambda readings: two_entries(**readings).all_pass(),
        after_reply={
            "turn_player": lambda game: may_act(P1),
            "who_played_it": lambda game: may_act(P2),
        },
    )


def test_if_both_pass_after_a_reply_the_older_spell_resolves() -> None:
    at = two_entries().all_pass()
    assert chase(at) == [("NON_RESONATOR_SPELL", "FOLGORE")]
    at.all_pass()
    assert chase(at) == []
    assert zone(at, Card.WATCHER) == "GRAVEYARD"


@scenario("R76a", "FOW12:705.1", "FOW12:710.1")
def test_r76_calling_a_stone_and_judgment_exclude_each_other() -> None:
    at = table(Cards.JUDGMENT).do("call_stone")
    assert at.shows("stones")["P1"] == "2"
    assert chase(at) == []
    assert not at.may("perform_judgment")
    at = table(Cards.JUDGMENT).do("perform_judgment").all_pass()
    at.all_pass().all_pass()
    assert chase(at) == []
    assert at.shows("phase") == "MAIN"
    assert not at.may("call_stone")
    assert not at.may("perform_judgment")


@scenario("R77a", "FOW12:705.1", "FOW12:705.3a")
def test_r77_a_ruler_rested_in_response_enters_the_field_rested() -> None:
    at = table(Cards.JUDGMENT).do("perform_judgment").do("use_pricia_for_will")
    at.all_pass()
    assert zone(at, Card.PRICIA) == "FIELD"
    assert at.shows("rested") == "yes"


@scenario("R79a", "FOW12:705.2d/1", "FOW12:705.2d/2")
def test_r79_what_returns_a_spell_does_not_reach_a_judgment_process() -> None:
    at = table(Cards.JUDGMENT).do("perform_judgment").do("pass_priority", player=P1)
    assert at.acting() == ["P2"]
    assert not at.may("play_brezza_finale")


@scenario("R80a", "FOW12:605.1b/2", "FOW12:705.3")
def test_r80_a_judgment_process_resolves_and_then_the_turn_player_has_priority() -> None:
    at = pass_twice(table(Cards.JUDGMENT).do("perform_judgment"))
    assert at.may("begin_resolution")
    until(at, "finish_resolution").step()
    assert zone(at, Card.PRICIA) == "FIELD"
    assert at.shows("due") == "P1"


@scenario("R80b", "FOW12:605.1b/2")
def test_r80_read_literally_nothing_resolves_a_judgment_process() -> None:
    at = pass_twice(table(Cards.JUDGMENT, judgment_resolves="literal").do("perform_judgment"))
    assert at.open() == []
    assert not at.interpreter.over(at.state)
    assert chase(at) == [("PROCESS", "PRICIA")]


def judgment_resolved() -> Table:
    """Judgment has resolved, and the automatic abilities of both players have triggered."""
    at = pass_twice(table(Cards.JUDGMENT).do("perform_judgment"))
    return until(at, "play_triggered").forget()


@scenario("R82a", "FOW12:602.1b", "FOW12:605.1b/3", "FOW12:701.2", "FOW12:702.3e")
def test_r82_after_the_enter_trigger_the_turn_player_acts_and_it_is_no_main_timing() -> None:
    at = judgment_resolved()
    at.do("play_triggered", target=Card.WATCHER)
    assert at.acting() == ["P1"]
    assert not at.may("call_stone")
    assert at.may("use_gods_art", player=P1)


@scenario("R83a", "FOW12:602.1a", "FOW12:603.1", "FOW12:603.2", "FOW12:603.3", "FOW12:603.4")
def test_r83_the_turn_players_trigger_is_played_first_and_resolves_last() -> None:
    at = judgment_resolved()
    assert not at.may("play_triggered", card=Card.WATCHER)
    at.take("play_triggered", card=Card.PRICIA, target=Card.WATCHER)
    at.take("play_triggered", card=Card.WATCHER)
    assert chase(at) == [("AUTOMATIC", "PRICIA"), ("AUTOMATIC", "WATCHER")]
    assert at.settle().acting() == ["P1"]
    at.all_pass()
    assert zone(at, Card.ANTICA_CONOSCENZA) == "HAND"  # the Watcher's has resolved
    assert chase(at) == [("AUTOMATIC", "PRICIA")]


@scenario("R83b", "FOW12:602.1a", "FOW12:603.1", "FOW12:603.2", "FOW12:603.3", "FOW12:603.4")
def test_r83_rule_processes_come_before_triggered_abilities() -> None:
    at = table(Cards.JUDGMENT).do("perform_judgment").do("use_pricia_for_will")
    at.do("play_folgore", **HIT)
    pass_twice(at)
    until(at, "state_based")
    assert at.shows("damaged") == ["WATCHER"]
    assert not at.acting()
    at.settle()
    assert zone(at, Card.WATCHER) == "GRAVEYARD"
    at.all_pass()
    assert at.log.count("drop_triggered") == 1  # [Enter] finds no target
    assert "play_triggered" not in at.log
    assert at.acting() == ["P1"]


@scenario("R85a", "FOW12:903.3a/1", "FOW12:903.3a/2")
def test_r85_the_rest_happens_although_every_target_is_illegal() -> None:
    at = table(Cards.COSTS)
    at.do("use_ginevra", player=P1, target=Card.GINEVRA, banished=Card.GINEVRA).all_pass()
    assert zone(at, Card.FOLGORE) == "HAND"
    assert "state_based" not in at.log


@scenario("R86a", "FOW12:903.2l", "FOW12:903.2o")
def test_r86_nothing_checks_that_the_source_is_still_in_the_field() -> None:
    at = table(Cards.COSTS)
    pass_twice(at.do("use_ginevra", target=Card.WATCHER, banished=Card.GINEVRA))
    until(at, "finish_resolution")
    assert zone(at, Card.GINEVRA) == "GRAVEYARD"
    assert at.asks(lambda game: game.stack.top.stage == Stage.CARRIED_OUT)
    assert at.shows("damaged") == ["WATCHER"]


@scenario("R93a", "FOW12:701.2", "FOW12:604.1", "FOW12:604.2")
def test_r93_main_timing_needs_an_empty_chase_in_the_main_phase() -> None:
    at = table(Cards.JUDGMENT)
    assert at.may("perform_judgment")
    assert at.may("call_stone")
    at.do("play_folgore", **HIT)
    assert not at.may("perform_judgment")
    assert not at.may("call_stone")
    at = table(Cards.COSTS)
    assert at.may("play_cthugha")
    at.do("use_ginevra", target=Card.WATCHER, banished=Card.GINEVRA)
    assert not at.may("play_cthugha")
    assert not at.may("incarnate_cthugha")
    at = table(Cards.COSTS).all_pass()
    assert at.shows("phase") == "END"
    assert not at.may("play_cthugha")
    assert at.may("use_ginevra")  # an ability needs priority only


def test_a_card_stays_on_the_chase_until_it_has_resolved_completely() -> None:
    at = pass_twice(table(Cards.REPLY).do("play_folgore", **HIT))
    until(at, "finish_resolution")
    assert zone(at, Card.FOLGORE) == "CHASE"
    assert at.shows("damaged") == ["WATCHER"]
    at.step()
    assert zone(at, Card.FOLGORE) == "GRAVEYARD"


def test_a_player_without_life_loses_before_anybody_acts() -> None:
    at = table(Cards.REPLY).do("play_folgore", player=P1, mode=Mode.HIT_PLAYER, target=None)
    at.all_pass()
    assert at.shows("in_game") == ["P1"]
    assert at.interpreter.over(at.state)
