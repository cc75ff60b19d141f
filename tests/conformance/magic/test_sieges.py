from typing import Any

import pytest

from models.magic import Battle, Card, Combat, Magic, Player
from tests.conformance.magic import scenario
from tests.conformance.table import Table

P1, P2, P3 = Player(0), Player(1), Player(2)
B1 = Battle(0)


def table(card: Card = Card.PERMANENT_BACK, scopes: dict[str, int] | None = None, **readings: str) -> Table:
    return Table(Magic, lambda game: game.card[B1] == card, scopes, **readings)


def enter(at: Table, protector: Player = P2) -> Table:
    """Cast the battle, let it resolve, and let its enters ability resolve."""
    at.do("cast_battle", player=P1, battle=B1).all_pass()
    if at.may("battle_resolves"):
        at.do("battle_resolves", protector=protector)
    if at.may("stack_trigger"):
        at.do("remove_trigger")
    return at.all_pass()


def attack(at: Table, player: Player = P1, number: int = 1) -> Table:
    """Attack the battle, up to the priority of the declare attackers step."""
    return at.all_pass().do("attack", player=player, battle=B1, number=number).do("end_declaration")


def strike(at: Table, player: Player = P1, number: int = 1) -> Table:
    """Attack the battle without a block, up to the priority of the combat damage step."""
    attack(at, player, number).all_pass()
    if at.may("let_through"):
        at.do("let_through")
    return at.all_pass()


def defeated(card: Card = Card.PERMANENT_BACK, **readings: str) -> Table:
    """A Siege with one counter that has just been defeated in combat; its ability is on the stack."""
    return strike(enter(table(card, {"defense": 1}, **readings)))


def zone(at: Table) -> str:
    return str(at.shows("zone")["B1"])


def defense(at: Table) -> int:
    return int(at.shows("defense")["B1"])


def items(at: Table, field: str = "stack") -> list[str]:
    return [dict(entry.fields)["item"] for entry in at.shows(field)]


def controllers(at: Table) -> list[str]:
    return [dict(entry.fields)["controller"] for entry in at.shows("stack")]


@scenario("R01a", "CR24:117.5", "CR24:704.3", "CR24:704.5v", "CR24:310.7", "CR24:310.11b", "CR24:603.3")
def test_a_trigger_that_is_not_on_the_stack_yet_spares_its_siege() -> None:
    at = enter(table(scopes={"defense": 1}))
    attack(at).all_pass().do("let_through").do("pass_priority").forget().do("pass_priority")
    assert at.log == ["pass_priority", "end_sequence", "combat_damage", "stack_trigger", "give_priority"]
    assert (zone(at), defense(at), items(at), at.acting()) == ("BATTLEFIELD", 0, ["DEFEAT"], ["P1"])


@scenario("R01b", "CR24:704.5v")
def test_it_is_buried_first_if_only_the_stack_is_looked_at() -> None:
    at = defeated(pending_triggers="stack_only")
    assert at.log[-4:] == ["combat_damage", "state_based", "stack_trigger", "give_priority"]
    assert (zone(at), items(at)) == ("GRAVEYARD", ["DEFEAT"])
    at.all_pass()
    assert (zone(at), items(at)) == ("GRAVEYARD", [])


def defeated_in_the_other_turn() -> Table:
    at = enter(table()).all_pass().do("end_declaration", player=P1)
    at.do("pass_priority", player=P2).do("play_damage", player=P1, battle=B1).all_pass()
    assert (items(at), controllers(at), at.acting()) == (["DEFEAT"], ["P1"], ["P2"])
    return at


@scenario("R02a", "CR24:310.11b", "CR24:608.2g", "CR24:117.2e", "CR24:117.3b")
def test_exile_and_cast_are_one_resolution_and_then_the_active_player_has_priority() -> None:
    at = defeated_in_the_other_turn().all_pass()
    assert (zone(at), at.acting()) == ("EXILE", [])
    at.forget().do("cast_transformed", player=P1, battle=B1)
    assert at.log == ["cast_transformed", "finish_resolution", "give_priority"]
    assert (items(at), controllers(at), at.acting()) == (["BACK_FACE"], ["P1"], ["P2"])
    assert (zone(at), at.shows("transformed")) == ("STACK", ["B1"])


