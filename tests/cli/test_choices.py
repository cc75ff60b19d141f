from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema  # its stubs are not among the dependencies
import pytest
from referencing import Registry, Resource

from checker.report.own_files import marked
from tests.cli.running import Output

REFERENCE = Path(__file__).parents[2] / "docs/reference"
SCHEMA = json.loads((REFERENCE / "choices.schema.json").read_text())
REPORT = json.loads((REFERENCE / "report.schema.json").read_text())

MODEL = """\
from checker import (
    CHANCE, Bag, Game, Maybe, Participant, action, as_enters, assumed, automatic, bag, between_actions,
    choice, chosen, event, integer, one_of, replaces, require, scope, state_based,
)


class Player(Participant, size=2):
    pass


def loser(self, player):
    return player


class Cards(Game):
    turn: Player
    deck: int = integer(0, 3, start=3)
    drawn: bool
    owed: bool
    shuffled: bool
    waiting: Bag[Player] = bag(Player, size=scope(2))
    procedure = between_actions("state_based", "tidy", ("draw_up", "shuffle"), "take")

    @action(cites="A:1", says="{player} plays {whom}")
    def play(self, player: Player, whom: Maybe[Player]) -> None:
        require(self.turn == player, not self.owed, self.deck == 3)
        self.deck -= 1
        self.owed = True

    @action()
    def grab(self, player: Player) -> None:
        require(self.deck == 1)
        self.waiting.add(Player(0))
        self.waiting.add(Player(1))
        self.deck -= 1

    @choice(cites="A:2")
    def pay(self, fully: bool) -> None:
        require(self.owed)
        self.owed = False
        self.drawn = True
        self.shuffled = True

    @state_based(cites="A:3")
    def burn(self, low: bool = chosen(by=CHANCE)) -> None:
        require(self.deck == 3, self.owed)
        self.deck = 1

    @automatic(cites="A:4")
    def tidy(self) -> None:
        require(self.deck == 3, self.drawn)
        self.drawn = False

    @automatic(cites="A:5")
    def draw_up(self, high: bool = chosen(by=None)) -> None:
        require(self.drawn)
        self.deck -= 1
        self.drawn = False

    @automatic(cites="A:6")
    def shuffle(self, who: Player = chosen(by=lambda self: self.turn)) -> None:
        require(self.shuffled)
        self.shuffled = False

    @automatic(cites="A:7")
    @assumed("cards take")
    def take(self, item: Player = one_of("waiting")) -> None:
        require(self.waiting)
        self.waiting.remove(item)
        self.hit(item)

    @event(affects=loser, cites="A:8")
    def hit(self, player: Player) -> None:
        self.turn = player

    @replaces("hit", when=lambda self, player: player == self.turn, cites="A:9")
    def miss(self, player: Player) -> None:
        pass

    @replaces("hit", cites="A:10")
    def pass_on(self, player: Player) -> None:
        self.turn = player.next_in_game

    @as_enters("hit", cites="A:11")
    def with_a_mark(self, player: Player, marked: bool = chosen(by="player")) -> None:
        pass
"""


@pytest.fixture
def run(run: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Output]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.py").write_text(MODEL, encoding="utf-8")
    yield partial(run, "choices")
    sys.modules.pop("ruleproof_file_cards", None)


def document(run: Output, *arguments: str) -> Any:
    _, out, _ = run(*arguments, "--format", "json")
    found = json.loads(out)
    registry: Registry[Any] = Registry().with_resource("report.schema.json", Resource.from_contents(REPORT))
    jsonschema.Draft202012Validator(SCHEMA, registry=registry).validate(found)
    return found


def test_every_choice_has_its_chooser_its_moment_and_its_clauses(run: Output) -> None:
    (game,) = document(run, "cards.py")["games"]
    told = [
        (c["kind"], c["rules"][0], c["who"], c["when"], [x["id"] for x in c["clauses"]], c["missing"])
        for c in game["choices"]
        if c["kind"] != "order"
    ]
    in_layer = "as it happens, in layer {} of 4".format
    assert told == [
        ("action", "play", "player (a Player)", "at priority", ["A:1"], []),
        ("action", "grab", "player (a Player)", "at priority", [], ["clause"]),
        ("choice", "pay", None, "before anything else goes on", ["A:2"], ["chooser"]),
        ("inside a rule", "burn", "chance", "in the state-based event, in layer 1 of 4", ["A:3"], []),
        ("inside a rule", "draw_up", None, in_layer(3), ["A:5"], ["chooser"]),
        ("inside a rule", "shuffle", "the player told at cards.py:61", in_layer(3), ["A:6"], []),
        (
            "replacement",
            "hit",
            "the player that loser tells",
            "where several of them apply to the event hit",
            ["A:8", "A:9", "A:10"],
            [],
        ),
        ("inside a rule", "with_a_mark", "player", "inside the event hit", ["A:11"], []),
    ]
    parameters = {c["rules"][0]: c["parameters"] for c in game["choices"]}
    assert parameters["play"] == [{"name": "whom", "what": "a Player or None"}]


