from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from checker.explorer.text.shell import explore_in_text
from checker.judge.workspace import find_workspace
from tests.explorer.rooms import rooms
from tests.loading import OPTIONS

SESSION = """\
exploring rooms (pile=2)
the game has 2 starts: `start N` begins in another
`help` tells what can be typed

0. the game starts
   turn     P1
   life     P1: 1, P2: 1
   pile     empty
   in game  P1, P2
may be done:
   1  P1 pushes up
fall (rooms.py:23)
  needs self.pile.size > 1 (rooms.py:24)
    but self.pile.size is 0
    for fall

1. P1 pushes up
   pile[0] came: P1
   turn     P1
   life     P1: 1, P2: 1
   pile     P1
   in game  P1, P2
may be done:
   1  P1 pushes up

2. P1 pushes up
   pile[1] came: P1
   turn     P1
   life     P1: 1, P2: 1
   pile     P1, P1
   in game  P1, P2
happens by itself:
   1  the top falls up

3. the top falls up
   life[P1]: 1 -> 0
   pile[1] left: P1
   turn     P1
   life     P1: 0, P2: 1
   pile     P1
   in game  P1, P2
 BROKEN all_live: up lives
     line 33: `game.life[Player(0)] > 0` is false: game.life[Player(0)] is 0
the game is over
error: there is no move 4
  there are 0
error: the play has steps 0 to 3, and this is 3
"""


def session(tmp_path, *lines, opened=""):
    sink = io.StringIO()
    source = io.StringIO("\n".join(lines))
    explore_in_text(find_workspace(), rooms(tmp_path, "up"), opened, source, sink)
    return sink.getvalue()


def test_a_session_reads_well(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert session(tmp_path, "why fall", "1", "1", "run", "4", "redo") == SESSION


def test_going_back_keeps_what_was_until_something_else_is_done(tmp_path):
    told = session(tmp_path, "1", "1", "u", "u", "play", "link", "step 2", "link", "quit", "link")
    assert "> 0. the game starts\n  1. P1 pushes up\n  2. P1 pushes up\nrooms;pile=2/0" in told.replace(
        "rooms/0", "rooms;pile=2/0"
    )
    assert told.endswith("rooms/0/push(player=P1)/push(player=P1)\n")


def test_a_play_that_no_longer_fits_says_where(tmp_path):
    told = session(tmp_path, opened="rooms/0/push(player=P1)/fall")
    assert "the play no longer fits: step 2: fall cannot be taken" in told
    assert "\n1. P1 pushes up\n" in told


def test_all_that_is_refused_is_told_in_a_line_each(tmp_path):
    told = session(tmp_path, "why", "why fal")
    assert told.endswith(
        "  push: needs player == self.turn\n  fall: needs self.pile.size > 1\n"
        "error: the game has no rule 'fal'\n  did you mean 'fall'?\n"
    )


def test_a_condition_leads_to_its_play(tmp_path):
    told = session(tmp_path, "goto len(pile) == 2", "goto lief", "play")
    assert "len(pile) == 2: the shortest play to it has 2 steps" in told
    assert "error: there is nothing named 'lief'\n  did you mean 'life'?" in told
    assert told.endswith("> 2. P1 pushes up\n")


@pytest.mark.slow
def test_a_play_goes_on_to_a_condition_from_where_it_is(tmp_path):
    told = session(tmp_path, "1", "on life[P1] == 0", "1", "on len(pile) == 0")
    assert "life[P1] == 0: the shortest way to it from here has 2 steps\n" in told
    assert "len(pile) == 0: no play that goes on from here reaches it, with 2 players" in told


@pytest.mark.slow
def test_what_is_saved_is_a_test_that_passes_until_the_rules_change(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = session(tmp_path, "1", "1", "run", "save test_a_fall.py", "save test_a_fall.py", "save x")
    assert "saved as test_a_fall.py\nerror: test_a_fall.py is there already" in told
    command = [sys.executable, "-m", "pytest", "-q", *OPTIONS, "-p", "no:cacheprovider", "test_a_fall.py"]
    text = (tmp_path / "test_a_fall.py").read_text(encoding="utf-8")
    assert 'play.must_end_with(life="{P1: 0, P2: 1}", pile="[P1]")' in text
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    passed = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert passed.returncode == 0, passed.stdout
    model = tmp_path / "rooms.py"
    model.write_text(model.read_text(encoding="utf-8").replace("size > 1", "size > 2"), encoding="utf-8")
    failed = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert failed.returncode == 1
    assert "the play no longer fits: step 3: fall cannot be taken" in failed.stdout