@scenario("R02b", "CR24:310.11b", "CR24:608.2g")
def test_the_back_face_is_a_spell_that_can_be_countered() -> None:
    at = defeated_in_the_other_turn().all_pass().do("cast_transformed")
    at.do("play_counterspell", player=P2).all_pass().do("counter", player=P2)
    assert (zone(at), items(at), at.shows("transformed")) == ("GRAVEYARD", [], [])


@scenario("R03a", "CR24:310.11b/3")
def test_the_card_stays_in_exile_when_its_controller_declines() -> None:
    at = defeated().all_pass().do("decline_to_cast", player=P1)
    assert (zone(at), items(at), at.shows("transformed")) == ("EXILE", [], [])
    at.all_pass().all_pass()
    assert zone(at) == "EXILE"


@scenario("R03b", "S-MTG:310.11b")
def test_read_literally_the_article_leaves_no_choice() -> None:
    at = defeated(cast_back_face="must").all_pass()
    assert at.may("cast_transformed", player=P1)
    assert not at.may("decline_to_cast")


@scenario("R05", "CR24:400.7", "CR24:608.2")
def test_the_trigger_of_a_siege_that_was_returned_to_hand_does_nothing() -> None:
    at = defeated().do("play_bounce", player=P1).all_pass()
    assert (zone(at), items(at)) == ("HAND", ["DEFEAT"])
    at.all_pass()
    assert (zone(at), items(at), at.acting()) == ("HAND", [], ["P1"])


@scenario("R06", "CR24:603.4", "CR24:310.11b")
def test_counters_put_back_in_response_save_no_siege() -> None:
    at = strike(strike_and_return(enter(table())))
    assert (defense(at), items(at)) == (0, ["DEFEAT"])
    at.do("play_counters", player=P1).all_pass()
    assert (defense(at), items(at)) == (2, ["DEFEAT"])
    at.all_pass()
    assert zone(at) == "EXILE"
    assert at.may("cast_transformed", player=P1)


def strike_and_return(at: Table) -> Table:
    """Strike once, and go on to the same player's next turn."""
    return strike(at).all_pass().all_pass().do("end_declaration", player=P2)


@scenario("R07", "CR24:310.7", "CR24:704.5v", "WotC-R:1")
def test_a_copy_that_never_had_counters_is_buried_and_nothing_triggers() -> None:
    at = table(Card.NO_BATTLE).do("play_copy", player=P1, battle=B1).forget().all_pass()
    assert at.may("choose_protector", player=P1, protector=P2)
    at.do("choose_protector")
    assert at.log[-4:] == ["finish_resolution", "choose_protector", "state_based", "give_priority"]
    assert (zone(at), items(at), items(at, "waiting")) == ("GRAVEYARD", [], [])


@scenario("R09", "CR24:704.5v", "CR26:704.5v", "CR26:704.5w", "CR26:310.7", "CR26:310.8")
@pytest.mark.parametrize(("edition", "where"), [("CR24", "BATTLEFIELD"), ("CR26", "GRAVEYARD")])
def test_a_battle_that_is_no_siege_with_its_own_trigger_on_the_stack(edition: str, where: str) -> None:
    at = table(Card.NO_TYPE, edition=edition).do("cast_battle").all_pass()
    at.do("play_damage", player=P1).all_pass()
    assert (zone(at), items(at)) == (where, ["ENTERS"])
    at.all_pass()
    assert (zone(at), items(at)) == ("GRAVEYARD", [])


@scenario("R10a", "CR24:310.8d", "CR24:508.5")
def test_the_defending_player_is_the_protector() -> None:
    at = attack(enter(table(scopes={"players": 3}), P3)).do("play_loss", player=P1).all_pass()
    assert at.shows("in_game") == ["P1", "P2"]


@scenario("R11a", "CR24:310.8b", "CR24:508.1")
def test_the_protector_may_not_attack() -> None:
    at = enter(table()).all_pass().do("end_declaration", player=P1).all_pass()
    assert at.may("end_declaration", player=P2)
    assert not at.may("attack")


@scenario("R11b", "CR24:310.8b", "S-MTG:310.8b")
@pytest.mark.parametrize(("named", "allowed"), [("controller", False), ("owner", True)])
def test_nor_a_protector_who_is_the_owner_unless_owners_are_named(named: str, allowed: bool) -> None:
    at = enter(table(attacker_named=named)).do("pass_priority").do("play_control", player=P2).all_pass()
    at.do("choose_protector", player=P2, protector=P1).all_pass()
    assert at.may("attack", player=P1) == allowed


