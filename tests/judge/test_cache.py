from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from checker.judge import inquiry
from checker.judge.cache import files, tool
from checker.judge.cache.digest import Digests, UnknownValueError
from checker.judge.check import check
from checker.judge.selection import Selection
from checker.judge.verdict import Run, Verdict
from checker.judge.workspace import Workspace
from checker.system.cells import Cell, Domain
from checker.system.terms import all_of, any_of, equal, integer, less, var

ROOT = Path(__file__).parents[2]

FILES = {
    "pyproject.toml": "[tool.ruleproof]\n",
    "models/__init__.py": "",
    "models/cups.py": """
from checker import Game, Participant, action, integer, reading, require, scope


class Player(Participant, size=scope(2, least=2, most=3)):
    pass


class Cups(Game):
    rulebook = "cups"
    full: int = integer(0, 4)
    house: str = reading("how many?", few="X:1", many="X:2")

    @action(cites="X:1", says="{player} pours")
    def pour(self, player: Player) -> None:
        require(self.full < 3)
        self.full += 1 if self.house == "few" else 2

    def over(self) -> bool:
        return self.full >= 3
""",
    "specs/__init__.py": "",
    "specs/cups/__init__.py": "",
    "specs/cups/claims.py": """
from checker import eventually, invariant, under, violated
from models.cups import Cups


@invariant(cites="X:1", says="few are full", expect=violated(length=2))
def few(game: Cups) -> bool:
    return game.full < 2


@eventually(cites="X:2", also=(under(house="many"),))
def all_full(game: Cups) -> bool:
    return game.full >= 3
""",
    "specs/cups/rulebook.toml": """
game = "Cups"

[edition.X]
title = "The cups"
date = "draft"
source = "here"

[clause."X:1"]
paraphrase = "Pour one."

[clause."X:2"]
paraphrase = "Pour two."
""",
}

GAME = "cups_alone.py"
"""The same game in one file, beside its rulebook."""


class Heard:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None: ...

    def found(self, verdict: Verdict) -> None: ...


