from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema  # its stubs are not among the dependencies
import pytest

from checker.judge.comparison.serving import forget
from tests.cli.running import Output

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/reference/comparison.schema.json").read_text())

RULEBOOK = """\
game = "Counting"
[edition.A]
title = "First"
date = 2020-01-01
source = "a book"
[clause."A:1"]
paraphrase = "One counts on by one."
[clause."A:2"]
paraphrase = "One counts on by two."
"""

MODEL = """\
from checker import Game, Participant, action, integer, invariant, reading, require


class Player(Participant, size=2):
    pass


class Counting(Game):
    rulebook = "counting"
    tally: int = integer(0, 3)
    last: Player
    step: str = reading("how far does one count?", one="A:1", two="A:2")

    def over(self) -> bool:
        return self.tally == 3

    @action(cites="A:1", says="{player} counts on")
    def count_on(self, player: Player) -> None:
        step = 2 if self.step == "two" and self.tally == 1 else 1
        require(self.tally + step <= 3)
        self.tally += step
        self.last = player


@invariant(cites="A:1")
def below_three(game: Counting) -> bool:
    return game.tally < 3
"""

SCENARIOS = """\
import pytest

from checker.scenario import Scenarios, differ, start
from models.counting import Counting, Player

scenario = Scenarios(Counting)


@scenario("C1", "A:1")
def test_one_counts_to_two():
    start(Counting, tally=1).do("count_on", player=Player(0)).must(lambda game: game.tally == 2)


@pytest.mark.parametrize("tally", [0, 2])
@scenario("C2")
def test_one_counts_by_one(tally):
    start(Counting, tally=tally).do("count_on", player=Player(0)).must(lambda game: game.tally == tally + 1)


@scenario("C3", "A:2")
def test_how_far_one_counts():
    differ(
        lambda readings: start(Counting, readings=readings, tally=1).do("count_on", player=Player(1)),
        step={"one": lambda game: game.tally == 2, "two": lambda game: game.tally == 3},
    )


@scenario("C4")
def test_with_a_fixture(tmp_path): ...
"""

TOLD = """\
counting: step=one against step=two
  step: how far does one count?
    one (A:1): One counts on by one.
    two (A:2): One counts on by two.

--------------------------------------------------------------------------------
count_on comes out otherwise: tally.   [A:1]
2 situations; the shortest after 1 step that both sides take.
  0. the game starts: tally 0; last P1; in game P1, P2
  1. P1 counts on   [A:1]
       tally: 0 -> 1
With step=one
  2. P1 counts on   [A:1]
       tally: 1 -> 2
  the game goes on
With step=two
  2. P1 counts on   [A:1]
       tally: 1 -> 3
  the game is over

Claims
! below_three                     violated, after 3 steps -> violated, after 2
                                  steps
  6 judged on both sides, 1 with another verdict.

Scenarios
! C1         one counts to two: step=one: as it says; step=two: this must be
             true: line 11: `game.tally == 2` is false: game.tally is 3
! C3         how far one counts: it names another outcome for each side itself
? C4         not played: it takes arguments that only pytest gives
  3 played on both sides, 2 flip.

1 kind of situation, 1 verdict and 2 scenarios differ.
All 4 situations that both sides share were searched, each up to where they part
(4 steps, 2 levels, explicit search), with 2 players.
Compared by all of the state.
"""


QUIET = """\
counting: step=one against step=two
  count_on comes out otherwise: tally (2 situations; the shortest after 1 step
    that both sides take).
! below_three                     violated, after 3 steps -> violated, after 2
                                  steps
! C1         step=one: as it says; step=two: this must be true: line 11:
             `game.tally == 2` is false: game.tally is 3
! C3         it names another outcome for each side itself
1 kind of situation, 1 verdict and 2 scenarios differ.
"""


def lay_out(folder: Path) -> None:
    """Write a workspace of one's own, as `ruleproof new` lays it out."""
    for name, text in {
        "pyproject.toml": "[tool.ruleproof]\n",
        "models/__init__.py": "",
        "models/counting.py": MODEL.partition("\n\n@invariant")[0].replace(", invariant", "") + "\n",
        "specs/__init__.py": "",
        "specs/counting/__init__.py": "",
        "specs/counting/claims.py": "from checker import invariant\nfrom models.counting import *\n\n\n"
        + MODEL[MODEL.index("@invariant") :],
        "specs/counting/rulebook.toml": RULEBOOK,
        "tests/test_counting.py": SCENARIOS,
    }.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@pytest.fixture
