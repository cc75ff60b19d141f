from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema  # its stubs are not among the dependencies
import pytest
from referencing import Registry, Resource

from checker.cli import main
from checker.judge.norms import declare
from checker.report.own_files import marked

REFERENCE = Path(__file__).parents[2] / "docs/reference"
SCHEMA = json.loads((REFERENCE / "contradictions.schema.json").read_text())
REPORT = json.loads((REFERENCE / "report.schema.json").read_text())

RULEBOOK = """\
game = "Cards"
[edition.A]
title = "First"
date = 2020-01-01
source = "a book"
[clause."A:1"]
paraphrase = "A player may draw a card."
[clause."A:2"]
paraphrase = "Nobody draws the last card."
[clause."A:3"]
paraphrase = "A card is drawn from the deck."
"""

PRECEDENCE = """
[[precedence]]
wins = ["A:2"]
over = ["A:1"]
clause = "A:3"
"""

MODEL = """\
from checker import Game, Participant, action, forbids, integer, needs, norm, permits, require


class Player(Participant, size=2):
    pass


class Cards(Game):
    rulebook = "cards"
    deck: int = integer(0, 2, start=2)

    @action(cites="A:3", says="{player} draws")
    def draw(self, player: Player) -> None:
        require(self.deck > 0)
        self.deck -= 1


@norm("A:1", permits("draw"))
def a_player_may_draw(game: Cards, player: Player) -> bool:
    "A player may draw."
    return True


@norm("A:2", forbids("draw"))
def the_last_card_stays(game: Cards) -> bool:
    "Nobody draws the last card."
    return game.deck == 1


@norm("A:3", needs("draw"))
def there_is_a_card(game: Cards) -> bool:
    "There is a card."
    return game.deck > 0
"""

CLASH = "cards.clash."