@scenario("R12a", "CR24:310.8c", "CR24:509.1a")
def test_only_the_protector_blocks() -> None:
    at = attack(enter(table(scopes={"players": 3}), P2)).all_pass()
    assert not at.may("block", player=P3)
    at.do("block", player=P2, battle=B1)
    assert at.shows("combat") == {"B1": Combat.BLOCKED.name}


@scenario("R14", "CR24:310.10", "CR24:704.5w", "CR26:704.5x")
def test_no_protector_is_chosen_while_the_siege_is_attacked() -> None:
    at = attack(enter(table(scopes={"players": 3}), P2)).do("play_loss", player=P1).all_pass()
    assert (at.shows("in_game"), at.shows("protector"), at.acting()) == (["P1", "P3"], {"B1": None}, ["P1"])
    at.all_pass().all_pass()
    assert (zone(at), defense(at), at.shows("protector")) == ("BATTLEFIELD", 1, {"B1": None})
    at.all_pass()
    assert [t.instance.name for t in at.open()] == ["choose_protector(player=P1, battle=B1, protector=P3)"]


@scenario("R15", "CR24:310.10", "CR24:704.5w", "CR24:704.5x")
def test_a_siege_that_nobody_can_protect_is_buried() -> None:
    at = attack(enter(table())).do("play_loss", player=P1).all_pass()
    at.all_pass().all_pass().forget().all_pass()
    assert "state_based" in at.log
    assert "choose_protector" not in at.log
    assert (zone(at), at.shows("protector"), at.acting()) == ("GRAVEYARD", {"B1": None}, ["P1"])


@scenario("R17a", "WotC-R:4", "CR24:712.14a", "CR24:704.5d")
def test_a_token_that_is_defeated_ceases_to_exist() -> None:
    at = strike(table(Card.TOKEN, {"defense": 1})).do("pass_priority").forget().do("pass_priority")
    assert at.log[1:4] == ["begin_resolution", "defeat_resolves", "finish_resolution"]
    assert at.log[4:] == ["state_based", "give_priority"]
    assert (zone(at), items(at)) == ("GONE", [])


@scenario("R17b", "WotC-R:4", "WotC-R:5/2", "CR24:712.14a")
def test_a_card_without_a_back_to_transform_to_stays_in_exile() -> None:
    at = defeated(Card.SINGLE_FACED).all_pass()
    assert (zone(at), items(at), at.acting()) == ("EXILE", [], ["P1"])
    assert not at.may("cast_transformed")


@scenario("R22", "CR24:310.11b", "WotC-R:5/1")
def test_a_transforming_card_is_cast_and_its_back_face_ends_on_the_battlefield() -> None:
    at = defeated().all_pass().do("cast_transformed").all_pass()
    assert (zone(at), items(at), at.shows("transformed")) == ("BATTLEFIELD", [], ["B1"])
    assert not at.asks(lambda game: game.is_battle(B1))


def test_two_attackers_and_one_trigger() -> None:
    at = strike(enter(table(scopes={"attackers": 2})), number=2)
    assert (defense(at), items(at)) == (0, ["DEFEAT"])


@scenario("R20", "CR24:310.6", "CR24:120.3h")
def test_more_damage_than_counters() -> None:
    at = enter(table(scopes={"defense": 1})).do("play_damage", player=P1).all_pass()
    assert (defense(at), items(at)) == (0, ["DEFEAT"])


@scenario("R21", "CR24:608.2g", "CR24:310.11b")
def test_a_sorcery_is_cast_during_combat() -> None:
    at = defeated(Card.SORCERY_BACK).all_pass().do("cast_transformed", player=P1)
    assert (at.shows("phase"), items(at), at.acting()) == ("DAMAGE", ["BACK_FACE"], ["P1"])
    at.all_pass()
    assert (zone(at), at.shows("transformed")) == ("GRAVEYARD", [])


