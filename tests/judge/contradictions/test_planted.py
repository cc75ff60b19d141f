"""Rulebooks with planted contradictions, and with what only looks like one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from checker import (
    Bag,
    Game,
    Map,
    Maybe,
    Object,
    Participant,
    Set,
    action,
    at_most_one,
    automatic,
    bag,
    between_actions,
    choice,
    chosen,
    closed,
    each,
    ensures,
    every,
    forbids,
    gives,
    integer,
    may,
    needs,
    norm,
    obliges,
    only,
    permits,
    require,
    requires,
    scope,
    settled,
)
from checker.certify import solve
from checker.judge.contradictions import never
from checker.judge.contradictions.examination import Examination
from checker.judge.contradictions.finding import Finding, FindingKind, Standing
from checker.judge.norms import declare
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry
from checker.language.schema import game_name


class Player(Participant, size=scope(2, least=2, most=3)):
    pass


class Market(Game):
    """Whoever's turn it is buys, haggles or waits; a purse holds up to two coins."""

    turn: Player = Player(0)
    leader: Maybe[Player]
    coins: int = integer(0, 2, start=1)
    day: int = integer(0, 12)

    @action(says="{player} buys")
    def buy(self, player: Player) -> None:
        require(player == self.turn, self.coins > 0)
        self.coins -= 1
        self.leader = player

    @action(says="{player} earns")
    def earn(self, player: Player) -> None:
        require(player == self.turn, self.coins < 2)
        self.coins += 1

    @action(says="{player} ends the day")
    def wait(self, player: Player) -> None:
        require(player == self.turn, self.day < 12)
        self.day += 1
        self.turn = player.next_in_game
        self.leader = None


class Silent:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        pass

    def found(self, verdict: object) -> None:
        pass


@pytest.fixture(autouse=True)
def only_own_norms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declare, "_norms", [])
    monkeypatch.setattr(declare, "_settled", [])


def found(game: type[Game], **scopes: int) -> list[Finding]:
    entry = GameEntry(game_name(game), game, None)
    return list(Examination(entry, Selection(scopes=scopes), Silent()).whole().findings)


def clashes(game: type[Game], **scopes: int) -> dict[tuple[str, ...], Finding]:
    return {f.clauses: f for f in found(game, **scopes) if f.kind is FindingKind.CLASH}


def two_clauses() -> tuple[Callable[[], None], Callable[[], None]]:
    def permission() -> None:
        @norm("A:1", permits("buy"))
        def the_player_may_buy(game: Market, player: Player) -> bool:
            """The player whose turn it is may buy."""
            return player == game.turn

    def prohibition() -> None:
        @norm("A:2", forbids("buy"))
        def nobody_buys_on_the_third_day(game: Market) -> bool:
            """Nobody buys on the third day."""
            return game.day == 3

    return permission, prohibition


def means() -> None:
    @norm("A:8", needs("buy"))
    def a_purchase_takes_a_coin(game: Market) -> bool:
        return game.coins > 0


def test_two_clauses_clash_where_both_speak() -> None:
    for statement in two_clauses():
        statement()
    ((clauses, finding),) = clashes(Market).items()
    assert clauses == ("A:1", "A:2")
    assert finding.play is not None
    assert [s.rule for s in finding.play.steps] == ["wait"] * 3
    assert finding.standing is Standing.EXCEPTION
    assert (finding.players, finding.fewest) == (2, 2)
    assert finding.count == 6  # three purses, and a leader (who buys then) or none
    assert '"The player whose turn it is may buy"; but "Nobody buys on the third day"' in finding.headline
    assert [c.gone for c in finding.changes] == [True] * 4


@pytest.mark.parametrize("removed", [0, 1])
def test_removing_either_norm_removes_the_finding(removed: int) -> None:
    two_clauses()[1 - removed]()
    assert clashes(Market) == {}


def test_three_clauses_clash_of_which_no_two_do() -> None:
    @norm("A:1", requires())
    def somebody_may_trade(game: Market) -> tuple[bool, bool]:
        return game.day > 0, may(game.turn, "buy") or may(game.turn, "earn")

    @norm("A:2", forbids("buy"))
    def nobody_buys_rich(game: Market) -> bool:
        return game.coins == 2

    @norm("A:3", forbids("earn"))
    def nobody_earns_late(game: Market) -> bool:
        return game.day > 1

    ((clauses, finding),) = clashes(Market).items()
    assert clauses == ("A:1", "A:2", "A:3")
    assert finding.play is not None
    assert sorted(s.rule for s in finding.play.steps) == ["earn", "wait", "wait"]
    assert [c.what for c in finding.changes] == ["Strike A:1", "Strike A:2", "Strike A:3"]


