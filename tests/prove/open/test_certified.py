"""Certificates of proofs for every size: both solvers accept them, and nothing that is weaker."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path

import pytest

from checker.certify.check import Checked, check, open_folder
from checker.judge.at_priority import ENDS
from checker.judge.builtin import built_in_claims
from checker.judge.claims import Claim, ClaimKind
from checker.judge.every_size import EverySize, prove_every_size
from checker.judge.proofs.files import folder_files
from checker.language.schema import Schema
from checker.prove.certificate import Certified
from checker.scaffold.folder import write_folder
from checker.system.model import Source
from specs.common import one_priority_holder
from specs.core_lemmas import CORE_LEMMAS
from tests.games.open_core import OpenCore


def proved_anew() -> EverySize:
    claim = Claim("one_priority_holder", ClaimKind.INVARIANT, OpenCore, one_priority_holder, Source("", 0))
    return prove_every_size(Schema(OpenCore), [claim], CORE_LEMMAS, seconds=600)


proved = cache(proved_anew)


def certificate(found: EverySize | None = None) -> Certified:
    [answer] = (found or proved()).answers
    assert answer.certified is not None
    return answer.certified


def outcome(certified: Certified, folder: Path) -> Checked:
    """Return what becomes of a certificate, read back from its files."""
    write_folder(folder, folder_files([certified], tool="a test", with_scripts=True))
    [found] = check(open_folder(folder), seconds=20)
    return found


@pytest.mark.slow
def test_both_solvers_accept_it_and_not_with_a_weaker_invariant(tmp_path: Path) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing checks beside z3")
    certified = certificate()
    found = outcome(certified, tmp_path / "right")
    assert (found.failure, found.solvers, found.notes) == ("", ("z3", "cvc5"), ())
    types = dataclasses.replace(certified.invariant[0], kept_by=(1,))
    weaker = dataclasses.replace(certified, invariant=(types,), shown_by=(1,))
    assert "claim, the claim is broken" in outcome(weaker, tmp_path / "weaker").failure


@pytest.mark.slow
def test_both_solvers_accept_that_automatic_runs_end_and_not_with_a_measure_less(tmp_path: Path) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing checks beside z3")
    [ends] = [c for c in built_in_claims(OpenCore, Source("", 0)) if c.name == ENDS]
    [answer] = prove_every_size(Schema(OpenCore), [ends], CORE_LEMMAS, seconds=600, least=True).answers
    assert answer.certified is not None
    found = outcome(answer.certified, tmp_path / "right")
    assert (found.failure, found.solvers, found.notes) == ("", ("z3", "cvc5"), ())
    fewer = dataclasses.replace(answer.certified, measures=answer.certified.measures[:-1])
    assert "z3: claim, " in outcome(fewer, tmp_path / "fewer").failure


def test_what_was_proved_before_changes_nothing() -> None:
    assert certificate(proved_anew()) == certificate()


def test_a_certificate_tells_its_sizes_and_each_part_in_words() -> None:
    certified = certificate()
    assert certified.subject.sizes == ("any size of stack", "any number of players")
    assert [v.name for v in certified.subject.variables][:3] == ["players", "turn_player", "holders"]
    assert [c.origin for c in certified.invariant[:2]] == ["types", "lemma"]
    assert "at most one holder" in [c.says for c in certified.invariant]
    assert "k.now" in {v.name for v in certified.subject.choices}


def test_of_the_invariant_a_certificate_has_what_its_claim_needs() -> None:
    certified = certificate()
    numbers = {c.says: number for number, c in enumerate(certified.invariant, start=1)}
    assert len(numbers) - 1 < len(proved().invariant)
    assert certified.shown_by is not None
    needed, found = set(certified.shown_by), set[int]()
    while needed - found:
        found |= needed
        needed = {k for number in needed for k in certified.invariant[number - 1].kept_by or ()}
    assert found == set(numbers.values())
    assert numbers["at most one holder"] in found
