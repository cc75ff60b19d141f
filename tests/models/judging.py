"""What tests of whole games ask: the verdict on one claim, of whatever kind, about a game or a faulty one."""

from __future__ import annotations

from collections.abc import Mapping

from checker.explore.explicit import ExplicitEngine
from checker.explore.graph import build_graph
from checker.judge.answers import Answer, by_search
from checker.judge.claims import claims_of
from checker.judge.going_on import answer_on_graph, asks_graph
from checker.judge.questions import question_of
from checker.language.game import Game
from checker.language.lower import lower
from checker.language.schema import Schema

__all__ = ["judge"]


def judge(game: type[Game], name: str, scopes: Mapping[str, int] | None = None) -> Answer:
    """Judge the claim of that name by searching all plays of the game."""
    claim = next(c for c in claims_of(game) if c.name == name)
    question = question_of(lower(Schema(game, scopes or {})), claim)
    if asks_graph(claim):
        return answer_on_graph(question, build_graph(question.system), {})
    answer = by_search(question, ExplicitEngine().search(question.system, tuple(question.targets())))
    assert answer is not None
    return answer
