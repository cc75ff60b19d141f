from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema  # its stubs are not among the dependencies
import pytest

from checker.judge.verdict import Run
from checker.report.json_format import run_json, to_text
from checker.report.own_files import marked
from tests.cli.running import Output
from tests.report.samples import verdict

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/reference/coverage.schema.json").read_text())

RULEBOOK = """\
game = "Cards"
[edition.A]
title = "First"
date = 2020-01-01
source = "a book"
[edition.A.chapters]
1 = "Drawing"
2 = "Endings"
[clause."A:1.1"]
paraphrase = "A player may draw a card."
[clause."A:1.2"]
paraphrase = "Nobody draws from an empty deck."
[clause."A:1.3"]
paraphrase = "Cards are drawn from the top."
reason = "Which card is drawn is not modelled."
[clause."A:2.1/1"]
paraphrase = "The game ends when the deck is empty."
[clause."A:2.1/2"]
paraphrase = "Nobody has won then."
"""

MODEL = """\
from checker import Game, Participant, action, integer, require


class Player(Participant, size=2):
    pass


class Cards(Game):
    rulebook = "cards"
    deck: int = integer(0, 2, start=2)

    @action(cites="A:1.1")
    def draw(self, player: Player) -> None:
        require(self.deck > 0)
        self.deck -= 1


class MoreCards(Cards):
    @action(cites="A:1.3")
    def look(self, player: Player) -> None:
        require(self.deck > 0)
"""

SPEC = """\
from checker import invariant
from MODELS.cards import Cards


@invariant(cites=("A:1.2", "A:1.1"))
def never_below_nothing(game: Cards) -> bool:
    return game.deck >= 0
"""

SCENARIOS = """\
from checker.scenario import start
from MODELS.cards import Player
from tests_cov.table import scenario


@scenario("C1", "A:2.1")
def test_an_empty_deck():
    start(Cards, deck=0).must_not("draw", player=Player(0))
"""

TABLE = """\
from checker.scenario import Scenarios
from MODELS.cards import Cards

scenario = Scenarios(Cards)
"""


