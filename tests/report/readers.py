"""Readers of the formats, as strict as those outside: what they refuse fails the test."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import itf_py  # it has no type information
import jsonschema  # its stubs are not among the dependencies
import networkx as nx
from junitparser import JUnitXml

__all__ = [
    "read_annotations",
    "read_dot",
    "read_graphml",
    "read_itf",
    "read_junit",
    "read_mermaid",
    "read_sarif",
]

_SARIF = json.loads((Path(__file__).parent / "sarif.schema.json").read_text(encoding="utf-8"))

_COUNTS = {"tests", "failures", "errors", "time", "name"}
_JUNIT: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": (_COUNTS, set(), {"testsuite"}),
    "testsuite": (_COUNTS, {"skipped"}, {"testcase"}),
    "testcase": ({"name", "classname", "time"}, set(), {"failure", "error", "system-out"}),
    "failure": ({"type", "message"}, set(), set()),
    "error": ({"type", "message"}, set(), set()),
    "system-out": (set(), set(), set()),
}
"""What `junit-10.xsd` of Jenkins' xUnit plugin takes, as far as it is used: the attributes that an element
has, those that it may have, and its children."""


def read_junit(text: str) -> Any:
    """Return JUnit XML as the reader of build servers written in Python sees it."""
    root = ET.fromstring(text)
    assert root.tag == "testsuites"
    for element in root.iter():
        required, optional, children = _JUNIT[element.tag]
        assert required <= set(element.keys()) <= required | optional, element.tag
        assert {child.tag for child in element} <= children, element.tag
        if "time" in required:
            assert re.fullmatch(r"\d+\.\d{3}", element.attrib["time"])
    read = JUnitXml.fromstring(text)
    for suite in read:
        assert (suite.tests, suite.failures, suite.errors) == (
            len(list(suite)),
            sum(any(type(r).__name__ == "Failure" for r in case.result) for case in suite),
            sum(any(type(r).__name__ == "Error" for r in case.result) for case in suite),
        )
    return read


def read_sarif(text: str) -> dict[str, Any]:
    """Return the run of a SARIF log, with what the specification asks beyond the form of each part."""
    log = json.loads(text)
    jsonschema.Draft202012Validator(_SARIF).validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        ids = [place["id"] for place in result["relatedLocations"]]
        assert len(set(ids)) == len(ids)
        links = re.findall(r"(?<!\\)\]\(([^)]*)\)", result["message"]["text"])
        assert set(links) <= {str(i) for i in ids}, "a link leads to no location"
    return dict(run)


_COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def read_annotations(text: str) -> list[dict[str, str]]:
    """Return annotations as a runner of GitHub Actions reads them, the last line left out, which is plain."""
    found = []
    for line in text.splitlines():
        command = _COMMAND.fullmatch(line)
        if command is None:
            assert not line.lstrip().startswith(("::", "##[")), line
            continue
        pairs = (pair.partition("=") for pair in command[2].split(","))
        properties = {name: _unescaped(value, {"%3A": ":", "%2C": ","}) for name, _, value in pairs}
        assert set(properties) <= {"file", "line", "title"}
        found.append({"level": command[1], "message": _unescaped(command[3], {}), **properties})
    return found


def _unescaped(text: str, more: dict[str, str]) -> str:
    signs = {"%0D": "\r", "%0A": "\n", "%25": "%", **more}
    return re.sub("|".join(signs), lambda sign: signs[sign[0]], text)


def read_itf(text: str) -> list[Any]:
    """Return traces, one a line, as Apalache's and Quint's reader for Python sees them."""
    traces = [itf_py.trace_from_json(json.loads(line)) for line in text.splitlines()]
    for trace in traces:
        assert all(set(state.values) == set(trace.vars) for state in trace.states)
        assert [state.meta["index"] for state in trace.states] == list(range(len(trace.states)))
    return traces


_DOT_TEXT = r'"((?:[^"\\]|\\.)*)"'
_DOT_NODE = re.compile(rf"  (\w+) \[label={_DOT_TEXT}((?:, \w+=(?:\w+|{_DOT_TEXT}))*)\];")
_DOT_EDGE = re.compile(rf"  (\w+) -> (\w+) \[label={_DOT_TEXT}((?:, \w+=(?:\w+|{_DOT_TEXT}))*)\];")
_DOT_FRAME = re.compile(
    rf"// [\w ,]+|digraph ruleproof {{|  (?:node|edge) \[[\w =\",]+\];|  subgraph cluster_\d+ {{"
    rf"|    label={_DOT_TEXT};|    {{ rank=same; [\w; ]+; }}|    [\w; ]+;|  }}|}}"
)


def read_dot(text: str) -> nx.MultiDiGraph[str]:
    """Return a graph in DOT; every line must be known, and nodes and edges stand outside of its clusters.

    networkx (by pydot, which warns too much to be used here) sees no others.

    By the grammar of Graphviz a quoted text ends at a quote that no backslash stands before.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for line in text.splitlines():
        if node := _DOT_NODE.fullmatch(line):
            graph.add_node(node[1], label=_dot_label(node[2]))
        elif edge := _DOT_EDGE.fullmatch(line):
            assert edge[1] in graph
            assert edge[2] in graph
            graph.add_edge(edge[1], edge[2], label=_dot_label(edge[3]), marked="color" in edge[4])
        else:
            assert _DOT_FRAME.fullmatch(line), line
    assert text.count("{\n") == len(re.findall(r"^ *}$", text, flags=re.MULTILINE))
    return graph


def _dot_label(label: str) -> str:
    signs = {"\\n": "\n", '\\"': '"', "\\\\": "\\"}
    assert set(re.findall(r"\\.", label)) <= set(signs), label
    return re.sub(r"\\.", lambda sign: signs[sign[0]], label)


def read_graphml(text: str) -> Any:
    """Return a graph in GraphML as networkx sees it."""
    return nx.parse_graphml(text)


_QUOTED = r'"((?:[^"#]|#\d+;)*)"'
_NODE = re.compile(rf"\s+(\w+)\[{_QUOTED}\](:::\w+)?")
_EDGE = re.compile(rf"\s+(\w+) (?:--|==)>\|{_QUOTED}\| (\w+)")
_FRAME = re.compile(
    rf"%% [\w ,]+|flowchart TD|\s+classDef [\w :#,-]+|\s+subgraph play\d+\[{_QUOTED}\]|\s+direction TB|\s+end"
    r"|\s+class [\w,]+ marked"
)


def read_mermaid(text: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """Return the nodes and edges of a Mermaid flowchart with their labels; every line must be known."""
    nodes: dict[str, str] = {}
    edges: list[tuple[str, str, str]] = []
    for line in text.splitlines():
        if node := _NODE.fullmatch(line):
            nodes[node[1]] = _decoded(node[2])
        elif edge := _EDGE.fullmatch(line):
            edges.append((edge[1], edge[3], _decoded(edge[2])))
        else:
            assert _FRAME.fullmatch(line), line
    assert {end for source, target, _ in edges for end in (source, target)} <= set(nodes)
    return nodes, edges


def _decoded(label: str) -> str:
    assert not re.search(r"[`*|&<>\[\]{}]", label.replace("<br/>", "")), label
    return re.sub(r"#(\d+);", lambda sign: chr(int(sign[1])), label)
