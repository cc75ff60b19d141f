"""What is told of why a claim holds."""

from __future__ import annotations

from typing import Any

import pytest

import specs.magic.claims  # noqa: F401 - registers the claims
from checker.judge.claims import claims_of
from checker.judge.questions import Question, question_of
from checker.language.game import Game
from checker.prove.encoding import Encoding
from checker.prove.needed import needed_at
from checker.prove.solver import Clock
from checker.system.model import Kind
from checker.system.terms import TRUE
from models.magic import Magic
from tests.models.faults import lowered


def asked(game: type[Game], name: str) -> Question:
    return question_of(lowered(game, {}), next(c for c in claims_of(game) if c.name == name))


@pytest.mark.slow
def test_a_claim_at_priority_rests_on_what_must_have_happened_before() -> None:
    question = asked(Magic, "zero_defense_leaves_play")
    found: Any = needed_at(Encoding(question.system), TRUE, Kind.ACTION, question.states[0], Clock(20.0))
    assert {question.system.updates[i].rule for i in found} == {"state_based"}
