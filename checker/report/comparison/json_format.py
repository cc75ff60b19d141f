"""Comparisons as JSON; the schema is ``docs/reference/comparison.schema.json``."""

from __future__ import annotations

from typing import Any

from checker.judge.comparison.basis import Basis
from checker.judge.comparison.halves import Half
from checker.judge.comparison.outcome import Comparison, ComparisonRun, Flip, SideTold, Situation
from checker.judge.readings import Difference
from checker.report.comparison.words import basis_lines, headline, title, totals
from checker.report.json_format import play_json, source_json
from checker.report.readings import verdict_json
from checker.report.summary import check_command

__all__ = ["COMPARISON", "comparisons_json"]

COMPARISON = "ruleproof comparison"


def comparisons_json(run: ComparisonRun) -> dict[str, Any]:
    """Return a run as a document."""
    return {
        "format": COMPARISON,
        "schema": 1,
        "command": run.command,
        "exit_code": run.exit_code,
        "revision": run.revision,
        "commit": run.commit,
        "unchanged": list(run.unchanged),
        "added": list(run.added),
        "gone": list(run.gone),
        "late": list(run.late),
        "comparisons": [_comparison(comparison) for comparison in run.comparisons],
    }


def _comparison(comparison: Comparison) -> dict[str, Any]:
    scenarios = comparison.scenarios
    return {
        "title": title(comparison),
        "summary": totals(comparison),
        "differs": comparison.differs,
        "undetermined": comparison.undetermined,
        "sides": [_side(side) for side in comparison.sides],
        "rules_on_one_side": [list(names) for names in comparison.rules],
        "rules_that_cite_otherwise": list(comparison.cited_anew),
        "clauses_on_one_side": [list(names) for names in comparison.clauses_only],
        "clauses_changed": [
            {"clause": clause, "texts": [side.clauses[clause] for side in comparison.sides]}
            for clause in comparison.clauses_changed
        ],
        "situations": [_situation(s, comparison.sides) for s in comparison.situations],
        "claims": {
            "judged": comparison.judged,
            "differ": [_pair(pair) for pair in comparison.verdicts],
            "unknown": [_pair(pair) for pair in comparison.unknown],
            "on_one_side": [list(names) for names in comparison.only],
        },
        "scenarios": {
            "played": scenarios.played,
            "flip": [_flip(flip) for flip in scenarios.flips],
            "not_played": [{"number": number, "why": why} for number, why in scenarios.unplayed],
            "missing": scenarios.missing,
        },
        "basis": _basis(comparison.basis, basis_lines(comparison)),
    }


def _side(side: SideTold) -> dict[str, Any]:
    return {
        "label": side.label,
        "game": side.game,
        "model_file": side.file,
        "settings": dict(side.settings),
        "readings": [
            {
                "name": o.reading,
                "question": o.question,
                "option": o.option,
                "clause": o.clause,
                "text": o.text,
            }
            for o in side.options
        ],
        "scopes": dict(side.scopes),
    }


def _situation(situation: Situation, sides: tuple[SideTold, SideTold]) -> dict[str, Any]:
    return {
        "headline": headline(situation, sides),
        "form": situation.form.value,
        "rule": situation.rule,
        "side": situation.side,
        "situations": situation.count,
        "parts": dict(situation.fields),
        "clauses": list(situation.clauses),
        "shared_steps": situation.shared,
        "halves": [_half(half) for half in situation.halves],
    }


def _half(half: Half) -> dict[str, Any]:
    return {
        "takes": half.takes,
        "wrong": half.wrong,
        "refusal": half.refusal,
        "refused_at": None if half.refused_at is None else source_json(half.refused_at),
        "over": half.over,
        "instead": list(half.instead),
        "more_instead": half.more_instead,
        "play": None if half.play is None else play_json(half.play),
    }


def _pair(pair: Difference) -> dict[str, Any]:
    return {
        "claim": pair.under.claim,
        "verdicts": [verdict_json(pair.in_force), verdict_json(pair.under)],
        "commands": [check_command(pair.in_force), check_command(pair.under)],
    }


def _flip(flip: Flip) -> dict[str, Any]:
    return {
        "number": flip.number,
        "title": flip.title,
        "source": source_json(flip.source),
        "clauses": list(flip.clauses),
        "outcomes": list(flip.outcomes),
        "stated": flip.stated,
    }


def _basis(basis: Basis, lines: tuple[str, ...]) -> dict[str, Any]:
    return {
        "sentences": list(lines),
        "same_system": basis.same,
        "compared_by": list(basis.compared),
        "whole_state": basis.whole,
        "not_compared": list(basis.left_out),
        "engine": basis.engine,
        "situations": basis.states,
        "steps": basis.steps,
        "levels": basis.levels,
        "stopped": basis.stopped,
        "cut": list(basis.cut),
        "cut_on_one_side": basis.half_cut,
        "limits": basis.limits,
    }
