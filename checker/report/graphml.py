"""Plays and graphs of states in GraphML, for networkx, yEd, Gephi and others: all in one directed graph."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from checker.report.drawing import Drawing, Edge, Node, draw_all
from checker.report.escape import visible
from checker.report.play_marks import MARK
from checker.report.telling import Telling

__all__ = ["graphml_of", "graphml_text"]

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_NODE = {"play": "string", "number": "int", "label": "string", "kind": "string", "depth": "int"}
_EDGE = {"step": "int", "rule": "string", "sentence": "string", "clauses": "string"}
_MARKED = "marked"


def graphml_text(telling: Telling) -> str:
    """Return all plays that are told."""
    return graphml_of(draw_all(telling), comment=f"written by {MARK}")


def graphml_of(drawings: tuple[Drawing, ...], *, comment: str = "") -> str:
    """Return drawings as one graph: nodes say by ``play`` to which drawing they belong.

    ``comment`` is the tool's own; no text of a model may stand in it.
    """
    root = ET.Element("graphml", xmlns=_NAMESPACE)
    if comment:
        root.append(ET.Comment(f" {comment} "))
    for name, kind in _NODE.items():
        _key(root, name, "node", kind)
    for name, kind in _EDGE.items():
        _key(root, name, "edge", kind)
    _key(root, _MARKED, "all", "boolean")
    graph = ET.SubElement(root, "graph", id="ruleproof", edgedefault="directed")
    for drawing in drawings:
        for node in drawing.nodes:
            _data(ET.SubElement(graph, "node", id=node.name), _of_node(node, drawing.title))
        for edge in drawing.edges:
            _data(ET.SubElement(graph, "edge", source=edge.source, target=edge.target), _of_edge(edge))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _of_node(node: Node, title: str) -> dict[str, str | None]:
    return {
        "play": visible(title),
        "number": str(node.number),
        "label": "\n".join(visible(line) for line in node.lines),
        "kind": node.kind,
        "depth": None if node.layer is None else str(node.layer),
        _MARKED: "true" if node.marked else None,
    }


def _of_edge(edge: Edge) -> dict[str, str | None]:
    return {
        "step": None if edge.number is None else str(edge.number),
        "rule": visible(edge.rule),
        "sentence": visible(edge.sentence),
        "clauses": visible(", ".join(edge.clauses)),
        _MARKED: "true" if edge.marked else None,
    }


def _key(root: ET.Element, name: str, owner: str, kind: str) -> None:
    ET.SubElement(root, "key", {"id": name, "for": owner, "attr.name": name, "attr.type": kind})


def _data(element: ET.Element, values: dict[str, str | None]) -> None:
    for key, value in values.items():
        if value is not None:
            ET.SubElement(element, "data", key=key).text = value
