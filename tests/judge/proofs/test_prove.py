"""Core claims are proved by induction at the games' own sizes, and no proof survives a fault of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from checker.judge.claims import claims_of
from checker.judge.proofs.portfolio import Portfolio
from checker.judge.proofs.prove import condition_of
from checker.judge.questions import Question, question_of
from checker.language.game import Game
from checker.prove.encoding import Encoding
from checker.prove.needed import needed_at
from checker.prove.solver import Clock
from checker.system.model import Kind
from checker.system.terms import TRUE
from models.berserk import Berserk
from models.magic import Magic
from models.riftbound import Riftbound
from tests.models import test_berserk as berserk
from tests.models import test_magic as magic
from tests.models import test_riftbound as riftbound
from tests.models.faults import lowered


def asked(game: type[Game], name: str) -> Question:
    return question_of(lowered(game, {}), next(c for c in claims_of(game) if c.name == name))


def proved(game: type[Game], name: str) -> bool:
    question = asked(game, name)
    portfolio = Portfolio(question.system, {name: condition_of(question, question.system)})
    portfolio.share(20.0)
    return portfolio.follows(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "fault", "name"),
    [
        (Magic, magic.NothingIsBuried, "zero_defense_leaves_play"),
        (Berserk, berserk.PassDeclares, "a_pass_adds_nothing"),
        (Riftbound, riftbound.PassesPassFocus, "a_pass_in_a_chain_keeps_focus"),
        (Riftbound, riftbound.ControlOnArrival, "control_changes_at_the_end"),
    ],
)
def test_no_proof_survives_a_fault(game: type[Game], fault: type[Game], name: str) -> None:
    assert proved(game, name)
    assert not proved(fault, name)


@pytest.mark.slow
def test_a_claim_at_priority_rests_on_what_must_have_happened_before() -> None:
    question = asked(Magic, "zero_defense_leaves_play")
    found: Any = needed_at(Encoding(question.system), TRUE, Kind.ACTION, question.states[0], Clock(20.0))
    assert {question.system.updates[i].rule for i in found} == {"state_based"}
