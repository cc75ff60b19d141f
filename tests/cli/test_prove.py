"""``ruleproof prove`` and ``certify``, as a user runs them on a game in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from checker.cli import main
from checker.cli.exit_codes import UNDETERMINED, WRONG_INPUT
from checker.judge.proofs.prove import prove

MODEL = """\
from checker import Game, Participant, Stack, action, automatic, integer, invariant, require, scope, stack


class Player(Participant, size=2):
    "Who throws."


class Dice(Game):
    "Dice are thrown, and come to rest by themselves."

    turn: Player
    rolls: bool = False
    thrown: Stack[Player] = stack(Player, depth=scope(3))

    @action(says="{player} throws a die")
    def throw(self, player: Player) -> None:
        require(player == self.turn)
        self.thrown.push(player)
        self.rolls = True
        self.turn = player.next_in_game

    @automatic(says="the die comes to rest")
    def rest(self) -> None:
        require(self.rolls)
        self.rolls = REST

    def over(self) -> bool:
        return self.thrown.size == 3


@invariant(at="priority", says="nothing rolls when somebody may throw")
def nothing_rolls(game: Dice) -> bool:
    return not game.rolls


@invariant(says="what rolls was thrown")
def what_rolls_was_thrown(game: Dice) -> bool:
    return not game.rolls or game.thrown.size > 0
"""


@pytest.fixture
def dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "dice.py"
    path.write_text(MODEL.replace("REST", "False"))
    return path


def proved(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, dict[str, object]]:
    main(("prove", "dice.py", "--format", "json", *options))
    told = json.loads(capsys.readouterr().out)
    return {proof["claim"]: proof for proof in told["proofs"]}


@pytest.mark.usefixtures("dice")
def test_a_proof_is_handed_out_and_accepted_until_a_byte_is_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing checks beside z3")
    found = proved(capsys, "--property", "what_rolls_was_thrown", "--certificate", "proofs")
    assert found["what_rolls_was_thrown"]["status"] == "holds"
    assert main(("certify", "proofs", "--verbose")) == 0
    at_length = capsys.readouterr().out
    assert "\n          accepted by z3 and cvc5\n" in at_length
    assert main(("certify", "proofs", "--quiet")) == 0
    assert capsys.readouterr().out == at_length.splitlines(keepends=True)[-1]
    assert at_length.splitlines()[-1].startswith("1 of 1 certificates accepted by z3")
    (part,) = tmp_path.glob("proofs/*/what_rolls_was_thrown/claim.smt2")
    part.write_text(part.read_text().replace("(check-sat)", "(check-sat) "))
    assert main(("certify", "proofs")) == 1
    assert "rejected" in capsys.readouterr().out


@pytest.mark.usefixtures("dice")
def test_quiet_tells_what_is_not_proved_and_verbose_the_invariant(capsys: pytest.CaptureFixture[str]) -> None:
    for loudness, lines in (("--quiet", 0), ("--verbose", 2)):
        main(("prove", "dice.py", "--property", "what_rolls_was_thrown", loudness))
        out = capsys.readouterr().out
        assert out.endswith("1 of 1 claims proved.\n")
        assert out.count("what_rolls_was_thrown") == lines


@pytest.mark.usefixtures("dice")
def test_no_package_of_the_working_folder_answers_for_a_solver(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Proofs may come with any files beside them; those are not run."""
    proved(capsys, "--property", "what_rolls_was_thrown", "--certificate", "proofs")
    for package in ("checker", "checker/certify", "z3", "cvc5"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("raise SystemExit('taken')")
    (tmp_path / "checker/certify/solve.py").write_text("raise SystemExit('taken')")
    assert main(("certify", "proofs")) == 0


@pytest.mark.usefixtures("dice")
def test_a_claim_at_priority_counts_together_with_the_end_of_automatic_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = proved(capsys)["nothing_rolls"]
    assert found["status"] == "holds"
    assert found["counts_together_with"] == "automatic_runs_end, by a search of 12 states"


def test_where_automatic_rules_never_end_nothing_is_proved_at_priority(
    dice: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The die rolls for ever: nobody may ever throw again, so that nothing ever breaks the claim."""
    dice.write_text(MODEL.replace("REST", "True"))
    for options in ((), ("--every-size",)):
        found = proved(capsys, *options)
        assert found["nothing_rolls"]["status"] == "undetermined"
        assert "it is not known that automatic rules come to an end" in str(found["nothing_rolls"])
        assert found["what_rolls_was_thrown"]["status"] == "holds"


@pytest.mark.usefixtures("dice")
def test_with_sizes_left_open_a_proof_says_for_which(capsys: pytest.CaptureFixture[str]) -> None:
    found = proved(capsys, "--every-size")["what_rolls_was_thrown"]
    assert found["status"] == "holds"
    assert found["limits"] == "any size of thrown, exactly 2 players"


@pytest.mark.usefixtures("dice")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--every-size", "--any-number", "players"), "--any-number players: dice has no players"),
        (("--any-number", "cards"), "--any-number says what --every-size leaves open besides"),
    ],
)
def test_what_can_have_no_open_number_is_told(
    options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("prove", "dice.py", *options)) == WRONG_INPUT
    assert message in capsys.readouterr().err


@pytest.mark.usefixtures("dice")
def test_an_interrupted_proof_tells_what_it_has_and_hands_nothing_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any, **options: Any) -> Iterator[Any]:
        yield next(prove(*arguments, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr("checker.judge.proofs.prove.prove", interrupted)
    command = ("prove", "dice.py", "--property", "what_rolls_was_thrown", "--certificate", "proofs")
    assert main(command) == UNDETERMINED
    told = capsys.readouterr().out
    assert told.endswith("1 of 1 claims proved.\nInterrupted: what was not tried yet is undetermined.\n")
    assert not (tmp_path / "proofs").exists()
