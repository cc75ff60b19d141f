"""Both kinds of graph; the tests of the questions about how plays go on run over each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from checker.explore.graph import build_graph
from checker.explore.graph_interface import Graph
from checker.explore.interface import Limits
from checker.explore.sparse.graph import build_sparse_graph
from checker.system.model import System


class Build(Protocol):
    def __call__(self, system: System, *, limits: Limits = ...) -> Graph: ...


GRAPHS: Mapping[str, Build] = {"plain": build_graph, "sparse": build_sparse_graph}
