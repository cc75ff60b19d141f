"""A small game with a rulebook, checked for real: what the tests of formats read places and values from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from checker.judge.check import check
from checker.judge.selection import Selection
from checker.judge.verdict import Run, ToldPlay, Verdict
from checker.judge.workspace import Workspace, load_file
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.report.places import Places
from checker.report.telling import Telling, telling_of
from checker.system.model import System

MODEL = '''"""Two players put letters on a pile."""

import dataclasses

from checker import (
    Bag, Game, Map, Maybe, Moment, Object, Participant, Set, Stack,
    action, automatic, bag, each, integer, now, require, scope, stack,
)
from checker.judge.claims import eventually, invariant, violated


class Player(Participant, size=scope(2)):
    """Who plays."""


class Letter(Object, size=scope(2)):
    """What is put on the pile."""


@dataclasses.dataclass(frozen=True)
class Sheet:
    """A letter on the pile, and since when."""

    letter: Letter
    by: Player
    since: Moment


class Post(Game):
    """Letters are put on a pile, and a bell rings for each."""

    rulebook = "post"

    at_pile: Maybe[Player]
    open: bool = True
    paid: Map[Player, int] = each(Player, integer(-1, 2, start=0))
    used: Set[Letter]
    pile: Stack[Sheet] = stack(Sheet, depth=scope(2))
    bells: Bag[Player] = bag(Player, size=scope(2))

    @action(cites="P1:2", says="{player} puts {letter} on the pile")
    def put(self, player: Player, letter: Letter) -> None:
        require(self.open, letter not in self.used)
        self.pile.push(Sheet(letter=letter, by=player, since=now()))
        self.used.add(letter)
        self.bells.add(player)
        self.paid[player] -= 1
        self.at_pile = player

    @action(cites="P1:3", says="{player} opens or shuts the office")
    def turn(self, player: Player) -> None:
        self.open = not self.open


@invariant(cites=("P1:1", "P1:2"), says="two letters ring two bells for two players")
def bells_are_shared(game: Post) -> bool:
    return not (game.bells.size == 2 and game.paid[Player(0)] == -1)


@eventually(cites="P1:3", says="the office shuts for good", expect=violated())
def it_shuts(game: Post) -> bool:
    return game.used == {Letter(0)}
'''

RULEBOOK = """game = "Post"

[edition.P1]
title = "The rules of the post"
date = 2024-01-01
source = "Nowhere else"

[clause."P1:1"]
paraphrase = "Two letters ring for one player."

[clause."P1:2"]
paraphrase = "A letter is put on the pile, and its price is paid."

[clause."P1:3"]
paraphrase = "Anybody may open or shut the office."
"""


class Silence:
    """Listens to a check, and says nothing."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Nobody listens."""

    def found(self, verdict: Verdict) -> None:
        """Nobody listens."""


def write_game(folder: Path) -> Path:
    """Write the game and its rulebook, and return the file of the model."""
    (folder / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    path = folder / "post.py"
    path.write_text(MODEL, encoding="utf-8")
    return path


def real_run(folder: Path) -> Run:
    """Check the game in ``folder``; only its own claims are kept, with the paths that its files have."""
    run = check(Workspace(folder), Selection(games=(str(folder / "post.py"),), jobs=0), Silence())
    return replace(run, verdicts=tuple(v for v in run.verdicts if v.clauses))


def drawn_game(folder: Path) -> tuple[System, Run]:
    """Return the game as it is drawn, and the run of its check, from files in ``folder``."""
    (entry,) = load_file(write_game(folder))
    return lower(Schema(entry.game)).sliced(), real_run(folder)


def play_of(run: Run, claim: str) -> ToldPlay:
    """Return the one play that a run shows for a claim."""
    (play,) = (v.play for v in run.verdicts if v.claim == claim)
    assert play is not None
    return play


def real_telling(folder: Path) -> Telling:
    """Return the check of the game in ``folder`` to be told, with files named from there."""
    return replace(telling_of(real_run(folder)), places=Places(folder, folder))
