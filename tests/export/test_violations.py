from __future__ import annotations

import pytest

from checker.cli import main
from checker.export.model import Exported, Property, PropertyKind
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.system.terms import negate
from tests.export.tools import NEEDS_RUMUR, NEEDS_SPIN, rumur, spin
from tests.games.benchmark import Benchmark


@pytest.fixture(scope="module")
def broken() -> Exported:
    system = lower(Schema(Benchmark)).sliced()
    return Exported(system, (Property("nobody_wins", PropertyKind.INVARIANT, negate(system.over)),))


@NEEDS_RUMUR
@pytest.mark.slow
def test_rumur_finds_a_broken_invariant(broken, tmp_path):
    told = rumur(broken, tmp_path)[2]
    assert 'invariant "nobody_wins" failed' in told.replace("Invariant", "invariant")


@NEEDS_SPIN
@pytest.mark.slow
def test_spin_finds_a_broken_invariant(broken, tmp_path):
    assert spin(broken, tmp_path)[1] == 1


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
