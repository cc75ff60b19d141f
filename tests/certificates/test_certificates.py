from __future__ import annotations

import hashlib
import json
import shutil
from functools import cache
from pathlib import Path

import pytest

from checker.certify.check import Checked, Folder, check, open_folder
from checker.certify.expressions import RejectedError
from checker.certify.solve import SOLVERS, version
from checker.judge.proofs.against import difference
from checker.judge.workspace import find_workspace
from checker.prove.open.certified import is_open
from tests.certificates.core import CORE, EVERY_SIZE, FOLDER, claims_of
from tests.certificates.writing import written_apart


@cache
def kept() -> Folder:
    return open_folder(FOLDER)


def checked(*names: str) -> list[Checked]:
    """Return what becomes of some certificates."""
    chosen = tuple((name, parts) for name, parts in kept().proofs if name in names)
    return list(check(Folder(FOLDER, kept().tool, chosen), seconds=120))


def test_every_core_claim_has_its_certificate() -> None:
    assert {name for name, _ in kept().proofs} == {f"{game}/{c}" for game in CORE for c in claims_of(game)}
    assert all(is_open(parts.system.name) for _, parts in kept().proofs)
    [defeated] = [parts for name, parts in kept().proofs if name == "magic/zero_defense_leaves_play"]
    assert {"any size of stack", "any number of players", "any number of battles"} < {*defeated.system.sizes}


@pytest.mark.slow
def test_a_game_written_anew_is_the_same_bytes() -> None:
    made_by = json.loads((FOLDER / "manifest.json").read_text())["solvers"]
    if made_by != {name: version(name) for name in SOLVERS}:
        pytest.skip(f"the certificates were written with {made_by}, and other solvers find other proofs")
    files = written_apart([("berserk", EVERY_SIZE)])
    assert {path.split("/")[1] for path in files} == {"open.json", *CORE["berserk"][EVERY_SIZE]}
    assert [path for path, content in files.items() if (FOLDER / path).read_bytes() != content] == []


def test_the_certificates_are_small() -> None:
    assert sum(p.stat().st_size for p in FOLDER.rglob("*") if p.is_file()) < 5_000_000


def test_solvers_accept_one_for_every_size() -> None:
    """The others are checked among the slow tests."""
    pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing checks beside z3")
    [one] = checked("berserk/a_pass_adds_nothing")
    assert (one.failure, one.solvers) == ("", ("z3", "cvc5"))


@pytest.mark.parametrize("name", ["berserk/open.json", "berserk/a_pass_adds_nothing/proof.json"])
def test_one_edited_byte_is_caught_with_digests_that_do_not_fit(tmp_path: Path, name: str) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "certificates"))
    content = bytearray((folder / name).read_bytes())
    position = content.index(b"s.") + 1
    content[position] ^= 1
    (folder / name).write_bytes(bytes(content))
    with pytest.raises(RejectedError, match=f"{name} is not what the manifest says: it was changed"):
        open_folder(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][name] = hashlib.sha256(bytes(content)).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n")
    with pytest.raises(RejectedError, match="is not what its digest says"):
        open_folder(folder)


@pytest.mark.slow
@pytest.mark.parametrize("game", CORE)
def test_solvers_accept_them(game: str) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing checks beside z3")
    results = checked(*(f"{game}/{claim}" for claim in claims_of(game)))
    assert [(c.parts.proof.name, c.failure) for c in results if c.failure] == []
    # That a set-up with any number of battles is possible, z3 does not find in its two seconds.
    unknown = {("zero_defense_leaves_play", ("no solver found whether a start is possible",))}
    assert {(c.parts.proof.name, c.notes) for c in results if c.notes} <= unknown
    assert {c.solvers for c in results} == {("z3", "cvc5")}


@pytest.mark.slow
@pytest.mark.parametrize("game", CORE)
def test_they_are_about_the_games_of_today(game: str) -> None:
    for _, parts in kept().proofs:
        if parts.system.game == game:
            assert difference(find_workspace(), game, parts) == "", parts.proof.name
