from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from checker.cli.watching import changed_files, look
from checker.judge.survey import places_to_watch, survey

ROOT = Path(__file__).parents[2]

GAME = """
from checker import Game, Participant, action, integer, require
from models.limits import {name}_LIMIT


class Player(Participant, size=2):
    pass


class {title}(Game):
    tally: int = integer(0, 9)

    @action()
    def up(self, player: Player) -> None:
        require(self.tally < {name}_LIMIT)
        self.tally += 1

    def over(self) -> bool:
        return self.tally >= 3
"""
SPEC = """
from checker import invariant
from models.{module} import {title}


@invariant()
def small(game: {title}) -> bool:
    return game.tally < 4
"""


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Return a workspace of two games that share a module, one of which has a module to itself."""
    write(tmp_path, "pyproject.toml", "[tool.ruleproof]\n")
    write(tmp_path, "models/__init__.py", "")
    write(tmp_path, "specs/__init__.py", "")
    write(tmp_path, "models/limits.py", "from models.own import CUPS_LIMIT\nPOTS_LIMIT = 3\n")
    write(tmp_path, "models/own.py", "CUPS_LIMIT = 3\n")
    write(tmp_path, "models/cups.py", GAME.format(name="CUPS", title="Cups"))
    pots = GAME.format(name="POTS", title="Pots").replace(
        "from models.limits import POTS_LIMIT", "POTS_LIMIT = 3"
    )
    write(tmp_path, "models/pots.py", pots)
    for module, title in (("cups", "Cups"), ("pots", "Pots")):
        write(tmp_path, f"specs/{module}.py", SPEC.format(module=module, title=title))
    return tmp_path


class Watching:
    """A watch that goes on in a process of its own, and what it has said."""

    def __init__(self, folder: Path, *words: str) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "checker", "watch", *words],
            cwd=folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def until(self, pattern: str, seconds: float = 60) -> str:
        """Return what is said up to the first line that fits a pattern."""
        said = ""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                line = self.lines.get(timeout=0.2)
            except queue.Empty:
                continue
            said += line
            if re.search(pattern, line):
                return said
        raise AssertionError(f"{pattern!r} was not said:\n{said}")


@pytest.fixture
def watching(work: Path) -> Iterator[Watching]:
    watch = Watching(work)
    yield watch
    watch.process.kill()
    watch.process.wait()
    watch.reader.join()
    assert watch.process.stdout is not None
    watch.process.stdout.close()


WAITING = r"^watching \d+ files; Ctrl-C ends$"


def test_what_a_change_touches_is_checked_again(work: Path, watching: Watching) -> None:
    said = watching.until(WAITING)
    assert "checking cups, pots\n" in said
    assert "12 verdicts (12 hold): all as expected." in said

    write(work, "models/own.py", "CUPS_LIMIT = 4\n")  # which cups imports by way of another file
    said = watching.until(WAITING)
    assert "checking cups\n" in said
    assert "pots" not in said
    assert "6 verdicts (6 hold): all as expected." in said

    write(work, "specs/pots.py", SPEC.format(module="pots", title="Pots").replace("< 4", "< 3"))
    said = watching.until(WAITING)
    assert "checking pots\n" in said
    assert "! small " in said
    assert "line 8: `game.tally < 3` is false: game.tally is 3" in said

    write(work, "models/pots.py", "class Pots(\n")
    said = watching.until(WAITING)
    assert "models/pots.py:1: error: this is not valid Python: '(' was never closed" in said
    assert "verdicts" not in said
    write(work, "models/cups.py", GAME.format(name="CUPS", title="Cups") + "\n")
    said = watching.until(WAITING)
    assert "checking cups\n" in said, "what cannot be loaded hides no other game"
    assert "error: this is not valid Python" in said

    begun = time.monotonic()
    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(timeout=10) == 0
    assert time.monotonic() - begun < 2


def test_an_interrupt_ends_a_long_check(work: Path, watching: Watching) -> None:
    watching.until(WAITING)
    endless = "class Slow:\n    pass\n\n\nwhile True:\n    pass\n"
    write(work, "models/own.py", endless)
    time.sleep(1.0)
    begun = time.monotonic()
    watching.process.send_signal(signal.SIGTERM)
    assert watching.process.wait(timeout=10) == 0
    assert time.monotonic() - begun < 2
    watching.reader.join(timeout=10)
    assert "Traceback" not in "".join(watching.lines.queue)


@pytest.mark.slow
def test_another_change_ends_the_check_before(work: Path, watching: Watching) -> None:
    watching.until(WAITING)
    write(work, "models/own.py", "while True:\n    pass\n")
    time.sleep(1.0)
    write(work, "models/own.py", "CUPS_LIMIT = 2\n")
    said = watching.until(WAITING)
    assert "checking cups\n" in said
    assert "no_dead_end " in said
    assert "! " in said, "nobody gets to three cups any more"


def test_a_game_that_does_not_exist_is_not_waited_for(work: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "checker", "watch", "cups", "jars"],
        cwd=work,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: there is no game 'jars'\n  there are: cups, pots\n"


def test_a_survey_tells_files_and_errors_apart(work: Path) -> None:
    script = (
        "from pathlib import Path; from checker.judge.survey import survey; found = survey(Path.cwd(), ());"
        "print({n: sorted(p.name for p in f) for n, f in found.files.items()}, *found.errors)"
    )

    def told() -> str:
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=work,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    cups = "['__init__.py', '__init__.py', 'cups.py', 'cups.py', 'limits.py', 'own.py']"
    assert told() == f"{{'cups': {cups}, 'pots': ['__init__.py', '__init__.py', 'pots.py', 'pots.py']}}"
    write(work, "specs/cups.py", "import nowhere\n")
    said = told()
    assert said.startswith("{'pots': ")
    assert "specs/cups.py:1: error: there is no module 'nowhere' to import" in said
    write(work, "pyproject.toml", "[tool.ruleproof]\nmodel = 1\n")
    assert "pyproject.toml:2: error: [tool.ruleproof] has no key 'model'" in told()


def test_a_file_by_itself_is_watched_with_what_it_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        tmp_path,
        "alone.py",
        "import beside\n" + GAME.format(name="A", title="Alone").replace("models", "also"),
    )
    write(tmp_path, "beside.py", "")
    write(tmp_path, "also/limits.py", "A_LIMIT = 3\n")
    places = places_to_watch(tmp_path, ["alone.py"])
    names = {path.relative_to(tmp_path).as_posix() for path in places.files if path.is_relative_to(tmp_path)}
    assert {"alone.py", "beside.py", "also/limits.py", "rulebook.toml"} <= names
    found = survey(tmp_path, ["alone.py"])
    assert list(found.files) == ["alone.py"]
    assert found.errors == []
    before = look(places)
    write(tmp_path, "rulebook.toml", "x = 1\n")
    write(tmp_path, "also/limits.py", "A_LIMIT = 2 + 1\n")
    (tmp_path / "beside.py").unlink()
    changed = changed_files(before, look(places))
    assert {path.name for path in changed} == {"rulebook.toml", "limits.py", "beside.py"}
    assert changed_files(look(places), look(places)) == frozenset()
