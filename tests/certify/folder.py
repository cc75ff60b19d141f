"""A folder of certificates about a small system, made by hand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from checker.certify.check import FORMAT, Checked, check, digest_of_manifest, open_folder
from checker.certify.parts import Parts
from checker.certify.readable import invariant_text
from checker.certify.reading import proof_of, system_of
from checker.certify.scripts import scripts


def case(name: str, formula: str) -> dict[str, Any]:
    """Return a start, or a step that writes nothing by itself."""
    return {"name": name, "formula": formula, "definitions": [], "writes": []}


def write(variable: str, value: str, *places: str) -> dict[str, Any]:
    """Return the value that a step gives a variable."""
    return {"variable": variable, "places": list(places), "value": value}


def measure(value: str, place: str = "", end: str = "") -> dict[str, Any]:
    """Return a measure: a number, or one at each place from 0 to below an end."""
    return {"value": value, "place": place, "end": end}


SYSTEM: dict[str, Any] = {
    "game": "toy",
    "name": "system",
    "sizes": ["2 tokens"],
    "readings": {"edition": "first"},
    "logic": "QF_LIA",
    "variables": [
        {"name": "a", "sort": "Bool", "arguments": [], "says": "a token"},
        {"name": "b", "sort": "Bool", "arguments": [], "says": "another token"},
        {"name": "left", "sort": "Int", "arguments": [], "says": "steps that are left"},
    ],
    "choices": [],
    "definitions": [["t.0", "Bool", "(< 0 s.left)"]],
    "starts": [case("start 1", "(and s.a (not s.b) (= s.left 5))")],
    "steps": [
        {
            **case("hand over", "(and t.1 (= n.left (- s.left 1)))"),
            "definitions": [["t.1", "Bool", "(and t.0 (or s.a s.b))"]],
            "writes": [write("a", "s.b"), write("b", "s.a")],
        },
        case("wait", "t.0"),
    ],
}
PROOF: dict[str, Any] = {
    "system": "system.json",
    "name": "one_token",
    "says": "at most one token is there",
    "cites": [],
    "invariant": [{"origin": "found", "says": "one of them", "formula": "(= s.a (not s.b))", "kept_by": [1]}],
    "claim": "(not (and s.a s.b))",
    "on_steps": [],
    "shown_by": [1],
    "measures": [],
    "among": [],
    "rests_on": ["hand over"],
    "clauses": ["1.1"],
    "spare": ["wait"],
    "spare_clauses": [],
    "needs": {},
    "within": [],
    "found_by": "hand",
}
ENDS: dict[str, Any] = {
    **PROOF,
    "name": "runs_end",
    "invariant": [
        {"origin": "types", "says": "steps are left", "formula": "(<= 0 s.left 5)", "kept_by": [1]}
    ],
    "claim": "",
    "measures": [measure("s.left")],
    "among": ["hand over"],
}


HANDED: dict[str, Any] = {
    **PROOF,
    "name": "only_one_is_handed_over",
    "claim": "",
    "on_steps": [["hand over", "(xor s.a s.b)"], ["wait", "true"]],
}


def written(
    folder: Path,
    system: dict[str, Any] = SYSTEM,
    proof: dict[str, Any] = PROOF,
    *,
    change: Callable[[dict[str, str]], None] = lambda _: None,
) -> Path:
    """Write a certificate, with texts changed before the digests are taken: as somebody would who cheats."""
    texts = {"toy/system.json": json.dumps(system), f"toy/{proof['name']}/proof.json": json.dumps(proof)}
    plain = system_of(json.dumps(SYSTEM), "")
    known = PROOF if proof["claim"] else HANDED if proof["on_steps"] else ENDS
    honest = Parts(plain, proof_of(json.dumps(known), "", plain))
    try:
        read = system_of(json.dumps(system), "")
        honest = Parts(read, proof_of(json.dumps(proof), "", read))
    except Exception:  # what is told of a folder that is no certificate does not matter
        pass
    texts[f"toy/{proof['name']}/invariant.txt"] = invariant_text(honest)
    texts |= {f"toy/{proof['name']}/{s.name}.smt2": s.text for s in scripts(honest)}
    change(texts)
    manifest: dict[str, object] = {
        "format": FORMAT,
        "tool": "a test",
        "solvers": {},
        "files": {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()},
    }
    manifest["digest"] = digest_of_manifest(manifest)
    texts["manifest.json"] = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def outcome(folder: Path) -> Checked:
    """Return what becomes of the one certificate of a folder."""
    (found,) = check(open_folder(folder), seconds=10)
    return found
