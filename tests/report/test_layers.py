"""Where states stand in a picture: in their layers, apart, the play straight on, trees without a crossing."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from checker.report.drawing import Drawing, Edge, Node
from checker.report.html.layers import places_of

Steps = list[tuple[int, int]]


def drawing(depths: list[int], steps: Steps, play: set[int]) -> Drawing:
    nodes = tuple(
        Node(f"s{n}", n, (), "state", layer=depth, marked=n in play) for n, depth in enumerate(depths)
    )
    edges = tuple(Edge(f"s{a}", f"s{b}", None, "go", "go", ()) for a, b in steps)
    return Drawing("a game", nodes, edges)


@st.composite
def trees(draw: st.DrawFn) -> tuple[list[int], Steps, set[int]]:
    """Depths, steps, and a play from the root to some state."""
    parents = [draw(st.integers(0, n)) for n in range(draw(st.integers(0, 30)))]
    depths = [0]
    for parent in parents:
        depths.append(depths[parent] + 1)
    play, last = {0}, draw(st.integers(0, len(parents)))
    while last:
        play.add(last)
        last = parents[last - 1]
    return depths, [(parent, n) for n, parent in enumerate(parents, 1)], play


@given(trees(), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=12))
def test_states_stand_in_their_layers_one_apart_and_the_play_in_a_line(
    tree: tuple[list[int], Steps, set[int]], more: Steps
) -> None:
    depths, steps, play = tree
    more = [(a % len(depths), b % len(depths)) for a, b in more]
    places = places_of(drawing(depths, steps + more, play))
    assert {int(name[1:]): x for name, (x, _) in places.items()} == dict(enumerate(depths))
    assert {places[f"s{n}"][1] for n in play} == {0.0}
    for layer in range(max(depths) + 1):
        heights = sorted(places[f"s{n}"][1] for n, depth in enumerate(depths) if depth == layer)
        assert all(b - a >= 1 - 1e-9 for a, b in itertools.pairwise(heights))


@given(trees())
def test_no_two_lines_of_a_tree_cross(tree: tuple[list[int], Steps, set[int]]) -> None:
    depths, steps, play = tree
    places = places_of(drawing(depths, steps, play))
    for (a, b), (c, d) in itertools.combinations(steps, 2):
        if depths[a] == depths[c]:
            (_, from_1), (_, to_1) = places[f"s{a}"], places[f"s{b}"]
            (_, from_2), (_, to_2) = places[f"s{c}"], places[f"s{d}"]
            assert (from_1 - from_2) * (to_1 - to_2) >= 0
