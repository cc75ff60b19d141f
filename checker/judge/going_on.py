"""Questions about how plays go on, answered on the graph of all states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from checker.errors import ModelError, nearest
from checker.explore.automatic import endless_automatic, order_dependence
from checker.explore.graph_interface import Graph
from checker.explore.liveness import Answer as GraphAnswer
from checker.explore.liveness import LivenessResult, always_possible, eventually, leads_to
from checker.judge.answers import Answer, undetermined
from checker.judge.claims import Claim, ClaimKind
from checker.judge.questions import Question
from checker.judge.verdict import Evidence, Status
from checker.system.model import System
from checker.system.shapes import MapShape, ScalarShape
from checker.system.terms import Cell, Sort

__all__ = ["answer_on_graph", "asks_graph", "figures_of_graph", "reads_graph"]

_BUILT_IN = ("no_dead_end", "no_step_goes_wrong", "automatic_runs_end", "automatic_order_is_settled")
_NEEDED = ("automatic_runs_end", "automatic_order_is_settled")
_KINDS = (ClaimKind.LEADS_TO, ClaimKind.EVENTUALLY, ClaimKind.ALWAYS_POSSIBLE)


def asks_graph(claim: Claim) -> bool:
    """Whether a claim is about how plays go on, so that it takes the graph to answer it."""
    return claim.kind in _KINDS or (claim.kind is ClaimKind.BUILT_IN and claim.name in _NEEDED)


def reads_graph(claim: Claim) -> bool:
    """Whether a graph, where there is one, answers a claim as well as a search does."""
    return asks_graph(claim) or (claim.kind is ClaimKind.BUILT_IN and claim.name in _BUILT_IN)


def answer_on_graph(question: Question, graph: Graph, figures: Mapping[str, float]) -> Answer:
    """Answer a question that :func:`reads_graph`.

    Raises:
        ModelError: a fairness condition names no rule of the game.
    """
    if question.claim.kind is ClaimKind.BUILT_IN and question.claim.name not in _NEEDED:
        return _on_states(question, graph, figures)
    result = _ask(question, graph)
    if result.answer is GraphAnswer.UNDETERMINED:
        return undetermined("graph", result.reason, figures)
    if result.answer is GraphAnswer.HOLDS:
        return Answer(Status.HOLDS, Evidence.EXHAUSTIVE, "graph", figures=figures)
    play = result.play
    evidence = Evidence.PLAY if play is None or play.loop is None else Evidence.LASSO
    explanation = result.reason
    if result.pair is not None:
        first, second = (question.system.updates[i].name for i in result.pair)
        explanation = f"{first} and {second} lead to different ends, and no clause says which goes first"
    return Answer(Status.VIOLATED, evidence, "graph", play, explanation, figures=figures)


def _on_states(question: Question, graph: Graph, figures: Mapping[str, float]) -> Answer:
    """Answer whether there is a dead end, or a step that goes wrong."""
    play = None
    if question.claim.name == "no_dead_end":
        if graph.dead_ends:
            play = graph.play_to(min(graph.dead_ends))
    elif graph.wrong:
        number = min(graph.wrong)
        way = graph.play_to(number)
        wrong = next(
            u
            for u in graph.blocked[number]
            if question.system.holds(question.system.updates[u].wrong, graph.state(number))
        )
        play = replace(way, updates=(*way.updates, wrong))
    if play is not None:
        return Answer(Status.VIOLATED, Evidence.PLAY, "explicit", play, figures=figures)
    if graph.stopped:
        return undetermined("explicit", graph.stopped, figures)
    return Answer(Status.HOLDS, Evidence.EXHAUSTIVE, "explicit", figures=figures)


def figures_of_graph(graph: Graph, seconds: float) -> dict[str, float]:
    """Return the numbers that a graph stands on."""
    return {
        "states": len(graph),
        "transitions": len(graph.edge_target),
        "levels": max(graph.depth, default=0) + 1,
        "seconds": seconds,
    }


def _ask(question: Question, graph: Graph) -> LivenessResult:
    claim = question.claim
    if claim.name == "automatic_runs_end" and claim.kind is ClaimKind.BUILT_IN:
        return endless_automatic(graph)
    if claim.name == "automatic_order_is_settled" and claim.kind is ClaimKind.BUILT_IN:
        return order_dependence(graph)
    if claim.kind is ClaimKind.ALWAYS_POSSIBLE:
        return always_possible(graph, question.states[0])
    weak = [_updates(question.system, claim, name) for name in claim.fair]
    strong = [_updates(question.system, claim, name) for name in claim.strongly_fair]
    but_for = _numbers(question.system, claim)
    if claim.kind is ClaimKind.EVENTUALLY:
        return eventually(graph, question.states[0], weak, strong, but_for=but_for)
    premise, goal = question.states
    return leads_to(graph, premise, goal, weak, strong, but_for=but_for)


def _numbers(system: System, claim: Claim) -> set[Cell]:
    """Return the cells of the numbers in which a state may have grown."""
    shapes = {variable.name: variable.shape for variable in system.variables}
    found: set[Cell] = set()
    for name in claim.but_for:
        if name not in shapes:
            raise ModelError(
                f"the claim {claim.name!r} asks for more {name!r}, and there is no such field",
                hint=nearest(name, shapes),
                source=claim.source,
            )
        shape = shapes[name]
        parts = shape.items if isinstance(shape, MapShape) else (shape,)
        cells = [p.cell for p in parts if isinstance(p, ScalarShape) and _is_number(p.cell)]
        if len(cells) < len(parts):
            raise ModelError(
                f"the claim {claim.name!r} asks for more {name!r}, which is no number",
                hint="name fields of numbers, and maps of them",
                source=claim.source,
            )
        found.update(cells)
    return found


def _updates(system: System, claim: Claim, rule: str) -> set[int]:
    """Return the updates of the rule that a fairness condition names."""
    found = {i for i, u in enumerate(system.updates) if u.rule == rule}
    rules = claim.game.rules()
    if not found and rule not in rules:
        raise ModelError(
            f"the claim {claim.name!r} is fair to {rule!r}, and there is no such rule",
            hint=nearest(rule, rules),
            source=claim.source,
        )
    return found


def _is_number(cell: Cell) -> bool:
    return cell.domain.sort is Sort.INT and not cell.domain.labels
