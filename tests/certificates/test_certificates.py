from __future__ import annotations

from functools import cache

import pytest

from checker.certify.check import Folder, check, open_folder
from checker.judge.proofs.against import difference
from checker.judge.workspace import find_workspace
from tests.certificates.core import CORE, FOLDER


@cache
def kept() -> Folder:
    return open_folder(FOLDER)


def test_every_core_claim_has_its_certificate() -> None:
    assert {name for name, _ in kept().proofs} == {f"{game}/{c}" for game, cs in CORE.items() for c in cs}


def test_the_certificates_are_small() -> None:
    assert sum(p.stat().st_size for p in FOLDER.rglob("*") if p.is_file()) < 1_200_000


@pytest.mark.slow
@pytest.mark.parametrize("game", CORE)
def test_solvers_accept_them(game: str) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing checks beside z3")
    chosen = tuple((name, parts) for name, parts in kept().proofs if parts.system.game == game)
    results = list(check(Folder(FOLDER, kept().tool, chosen), seconds=30))
    assert [(c.parts.proof.name, c.failure, c.notes) for c in results if c.failure or c.notes] == []
    assert {c.solvers for c in results} == {("z3", "cvc5")}


@pytest.mark.slow
@pytest.mark.parametrize("game", CORE)
def test_they_are_about_the_games_of_today(game: str) -> None:
    for _, parts in kept().proofs:
        if parts.system.game == game:
            assert difference(find_workspace(), game, parts) == "", parts.proof.name
