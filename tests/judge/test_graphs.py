from __future__ import annotations

import sys

import pytest

from checker.explore.graph import StateGraph
from checker.explore.sparse.graph import SparseGraph
from checker.explore.stopping import limit_reached
from checker.judge.graphs import graph_of
from checker.system.model import System
from checker.system.terms import TRUE, Cell, Domain, add, integer, var
from tests import toys


def build(system: System, small: int, large: int) -> StateGraph | SparseGraph:
    graph = graph_of(system, seconds=None, progress=None, small=small, large=large)
    assert isinstance(graph, StateGraph | SparseGraph)
    return graph


def test_the_size_decides_which_kind_of_graph_is_built() -> None:
    system = toys.priority_stack(4, 4, 2, 2)
    plain = build(system, 50_720, 60_000)
    assert isinstance(plain, StateGraph)
    sparse = build(system, 50_719, 60_000)
    assert isinstance(sparse, SparseGraph)
    assert (plain.complete, sparse.complete, len(plain), len(sparse)) == (True, True, 50_720, 50_720)
    part = build(system, 100, 20_000)
    assert part.stopped == str(limit_reached(20_000, "state"))
    assert 20_000 < len(part) < 50_720


def test_other_limits_do_not_lead_to_a_larger_graph() -> None:
    graph = graph_of(toys.counter(), seconds=0.0, progress=None, small=10, large=100)
    assert isinstance(graph, StateGraph)
    assert "seconds" in graph.stopped


def test_what_is_missing_for_a_larger_graph_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "checker.explore.sparse.graph", None)
    part = build(toys.counter(), 10, 100)
    assert part.stopped.startswith(
        "the limit of 10 states was reached, and no larger graph can be built here"
    )
    assert not part.complete


def test_numbers_too_large_for_machine_code_are_told() -> None:
    huge = Cell("huge", Domain.integer(0, 1 << 63))
    values = {huge: add(var(huge), integer(1))}
    wide = System.build("wide", (huge,), ((0,),), (toys.update("up", TRUE, values),))
    assert "too large for a word" in build(wide, 10, 100).stopped
