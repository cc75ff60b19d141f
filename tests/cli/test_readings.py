from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema  # its stubs are not among the dependencies
import pytest

from checker import Game
from checker.judge.readings import Difference, GameReadings, OptionTried, Readings, ReadingTried
from checker.judge.workspace import GameEntry
from checker.report.layout import Page
from checker.report.own_files import marked
from checker.report.readings import exit_code, print_readings
from tests.cli.running import Output
from tests.report.samples import stuck, verdict

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/reference/readings.schema.json").read_text())

RULEBOOK = """\
game = "Counting"
[edition.A]
title = "First"
date = 2020-01-01
source = "a book"
[clause."A:1"]
paraphrase = "One counts on by one."
[clause."A:2"]
paraphrase = "One counts on by two, and piles."
[clause."A:3"]
paraphrase = "One counts on by three."
"""

MODEL = """\
from checker import Bag, Game, Participant, action, bag, invariant, possible, reading, require, integer, scope


class Player(Participant, size=2):
    pass


class Counting(Game):
    rulebook = "counting"
    tally: int = integer(0, 3)
    pile: Bag[Player] = bag(Player, size=scope(1))
    step: str = reading("how far does one count", one="A:1", two="A:2", three="A:3")
    piles: str = reading("may one pile?", no="A:1", yes="A:2")
    colour: str = reading("which colour", red="A:1", blue="A:2")

    def over(self) -> bool:
        return self.tally == 3

    @action(cites="A:1")
    def count_on(self, player: Player) -> None:
        step = 1 if self.step == "one" else 2 if self.step == "two" else 3
        require(self.tally + step <= 3)
        self.tally += step

    @action(cites="A:2")
    def pile_up(self, player: Player) -> None:
        require(self.piles == "yes")
        self.pile.add(player)


@invariant(cites="A:3")
def below_three(game: Counting) -> bool:
    return game.tally < 3


@possible(cites="A:2")
def two_piled(game: Counting) -> bool:
    return game.pile.size == 2
"""


