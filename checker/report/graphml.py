"""Plays in GraphML, for networkx, yEd, Gephi and others: all plays that are told in one directed graph."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from checker.report.drawing import Drawing, draw_all
from checker.report.escape import visible
from checker.report.play_marks import MARK
from checker.report.telling import Telling

__all__ = ["graphml_of", "graphml_text"]

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_KEYS = (
    ("play", "node", "string"),
    ("number", "node", "int"),
    ("label", "node", "string"),
    ("kind", "node", "string"),
    ("step", "edge", "int"),
    ("rule", "edge", "string"),
    ("sentence", "edge", "string"),
    ("clauses", "edge", "string"),
)


def graphml_text(telling: Telling) -> str:
    """Return all plays that are told."""
    return graphml_of(draw_all(telling))


def graphml_of(drawings: tuple[Drawing, ...]) -> str:
    """Return drawings as one graph: nodes say which play they belong to."""
    root = ET.Element("graphml", xmlns=_NAMESPACE)
    root.append(ET.Comment(f" written by {MARK} "))
    for name, owner, kind in _KEYS:
        ET.SubElement(root, "key", {"id": name, "for": owner, "attr.name": name, "attr.type": kind})
    graph = ET.SubElement(root, "graph", id="ruleproof", edgedefault="directed")
    for drawing in drawings:
        for node in drawing.nodes:
            element = ET.SubElement(graph, "node", id=node.name)
            label = "\n".join(visible(line) for line in node.lines)
            for key, value in (
                ("play", visible(drawing.title)),
                ("number", str(node.number)),
                ("label", label),
                ("kind", node.kind),
            ):
                ET.SubElement(element, "data", key=key).text = value
        for edge in drawing.edges:
            element = ET.SubElement(graph, "edge", source=edge.source, target=edge.target)
            for key, value in (
                ("step", str(edge.number)),
                ("rule", visible(edge.rule)),
                ("sentence", visible(edge.sentence)),
                ("clauses", visible(", ".join(edge.clauses))),
            ):
                ET.SubElement(element, "data", key=key).text = value
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'
