"""What cannot be exported is told in one sentence."""

from __future__ import annotations

import re

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


@pytest.mark.parametrize("language", ["smtlib", "smv", "promela", "murphi"])
def test_what_is_left_out_says_to_ask_for_it_by_name_only_if_that_helps(language, tmp_path, capsys):
    export = ["export", "tests/games/coins.py", "--to", language, "--out", str(tmp_path / "model")]
    assert main(export) == 0
    text = (tmp_path / "model").read_text(encoding="utf-8")
    for name in ("automatic_runs_end", "every_rule_can_happen"):
        helps = f"write --property {name}" in text
        assert helps == (name == "every_rule_can_happen" and language == "smtlib"), name
    for name, reason in re.findall(r"(\w+): .*; write --property (\w+)", text):
        assert (name, main([*export, "--property", reason])) == (reason, 0)
    capsys.readouterr()
    assert main([*export, "--property", "automatic_runs_end"]) == 2
    assert capsys.readouterr().err.endswith("\n  leave out this --property\n")