@scenario("R24", "CR24:603.3d")
@pytest.mark.parametrize("order", [("remove_trigger", "stack_trigger"), ("stack_trigger", "remove_trigger")])
def test_a_trigger_without_a_target_does_not_keep_others_from_the_stack(order: tuple[str, str]) -> None:
    at = table(Card.SORCERY_BACK).do("cast_battle").forget().all_pass()
    assert items(at, "waiting") == ["ENTERS", "AIMED"]
    at.take(order[0]).take(order[1]).settle()
    assert at.log[-3:] == [*order, "give_priority"]
    assert (items(at), at.acting()) == (["ENTERS"], ["P1"])


@scenario("R25a", "CR24:117.3c")
@pytest.mark.parametrize("player", [P1, P2])
def test_who_acts_has_priority_again_and_nobody_else(player: Player) -> None:
    at = enter(table())
    while at.acting() != [str(player)]:
        at.do("pass_priority")
    at.do("play_damage", player=player)
    assert at.acting() == [str(player)]


@scenario("R26", "CR24:310.4b")
def test_a_battle_enters_with_its_printed_defense() -> None:
    at = table(scopes={"defense": 5}).do("cast_battle").do("pass_priority").take("pass_priority")
    assert defense(at) == 0
    seen = []
    while at.step():
        seen.append((at.log[-1], defense(at)))
    assert seen[:2] == [("begin_resolution", 0), ("battle_resolves", 5)]
    assert "state_based" not in at.log


def test_a_siege_whose_trigger_was_countered_is_buried_without_a_new_trigger() -> None:
    at = defeated().do("play_counterspell", player=P1).all_pass().do("counter")
    assert (zone(at), items(at), items(at, "waiting")) == ("GRAVEYARD", [], [])


def test_read_literally_the_article_spares_a_battle_for_ever() -> None:
    at = defeated(exemption="for_ever").do("play_counterspell", player=P1).all_pass().do("counter")
    for _ in range(20):
        at.do(at.open()[0].instance.rule if at.acting() == [] else "pass_priority")
    assert (zone(at), defense(at), items(at)) == ("BATTLEFIELD", 0, [])


def test_the_protector_who_gains_control_chooses_another() -> None:
    at = attack(enter(table())).do("pass_priority").do("play_control", player=P2).all_pass()
    assert at.shows("combat") == {"B1": Combat.NONE.name}
    assert at.acting() == []
    at.do("choose_protector", player=P2, protector=P1)
    assert (at.shows("controller"), at.shows("protector")) == ({"B1": "P2"}, {"B1": "P1"})
    assert at.acting() == ["P1"]


def test_a_battle_that_is_no_siege_is_protected_by_its_controller() -> None:
    at: Any = enter(table(Card.NO_TYPE))
    assert at.shows("protector") == {"B1": "P1"}
    at.all_pass()
    assert not at.may("attack", player=P1)


def test_triggers_are_stacked_in_turn_order_from_the_active_player() -> None:
    b2 = Battle(1)
    at = Table(
        Magic,
        lambda game: game.card[B1] == Card.TOKEN and game.card[b2] == Card.TOKEN and game.owner[b2] == P3,
        {"battles": 2, "players": 3, "defense": 1},
    )
    at.all_pass().do("end_declaration", player=P1).all_pass().do("end_declaration", player=P2).all_pass()
    at.do("attack", battle=B1).do("attack", battle=b2).do("end_declaration", player=P3).all_pass()
    at.do("let_through", player=P1, battle=b2).do("let_through", player=P2, battle=B1).all_pass()
    assert (items(at), controllers(at), at.acting()) == (["DEFEAT", "DEFEAT"], ["P3", "P1"], ["P3"])
    assert at.shows("zone") == {"B1": "BATTLEFIELD", "B2": "BATTLEFIELD"}


@pytest.mark.parametrize("lowest", [B1, Battle(1)])
def test_a_player_orders_their_own_triggers(lowest: Battle) -> None:
    b2 = Battle(1)
    at = Table(
        Magic,
        lambda game: game.card[B1] == Card.TOKEN and game.card[b2] == Card.TOKEN and game.owner[b2] == P1,
        {"battles": 2, "defense": 1},
    )
    at.all_pass().do("attack", battle=B1).do("attack", battle=b2).do("end_declaration").all_pass()
    at.do("let_through", battle=B1).do("let_through", battle=b2).all_pass()
    assert not at.acting()
    at.do("stack_trigger", trigger=lowest.index)
    highest = b2 if lowest == B1 else B1
    assert [dict(e.fields)["battle"] for e in at.shows("stack")] == [str(lowest), str(highest)]