def test_orders_are_open_only_where_plays_show_it(run: Output) -> None:
    code, out, err = run("cards.py", "--open")
    (game,) = document(run, "cards.py")["games"]
    orders = {
        tuple(c["rules"]): (c["when"], c["play"]["length"], c["missing"])
        for c in game["choices"]
        if c["kind"] == "order"
    }
    assert (code, err) == (0, "")
    assert orders == {
        # Both are due once something was paid; `tidy` stands in another layer, and is due with neither.
        ("draw_up", "shuffle"): ("in layer 3 of 4", 2, ["order"]),
        # One rule with two items to take.
        ("take",): ("in layer 4 of 4, where several of its instances apply", 5, ["order"]),
        # Either may grab the last card, whoever's turn it is.
        ("grab",): ("where several players may act at once: P1, P2", 4, ["order"]),
    }
    assert "play(whom)" not in out
    words = " ".join(out.split())
    assert "nothing settles the order, first after 2 steps: P1 plays " in words
    assert "11 choices, 2 without a chooser, 3 without an order, 1 without a clause." in words


def test_quiet_tells_what_is_open_and_verbose_the_plays_that_show_it(run: Output) -> None:
    _, out, _ = run("cards.py", "--open")
    _, quiet, _ = run("cards.py", "--quiet")
    assert out.startswith(quiet)
    assert "Orders were looked for" in out.removeprefix(quiet)
    _, verbose, _ = run("cards.py", "--open", "--verbose")
    assert verbose.count("The play\n") == verbose.count("The board at the end\n") == 3


@pytest.mark.parametrize("loudness", [(), ("-q",)])
def test_a_search_that_ends_early_says_so(run: Output, loudness: tuple[str, ...]) -> None:
    code, out, _ = run("magic_triggers", "--timeout", "0.01", *loudness)
    assert code == 3
    assert "so more may be open" in " ".join(out.split())


def test_a_document_is_written_by_its_suffix(run: Output, tmp_path: Path) -> None:
    _, printed, _ = run("cards.py", "--format", "markdown")
    assert run("cards.py", "--out", "choices.md")[0] == 0
    assert (tmp_path / "choices.md").read_text(encoding="utf-8") == marked(printed)
    assert "## Orders that are open" in printed
    assert "| `play(whom)` `cards.py:25` | player (a Player) | at priority | " in printed
    run("cards.py", "--out", "choices.json", "--open")
    assert len(json.loads((tmp_path / "choices.json").read_text())["games"][0]["choices"]) == 6


@pytest.mark.slow
def test_each_player_orders_their_own_triggers_in_magic(run: Output) -> None:
    (game,) = document(run, "magic_triggers")["games"]
    assert game["stopped"] == ""
    assert [c["rules"][0] for c in game["choices"] if c["missing"]] == []
    (order,) = [c for c in game["choices"] if c["rules"] == ["stack_trigger"]]
    assert (order["kind"], order["who"]) == ("inside a rule", "player (a Player)")
    assert order["parameters"] == [{"name": "trigger", "what": "a Trigger of waiting"}]
    assert "CR24:603.3b/1" in [c["id"] for c in order["clauses"]]
    assert all(c["text"] for c in order["clauses"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crads"], "error: there is no game 'crads'"),
        (["cards.py", "--scope", "wating=3"], "has a scope 'wating'\n  did you mean 'waiting'?"),
        (["cards.py", "--reading", "edition=A"], "has a reading 'edition'\n  there are none"),
        (["cards.py", "--format", "jsn"], "did you mean 'json'?"),
        (["cards.py", "--out", "x.txt"], "name a file that ends in .json or .md, not 'x.txt'"),
        (["cards.py", "--timeout", "0"], "it is a number above 0"),
    ],
)
def test_what_is_wrong_is_told(run: Output, arguments: list[str], message: str) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert message in err
