"""The graph of all states of a small game, as it is drawn."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest

from checker.errors import UsageError
from checker.judge.verdict import Run
from checker.report.dot import dot_of
from checker.report.graphml import graphml_of
from checker.report.mermaid import mermaid_of
from checker.report.state_drawing import draw_states
from checker.system.model import System
from tests.report.readers import read_dot, read_graphml, read_mermaid
from tests.report.real import drawn_game, play_of


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> tuple[System, Run]:
    return drawn_game(tmp_path_factory.mktemp("post"))


def test_all_states_are_drawn_in_layers(system: tuple[System, Run]) -> None:
    drawing = (draw_states(system[0], most=18),)
    graph = read_graphml(graphml_of(drawing))
    nodes, edges = read_mermaid(mermaid_of(drawing))
    dot = read_dot(dot_of(drawing))
    assert (len(graph), graph.number_of_edges()) == (len(nodes), len(edges)) == (18, 44)
    assert (len(dot), dot.number_of_edges()) == (18, 44)
    layers = [data["depth"] for _, data in graph.nodes(data=True)]
    assert [layers.count(n) for n in range(4)] == [1, 5, 8, 4]
    assert all(graph.nodes[t]["depth"] <= graph.nodes[s]["depth"] + 1 for s, t in graph.edges())
    ranks = re.findall(r"\{ rank=same; ([\w; ]+); \}", dot_of(drawing))
    assert [len(rank.split("; ")) for rank in ranks] == [1, 5, 8, 4]


def test_a_state_tells_what_differs_from_the_first(system: tuple[System, Run]) -> None:
    graph = read_graphml(graphml_of((draw_states(system[0], most=18),)))
    assert graph.nodes["s0"]["label"].startswith("the game starts\nopen: yes")
    assert graph.nodes["s5"]["label"] == "open: no"
    assert graph.nodes["s0"]["kind"] == "start"


@pytest.mark.parametrize(
    ("claim", "way"),
    [("bells_are_shared", ["s0", "s1", "s6"]), ("it_shuts", ["s0", "s5", "s0"])],
)
def test_a_play_is_marked(system: tuple[System, Run], claim: str, way: list[str]) -> None:
    drawing = (draw_states(system[0], most=18, play=play_of(system[1], claim)),)
    graph = read_graphml(graphml_of(drawing))
    assert {node for node, data in graph.nodes(data=True) if data.get("marked")} == set(way)
    steps = sorted((d["step"], s, t) for s, t, d in graph.edges(data=True) if d.get("marked"))
    assert steps == [(n, s, t) for n, (s, t) in enumerate(itertools.pairwise(way), start=1)]
    dot = read_dot(dot_of(drawing))
    assert sorted((s, t) for s, t, marked in dot.edges(data="marked") if marked) == sorted(
        itertools.pairwise(way)
    )
    text = mermaid_of(drawing)
    assert text.count(" ==>|") == 2
    assert f"  class {','.join(sorted(set(way)))} marked\n" in text
    read_mermaid(text)


def test_a_play_that_ends_wrong_is_marked_up_to_there(system: tuple[System, Run]) -> None:
    play = play_of(system[1], "bells_are_shared")
    wrong = replace(play, steps=(play.steps[0], replace(play.steps[1], state={})))
    drawing = draw_states(system[0], most=18, play=wrong)
    assert [node.name for node in drawing.nodes if node.marked] == ["s0", "s1"]


def test_a_play_that_does_not_fit_is_refused(system: tuple[System, Run]) -> None:
    play = play_of(system[1], "bells_are_shared")
    other = replace(play.steps[0], arguments={"player": "P3", "letter": "L1"})
    for odd in (
        replace(play, steps=(other, *play.steps[1:])),
        replace(play, start={**play.start, "open": "no"}),
    ):
        with pytest.raises(UsageError, match="the play does not lie in the graph of post"):
            draw_states(system[0], most=18, play=odd)


def test_a_large_graph_is_refused(system: tuple[System, Run]) -> None:
    with pytest.raises(UsageError, match="post has more than 17 states, too many to be drawn") as error:
        draw_states(system[0], most=17)
    assert "--scope" in error.value.hint


def test_nodes_have_names_of_their_own(system: tuple[System, Run]) -> None:
    drawings = tuple(draw_states(system[0], most=18, prefix=f"g{n}_") for n in (1, 2))
    assert len(read_graphml(graphml_of(drawings))) == len(read_dot(dot_of(drawings))) == 36
