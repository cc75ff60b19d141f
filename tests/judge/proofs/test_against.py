"""Certificates for every size, held against the game that they are about and against others."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.cli import main

MODEL = """\
from typing import Any

from checker import Game, Object, Participant, Set, Stack, action, every, invariant, reading, require, scope
from checker import some, stack, transition


class Player(Participant, size=2):
    "Who throws."


class Coin(Object, size=scope(2)):
    "What is thrown."


class Coins(Game):
    "Coins are thrown, and lie where they fell until somebody takes them."

    turn: Player
    holders: Set[Player]
    lie: Set[Coin]
    thrown: Stack[Player] = stack(Player, depth=scope(3))

    leaves: str = reading("who goes on after a throw", the_next="A:1", nobody="A:2")

    @action(says="{player} throws {coin}")
    def throw(self, player: Player, coin: Coin) -> None:
        require(player == self.turn, coin not in self.lie)
        self.lie.add(coin)
        self.thrown.push(player)
        self.holders.clear()
        if self.leaves == "the_next":
            self.turn = player.next_in_game

    @action(says="{player} takes {coin}")
    def take(self, player: Player, coin: Coin) -> None:
        require(player == self.turn, coin in self.lie, self.thrown)
        self.lie.discard(coin)
        self.thrown.pop()
        self.holders.add(player)


@invariant(says="who holds has the turn")
def holders_have_the_turn(game: Coins) -> bool:
    return every(Player, lambda p: p not in game.holders or p == game.turn)


@transition(says="what is thrown lies")
def thrown_coins_lie(before: Coins, step: Any, after: Coins) -> bool:
    return step.rule != "throw" or some(Coin, lambda c: c in after.lie and c not in before.lie)


@transition(says="nobody holds after a throw")
def nobody_holds(before: Coins, step: Any, after: Coins) -> bool:
    return step.rule != "throw" or every(Player, lambda p: p not in after.holders)
"""

CLAIMS = ("holders_have_the_turn", "nobody_holds", "thrown_coins_lie")


@pytest.fixture
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """Certificates of several claims, written in one run under a reading that was chosen."""
    monkeypatch.chdir(tmp_path)
    Path("coins.py").write_text(MODEL)
    reading = ("--reading", "leaves=nobody")
    assert main(("prove", "coins.py", "--every-size", "--certificate", "proofs", *reading)) == 0
    capsys.readouterr()
    return tmp_path / "proofs"


def told(game: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return what `certify` says of each certificate, beside that it is accepted or not."""
    main(("certify", "proofs", "--against", game))
    return [line.strip() for line in capsys.readouterr().out.splitlines() if line.startswith(" ")]


@pytest.mark.usefixtures("proofs")
def test_certificates_of_several_claims_are_about_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("certify", "proofs", "--against", "coins.py")) == 0
    accepted = [
        line.split()[2] for line in capsys.readouterr().out.splitlines() if line.startswith("accepted")
    ]
    assert tuple(accepted) == CLAIMS


@pytest.mark.usefixtures("proofs")
@pytest.mark.parametrize(
    ("file", "old", "new", "rule"),
    [  # each in a file of its own, as a process reads a module once
        ("guard.py", "coin not in self.lie)", "True)", "throw(player=P1, coin=C1)"),
        ("effect.py", "self.lie.discard(coin)", "pass", "take(player=P1, coin=C1)"),
        ("stack.py", "self.thrown.pop()", "self.thrown.clear()", "take(player=P1, coin=C1)"),
    ],
)
def test_a_changed_rule_is_told(
    file: str, old: str, new: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert MODEL.count(old) == 1
    Path(file).write_text(MODEL.replace(old, new))
    said = f"the rules of {file} are not those that it is about: {rule} does something else"
    assert told(file, capsys) == [said] * len(CLAIMS)


@pytest.mark.usefixtures("proofs")
def test_a_changed_claim_is_told_and_the_others_stand(capsys: pytest.CaptureFixture[str]) -> None:
    Path("claim.py").write_text(MODEL.replace("p == game.turn", "p == game.turn or not game.lie"))
    assert told("claim.py", capsys) == ["holders_have_the_turn claims something else today"]