def test_a_clash_behind_a_premise_that_only_a_long_play_reaches() -> None:
    two_clauses()[0]()

    @norm("A:3", forbids("buy"))
    def nobody_buys_on_the_last_day(game: Market) -> bool:
        return game.day == 12

    ((_, finding),) = clashes(Market).items()
    assert finding.play is not None
    assert len(finding.play.steps) == 12


def test_a_clash_that_takes_three_players() -> None:
    two_clauses()[0]()

    @norm("A:3", forbids("buy"))
    def who_does_not_sit_beside_the_first_buys_nothing(game: Market, player: Player) -> bool:
        return player != Player(0) and player != Player(0).next_in_game

    assert clashes(Market) == {}
    ((_, finding),) = clashes(Market, players=3).items()
    assert (finding.players, finding.fewest) == (3, 2)
    assert finding.play is not None
    assert len(finding.play.steps) == 2


def test_a_clause_that_contradicts_itself() -> None:
    @norm("A:1", permits("buy", instances="every"))
    def all_may_buy(game: Market) -> bool:
        return game.day == 1

    @norm("A:1", only("buy"))
    def only_the_first_buys(game: Market, player: Player) -> bool:
        return player == Player(0)

    ((clauses, finding),) = clashes(Market).items()
    assert clauses == ("A:1",)
    assert finding.headline.startswith("A:1 contradicts itself")
    assert finding.standing is Standing.SEVERAL


def test_clauses_that_never_apply_together_do_not_clash() -> None:
    two_clauses()[0]()

    @norm("A:3", forbids("buy"))
    def who_is_not_on_turn_buys_nothing(game: Market, player: Player) -> bool:
        return player != game.turn

    means()
    assert found(Market) == []


def test_what_would_clash_on_a_board_that_no_play_of_any_size_reaches_is_told_apart() -> None:
    two_clauses()[0]()

    @norm("A:3", forbids("buy"))
    def nobody_buys_beside_a_leader_with_a_full_purse(game: Market) -> bool:
        return game.leader == game.turn.next_in_game

    means()
    told = {f.kind: f for f in found(Market)}
    assert set(told) == {FindingKind.DEAD, FindingKind.IMPOSSIBLE}
    assert told[FindingKind.IMPOSSIBLE].clauses == ("A:1", "A:3")
    assert not told[FindingKind.IMPOSSIBLE].counts
    assert told[FindingKind.IMPOSSIBLE].headline == (
        "A:1 and A:3 would clash on a board that no play of any size reaches"
    )


class Stairs(Game):
    """One player goes up two steps at a time."""

    height: int = integer(0, 8)

    @action()
    def climb(self, player: Player) -> None:
        require(self.height <= 6)
        self.height += 2


def is_even(game: Stairs) -> bool:
    return game.height % 2 == 0


def is_odd(game: Stairs) -> bool:
    return game.height % 2 == 1


