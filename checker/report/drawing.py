"""Graphs to be drawn, of plays and of all states of a game: a node for each state, an edge for each step.

A play that goes on for ever leads back to where it repeats. Several plays are several parts of one graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.judge.verdict import Change, ToldPlay, Verdict
from checker.report.folding import step_sentence
from checker.report.summary import headline
from checker.report.telling import Telling
from checker.report.told_board import NOTHING, board_of

__all__ = ["Drawing", "Edge", "Node", "draw", "draw_all"]


@dataclass(frozen=True)
class Node:
    """A state: its name in the graph, its number in it, and what is to be read of it in lines.

    ``kind`` is ``start``, ``end`` (where a play shows what it shows, or where the game cannot go on though it
    is not over), ``wrong`` (no state: a step that goes wrong leads here), ``loop`` (where a play goes on for
    ever from), ``over``, ``cut`` (a bound cuts the search) or ``state``. ``layer`` is the distance from the
    start where nodes are drawn in layers, ``marked`` says that a play which is shown goes through it.
    """

    name: str
    number: int
    lines: tuple[str, ...]
    kind: str
    layer: int | None = None
    marked: bool = False


@dataclass(frozen=True)
class Edge:
    """A step from one node to another, with its rule, its sentence and its clauses.

    ``number`` is that of the step in the play, None for a step that is in none. ``marked`` is as for a node.
    """

    source: str
    target: str
    number: int | None
    rule: str
    sentence: str
    clauses: tuple[str, ...]
    marked: bool = False

    @property
    def told(self) -> str:
        """The sentence, with the number of the step if it has one."""
        return self.sentence if self.number is None else f"{self.number}: {self.sentence}"


@dataclass(frozen=True)
class Drawing:
    """One play, or all states of one game, to be drawn under a title."""

    title: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def draw_all(telling: Telling) -> tuple[Drawing, ...]:
    """Return the drawings of all plays that are told; each has names of its own for its nodes."""
    plays = telling.plays()
    if len(plays) == 1:
        return (draw(*plays[0]),)
    return tuple(draw(v, play, prefix=f"p{n}_") for n, (v, play) in enumerate(plays, start=1))


def draw(verdict: Verdict, play: ToldPlay, *, prefix: str = "") -> Drawing:
    """Return the drawing of a play; ``prefix`` goes before the names of nodes."""
    board = [f"{name}: {value}" for name, value in board_of(play.start) if value not in NOTHING]
    nodes = [Node(f"{prefix}s0", 0, ("the game starts", *board), "start")]
    edges: list[Edge] = []
    last = len(play.steps)
    for number, step in enumerate(play.steps, start=1):
        back = number == last and play.loop is not None
        target = play.loop if back and play.loop is not None else number
        edges.append(
            Edge(
                f"{prefix}s{number - 1}",
                f"{prefix}s{target}",
                number,
                step.rule,
                step_sentence(step),
                step.clauses,
            )
        )
        if not back:
            kind = "state" if number < last or play.loop is not None else "end"
            kind = "wrong" if not step.state else kind
            told = _changes(step.changes) if step.state else ("this step goes wrong",)
            nodes.append(Node(f"{prefix}s{number}", number, told, kind))
    if play.loop is not None:
        repeated = nodes[play.loop]
        nodes[play.loop] = Node(repeated.name, repeated.number, repeated.lines, "loop")
    return Drawing(f"{verdict.name} of {verdict.game}: {headline(verdict)}", tuple(nodes), tuple(edges))


def _changes(changes: Sequence[Change]) -> tuple[str, ...]:
    """Return what a step changed, a line for each part of the board."""
    return tuple(f"{c.path}: {c.before} -> {c.after}" for c in changes) or ("nothing changes",)
