"""Plays as traces and graphs: read back by the libraries that others use."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from checker.judge.verdict import Run, Verdict
from checker.report.dot import dot_text
from checker.report.graphml import graphml_text
from checker.report.itf import itf_text
from checker.report.mermaid import MOST_NODES, mermaid_text
from checker.report.telling import Telling, telling_of
from tests.report.readers import read_dot, read_graphml, read_itf, read_mermaid
from tests.report.real import real_telling, write_game
from tests.report.samples import board, chase_play, known_contradiction, passing, surprise, verdict
from tests.report.snapshot import assert_snapshot

STEPS = [("s0", "s1"), ("s1", "s2"), ("s2", "s3"), ("s3", "s4")]
LASSO = [("s0", "s1"), ("s1", "s2"), ("s2", "s1")]


def of(*verdicts: Verdict) -> Telling:
    return telling_of(Run(verdicts))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Telling:
    folder = tmp_path_factory.mktemp("post")
    write_game(folder)
    return real_telling(folder)


# -- traces ------------------------------------------------------------------------------------------


def test_a_trace_has_the_values_of_the_game(real: Telling) -> None:
    lasso, play = read_itf(itf_text(real))
    assert play.meta["varTypes"] == {
        "at_pile": "Set(Str)",
        "open": "Bool",
        "paid": "(Str -> Int)",
        "used": "Set(Str)",
        "pile": "Seq({ letter: Str, by: Str })",
        "bells": "(Str -> Int)",
        "in_game": "Set(Str)",
    }
    start, end = play.states[0].values, play.states[-1].values
    assert (start["at_pile"], start["open"], start["pile"], start["bells"]) == (frozenset(), True, [], {})
    assert end["at_pile"] == {"P2"}
    assert end["paid"] == {"P1": -1, "P2": -1}
    assert end["used"] == {"L1", "L2"}
    assert [item._asdict() for item in end["pile"]] == [
        {"letter": "L1", "by": "P1"},
        {"letter": "L2", "by": "P2"},
    ]
    assert end["bells"] == {"P1": 1, "P2": 1}
    assert play.loop is None
    assert lasso.loop == 0
    assert lasso.states[-1].values == lasso.states[0].values


def test_integers_are_big_and_states_know_their_step(real: Telling) -> None:
    document = json.loads(itf_text(real).splitlines()[1])
    assert document["states"][1]["paid"] == {"#map": [["P1", {"#bigint": "-1"}], ["P2", {"#bigint": "0"}]]}
    assert document["states"][1]["#meta"] == {
        "index": 1,
        "action": "put",
        "arguments": {"player": "P1", "letter": "L1"},
        "sentence": "P1 puts L1 on the pile",
        "clauses": ["P1:2"],
    }
    assert document["#meta"]["format"] == "ITF"
    assert document["#meta"]["source"] == "post.py"


def test_a_trace_ends_before_a_wrong_step() -> None:
    (trace,) = read_itf(itf_text(of(wrong())))
    assert len(trace.states) == 4
    assert trace.meta["wrong-step"]["action"] == "resolve"


# -- graphs ------------------------------------------------------------------------------------------


def wrong() -> Verdict:
    play = chase_play()
    last = replace(play.steps[-1], state={}, changes=())
    return known_contradiction(play=replace(play, steps=(*play.steps[:-1], last)))


@pytest.mark.parametrize(
    ("found", "edges"),
    [(known_contradiction(), STEPS), (surprise(), LASSO), (wrong(), STEPS)],
    ids=["play", "lasso", "wrong"],
)
def test_a_play_is_the_same_graph_in_every_format(found: Verdict, edges: list[tuple[str, str]]) -> None:
    telling = of(found)
    dot, graphml = read_dot(dot_text(telling)), read_graphml(graphml_text(telling))
    nodes, drawn = read_mermaid(mermaid_text(telling))
    assert sorted(dot.edges()) == sorted(graphml.edges()) == sorted(edges)
    assert [(source, target) for source, target, _ in drawn] == edges
    assert set(dot) == set(graphml) == set(nodes)


def test_graphs_name_steps_with_their_clauses() -> None:
    graph = read_graphml(graphml_text(of(known_contradiction())))
    assert graph.edges["s1", "s2"] == {
        "step": 2,
        "rule": "pass_priority",
        "sentence": "P1 passes",
        "clauses": "FOW12:605.1b",
    }
    assert (
        graph.nodes["s2"]["label"] == "passed[P1]: no -> yes\nholders[P1]: yes -> no\nholders[P2]: no -> yes"
    )
    assert [graph.nodes[n]["kind"] for n in sorted(graph)] == ["start", "state", "state", "state", "end"]


def test_several_plays_are_parts_of_one_graph() -> None:
    telling = of(known_contradiction(), surprise())
    nodes, edges = read_mermaid(mermaid_text(telling))
    graph = read_graphml(graphml_text(telling))
    assert set(nodes) == set(graph) == set(read_dot(dot_text(telling)))
    assert len(nodes) == 5 + 3
    assert ("p2_s2", "p2_s1") in [(source, target) for source, target, _ in edges]
    assert len({data["play"] for _, data in graph.nodes(data=True)}) == 2


def test_the_graphs_read_as_stored() -> None:
    telling = of(known_contradiction(), surprise())
    assert_snapshot("play.dot", dot_text(telling))
    assert_snapshot("play.mmd", mermaid_text(telling))
    assert_snapshot("play.graphml", graphml_text(of(surprise())))


def test_labels_are_read_as_they_were() -> None:
    said = 'says "no" \\ to <all> of #1; and `that`'
    found = known_contradiction(play=replace(chase_play(), start=board(winner=said)))
    nodes, _ = read_mermaid(mermaid_text(of(found)))
    assert nodes["s0"].split("<br/>")[-1] == f"winner: {said}"
    graph = read_dot(dot_text(of(found)))
    assert graph.nodes["s0"]["label"].endswith(f"winner: {said}")
    assert read_graphml(graphml_text(of(found))).nodes["s0"]["label"].endswith(said)


def test_of_a_long_play_the_middle_is_not_drawn() -> None:
    steps = tuple(passing("P1", board(), ("passed[P1]", "no", "yes")) for _ in range(200))
    found = verdict(play=replace(chase_play(), steps=steps))
    nodes, edges = read_mermaid(mermaid_text(replace(of(), told=(found,))))
    assert len(nodes) == MOST_NODES
    assert len(edges) == MOST_NODES - 1
    (gap,) = [(s, t) for s, t, label in edges if "141 states are left out" in label]
    assert gap == ("s29", "s171")
    assert len(read_graphml(graphml_text(replace(of(), told=(found,))))) == 201


def test_a_play_without_steps_is_one_state() -> None:
    found = known_contradiction(play=replace(chase_play(), steps=()))
    for read, text in ((read_dot, dot_text), (read_graphml, graphml_text)):
        graph: Any = read(text(of(found)))
        assert (len(graph), graph.number_of_edges()) == (1, 0)
    assert len(read_itf(itf_text(of(found)))[0].states) == 1
