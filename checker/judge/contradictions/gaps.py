"""Gaps: what the clauses leave open although they are to settle it, and choices that nobody makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checker.errors import ModelError, nearest
from checker.judge.contradictions.demands import DemandReader
from checker.judge.contradictions.examine import Examined
from checker.judge.contradictions.situations import Board, Occurrence
from checker.judge.norms.declare import Settled
from checker.judge.norms.forms import FormKind
from checker.language.events import RawEvent
from checker.system.model import Kind

__all__ = ["Gap", "gaps_in_fields", "unnamed_choosers"]

_SETTLE = (FormKind.GIVES, FormKind.ENSURES, FormKind.REQUIRES)


@dataclass
class Gap:
    """A field that no clause settles after ``rules``, or a choice in them for which nobody is named.

    ``words`` say what is not settled.
    """

    subject: str
    words: str
    rules: tuple[str, ...]
    where: Occurrence
    count: int = 1

    def add(self, where: Occurrence) -> None:
        """Count one more situation."""
        self.count += 1
        self.where = min(self.where, where)


def gaps_in_fields(
    board: Board, reader: DemandReader, examined: Iterable[Examined], settled: Iterable[Settled]
) -> list[Gap]:
    """Return where fields change, or rules happen after which they must be spoken of, and no clause speaks.

    An action or choice counts together with what happens by itself after it, up to where players could act
    again. The gaps of a field are told apart by the action, and by those of the other rules that change the
    field.

    Raises:
        ModelError: there is no such field.
    """
    listed = list(examined)
    found: dict[tuple[str, tuple[str, ...]], Gap] = {}
    for one in settled:
        fields = reader.lowered.schema.fields
        if one.field not in fields:
            raise ModelError(
                f"there is no field {one.field!r} to be settled",
                hint=nearest(one.field, fields),
                source=one.source,
            )
        for where, rules in _unsettled(board, reader, listed, one):
            gap = found.get((one.field, rules))
            if gap is None:
                found[one.field, rules] = Gap(one.field, one.says, rules, where)
            else:
                gap.add(where)
    return list(found.values())


def _unsettled(
    board: Board, reader: DemandReader, examined: list[Examined], settled: Settled
) -> list[tuple[Occurrence, tuple[str, ...]]]:
    system, graph = board.system, board.graph
    positions = [i for i, c in enumerate(system.cells) if c in reader.field_cells(settled.field)]
    speaking = next((e for e in examined if settled.field in e.topic.fields), None)
    gives = frozenset(
        n
        for n, d in enumerate(speaking.topic.demands if speaking is not None else ())
        if d.kind in _SETTLE and settled.field in d.norm.fields
    )
    found = []
    for number in range(graph.expanded):
        for update, target in graph.edges(number):
            if system.updates[update].kind not in (Kind.ACTION, Kind.CHOICE):
                continue
            for end in board.ends(target):
                if "priority" not in board.moments[end]:
                    continue
                steps = [(number, update, target), *board.run(target, end)]
                movers = [n for n, _, t in steps if _differ(board, positions, n, t)]
                moved = _differ(board, positions, number, end)
                named = [system.updates[u].rule in settled.after for _, u, _ in steps]
                if not moved and not any(named):
                    continue
                rules = tuple(
                    dict.fromkeys(
                        system.updates[u].rule
                        for (n, u, _), asked in zip(steps, named, strict=True)
                        if asked or n == number or n in movers
                    )
                )
                lens = speaking.lens if speaking is not None else None
                if lens is not None and (
                    gives.intersection(lens.on_state(end))
                    or any(gives.intersection(lens.on_event(n, u, end)) for n, u, _ in steps)
                ):
                    continue
                length = graph.depth[number] + len(steps)
                found.append((Occurrence(length, number, update, end), rules))
    return found


def _differ(board: Board, positions: list[int], one: int, other: int) -> bool:
    """Whether two states differ at these positions; of a state that was not expanded nothing is known."""
    if one == other or other >= board.graph.expanded:
        return False
    first, second = board.states[one], board.states[other]
    return any(first[i] != second[i] for i in positions)


def unnamed_choosers(board: Board, events: Sequence[RawEvent]) -> list[Gap]:
    """Return the choices inside reached rules for which no chooser is named: neither by name nor by function.

    ``events`` are those behind the updates of the system, one for one.
    """
    updates = board.system.updates
    nobody = {
        number: [a.name for a in event.arguments if a.chosen and (a.by is None or a.by == "")]
        for number, event in enumerate(events)
    }
    found: dict[tuple[str, str], Gap] = {}
    if not any(nobody.values()):
        return []
    for number in range(board.graph.expanded):
        for update, _ in board.graph.edges(number):
            for name in nobody[update]:
                rule = updates[update].rule
                where = Occurrence(board.graph.depth[number], number, -1, number)
                known = found.get((rule, name))
                if known is None:
                    found[rule, name] = Gap(name, name.replace("_", " "), (rule,), where)
                else:
                    known.add(where)
    return list(found.values())
