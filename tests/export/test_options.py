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