def run(run: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Output]:
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    hidden = {n: m for n, m in sys.modules.items() if n.partition(".")[0] in ("models", "specs")}
    for name in hidden:
        del sys.modules[name]
    forget()
    yield run
    for name in [n for n in sys.modules if n.partition(".")[0] in ("models", "specs")]:
        del sys.modules[name]
    sys.modules.update(hidden)
    sys.path[:] = path
    forget()


def document(printed: str) -> Any:
    found = json.loads(printed)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    return found


def test_what_a_person_reads_of_two_readings(run: Output, tmp_path: Path) -> None:
    lay_out(tmp_path)
    code, out, err = run("compare", "counting", "step=two", "--no-cache", "--jobs", "0")
    assert (code, err) == (1, "")
    assert out == TOLD
    code, out, _ = run(
        "compare", "counting", "step=two", "--no-cache", "--jobs", "0", "--format", "json", "--out", "c.md"
    )
    (comparison,) = document(out)["comparisons"]
    assert [s["headline"] for s in comparison["situations"]] == ["count_on comes out otherwise: tally"]
    assert [f["number"] for f in comparison["scenarios"]["flip"]] == ["C1", "C3"]
    page = (tmp_path / "c.md").read_text(encoding="utf-8")
    assert "## count_on comes out otherwise: tally\n" in page
    assert "| 2 | P1 counts on | `A:1` | tally: 1 -&gt; 3 |" in page
    assert page.endswith("```sh\nruleproof compare counting step=two\n```\n")


def test_quiet_tells_each_difference_in_a_sentence_and_verbose_the_boards(
    run: Output, tmp_path: Path
) -> None:
    lay_out(tmp_path)
    _, quiet, _ = run("compare", "counting", "step=two", "--quiet")
    assert quiet == QUIET
    _, verbose, _ = run("compare", "counting", "step=two", "--verbose", "--no-claims")
    assert verbose.count("The board at the end\n") == 2


def test_nothing_differs(run: Output, tmp_path: Path) -> None:
    lay_out(tmp_path)
    code, out, _ = run("compare", "counting", "counting", "--no-claims", "--jobs", "0")
    assert code == 0
    assert "Nothing differs.\nBoth sides are the same transition system, term for term:" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("counting", "stp=two"), "counting has no reading or scope 'stp'\n  did you mean 'step'?"),
        (("counting", "step=too"), "the reading 'step' has no option 'too'\n  did you mean 'two'?"),
        (("countign", "step=two"), "there is no game 'countign'\n  did you mean 'counting'?"),
        (("step=two", "counting"), "'step=two' names no game"),
        (("counting", "counting", "--by", "taly"), "cannot be compared by 'taly'\n  did you mean 'tally'?"),
    ],
)
def test_what_is_wrong_is_told(run: Output, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    lay_out(tmp_path)
    code, _, err = run("compare", *arguments, "--jobs", "0")
    assert code == 2
    assert message in err


# -- a revision ------------------------------------------------------------------------------------------


def git(*words: str) -> None:
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(("git", *who, *words), check=True, capture_output=True)


def test_a_revision_that_is_none_is_told(run: Output, tmp_path: Path) -> None:
    lay_out(tmp_path)
    code, _, err = run("diff", "HEAD")
    assert code == 2
    assert "is not in a git repository" in err
    git("init", "-q")
    code, _, err = run("diff", "HEAD")
    assert (code, err.splitlines()[0]) == (2, f"error: there is no revision 'HEAD' in {tmp_path.name}")
    (tmp_path / "README").write_text("nothing yet", encoding="utf-8")
    git("add", "README")
    git("commit", "-q", "-m", "begin")
    code, _, err = run("diff", "HEAD")
    assert (code, err.splitlines()[0]) == (2, "error: HEAD has neither models nor specs here")


@pytest.mark.slow
def test_a_change_is_told_against_its_revision(run: Output, tmp_path: Path) -> None:
    lay_out(tmp_path)
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "begin")
    code, out, err = run("diff", "HEAD")
    assert (code, out, err) == (0, "The same files as in HEAD: counting.\nNothing differs.\n", "")

    model = tmp_path / "models/counting.py"
    changed = model.read_text(encoding="utf-8").replace("== 1 else 1", "== 2 else 1")
    model.write_text(changed.replace('step == "two" and', 'step == "one" and'), encoding="utf-8")
    book = tmp_path / "specs/counting/rulebook.toml"
    book.write_text(RULEBOOK.replace("by two", "by three"), encoding="utf-8")
    (tmp_path / "models/other.py").write_text(
        "from checker import Game\n\n\nclass Other(Game):\n    done: bool\n", encoding="utf-8"
    )
    code, out, _ = run("diff", "HEAD", "--format", "json")
    found = document(out)
    assert (code, found["exit_code"]) == (1, 1)
    assert (found["added"], found["gone"], found["unchanged"]) == (["other"], [], [])
    (comparison,) = found["comparisons"]
    assert comparison["clauses_changed"] == [
        {"clause": "A:2", "texts": ["One counts on by two.", "One counts on by three."]}
    ]
    (situation,) = comparison["situations"]
    assert (situation["form"], situation["rule"], situation["side"]) == ("one side", "count_on", 0)
    assert (situation["situations"], situation["shared_steps"]) == (2, 2)
    assert situation["halves"][1]["refused_at"]["file"] == "models/counting.py"
    differ = {p["claim"]: [v["status"] for v in p["verdicts"]] for p in comparison["claims"]["differ"]}
    assert differ["no_dead_end"] == ["holds", "violated"]
    assert differ["below_three"] == ["violated", "holds"]
    assert [f["number"] for f in comparison["scenarios"]["flip"]] == ["C2", "C3"]

    git("commit", "-q", "-a", "-m", "wrong")
    model.write_text("from checker import Gam\n", encoding="utf-8")
    git("commit", "-q", "-a", "-m", "broken")
    git("checkout", "-q", "HEAD~1", "models")
    code, _, err = run("diff", "HEAD", "counting")
    assert code == 2
    assert err.startswith("models/counting.py:1: error: in HEAD (")