@pytest.fixture(autouse=True)
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(declare, "_norms", [])
    (tmp_path / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    file = tmp_path / "cards.py"
    file.write_text(MODEL, encoding="utf-8")
    yield file
    sys.modules.pop("ruleproof_file_cards", None)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code of the command, and all that it says: its answer, then its remarks."""
    code, out, err = heard(capsys, *arguments)
    return code, out + err


def heard(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    _, out, _ = heard(capsys, *arguments, "--format", "json")
    found = json.loads(out)
    registry: Registry[Any] = Registry().with_resource("report.schema.json", Resource.from_contents(REPORT))
    jsonschema.Draft202012Validator(SCHEMA, registry=registry).validate(found)
    return found


def test_a_clash_fails_the_build_and_has_its_play(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = asked(capsys, "contradictions", "cards.py")
    assert code == 1
    assert 'A:1 and A:2 cannot be followed together: "A player may draw"; but "Nobody draws\nthe last' in out
    assert "1. P1 draws" in out
    assert "ruleproof contradictions cards.py --clause A:1" in out
    assert "1 clash: 1 new, 0 accepted." in out


def test_the_document_follows_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "contradictions", "cards.py")
    (finding,) = found["findings"]
    assert finding["kind"] == "clash"
    assert finding["open"] is False
    assert [c["clause"] for c in finding["clauses"]] == ["A:1", "A:2"]
    assert [c["text"] for c in finding["clauses"]] == [
        "A player may draw a card.",
        "Nobody draws the last card.",
    ]
    assert finding["play"]["length"] == 1
    assert finding["situations"] == 1
    (figures,) = found["games"]
    assert figures.pop("more_calls") > 0
    assert figures == {"game": "cards", "norms": 3, "states": 3, "groups": 3, "calls": 1, "stopped": ""}


def test_markdown_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = asked(capsys, "contradictions", "cards.py", "--format", "markdown", "--out", "found.md")
    assert code == 1
    assert Path("found.md").read_text(encoding="utf-8") == marked(out)
    assert "| `A:2` | Nobody draws the last card. |" in out


def test_a_precedence_settles_it(capsys: pytest.CaptureFixture[str], model: Path) -> None:
    (model.parent / "rulebook.toml").write_text(RULEBOOK + PRECEDENCE, encoding="utf-8")
    code, out = asked(capsys, "contradictions", "cards.py")
    assert code == 0
    assert "by                A:3: A:2 counts" in out


def test_a_baseline_accepts_what_is_known_and_tells_what_is_gone(
    capsys: pytest.CaptureFixture[str], model: Path
) -> None:
    id_ = document(capsys, "contradictions", "cards.py")["findings"][0]["id"]
    Path("known.toml").write_text(f'[accepted]\n"{id_}" = "we know"\n', encoding="utf-8")
    code, out = asked(capsys, "contradictions", "cards.py", "--baseline", "known.toml")
    assert code == 0
    assert f"{id_}: we know" in out
    model.write_text(MODEL.replace("game.deck == 1", "game.deck == 0"), encoding="utf-8")
    code, out = asked(capsys, "contradictions", "cards.py", "--baseline", "known.toml")
    assert f"{id_} is accepted, and not found any more." in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[known]\n",
            "known.toml:1: error: a baseline has the tables accepted and questions, and no 'known'",
        ),
        ('[accepted]\n"x.clash.1" = ""\n', "known.toml:2: error: x.clash.1 is accepted without a reason"),
        ("[accepted\n", "known.toml:1: error: this is not valid TOML"),
        ('[questions]\nQ1 = "why"\n', "known.toml:2: error: it is not said what Q1 asks"),
        (
            '[questions.Q1]\naks = "why"\n',
            "known.toml:1: error: a question has asks and answers, and no 'aks'",
        ),
        (
            '[questions.Q1]\nasks = "why"\nanswers = "x"\n',
            "known.toml:1: error: the answers to Q1 are a list",
        ),
    ],
)
def test_a_baseline_that_is_wrong_is_refused(
    capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    Path("known.toml").write_text(text, encoding="utf-8")
    code, out = asked(capsys, "contradictions", "cards.py", "--baseline", "known.toml")
    assert (code, message in out) == (2, True)


def test_a_clause_can_be_asked_for_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys, "contradictions", "cards.py", "--clause", "A:3")["findings"] == []
    code, out = asked(capsys, "contradictions", "cards.py", "--clause", "A:7")
    assert code == 2
    assert "no norm is about 'A:7'" in out


def test_a_clause_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = asked(capsys, "explain", "A:2", "cards.py")
    assert code == 0
    assert "as understood     Where `game.deck == 1`, every draw may not be taken" in out
    found = document(capsys, "explain", "A:3", "cards.py")
    assert [c["name"] for c in found["citations"]] == ["draw"]
    example = found["norms"][0]["example"]
    assert example["allowed"] == '"P1 draws" and "P2 draws" may not happen'
    assert example["refused"] == '"P1 draws" may happen'
    assert example["play"]["length"] == 2


def test_a_clause_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = asked(capsys, "explain", "A:4", "cards.py")
    assert code == 2
    assert "there is no clause 'A:4'" in out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('permits("draw")', 'permits("drew")', "the rule 'drew', which cards has not"),
        ('"A:1"', '"A:9"', "rulebook.toml has no clause 'A:9'"),
        ('player: Player) -> bool:\n    "A', 'card: Player) -> bool:\n    "A', "has no parameter 'card'"),
        ('needs("draw")', 'needs("draw"), governs="hand"', "there is no field 'hand'"),
        ('needs("draw")', 'needs("draw"), at="noon"', "judged everywhere, at priority or at choice"),
        ('permits("draw")', 'permits("draw", instances="all")', "some or every instance of a rule"),
    ],
)
def test_a_norm_that_is_wrong_says_what_to_write(
    capsys: pytest.CaptureFixture[str], model: Path, old: str, new: str, message: str
) -> None:
    assert old in MODEL
    model.write_text(MODEL.replace(old, new, 1), encoding="utf-8")
    code, out = asked(capsys, "contradictions", "cards.py")
    assert (code, message in out) == (2, True), out


MORE = """

class Fewer(Cards):
    def over(self) -> bool:
        return self.deck == 0
"""


def test_games_are_examined_side_by_side_and_told_in_order(
    capsys: pytest.CaptureFixture[str], model: Path
) -> None:
    model.write_text(MODEL + MORE, encoding="utf-8")
    alone = document(capsys, "contradictions", "cards.py", "--jobs", "1")
    assert [(f["game"], f["kind"]) for f in alone["findings"]] == [
        ("cards", "clash"),
        ("fewer", "clash"),
        ("fewer", "dead clause"),
    ]
    assert document(capsys, "contradictions", "cards.py", "--jobs", "2") == alone


def test_a_scope_that_no_game_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = asked(capsys, "contradictions", "cards.py", "--scope", "hands=2")
    assert code == 2
    assert "no game with norms has a scope 'hands'" in out


def test_pages_are_written_into_a_folder_and_stale_ones_removed(
    capsys: pytest.CaptureFixture[str], model: Path
) -> None:
    asked(capsys, "contradictions", "cards.py", "--out", "reports")
    folder = Path("reports")
    (page,) = (folder / "cards").glob("*.contradiction.md")
    index = (folder / "contradictions.md").read_text(encoding="utf-8")
    assert f"](cards/{page.name}) | `A:1`, `A:2` |" in index
    assert "| 1 | P1 draws | `A:3` | deck: 2 -&gt; 1 |" in page.read_text(encoding="utf-8")
    model.write_text(MODEL.replace("game.deck == 1", "game.deck == 0"), encoding="utf-8")
    asked(capsys, "contradictions", "cards.py", "--out", "reports")
    assert page not in (folder / "cards").iterdir()
    (folder / "contradictions.md").write_text("mine\n", encoding="utf-8")
    code, out = asked(capsys, "contradictions", "cards.py", "--out", "reports")
    assert (code, "was not written by ruleproof" in out) == (2, True)


READ = """

from checker import reading


class Read(Cards):
    last: str = reading("Where is the last card?", stays="A:2", goes="A:1")


@norm("A:2", forbids("draw"))
def nobody_draws_where_it_goes(game: Read) -> bool:
    "Where the last card goes, nobody draws at first."
    return game.last == "goes" and game.deck == 2


also_under(Read, last="goes")
"""


@pytest.mark.slow
def test_what_shows_under_another_reading_alone_is_told_with_it(
    capsys: pytest.CaptureFixture[str], model: Path
) -> None:
    model.write_text(MODEL.replace("import Game", "import also_under, Game") + READ, encoding="utf-8")
    shown = [f["id"] for f in document(capsys, "contradictions", "cards.py")["findings"]]
    for jobs in ("1", "2"):
        found = document(capsys, "contradictions", "cards.py", "--everywhere", "--jobs", jobs)
        new = [f for f in found["findings"] if f["id"] not in shown]
        assert [(f["kind"], f["varied"]) for f in new] == [("clash", {"last": "goes"})]
        assert new[0]["command"] == "ruleproof contradictions cards.py --clause A:1 --reading last=goes"
        assert any(line.startswith("read with last=goes: 3 states") for line in found["summary"])
    code, out = asked(capsys, "contradictions", "cards.py", "--everywhere", "--reading", "last=goes")
    assert (code, "leave --everywhere away" in out) == (2, True)


def test_a_reading_that_there_is_not_is_refused_at_its_line(
    capsys: pytest.CaptureFixture[str], model: Path
) -> None:
    text = MODEL.replace("import Game", "import also_under, Game") + READ.replace(
        'last="goes")', 'last="gone")'
    )
    model.write_text(text, encoding="utf-8")
    code, out = asked(capsys, "contradictions", "cards.py", "--everywhere")
    line = text.splitlines().index('also_under(Read, last="gone")') + 1
    assert (code, f"cards.py:{line}: error: " in out) == (2, True), out


def test_a_check_looks_at_clauses_too_where_it_is_asked_to(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ("check", "cards.py", "--no-cache", "--property", "no_step_goes_wrong")
    assert asked(capsys, *arguments)[0] == 0
    page = tmp_path / "report.html"
    code, out = asked(capsys, *arguments, "--contradictions", "--write", f"html={page}")
    assert code == 1
    assert "1 verdict (1 hold): all as expected." in out
    assert "1 clash: 1 new, 0 accepted." in out
    text = page.read_text(encoding="utf-8")
    assert "Clauses to look at" in text
    assert "Nobody draws the last card." in text


def test_the_page_of_a_finding_has_a_graph_of_what_lies_around_its_play(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "found.html"
    assert asked(capsys, "contradictions", "cards.py", "--write", f"html={page}")[0] == 1
    text = page.read_text(encoding="utf-8")
    assert "All states of the game <small>cards: 3 states, 4 steps</small>" in text
    assert heard(capsys, "contradictions", "cards.py", "--format", "html")[1] == text