@pytest.mark.parametrize("lemma", [None, is_even, is_odd])
def test_what_is_not_reached_counts_as_impossible_only_with_a_proof(
    lemma: Callable[[Stairs], bool] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(never, "stated_lemmas", lambda claims: (lemma,) if lemma else ())

    @norm("A:1", permits("climb"))
    def one_climbs_from_the_fifth_step(game: Stairs) -> bool:
        return game.height == 5

    @norm("A:2", forbids("climb"))
    def nobody_climbs_from_the_fifth_step(game: Stairs) -> bool:
        return game.height == 5

    (told,) = (f for f in found(Stairs) if f.kind is not FindingKind.DEAD)
    assert told.kind is (FindingKind.IMPOSSIBLE if lemma is is_even else FindingKind.WOULD_CLASH)
    assert (told.details != ()) == (lemma is is_even)


class Coin(Object, size=scope(1, least=1, most=3)):
    pass


class Ladder(Stairs):
    """Stairs with coins, whose number a scope varies and no proof leaves open."""

    found: Set[Coin]


def test_what_is_proved_for_some_sizes_alone_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(never, "stated_lemmas", lambda claims: (is_even,))

    @norm("A:1", permits("climb"))
    def one_climbs_from_the_fifth_step(game: Ladder) -> bool:
        return game.height == 5

    @norm("A:2", forbids("climb"))
    def nobody_climbs_from_the_fifth_step(game: Ladder) -> bool:
        return game.height == 5

    assert {f.kind for f in found(Ladder)} == {FindingKind.DEAD, FindingKind.WOULD_CLASH}


def test_a_proof_that_the_solver_does_not_accept_again_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(never, "stated_lemmas", lambda claims: (is_even,))
    monkeypatch.setattr(solve, "run", lambda *asked: ["unknown"])

    @norm("A:1", permits("climb"))
    def one_climbs_from_the_fifth_step(game: Stairs) -> bool:
        return game.height == 5

    @norm("A:2", forbids("climb"))
    def nobody_climbs_from_the_fifth_step(game: Stairs) -> bool:
        return game.height == 5

    assert {f.kind for f in found(Stairs)} == {FindingKind.DEAD, FindingKind.WOULD_CLASH}


def test_clauses_that_would_clash_only_while_something_goes_on_that_comes_first_do_not() -> None:
    @norm("A:1", gives("winner"))
    def nobody_has_won(game: Race) -> tuple[bool, bool]:
        return True, not game.winner

    @norm("A:2", gives("winner"))
    def two_steps_have_won(game: Race) -> tuple[bool, bool]:
        return game.steps[Player(0)] == 2, game.winner == Player(0)

    assert {f.kind for f in found(Race)} == {FindingKind.DEAD}


def test_may_that_fails_for_lack_of_means_is_no_clash() -> None:
    two_clauses()[0]()
    means()
    assert found(Market) == []


def test_without_saying_that_it_is_a_matter_of_means_it_is_one() -> None:
    two_clauses()[0]()

    @norm("A:3", only("buy"))
    def a_purchase_takes_a_coin(game: Market) -> bool:
        return game.coins > 0

    assert list(clashes(Market)) == [("A:1", "A:3")]


class Siege(Game):
    """An attacker and a defender both choose; then two automatic rules follow, one after the other."""

    attacker: Player = Player(0)
    asked: Set[Player]
    answered: Set[Player]
    gates: int = integer(0, 2)
    counted: bool = False

    procedure = between_actions("open_gate", "count_up")

    @action(says="{player} attacks")
    def attack(self, player: Player) -> None:
        require(player == self.attacker, not self.asked)
        self.asked = self.in_game

    @choice(says="{player} answers")
    def answer(self, player: Player, strong: bool) -> None:
        require(player in self.asked)
        self.asked.discard(player)
        self.answered.add(player)

    @automatic(says="a gate opens")
    def open_gate(self) -> None:
        require(self.answered == self.in_game, self.gates < 2, not self.counted)
        self.gates += 1

    @automatic(says="the gates are counted")
    def count_up(self) -> None:
        require(self.answered == self.in_game, not self.counted)
        self.counted = True

    def over(self) -> bool:
        return self.counted


def test_two_choosers_of_one_kind_of_choice_do_not_clash() -> None:
    @norm("B:1", permits("answer"))
    def the_attacker_chooses(game: Siege, player: Player) -> bool:
        return player == game.attacker and player in game.asked

    @norm("B:2", permits("answer"))
    def the_defender_chooses(game: Siege, player: Player) -> bool:
        return player != game.attacker and player in game.asked

    @norm("B:3", obliges("answer", before="open_gate"))
    def somebody_answers(game: Siege, player: Player) -> bool:
        return player in game.asked

    assert [f for f in found(Siege) if f.kind is not FindingKind.REDUNDANT] == []


def test_an_order_that_the_procedure_fixes_is_no_clash() -> None:
    @norm("B:1", obliges("open_gate", before="actions"))
    def gates_open(game: Siege) -> bool:
        return game.answered == game.in_game and game.gates < 2

    @norm("B:2", obliges("count_up", before="actions"))
    def gates_are_counted(game: Siege) -> bool:
        return game.answered == game.in_game

    @norm("B:3", permits("attack"))
    def the_attacker_attacks(game: Siege, player: Player) -> bool:
        return player == game.attacker and not game.asked

    assert clashes(Siege) == {}


def test_orders_that_go_round_in_a_ring_clash() -> None:
    @norm("B:1", obliges("open_gate", before="count_up"))
    def gates_first(game: Siege) -> bool:
        return game.answered == game.in_game and game.gates < 2

    @norm("B:2", obliges("count_up", before="open_gate"))
    def counting_first(game: Siege) -> bool:
        return game.answered == game.in_game

    assert list(clashes(Siege)) == [("B:1", "B:2")]


def test_a_duty_that_nobody_can_fulfil_is_stuck() -> None:
    @norm("A:1", obliges("buy", before="wait"))
    def the_player_must_buy(game: Market, player: Player) -> bool:
        return player == game.turn and game.day == 1

    means()
    told = {f.kind: f for f in found(Market)}
    stuck = told[FindingKind.STUCK]
    assert stuck.clauses == ("A:1",)
    assert stuck.play is not None
    assert sorted(s.rule for s in stuck.play.steps) == ["buy", "wait"]
    # Where there is a coin, the model lets the player wait all the same.
    assert told[FindingKind.MISMATCH].clauses == ("A:1",)


def closing() -> None:
    @norm("A:9", closed("buy"))
    def what_is_not_permitted_is_forbidden(game: Market) -> bool:
        return True


def test_a_closed_rule_is_taken_where_permitted() -> None:
    two_clauses()[0]()
    means()
    closing()
    assert found(Market) == []


def test_a_closed_rule_is_not_taken_where_no_clause_permits_it() -> None:
    closing()

    @norm("A:1", permits("buy"))
    def the_player_may_buy_but_on_the_second_day(game: Market, player: Player) -> bool:
        return player == game.turn and game.day != 2

    means()
    (finding,) = found(Market)
    assert finding.kind is FindingKind.MISMATCH
    assert finding.clauses == ("A:9",)
    assert finding.sides[0].here == (
        "buy(player=P1) and buy(player=P2) may not be taken, as no clause permits it",
    )


def test_at_most_one_player_may_act() -> None:
    @norm("A:1", at_most_one("buy", "earn"))
    def one_trades(game: Market) -> bool:
        return True

    @norm("A:2", permits("buy", instances="every"))
    def all_may_buy(game: Market) -> bool:
        return game.day == 1

    (finding,) = clashes(Market).values()
    assert finding.clauses == ("A:1", "A:2")


def test_what_an_event_does_counts_when_players_could_next_act() -> None:
    @norm("A:1", gives("leader", after="buy"))
    def who_buys_leads(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return True, after.leader == step.player

    @norm("A:2", gives("leader", after="buy"))
    def the_first_to_buy_leads(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return before.coins == 2, after.leader == Player(0)

    (finding,) = clashes(Market).values()
    assert finding.play is not None
    assert finding.event_step == len(finding.play.steps) == 3
    assert finding.play.steps[-1].arguments == {"player": "P2"}
    assert finding.standing is Standing.EXCEPTION
    assert [s.here for s in finding.sides] == [("leader is P2",), ("leader is P1",)]


class Race(Game):
    """Two players take steps in turn until one of them has taken two; the game counts who has won."""

    turn: Player = Player(0)
    steps: Map[Player, int] = each(Player, integer(0, 2))
    winner: Maybe[Player]
    procedure = between_actions("crown")

    def over(self) -> bool:
        return bool(self.winner)

    @action()
    def step(self, player: Player) -> None:
        require(player == self.turn)
        self.steps[player] += 1
        self.turn = player.next_in_game

    @automatic()
    def crown(self, player: Player) -> None:
        require(self.steps[player] == 2)
        self.winner = player


def test_clauses_about_the_event_that_ends_the_game_clash() -> None:
    @norm("A:1", gives("winner", after="step"))
    def two_steps_win(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return before.steps[step.player] == 1, after.winner == step.player

    @norm("A:2", gives("winner", after="step"))
    def the_second_player_never_wins(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return step.player == Player(1), not after.winner

    @norm("A:3", gives("winner", after="step"))
    def nobody_wins(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return step.player == Player(0), not after.winner

    told = found(Race)
    assert {f.clauses for f in told if f.kind is FindingKind.CLASH} == {("A:1", "A:3")}
    (clash,) = (f for f in told if f.kind is FindingKind.CLASH)
    assert clash.play is not None
    assert [s.rule for s in clash.play.steps] == ["step", "step", "step", "crown"]
    assert clash.event_step == 3


@pytest.mark.parametrize("at", ["", "everywhere", "priority", "choice"])
def test_a_mismatch_where_the_game_ends_is_told_unless_somebody_has_to_act_there(at: str) -> None:
    @norm("A:1", gives("turn", after="step"), at=at)
    def who_steps_goes_on_after_the_last_one(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return before.steps[step.player] == 1, after.turn == step.player

    kinds = {f.kind for f in found(Race)}
    assert kinds == ({FindingKind.MISMATCH} if at in ("", "everywhere") else {FindingKind.DEAD})


def test_who_may_act_once_the_game_is_over_is_not_asked() -> None:
    @norm("A:1", ensures(after="step"))
    def who_stepped_waits_for_the_other(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return True, may(step.player.next_in_game, "step")

    assert found(Race) == []


def test_a_field_that_no_clause_settles_is_a_gap() -> None:
    settled(Market, "leader", after="wait", says="who leads")

    @norm("A:1", gives("leader", after="buy"))
    def who_buys_leads(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return before.day != 5, after.leader == step.player

    gaps = [f for f in found(Market) if f.kind is FindingKind.GAP]
    assert [f.headline for f in gaps] == [
        "No clause says who leads after a player ends the day",
        "No clause says who leads after a player buys",
    ]
    assert [len(f.play.steps) for f in gaps if f.play is not None] == [1, 6]


def test_a_clause_that_others_say_as_well_is_redundant() -> None:
    two_clauses()[1]()

    @norm("A:3", forbids("buy"))
    def the_first_buys_nothing_on_the_third_day(game: Market, player: Player) -> bool:
        return game.day == 3 and player == Player(0)

    @norm("B:3", forbids("buy"))
    def another_edition_says_so_too(game: Market) -> bool:
        return game.day == 3

    assert [f.clauses for f in found(Market) if f.kind is FindingKind.REDUNDANT] == [("A:3",)]


class Draft(Game):
    """A pick for which nobody is named."""

    picked: Maybe[Player]
    hand: Bag[Player] = bag(Player, size=2)

    @action(says="{player} asks for a pick")
    def ask(self, player: Player, chosen_one: Player = chosen(by="")) -> None:  # noqa: B008 - a declaration
        require(not self.picked)
        self.picked = chosen_one

    def over(self) -> bool:
        return bool(self.picked)


def test_a_choice_for_which_nobody_is_named_is_a_gap() -> None:
    (finding,) = found(Draft)
    assert finding.kind is FindingKind.GAP
    assert finding.headline == "No clause names who chooses chosen one when a player asks for a pick"


def test_a_condition_on_what_is_left_open_takes_no_part() -> None:
    @norm("A:1", gives("leader"))
    def a_leader_stays(game: Market) -> tuple[bool, bool]:
        return game.leader == Player(0), every(Player, lambda p: p != game.leader or p == game.turn)

    (finding,) = found(Market)
    assert finding.kind is FindingKind.SILENT
    assert finding.counts
    assert "takes no part" in finding.headline


class Scramble(Game):
    """Two rules of one layer, of which the first one wins."""

    started: bool = False
    winner: Maybe[Player]

    @action(says="{player} starts")
    def begin(self, player: Player) -> None:
        require(not self.started)
        self.started = True

    @automatic(cites="C:1", says="{player} wins")
    def win(self, player: Player) -> None:
        require(self.started, not self.winner)
        self.winner = player

    def over(self) -> bool:
        return bool(self.winner)


def test_an_order_that_matters_and_that_nothing_settles_is_a_divergence() -> None:
    (finding,) = found(Scramble)
    assert finding.kind is FindingKind.DIVERGENCE
    assert finding.headline == (
        "Whether win(player=P1) or win(player=P2) happens first matters, and nothing says which"
    )
    assert finding.play is not None
    assert [s.rule for s in finding.play.steps] == ["begin"]


def test_a_finding_keeps_its_id_and_another_one_between_the_same_clauses_has_its_own() -> None:
    for statement in two_clauses():
        statement()
    ids = {f.id for players in (2, 3) for f in found(Market, players=players)}

    @norm("A:2", forbids("buy"))
    def nobody_buys_at_the_start(game: Market) -> bool:
        return game.day == 0

    first, second = sorted(
        (f for f in found(Market) if f.kind is FindingKind.CLASH),
        key=lambda f: len(f.play.steps) if f.play else 0,
    )
    assert first.clauses == second.clauses == ("A:1", "A:2")
    assert first.play is not None
    assert first.play.steps == ()
    assert {i for i in ids if ".clash." in i} == {second.id} != {first.id}


def test_clauses_about_an_event_that_never_happens_so_would_clash_if_it_did() -> None:
    @norm("A:1", gives("leader", after="wait"))
    def nobody_leads_a_new_day(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return True, not after.leader

    @norm("A:2", gives("leader", after="wait"))
    def who_led_twice_leads_on(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return before.leader == before.turn.next_in_game, after.leader == step.player

    told = {f.kind: f for f in found(Market)}
    assert told[FindingKind.DEAD].clauses == ("A:2",)
    assert told[FindingKind.IMPOSSIBLE].clauses == ("A:1", "A:2")
    assert FindingKind.CLASH not in told