@pytest.fixture
def run(run: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Output]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counting.py").write_text(MODEL, encoding="utf-8")
    (tmp_path / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    yield partial(run, "readings")
    sys.modules.pop("ruleproof_file_counting", None)


def document(run: Output, *arguments: str, expected: int = 0) -> Any:
    code, out, _ = run(*arguments, "--format", "json")
    assert code == expected
    found = json.loads(out)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    return found["games"]


def differences(game: Any, kind: str) -> dict[tuple[str, str], dict[str, tuple[object, ...]]]:
    """By reading and option: each claim with its verdict and shortest play in force, and under the option."""
    return {
        (reading["name"], option["option"]): {
            pair["claim"]: tuple(pair[side][what] for side in SIDES for what in ("status", "shortest"))
            for pair in option[kind]
        }
        for reading in game["readings"]
        for option in reading["options"]
        if option[kind]
    }


SIDES = ("in_force", "under")


def test_a_reading_matters_by_verdict_or_by_the_shortest_play(run: Output) -> None:
    (game,) = document(run, "counting.py", expected=3)
    assert differences(game, "differs") == {
        ("step", "two"): {
            "no_dead_end": ("holds", None, "violated", 1),
            "below_three": ("violated", 3, "holds", None),
        },
        ("step", "three"): {"below_three": ("violated", 3, "violated", 1)},
        ("piles", "yes"): {"every_rule_can_happen": ("violated", None, "holds", None)},
    }
    # A search that a bound cut does not say that nobody piles two.
    assert differences(game, "unknown") == {
        ("piles", "yes"): {"two_piled": ("violated", None, "undetermined", None)}
    }
    assert {r["name"]: r["matters"] for r in game["readings"]} == {
        "step": True,
        "piles": True,
        "colour": False,
    }
    options = {o["option"]: (o["clause"], o["text"], o["in_force"]) for o in game["readings"][0]["options"]}
    assert options["one"] == ("A:1", "One counts on by one.", True)
    assert options["three"] == ("A:3", "One counts on by three.", False)


def test_quiet_tells_what_matters_and_verbose_every_claim(run: Output) -> None:
    _, quiet, _ = run("counting.py", "-q")
    assert "below_three" in quiet
    assert "step: " in quiet
    assert "colour: " not in quiet
    assert "no_step_goes_wrong" not in quiet
    assert quiet.splitlines()[-1].startswith("3 readings tried on ")
    _, verbose, _ = run("counting.py", "-v")
    assert "\n  no_step_goes_wrong              holds\n" in verbose


def test_what_is_not_known_is_not_told_as_no_difference(run: Output) -> None:
    (game,) = document(run, "counting.py", "--property", "two_piled", expected=3)
    assert {r["name"]: r["matters"] for r in game["readings"]} == {
        "step": False,
        "piles": None,
        "colour": False,
    }
    code, out, err = run("counting.py", "--property", "two_piled")
    assert (code, err) == (3, "")
    assert "? piles: may one pile?\n    not known whether it matters\n" in out
    assert "1 claim: 0 matter for some claim, 2 for none, 1 not known." in out


def test_many_claims_without_time_are_one_row() -> None:
    late = replace(stuck(), reason="the time limit")
    pairs = [
        Difference(replace(verdict(), claim=f"claim_{n}"), replace(late, claim=f"claim_{n}"))
        for n in range(6)
    ]

    def told(*unknown: Difference) -> str:
        option = OptionTried("two", "A:2", "", False, unknown=unknown)
        game = GameReadings(
            GameEntry("counting", Game, None), (verdict(),), (ReadingTried("step", "how far", (option,)),)
        )
        out = io.StringIO()
        assert exit_code(Readings((game,))) == 3
        print_readings(Page(out, width=100), Readings((game,)))
        return out.getvalue()

    assert "?     6 claims                          undetermined (the time limit)\n" in told(*pairs)
    assert told(*pairs).count("the time limit") == 1
    assert told(*pairs[:5]).count("-> undetermined (the time limit)") == 5


def test_one_reading_is_varied_around_those_asked_for(run: Output) -> None:
    (game,) = document(run, "counting.py", "--reading", "step=three", "--property", "below_three")
    assert differences(game, "differs") == {
        ("step", "one"): {"below_three": ("violated", 1, "violated", 3)},
        ("step", "two"): {"below_three": ("violated", 1, "holds", None)},
    }
    commands = [p["command"] for o in game["readings"][0]["options"] for p in o["differs"]]
    assert commands[1] == "ruleproof check counting.py --property below_three --reading step=two"


def test_child_processes_find_the_same(run: Output, tmp_path: Path) -> None:
    _, printed, _ = run("counting.py")
    assert run("counting.py", "--jobs", "2")[1] == printed
    assert "    three (A:3): One counts on by three.\n" in printed
    assert "!     below_three                     violated, after 3 steps -> violated, after\n" in printed
    _, printed, _ = run("counting.py", "--format", "markdown", "--out", "readings.md")
    assert (tmp_path / "readings.md").read_text(encoding="utf-8") == marked(printed)
    assert "## colour: matters for no claim\n\nwhich colour?\n" in printed
    assert (
        "| `three` | `below_three` | violated, after 3 steps | violated, after 1 step | `ruleproof" in printed
    )


def test_who_loses_first_in_force_of_will_is_a_reading_that_matters(run: Output) -> None:
    claims = ("a_draw_by_life_and_cards", "who_could_not_draw_wins", "no_step_goes_wrong")
    (game,) = document(run, "force_of_will_turn", *(w for c in claims for w in ("--property", c)))
    assert differences(game, "differs") == {
        ("loses", "together"): {
            "a_draw_by_life_and_cards": ("violated", None, "holds", 7),
            "who_could_not_draw_wins": ("holds", 7, "violated", None),
        }
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crads"], "error: there is no game 'crads'"),
        (
            ["magic_triggers"],
            "error: magic_triggers has no readings to be tried\n  where a rulebook admits two",
        ),
        (
            ["counting.py", "--property", "below"],
            "there is no property 'below'\n  did you mean 'below_three'?",
        ),
        (["counting.py", "--reading", "stp=two"], "counting has no reading 'stp'\n  did you mean 'step'?"),
        (["counting.py", "--scope", "plie=2"], "counting has no scope 'plie'\n  did you mean 'pile'?"),
        (["counting.py", "--engine", "expl"], "did you mean 'explicit'?"),
        (["counting.py", "--out", "x.txt"], "name a file that ends in .json or .md, not 'x.txt'"),
    ],
)
def test_what_is_wrong_is_told(run: Output, arguments: list[str], message: str) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert message in err


def test_what_was_not_judged_before_an_interrupt_is_undetermined(run: Output, tmp_path: Path) -> None:
    interrupted = MODEL.replace(
        "    return game.tally < 3",
        '    if game.step == "three":\n        raise KeyboardInterrupt\n    return game.tally < 3',
    )
    (tmp_path / "counting.py").write_text(interrupted, encoding="utf-8")
    code, out, err = run("counting.py", "--format", "json", "--out", "found.json")
    assert (code, err) == (3, "")
    found = json.loads(out)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert found == json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert found["interrupted"] is True
    (game,) = found["games"]
    assert "below_three" in differences(game, "differs")["step", "two"]
    three = differences(game, "unknown")["step", "three"]
    assert three["below_three"] == ("violated", 3, "undetermined", None)
    assert {r["name"]: r["matters"] for r in game["readings"]} == {
        "step": True,
        "piles": None,
        "colour": None,
    }
    assert {o["text"] for o in game["readings"][2]["options"]} != {""}
    code, out, _ = run("counting.py")
    assert code == 3
    assert out.endswith(
        "\nInterrupted before every claim was judged; those that were not are undetermined.\n"
    )
    _, out, _ = run("counting.py", "--format", "markdown")
    assert out.startswith("**Interrupted before every claim was judged;")
