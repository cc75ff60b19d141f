"""Findings about clauses as SARIF 2.1.0: each kind a rule, each finding a result at its first clause.

The other clauses are related locations, and the play is a code flow. What is accepted is suppressed by the
baseline. Results keep their identity while lines move and plays change: it is made of the finding's id.
"""

from __future__ import annotations

import hashlib
from typing import Any

from checker.judge.contradictions.finding import ContradictionRun, Finding, FindingKind
from checker.report.contradictions.places import level_of, places_of, told_lines
from checker.report.contradictions.words import command, kind_words
from checker.report.escape import visible
from checker.report.json_format import to_text
from checker.report.places import Places
from checker.report.sarif_parts import code_flow, link, location, message, plain, sarif_log

__all__ = ["contradictions_sarif"]

_MEANING = {
    FindingKind.CLASH: "Clauses that cannot be followed together.",
    FindingKind.STUCK: "A duty that nobody can fulfil.",
    FindingKind.GAP: "No clause says what the clauses are to settle.",
    FindingKind.MISMATCH: "The model does not do what a clause demands.",
    FindingKind.DIVERGENCE: "The order of two automatic rules matters, and nothing says which comes first.",
    FindingKind.SILENT: "A clause whose condition reads what it speaks of takes no part.",
    FindingKind.REDUNDANT: "A clause demands nothing that others do not demand as well.",
    FindingKind.DEAD: "A clause that speaks in no situation that is reached.",
    FindingKind.WOULD_CLASH: "Clauses that would clash on a board that is not reached.",
    FindingKind.IMPOSSIBLE: "Clauses that would clash on a board that no play of any size reaches.",
}


def contradictions_sarif(run: ContradictionRun, places: Places) -> str:
    """Return a run as a SARIF log; ``places`` names files from the root of the repository."""
    kinds = list(dict.fromkeys(f.kind for f in run.findings))
    invocation = {"executionSuccessful": not run.interrupted, "exitCode": run.exit_code}
    return to_text(
        sarif_log(
            "ruleproof contradictions/",
            [_rule(kind) for kind in kinds],
            [_result(f, kinds.index(f.kind), run, places) for f in run.findings],
            invocation,
        )
    )


def _rule_id(kind: FindingKind) -> str:
    return f"clauses/{kind.value.replace(', ', '-').replace(' ', '-')}"


def _rule(kind: FindingKind) -> dict[str, Any]:
    return {
        "id": _rule_id(kind),
        "name": kind.value,
        "shortDescription": message(_MEANING[kind]),
        "fullDescription": message(_MEANING[kind]),
        "help": {"text": _MEANING[kind], "markdown": _MEANING[kind]},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["card-game-rules", "clauses"], "precision": "very-high"},
    }


def _result(finding: Finding, rule: int, run: ContradictionRun, places: Places) -> dict[str, Any]:
    found = list(places_of(finding))
    others = [
        location(source, places, told=f"{name}: {said}", id_=number)
        for number, (name, source, said) in enumerate(found[1:], start=1)
    ]
    told = [plain(line) for line in told_lines(finding)]
    if others:
        named = (link(name, number) for number, (name, _, _) in enumerate(found[1:], start=1))
        told.append(f"See also {', '.join(named)}.")
    digest = hashlib.sha256(finding.id.encode()).hexdigest()
    result: dict[str, Any] = {
        "ruleId": _rule_id(finding.kind),
        "ruleIndex": rule,
        "level": level_of(finding, run).value,
        "message": message(*told),
        "locations": [location(source, places) for _, source, _ in found[:1]],
        "relatedLocations": others,
        "partialFingerprints": {
            "ruleproofFinding/v1": digest[:32],
            "primaryLocationLineHash": f"{digest[:16]}:1",
        },
    }
    flow = code_flow(finding.play, places) if finding.play is not None else None
    if flow is not None:
        result["codeFlows"] = [flow]
    if reason := run.baseline.accepted.get(finding.id):
        result["suppressions"] = [{"kind": "external", "justification": visible(reason)}]
    result["properties"] = {
        "id": finding.id,
        "game": visible(finding.game),
        "kind": kind_words(finding),
        "clauses": [visible(c) for c in finding.clauses],
        "command": visible(command(finding)),
    }
    return result
