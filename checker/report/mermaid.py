"""Plays and graphs of states as Mermaid flowcharts, which GitHub and many editors draw in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from checker.report.drawing import Drawing, Edge, Node, draw_all
from checker.report.escape import visible
from checker.report.play_marks import MARK
from checker.report.telling import Telling

__all__ = ["MOST_NODES", "mermaid_of", "mermaid_text"]

MOST_NODES = 60
"""Nodes of a play that are drawn; of a longer one the middle is left out, which nobody could read."""

_LONGEST = 160
_CLASSES = (
    "classDef start fill:#e8eef7,stroke:#46618c,color:#111",
    "classDef finish fill:#f9dcdc,stroke:#b02a2a,color:#111,stroke-width:2px",
    "classDef wrong fill:#f9dcdc,stroke:#b02a2a,color:#111,stroke-dasharray:4",
    "classDef again fill:#fdf0d0,stroke:#a06a00,color:#111,stroke-width:2px",
    "classDef over fill:#e6f2e6,stroke:#3c763d,color:#111",
    "classDef cut stroke-dasharray:4",
    "classDef marked stroke:#b02a2a,stroke-width:3px",
)
_CLASS_OF = {
    "start": "start",
    "end": "finish",
    "wrong": "wrong",
    "loop": "again",
    "over": "over",
    "cut": "cut",
}


def mermaid_text(telling: Telling) -> str:
    """Return all plays that are told as one flowchart, each a part of it if there are several."""
    return f"%% written by {MARK}\n{mermaid_of(draw_all(telling))}"


def mermaid_of(drawings: tuple[Drawing, ...]) -> str:
    """Return drawings as one flowchart."""
    lines = ["flowchart TD"]
    for number, drawing in enumerate(drawings, start=1):
        parts = list(_parts(_shortened(drawing)))
        if len(drawings) > 1:
            head = f'subgraph play{number}["{_text(drawing.title)}"]'
            parts = [head, *(f"  {part}" for part in ("direction TB", *parts)), "end"]
        lines += [f"  {part}" for part in parts]
    lines += [f"  {line}" for line in _CLASSES]
    return "".join(f"{line}\n" for line in lines)


def _parts(drawing: Drawing) -> Iterator[str]:
    for node in drawing.nodes:
        label = "<br/>".join(_text(line) for line in _label(node))
        of_class = f":::{_CLASS_OF[node.kind]}" if node.kind in _CLASS_OF else ""
        yield f'{node.name}["{label}"]{of_class}'
    for edge in drawing.edges:
        arrow = "==>" if edge.marked else "-->"
        yield f'{edge.source} {arrow}|"{_text(edge.told)}"| {edge.target}'
    marked = [node.name for node in drawing.nodes if node.marked]
    if marked:
        yield f"class {','.join(marked)} marked"


def _label(node: Node) -> tuple[str, ...]:
    first, *rest = node.lines
    return (f"{node.number}: {first}", *rest) if node.number == 0 else (f"{node.number}", first, *rest)


def _shortened(drawing: Drawing) -> Drawing:
    """Return a drawing without the middle of a long play."""
    if len(drawing.nodes) <= MOST_NODES:
        return drawing
    half = MOST_NODES // 2
    kept = (*drawing.nodes[:half], *drawing.nodes[-half:])
    gone = {node.name for node in drawing.nodes} - {node.name for node in kept}
    before, after = kept[half - 1], kept[half]
    between = Edge(before.name, after.name, None, "", f"{len(gone)} states are left out", ())
    edges = [e for e in drawing.edges if e.source not in gone and e.target not in gone]
    return replace(drawing, nodes=kept, edges=(*edges[: half - 1], between, *edges[half - 1 :]))


_SPECIAL = re.compile(r"[^\w .,()/'?!=]|(?<!\w)_|_(?!\w)|(?<=\d)\.")


def _text(text: str) -> str:
    """Return text within quotes: signs that Mermaid, HTML or Markdown could read are written by number.

    That includes the dot after a number, which would begin a list.
    """
    shown = visible(text)
    if len(shown) > _LONGEST:
        shown = f"{shown[: _LONGEST - 3]}..."
    return _SPECIAL.sub(lambda sign: f"#{ord(sign[0])};", shown)
