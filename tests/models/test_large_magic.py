from __future__ import annotations

import pytest

import specs.magic.claims  # noqa: F401 - registers the claims
from checker.explore.sparse.graph import SparseGraph
from checker.judge.builtin import built_in_claims
from checker.judge.claims import claims_of
from checker.judge.going_on import answer_on_graph
from checker.judge.graphs import graph_of
from checker.judge.questions import question_of
from checker.judge.verdict import Status
from checker.language.lower import lower
from checker.language.schema import Schema
from models.magic import Magic

NAMES = ("automatic_runs_end", "automatic_order_is_settled", "zero_defense_does_not_last")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scopes", "states", "steps"),
    [({"battles": 2, "effects": 1}, 762_164, 843_213), ({"players": 3}, 449_754, 495_385)],
)
def test_how_plays_go_on_is_known_for_larger_scopes(scopes: dict[str, int], states: int, steps: int) -> None:
    schema = Schema(Magic, scopes)
    lowered = lower(schema)
    claims = {c.name: c for c in (*built_in_claims(Magic, schema.source), *claims_of(Magic))}
    questions = [question_of(lowered, claims[name]) for name in NAMES]
    assert len({question.ghosts for question in questions}) == 1
    graph = graph_of(questions[0].system, seconds=None, progress=None)
    assert isinstance(graph, SparseGraph)
    assert (len(graph), len(graph.edge_target)) == (states, steps)
    assert [answer_on_graph(q, graph, {}).status for q in questions] == [Status.HOLDS] * len(NAMES)
