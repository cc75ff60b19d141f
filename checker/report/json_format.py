"""JSON of a finding and of a run, for programs and for ``ruleproof replay``.

The schema is published as ``docs/reference/report.schema.json``. A report is the same on every machine:
it holds no times unless they are asked for, and no absolute paths.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from checker.judge.verdict import PlayStep, Run, Status, ToldPlay, Verdict
from checker.report.summary import (
    SECONDS,
    check_command,
    headline,
    outcome,
    shown_play,
    shown_source,
    totals,
)
from checker.system.model import Source
from checker.system.shapes import RecordValue

__all__ = ["FINDING", "RUN", "SCHEMA", "finding_json", "play_json", "run_json", "source_json", "to_text"]

SCHEMA = 1
"""The version of the form of reports; a report of another version is not read."""

FINDING, RUN = "ruleproof finding", "ruleproof run"


def finding_json(verdict: Verdict, clauses: Mapping[str, str]) -> dict[str, Any]:
    """Return the report of one verdict; ``clauses`` gives the paraphrases by id."""
    return {"format": FINDING, "schema": SCHEMA, **_verdict(verdict, clauses, timings=False)}


def run_json(run: Run, *, timings: bool = False) -> dict[str, Any]:
    """Return the report of a run; with ``timings`` also how long each verdict took, in seconds.

    Where an answer was kept by an earlier run, that is told with the times as well.
    """
    return {
        "format": RUN,
        "schema": SCHEMA,
        "command": run.command,
        "summary": totals(run),
        "exit_code": run.exit_code,
        "interrupted": run.interrupted,
        "verdicts": [_verdict(v, run.clauses.get(v.game, {}), timings=timings) for v in run.verdicts],
    }


def to_text(document: Mapping[str, Any]) -> str:
    """Return a document as text: indented, in the order in which it was built, ending in a line end."""
    return json.dumps(document, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _verdict(verdict: Verdict, clauses: Mapping[str, str], *, timings: bool) -> dict[str, Any]:
    play = shown_play(verdict)
    figures = {k: v for k, v in sorted(verdict.figures.items()) if timings or k != SECONDS}
    return {
        "game": verdict.game,
        "model_file": verdict.model_file,
        "claim": verdict.claim,
        "name": verdict.name,
        "kind": verdict.kind,
        "says": verdict.says,
        "headline": headline(verdict),
        "status": verdict.status.value,
        "outcome": outcome(verdict),
        "expected": verdict.expected,
        "expectation": {"status": verdict.expectation, "part": verdict.expected_part},
        "surprise": verdict.surprise,
        "evidence": verdict.evidence.value,
        "engine": verdict.engine,
        "limits": verdict.limits,
        "cut": list(verdict.cut),
        "source": source_json(verdict.source),
        "clauses": _clauses(verdict, play, clauses),
        "readings": dict(verdict.readings),
        "scopes": dict(verdict.scopes),
        "varied_readings": dict(verdict.varied),
        "varied_scopes": dict(verdict.varied_scopes),
        "explanation": verdict.explanation,
        "reason": verdict.reason if verdict.status is Status.UNDETERMINED else "",
        "figures": figures,
        **({"cached": True} if timings and verdict.cached else {}),
        "rests_on": list(verdict.rests_on),
        "play": None if play is None else play_json(play),
        "command": check_command(verdict),
    }


def _clauses(verdict: Verdict, play: ToldPlay | None, clauses: Mapping[str, str]) -> list[dict[str, Any]]:
    """List the clauses of the claim, then those that only the play cites."""
    steps = play.steps if play is not None else ()
    cited = dict.fromkeys((*verdict.clauses, *(c for step in steps for c in step.clauses)))
    return [{"id": c, "text": clauses.get(c, ""), "of_claim": c in verdict.clauses} for c in cited]


def play_json(play: ToldPlay) -> dict[str, Any]:
    """Return a play as reports hold it."""
    return {
        "initial": play.initial,
        "length": len(play.steps),
        "loop": play.loop,
        "ends_wrong": play.ends_wrong,
        "start": _state(play.start),
        "steps": [_step(step) for step in play.steps],
    }


def _step(step: PlayStep) -> dict[str, Any]:
    return {
        "rule": step.rule,
        "arguments": dict(step.arguments),
        "sentence": step.sentence,
        "kind": step.kind,
        "actor": step.actor,
        "choosers": dict(step.choosers),
        "clauses": list(step.clauses),
        "assumed": step.assumed,
        "source": source_json(step.source),
        "changes": [{"path": c.path, "before": c.before, "after": c.after} for c in step.changes],
        "state": _state(step.state),
    }


def source_json(source: Source) -> dict[str, Any] | None:
    """Return a place in a file; None where there is none."""
    shown = shown_source(source)
    return {"file": shown.rpartition(":")[0], "line": source.line} if shown else None


def _state(state: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(value) for name, value in state.items()}


def _value(value: Any) -> Any:
    """Return a decoded value (see :mod:`checker.system.shapes`); a record says what it is."""
    if isinstance(value, RecordValue):
        return {"record": value.type_name, "fields": {k: _value(v) for k, v in value.fields}}
    if isinstance(value, Mapping):
        return {str(k): _value(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_value(v) for v in value]
    return value if value is None else str(value)
