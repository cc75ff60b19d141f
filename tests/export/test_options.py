"""What cannot be exported is told in one sentence."""

from __future__ import annotations

import pytest

from checker.cli import main


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--to", "smvv"), "'smvv' is not one of smtlib, smv, promela, murphi"),
        (("--to", "smv", "--depth", "3"), "it counts for --to smtlib alone, not for smv"),
        (("--to", "murphi", "--property", "automatic_runs_end"), "automatic_runs_end cannot be exported"),
        (("--to", "murphi", "--property", "nonsense"), "there is no property 'nonsense'"),
    ],
)
def test_what_cannot_be_exported_is_told(arguments, message, capsys):
    assert main(["export", "force_of_will_loops", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("language", ["smtlib", "smv", "promela", "murphi"])
def test_a_model_is_written_again_over_itself_and_over_nothing_else(language, tmp_path, capsys):
    export = ["export", "tests/games/coins.py", "--to", language, "--property", "no_dead_end", "--out"]
    assert [main([*export, str(tmp_path / "model")]) for _ in range(2)] == [0, 0]
    (tmp_path / "mine").write_text("written by hand", encoding="utf-8")
    assert main([*export, str(tmp_path / "mine")]) == 2
    assert "mine was not written by ruleproof, and is left as it is" in capsys.readouterr().err
