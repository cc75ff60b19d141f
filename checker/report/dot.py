"""Plays and graphs of states in DOT, the language of Graphviz."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from checker.report.drawing import Drawing, Node, draw_all
from checker.report.escape import visible
from checker.report.play_marks import MARK
from checker.report.telling import Telling

__all__ = ["dot_of", "dot_text"]

_STYLES = {
    "start": 'style="rounded,filled", fillcolor="#e8eef7"',
    "end": 'style="rounded,filled", fillcolor="#f9dcdc", color="#b02a2a", penwidth=2',
    "wrong": 'style="filled", shape=octagon, fillcolor="#f9dcdc", color="#b02a2a"',
    "loop": 'style="rounded,filled", fillcolor="#fdf0d0", color="#a06a00", penwidth=2',
    "over": 'style="rounded,filled", fillcolor="#e6f2e6"',
    "cut": 'style="rounded,dashed"',
    "state": "",
}
_MARKED = 'color="#b02a2a", penwidth=2'
_WIDEST = 60


def dot_text(telling: Telling) -> str:
    """Return all plays that are told as one directed graph, each a cluster of it."""
    return f"// written by {MARK}\n{dot_of(draw_all(telling))}"


def dot_of(drawings: tuple[Drawing, ...]) -> str:
    """Return drawings as one directed graph, each a cluster of it.

    Nodes and edges stand outside the clusters, which name them: networkx and others look for them only there.
    """
    lines = [
        "digraph ruleproof {",
        '  node [shape=box, style="rounded", fontname="Helvetica", fontsize=10];',
        '  edge [fontname="Helvetica", fontsize=10];',
    ]
    for drawing in drawings:
        lines += [f"  {line}" for line in _parts(drawing)]
    for number, drawing in enumerate(drawings, start=1):
        lines.append(f"  subgraph cluster_{number} {{")
        lines.append(f"    label={_quoted(drawing.title)};")
        lines += [f"    {line}" for line in _places(drawing)]
        lines.append("  }")
    lines.append("}")
    return "".join(f"{line}\n" for line in lines)


def _parts(drawing: Drawing) -> Iterator[str]:
    for node in drawing.nodes:
        styles = [style for style in (_STYLES[node.kind], _MARKED if node.marked else "") if style]
        yield f"{node.name} [{', '.join([f'label={_quoted(*_label(node))}', *styles])}];"
    for edge in drawing.edges:
        cites = [f"[{', '.join(edge.clauses)}]"] if edge.clauses else []
        style = f", {_MARKED}" if edge.marked else ""
        yield f"{edge.source} -> {edge.target} [label={_quoted(edge.told, *cites)}{style}];"


def _places(drawing: Drawing) -> Iterator[str]:
    """Yield the nodes by name, those of one layer side by side."""
    layers: dict[int | None, list[str]] = {}
    for node in drawing.nodes:
        layers.setdefault(node.layer, []).append(node.name)
    for layer, names in layers.items():
        listed = "; ".join(names)
        yield f"{listed};" if layer is None else f"{{ rank=same; {listed}; }}"


def _label(node: Node) -> tuple[str, ...]:
    return (f"{node.number}", *node.lines)


def _quoted(*lines: str) -> str:
    r"""Return lines as a quoted string; Graphviz reads escapes such as ``\N`` there, so ``\`` is doubled."""
    wrapped = (part for line in lines for part in textwrap.wrap(visible(line), _WIDEST) or [""])
    escaped = (part.replace("\\", "\\\\").replace('"', '\\"') for part in wrapped)
    joined = "\\n".join(escaped)
    return f'"{joined}"'
