"""Findings about clauses as JSON; the schema is ``docs/reference/contradictions.schema.json``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from checker.judge.contradictions.finding import Baseline, ContradictionRun, Finding, Side
from checker.report.contradictions.words import command, totals
from checker.report.json_format import play_json, source_json

__all__ = ["CONTRADICTIONS", "contradiction_json", "contradictions_json"]

CONTRADICTIONS = "ruleproof contradictions"


def contradictions_json(run: ContradictionRun) -> dict[str, Any]:
    """Return a run as a document."""
    return {
        "format": CONTRADICTIONS,
        "schema": 1,
        "command": run.command,
        "summary": list(totals(run)),
        "exit_code": run.exit_code,
        "interrupted": run.interrupted,
        "games": [
            {"game": game, "norms": run.norms[game], **asdict(figures)}
            for game, figures in run.figures.items()
        ],
        "questions": dict(run.baseline.questions),
        "findings": [contradiction_json(f, run.baseline) for f in run.findings],
        "vanished": list(run.vanished),
    }


def contradiction_json(finding: Finding, baseline: Baseline) -> dict[str, Any]:
    """Return one finding, with what the baseline says of it."""
    return {
        "id": finding.id,
        "game": finding.game,
        "model_file": finding.model_file,
        "kind": finding.kind.value,
        "standing": None if finding.standing is None else finding.standing.value,
        "open": finding.standing is not None and finding.standing.is_open,
        "settled_by": None if finding.settled_by is None else finding.settled_by[0],
        "winner": None if finding.settled_by is None else finding.settled_by[1],
        "accepted": baseline.accepted.get(finding.id, ""),
        "answers": list(baseline.answers.get(finding.id, ())),
        "headline": finding.headline,
        "clauses": [_side(side) for side in finding.sides],
        "about": list(finding.about),
        "situations": finding.count,
        "players": finding.players,
        "fewest_players": finding.fewest,
        "scope": finding.scope,
        "readings": dict(finding.readings),
        "varied": {**finding.varied, **finding.varied_scopes},
        "assumed": list(finding.assumed),
        "details": list(finding.details),
        "changes": [
            {"what": c.what, "gone": c.gone, "new": list(c.new), "note": c.note} for c in finding.changes
        ],
        "event_step": finding.event_step,
        "play": None if finding.play is None else play_json(finding.play),
        "command": command(finding),
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "clause": side.clause,
        "text": side.text,
        "terms": dict(side.terms),
        "norm": side.norm,
        "says": side.says,
        "as_understood": side.read_back,
        "demands_here": list(side.here),
        "source": source_json(side.source),
    }
