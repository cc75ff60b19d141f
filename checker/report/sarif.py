"""SARIF 2.1.0, for code scanning: each claim a rule, each finding a result with its play as a code flow.

A verdict that is not the expected one is an error, or a warning if nothing is determined. A known
contradiction is a note, and suppressed by the spec that expects it. Results keep their identity while lines
move and plays change: it is made of the game, the claim, and the readings and scopes that were varied.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from checker.judge.verdict import Status, Verdict
from checker.report.diagnostics import interruption, level_of
from checker.report.escape import markdown, markdown_code, visible
from checker.report.json_format import to_text
from checker.report.sarif_parts import code_flow, link, location, message, plain, sarif_log
from checker.report.summary import check_command, evidence, findings, headline, shown_play
from checker.report.telling import Telling
from checker.system.model import Source

__all__ = ["sarif_text"]


def sarif_text(telling: Telling) -> str:
    """Return the run as a SARIF log."""
    rules: dict[str, dict[str, Any]] = {}
    for verdict in telling.run.verdicts:
        rules.setdefault(_rule_id(verdict), _rule(verdict, telling.clauses(verdict)))
    index = {name: number for number, name in enumerate(rules)}
    results = [_result(v, index[_rule_id(v)], telling) for v in findings(telling.run)]
    return to_text(sarif_log("ruleproof/", list(rules.values()), results, _invocation(telling)))


def _rule_id(verdict: Verdict) -> str:
    return f"{visible(verdict.game)}/{visible(verdict.claim)}"


def _rule(verdict: Verdict, clauses: Mapping[str, str]) -> dict[str, Any]:
    says = verdict.says or verdict.claim
    in_lines, in_markdown = [f"{plain(says)}."], [f"{markdown(says)}."]
    for clause in verdict.clauses:
        text = clauses.get(clause, "")
        in_lines.append(plain(f"{clause}: {text}" if text else clause))
        in_markdown.append(f"- {markdown_code(clause)} {markdown(text)}".rstrip())
    return {
        "id": _rule_id(verdict),
        "name": visible(verdict.claim),
        "shortDescription": message(plain(says)),
        "fullDescription": message(f"{plain(says)} ({plain(verdict.kind)} of {plain(verdict.game)})"),
        "help": {"text": "\n".join(in_lines), "markdown": "\n\n".join(in_markdown)},
        "defaultConfiguration": {"level": "error"},
        "properties": {
            "tags": list(dict.fromkeys(["card-game-rules", visible(verdict.game), visible(verdict.kind)])),
            "precision": "very-high",
            "problem.severity": "error",
        },
    }


def _result(verdict: Verdict, rule: int, telling: Telling) -> dict[str, Any]:
    places = telling.places
    related = list(_related(verdict, telling))
    ids = {name: number for number, (name, _, _) in enumerate(related, start=1)}
    cited = [link(c, ids[c]) if c in ids else plain(c) for c in verdict.clauses]
    told = [f"{plain(headline(verdict))}.", f"Judged with {plain(verdict.limits)}."]
    if cited:
        told.append(f"Clauses: {', '.join(cited)}.")
    claim = {
        "name": visible(verdict.claim),
        "fullyQualifiedName": _rule_id(verdict),
        "kind": "function",
    }
    result: dict[str, Any] = {
        "ruleId": _rule_id(verdict),
        "ruleIndex": rule,
        "level": level_of(verdict).value,
        "message": message(*told),
        "locations": [{**location(verdict.source, places), "logicalLocations": [claim]}],
        "relatedLocations": [
            location(source, places, told=about, id_=ids[name]) for name, source, about in related
        ],
        "partialFingerprints": _fingerprints(verdict),
    }
    play = shown_play(verdict)
    flow = code_flow(play, places) if play is not None else None
    if flow is not None:
        result["codeFlows"] = [flow]
    if verdict.expected and verdict.status is not Status.HOLDS:
        result["suppressions"] = [{"kind": "inSource", "justification": "The spec expects this verdict."}]
    result["properties"] = {
        "game": visible(verdict.game),
        "verdict": verdict.status.value,
        "readings": {visible(k): visible(v) for k, v in verdict.readings.items()},
        "sizesAndBounds": visible(verdict.limits),
        "evidence": visible(evidence(verdict)),
        "command": visible(check_command(verdict)),
    }
    return result


def _related(verdict: Verdict, telling: Telling) -> Iterator[tuple[str, Source, str]]:
    """Yield where else to look: name, place, and what stands there.

    These are the clauses of the claim, then the rule of the last step and the clauses which that one cites.
    """
    texts = telling.clauses(verdict)
    stand = telling.run.clause_places.get(verdict.game, {})
    play = shown_play(verdict)
    last = play.steps[-1] if play is not None and play.steps else None
    for clause in dict.fromkeys((*verdict.clauses, *(last.clauses if last is not None else ()))):
        if clause in stand:
            said = f"{clause}: {texts[clause]}" if texts.get(clause) else clause
            yield clause, stand[clause], said
    if last is not None and last.source.file:
        yield f"rule {last.rule}", last.source, f"{last.rule}: the rule of the last step"


def _fingerprints(verdict: Verdict) -> dict[str, str]:
    """Return by what a finding is known again; GitHub reads the second name alone, and wants a number."""
    identity = [
        verdict.game,
        verdict.claim,
        sorted(verdict.varied.items()),
        sorted(verdict.varied_scopes.items()),
    ]
    digest = hashlib.sha256(json.dumps(identity).encode("ascii")).hexdigest()
    return {"ruleproofFinding/v1": digest[:32], "primaryLocationLineHash": f"{digest[:16]}:1"}


def _invocation(telling: Telling) -> dict[str, Any]:
    failure = telling.failure
    whole = failure is None and not telling.run.interrupted
    invocation: dict[str, Any] = {"executionSuccessful": whole, "exitCode": telling.exit_code}
    if failure is not None:
        told = [plain(line) for line in (failure.message, *failure.hint.splitlines())]
        notice: dict[str, Any] = {"level": "error", "message": message(*told)}
        if failure.source is not None and failure.source.file:
            notice["locations"] = [location(failure.source, telling.places)]
        invocation["toolExecutionNotifications"] = [notice]
    elif telling.run.interrupted:
        notice = {"level": "error", "message": message(plain(interruption(telling)))}
        invocation["toolExecutionNotifications"] = [notice]
    return invocation