@pytest.fixture
def alone(cups: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the game in one file; whoever works on the tool meanwhile changes no test."""
    model, claims = FILES["models/cups.py"], FILES["specs/cups/claims.py"]
    text = f"{model}{claims}".replace("from models.cups import Cups\n", "")
    (cups / GAME).write_text(text, encoding="utf-8")
    (cups / "rulebook.toml").write_text(FILES["specs/cups/rulebook.toml"], encoding="utf-8")
    monkeypatch.setattr(tool, "fingerprint", lambda: "this tool")
    return cups


@pytest.fixture
def cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a workspace, and give the user a cache folder of their own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("RULEPROOF_NO_CACHE")
    root = tmp_path / "work"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def ruleproof(*options: str, code: int | None = 0, seed: str = "0") -> tuple[int, str]:
    """Check the game in a process of its own; return how many answers were found, and all it said."""
    done = subprocess.run(
        [sys.executable, "-m", "checker", "check", *options],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "RULEPROOF_JOBS": "0",
            "COLUMNS": "200",
            "PYTHONHASHSEED": seed,
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert code in (None, done.returncode), done.stdout + done.stderr
    return done.stdout.count("from the cache\n"), done.stdout + done.stderr


def here(root: Path, *, game: str = GAME, listener: Heard | None = None, **asked: Any) -> Run:
    """Check the game in this process, as a single file that is loaded each time."""
    selection = Selection(games=(str(root / game),), **{"cache": True, **asked})
    return check(Workspace(root), selection, listener or Heard())


def kept(run: Run) -> int:
    return sum(v.cached for v in run.verdicts)


@pytest.mark.slow
def test_what_was_answered_is_found_again_in_other_processes_and_told(cups: Path) -> None:
    assert ruleproof("--write", "json=fresh.json", seed="1")[0] == 0
    found, told = ruleproof("--write", "json=kept.json", "--jobs", "2", seed="2")
    assert found == 8
    assert told.endswith("8 answers from the cache; --no-cache finds them anew.\n")
    assert Path("kept.json").read_bytes() == Path("fresh.json").read_bytes(), "it is told alike but for times"
    shown = json.loads(ruleproof("--format", "json")[1])["verdicts"]
    assert all(v["cached"] for v in shown)
    assert ruleproof("--no-cache")[0] == 0
    assert (cups / ".ruleproof/.gitignore").read_text(encoding="utf-8").endswith("\n*\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("self.full < 3)", "self.full < 4)", id="rule"),
        pytest.param("{player} pours", "{player} fills one", id="sentence"),
        pytest.param('@action(cites="X:1"', '@action(cites="X:2"', id="citation of a rule"),
        pytest.param('few="X:1"', 'few="X:2"', id="citation of a reading"),
        pytest.param("how many?", "how much?", id="question of a reading"),
        pytest.param("integer(0, 4)", "integer(0, 5)", id="range"),
        pytest.param("scope(2,", "scope(3,", id="size"),
        pytest.param("return self.full >= 3", "return self.full > 2 or self.full == 1", id="over"),
        pytest.param("game.full < 2", "game.full < 3", id="claim"),
        pytest.param("few are full", "not many are", id="sentence of a claim"),
        pytest.param('@eventually(cites="X:2"', '@eventually(cites="X:1"', id="citation of a claim"),
        pytest.param("length=2", "length=3", id="expectation"),
        pytest.param("def few", "def fewer", id="name of a claim"),
        pytest.param("Pour one.", "Pour one cup.", id="rulebook"),
    ],
)
def test_whatever_changes_is_answered_anew(alone: Path, before: str, after: str) -> None:
    properties = ("few", "all_full")
    here(alone, properties=properties)
    assert kept(here(alone, properties=properties)) == 3
    file = alone / ("rulebook.toml" if "Pour" in before else GAME)
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")
    changed = here(alone, properties=(after.removeprefix("def ") if "def" in before else "few", "all_full"))
    # What is judged under another reading is a game of its own, which some of the changes do not touch.
    assert [v.name for v in changed.verdicts if v.cached and not v.varied] == []
    assert len(changed.verdicts) == 3


@pytest.mark.parametrize(
    "other",
    [
        {"scopes": {"players": 3}},
        {"readings": {"house": "many"}},
        {"engine": "explicit"},
        {"timeout": 100.0},
        {"memory": 64.0},
        {"properties": ("few",)},
    ],
    ids=lambda other: next(iter(other)),
)
def test_other_options_are_other_questions(alone: Path, other: dict[str, Any]) -> None:
    properties = {"properties": ("few", "no_dead_end", "all_full")}
    here(alone, **properties)
    assert kept(here(alone, **{**properties, **other})) == 0
    assert kept(here(alone, **{**properties, **other})) > 0


def test_lines_that_move_are_told_as_they_are_now(alone: Path) -> None:
    (before,) = (v for v in here(alone).verdicts if v.claim == "few")
    moved = alone / "moved.py"
    moved.write_text("# a comment\n" + (alone / GAME).read_text(encoding="utf-8"), encoding="utf-8")
    (after,) = (v for v in here(alone, game="moved.py").verdicts if v.claim == "few")
    assert after.cached
    line = before.source.line
    assert before.explanation.startswith(f"line {line + 1}: `game.full < 2` is false")
    assert after.explanation.startswith(f"line {line + 2}: `game.full < 2` is false")
    assert (after.source.line, after.model_file) == (line + 1, moved.name)


def _tool(folder: Path) -> str | None:
    return tool.fingerprint_of(folder, 2e9)


def test_the_tool_and_its_solvers_are_part_of_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "explore").mkdir()
    source = tmp_path / "explore/engine.py"
    source.write_text("one\n", encoding="utf-8")
    os.utime(source, (1e9, 1e9))
    before = _tool(tmp_path)
    assert before == _tool(tmp_path) is not None
    source.write_text("two\n", encoding="utf-8")
    os.utime(source, (1e9, 1e9))
    changed = {before, _tool(tmp_path)}
    (tmp_path / "new.py").write_text("", encoding="utf-8")
    os.utime(tmp_path / "new.py", (1e9, 1e9))
    changed.add(_tool(tmp_path))
    for library in tool.SOLVERS:
        monkeypatch.setattr(tool, "version", lambda name, other=library: f"{version(name)}{name == other}")
        changed.add(_tool(tmp_path))
    monkeypatch.setattr(tool, "version", version)
    monkeypatch.setattr(sys, "version", "3.99")
    changed.add(_tool(tmp_path))
    assert len(changed) == 4 + len(tool.SOLVERS)
    assert None not in changed


def test_a_tool_that_may_not_be_what_is_running_has_no_cache(tmp_path: Path) -> None:
    source = tmp_path / "engine.py"
    source.write_text("", encoding="utf-8")
    os.utime(source, (1000, 1000))
    assert tool.fingerprint_of(tmp_path, 1000) is not None
    assert tool.fingerprint_of(tmp_path, 999) is None


def test_another_tool_misses(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(alone)
    assert kept(here(alone)) == 8
    for other in ("another", None):
        monkeypatch.setattr(tool, "fingerprint", lambda found=other: found)
        assert kept(here(alone)) == 0
    assert kept(here(alone)) == 0, "and keeps nothing where it is not certain"


def entries(root: Path) -> list[Path]:
    return sorted((root / ".ruleproof/verdicts").iterdir())


def _flip(data: bytes) -> bytes:
    return data.replace(b'"HOLDS"', b'"VIOLATED"')


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: data[:-1], id="cut short"),
        pytest.param(lambda data: b"", id="empty"),
        pytest.param(_flip, id="changed"),
        pytest.param(lambda data: data.replace(b"verdicts 1", b"verdicts 0"), id="another form"),
        pytest.param(lambda data: b"\xff" * 100, id="foreign"),
    ],
)
def test_damaged_files_are_ignored_and_replaced(alone: Path, damage: Callable[[bytes], bytes]) -> None:
    fresh = here(alone)
    for path in entries(alone):
        path.write_bytes(damage(path.read_bytes()))
    again = here(alone)
    assert (kept(again), again.exit_code) == (0, fresh.exit_code)
    assert kept(here(alone)) == 8


def test_an_answer_under_another_name_is_ignored(alone: Path) -> None:
    here(alone)
    first, second, *_ = entries(alone)
    text = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(text)
    assert kept(here(alone)) < 8


def test_the_files_of_another_user_or_machine_are_ignored(
    alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(alone)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another"))
    assert kept(here(alone)) == 0
    assert kept(here(alone)) == 8
    (tmp_path / "another/ruleproof/secret").chmod(0o644)
    assert kept(here(alone)) == 0, "a secret that others can read is none"


def test_what_was_sealed_but_is_not_true_of_the_rules_is_answered_anew(alone: Path) -> None:
    fresh = here(alone)
    for path in entries(alone):
        text = files.read(path.parent, path.name)
        assert text is not None
        answers = json.loads(text)
        for answer in answers:
            if answer["play"] is not None:  # another play of the same length, which the rules do not allow
                answer["play"][0][-1] = answer["play"][0][0]
        files.write(path.parent, path.name, json.dumps(answers))
    again = here(alone)
    assert [v.play for v in again.verdicts] == [v.play for v in fresh.verdicts]
    assert not next(v for v in again.verdicts if v.claim == "few").cached


@pytest.mark.parametrize("text", ["{}", "[]", "[1]", "null", '[{"claim": "few"}]', "no json", "[" * 100_000])
def test_what_is_no_answer_is_ignored(alone: Path, text: str) -> None:
    here(alone)
    for path in entries(alone):
        files.write(path.parent, path.name, text)
    assert kept(here(alone)) == 0


def test_nothing_undetermined_is_kept(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from functools import partial

    from checker.judge import graphs

    monkeypatch.setattr(inquiry, "graph_of", partial(graphs.graph_of, small=2, large=2))
    run = here(alone)
    assert any(v.status.value == "undetermined" for v in run.verdicts)
    again = here(alone)
    undetermined = {v.name for v in again.verdicts if v.status.value == "undetermined"}
    assert undetermined
    assert not undetermined & {v.name for v in again.verdicts if v.cached}


def test_what_is_interrupted_is_not_kept(alone: Path) -> None:
    class Stops(Heard):
        def found(self, verdict: Verdict) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        here(alone, listener=Stops())
    assert not (alone / ".ruleproof").exists()


def test_a_cache_that_cannot_be_written_is_no_error(alone: Path) -> None:
    (alone / ".ruleproof").write_text("a file", encoding="utf-8")
    assert here(alone).exit_code == here(alone).exit_code == 0


def test_nothing_is_kept_unless_asked_or_for_bundled_games(alone: Path) -> None:
    assert kept(here(alone, cache=False)) == 0
    assert not (alone / ".ruleproof").exists()


def test_what_was_not_used_for_long_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(files, "MOST_FILES", 3)
    folder = tmp_path / "verdicts"
    for number in range(3):
        files.write(folder, f"k{number}", "text")
        os.utime(folder / f"k{number}", (number, number))
    assert files.read(folder, "k0") == "text"
    files.write(folder, "k3", "text")
    assert sorted(p.name for p in folder.iterdir()) == ["k0", "k2", "k3"]
    monkeypatch.setattr(files, "MOST_BYTES", 500)
    files.write(folder, "k4", "t" * 100)
    assert sum(p.stat().st_size for p in folder.iterdir()) <= 500
    files.write(folder, "k5", "t" * 200)
    assert files.read(folder, "k5") is None, "one that would push out all others is not kept"


def test_digests_are_by_content_and_not_by_the_order_of_building() -> None:
    few, many = Cell("few", Domain.integer(0, 3)), Cell("many", Domain.integer(0, 3))
    one, two = equal(var(few), integer(1)), less(var(many), integer(2))
    digests = Digests()
    assert digests.of(all_of((one, two))) == Digests().of(all_of((two, one)))
    parts = [
        one,
        two,
        all_of((one, two)),
        any_of((one, two)),
        less(var(few), integer(2)),
        (one, two),
        (two, one),
    ]
    parts += ["1", 1, True, None, ("a", "bc"), ("ab", "c"), frozenset({"a"}), {"a": 1}, {"a": 2}]
    assert len({digests.of(part) for part in parts}) == len(parts)
    with pytest.raises(UnknownValueError):
        digests.of(object())