@pytest.fixture
def workspace(folder: Path) -> Path:
    """A workspace with two games of one rulebook."""
    files = {
        "pyproject.toml": '[tool.ruleproof]\nmodels = "models_cov"\nspecs = "specs_cov"\n',
        "models_cov/__init__.py": "",
        "models_cov/cards.py": MODEL,
        "models_cov/dice.py": "from checker import Game\n\n\nclass Dice(Game):\n    thrown: bool\n",
        "specs_cov/__init__.py": "",
        "specs_cov/cards/__init__.py": "",
        "specs_cov/cards/claims.py": SPEC.replace("MODELS", "models_cov"),
        "specs_cov/cards/rulebook.toml": RULEBOOK,
        "tests_cov/__init__.py": "",
        "tests_cov/table.py": TABLE.replace("MODELS", "models_cov"),
        "tests_cov/deep/test_cards.py": SCENARIOS.replace("MODELS", "models_cov"),
        "tests_cov/test_other.py": "raise RuntimeError('this is not looked into')\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def run(run: Output, workspace: Path) -> Output:
    return partial(run, "coverage")


def close_holes(workspace: Path) -> None:
    text = RULEBOOK.replace(
        'ends when the deck is empty."', 'ends when the deck is empty."\nreason = "Later."'
    )
    text = text.replace('has won then."', 'has won then."\nreason = "Later."')
    (workspace / "specs_cov/cards/rulebook.toml").write_text(text, encoding="utf-8")


def test_every_clause_is_told_by_chapter_and_a_hole_fails(run: Output) -> None:
    code, out, err = run("cards")
    assert (code, err) == (1, "")
    assert out == (
        "Cards   specs_cov/cards/rulebook.toml\n"
        "  covered by cards, more_cards\n"
        "  A  Drawing\n"
        "    3 clauses: 2 in the model, 2 under a claim, 1 cited although left out, 0\n"
        "    holes\n"
        "    A:1.1                 rule draw, models_cov/cards.py:13\n"
        "                          claim never_below_nothing, specs_cov/cards/claims.py:6\n"
        "    A:1.2                 claim never_below_nothing, specs_cov/cards/claims.py:6\n"
        "!   A:1.3                 rule look, models_cov/cards.py:20\n"
        "                          left out, although it is cited: Which card is drawn is\n"
        "                          not modelled.\n"
        "  A  Endings\n"
        "    2 clauses: 2 holes\n"
        "!   A:2.1/1               nothing cites it, and no reason is given\n"
        "                          The game ends when the deck is empty.\n"
        "!   A:2.1/2               nothing cites it, and no reason is given\n"
        "                          Nobody has won then.\n"
        "5 clauses: 2 in the model, 2 under a claim, 1 cited although left out, 2 holes\n"
    )
    assert run("more_cards")[1].replace("more_cards, cards", "cards, more_cards") == out
    assert run()[:2] == (1, out)


def test_without_a_hole_all_is_well(run: Output, workspace: Path) -> None:
    close_holes(workspace)
    code, out, _ = run("--holes")
    assert code == 0
    assert "A:1.3 " in out
    assert "A:1.1 " not in out
    assert "A:2.1" not in out
    assert " ".join(out.split()).endswith("2 left out for a reason, 1 cited although left out, 0 holes")


def test_a_file_is_covered_by_its_own_games(run: Output, workspace: Path) -> None:
    close_holes(workspace)
    (workspace / "alone.py").write_text(MODEL.partition("\n\n\nclass MoreCards")[0] + "\n", encoding="utf-8")
    (workspace / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    code, out, _ = run("alone.py", "--format", "json")
    (book,) = json.loads(out)["rulebooks"]
    assert (code, book["games"], book["counts"]["holes"], book["counts"]["left_out"]) == (1, ["cards"], 3, 1)


def test_verdicts_and_scenarios_stand_beside_the_clauses(run: Output, workspace: Path) -> None:
    about = replace(verdict(), game="cards", claim="never_below_nothing")
    other = replace(about, game="more_cards", expected=False, surprise="other", varied={"text": "seed"})
    elsewhere = replace(about, game="magic", claim="never_below_nothing")
    (workspace / "run.json").write_text(to_text(run_json(Run((about, other, elsewhere)))), encoding="utf-8")
    code, out, _ = run("--verdicts", "run.json", "--scenarios", "tests_cov", "--format", "json", "cards")
    document: Any = json.loads(out)
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert (code, document["exit_code"]) == (1, 1)
    clauses = {c["id"]: c for chapter in document["rulebooks"][0]["chapters"] for c in chapter["clauses"]}
    (claim,) = clauses["A:1.2"]["claims"]
    assert claim["source"] == {"file": "specs_cov/cards/claims.py", "line": 6}
    assert claim["verdicts"] == [
        {"game": "cards", "name": "never_below_nothing", "status": "holds", "expected": True},
        {
            "game": "more_cards",
            "name": "never_below_nothing [text=seed]",
            "status": "holds",
            "expected": False,
        },
    ]
    assert [c["name"] for c in clauses["A:2.1/2"]["scenarios"]] == ["C1"]
    assert clauses["A:2.1/2"]["hole"]  # a scenario alone covers no clause
    _, out, _ = run("--verdicts", "run.json", "--scenarios", "tests_cov")
    words = " ".join(out.split())
    assert "claims.py:6: cards holds; more_cards [text=seed] holds, not expected" in words
    assert "scenario C1, tests_cov/deep/test_cards.py:7" in words


def test_a_document_is_written_by_its_suffix(run: Output, workspace: Path) -> None:
    _, printed, _ = run("--format", "markdown")
    assert run("--out", "cover.md")[0] == 1
    assert (workspace / "cover.md").read_text(encoding="utf-8") == marked(printed)
    assert "| `A:1.1` | A player may draw a card. | `rule draw` `models_cov/cards.py:13` | " in printed
    assert "| **nothing cites it, and no reason is given** |" in printed
    run("--out", "cover.json", "--holes")
    document = json.loads((workspace / "cover.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    shown = [c["id"] for chapter in document["rulebooks"][0]["chapters"] for c in chapter["clauses"]]
    assert shown == ["A:1.3", "A:2.1/1", "A:2.1/2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crads"], "error: there is no game 'crads'\n  did you mean 'cards'?"),
        (["dice"], "error: dice has no rulebook to be covered\n  name one in the game: `rulebook ="),
        (["--format", "jsn"], "'jsn' is not one of text, json, markdown; did you mean 'json'?"),
        (["--out", "cover.txt"], "name a file that ends in .json or .md, not 'cover.txt'"),
        (["--out", "pyproject.toml/cover.md"], "the reports cannot be written"),
        (
            ["--verdicts", "no.json"],
            "error: the report 'no.json' cannot be read for its verdicts: no such file",
        ),
        (["--verdicts", "found.json"], "it is the report of one finding\n  give that of a whole run"),
        (["--verdicts", "other.json"], "cannot be read for its verdicts: it is not a report"),
        (["--verdicts", "bad.json"], "its part 'verdicts[0].status' is missing or damaged"),
        (["--scenarios", "no_tests"], "'no_tests' does not exist"),
        (["--scenarios", "bad_tests"], "bad_tests/test_bad.py:2: error: "),
    ],
)
def test_what_is_wrong_is_told(run: Output, workspace: Path, arguments: list[str], message: str) -> None:
    bad = run_json(Run((verdict(),)))
    bad["verdicts"][0]["status"] = "maybe"
    (workspace / "bad.json").write_text(to_text(bad), encoding="utf-8")
    (workspace / "found.json").write_text('{"format": "ruleproof finding"}', encoding="utf-8")
    (workspace / "other.json").write_text('{"format": "ruleproof coverage"}', encoding="utf-8")
    (workspace / "bad_tests").mkdir()
    (workspace / "bad_tests/test_bad.py").write_text(
        "# scenarios\nimport no_such_module_at_all\n", encoding="utf-8"
    )
    code, _, err = run(*arguments)
    assert code == 2
    assert message in err