PILE = """\
from dataclasses import dataclass

from checker import Game, Moment, Participant, Stack, action, now, require, scope, stack


class Player(Participant, size=2):
    pass


@dataclass(frozen=True, kw_only=True)
class Sheet:
    arrived: Moment
    of: Player


class Pile(Game):
    sheets: Stack[Sheet] = stack(Sheet, depth=scope(3))
    done: bool = False

    @action(says="{player} adds a sheet")
    def add(self, player: Player) -> None:
        require(self.sheets.size < 3)
        self.sheets.push(Sheet(arrived=now(), of=player))

    @action(says="{player} takes a sheet")
    def take(self, player: Player) -> None:
        sheet = self.sheets.top
        self.sheets.remove(sheet)
        self.done = sheet.of == player
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "left_out", "differs"),
    [
        ({"done: bool = False": "done: bool = False\n    torn: bool = False"}, ["torn"], False),
        (
            {
                "done: bool = False": "done: bool = False\n    torn: bool = False",
                "self.done = sheet.of == player": "self.torn = self.done\n        self.done = True",
            },
            ["torn"],
            True,
        ),
        (
            {
                "of: Player\n": "of: Player\n    torn: bool = False\n",
                "sheet.of == player": "not sheet.torn",
            },
            ["sheets"],
            True,
        ),
    ],
    ids=["a field", "a field and a rule", "a part of a record"],
)
def test_a_field_that_only_one_revision_has_is_left_out_beside_moments(
    run: Output, tmp_path: Path, changes: dict[str, str], left_out: list[str], differs: bool
) -> None:
    lay_out(tmp_path)
    (tmp_path / "models/counting.py").unlink()
    shutil.rmtree(tmp_path / "specs/counting")
    (tmp_path / "tests/test_counting.py").unlink()
    model = tmp_path / "models/pile.py"
    model.write_text(PILE, encoding="utf-8")
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "begin")
    text = PILE
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    model.write_text(text, encoding="utf-8")
    code, out, err = run("diff", "HEAD", "--format", "json")
    assert (code, err) == (int(differs), "")
    (comparison,) = document(out)["comparisons"]
    assert comparison["basis"]["not_compared"] == left_out
    kinds = [(s["form"], s["rule"]) for s in comparison["situations"]]
    assert kinds == ([("outcome", "take")] if differs else [])


@pytest.mark.slow
def test_scenarios_that_name_what_a_revision_has_not_are_not_played(run: Output, tmp_path: Path) -> None:
    lay_out(tmp_path)
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "begin")
    model, test = tmp_path / "models/counting.py", tmp_path / "tests/test_counting.py"
    model.write_text(model.read_text(encoding="utf-8") + "\n\nADDED = 1\n", encoding="utf-8")
    named = "from models.counting import ADDED\n" + test.read_text(encoding="utf-8")
    test.write_text(named, encoding="utf-8")
    code, out, err = run("diff", "HEAD", "--format", "json")
    assert (code, err) == (0, "")
    (comparison,) = document(out)["comparisons"]
    why = {one["number"]: one["why"] for one in comparison["scenarios"]["not_played"]}
    assert "there is no 'ADDED' in" in why["tests/test_counting.py"]
    # In the working tree itself a test that cannot be loaded is an error.
    model.write_text(model.read_text(encoding="utf-8").replace("ADDED", "OTHER"), encoding="utf-8")
    code, _, err = run("diff", "HEAD")
    assert code == 2
    assert "tests/test_counting.py:1: error" in err
