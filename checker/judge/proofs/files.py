"""The files of a folder of certificates.

The scripts and the readable invariants are put together by :mod:`checker.certify`, which will put them
together again when they are checked; the parts are what the prover found.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from checker.certify.check import FORMAT, digest_of_manifest
from checker.certify.parts import Parts
from checker.certify.readable import invariant_text
from checker.certify.reading import proof_of, system_of
from checker.certify.scripts import scripts
from checker.certify.solve import SOLVERS, version
from checker.judge.proofs.needs import Needs
from checker.prove.certificate import Certified, Subject

__all__ = ["folder_files", "plain_scripts", "proof_files", "subject_text", "with_manifest"]


def subject_text(subject: Subject) -> str:
    """Return the file of a system."""
    return _json(dataclasses.asdict(subject))


def _proof_text(certified: Certified, needs: Mapping[str, str]) -> str:
    content = {**dataclasses.asdict(certified), "needs": needs}
    del content["subject"], content["figures"]
    everything = list(range(1, len(certified.invariant) + 1))
    for condition in content["invariant"]:
        if condition["kept_by"] is None:
            condition["kept_by"] = everything
    if certified.shown_by is None:
        content["shown_by"] = everything
    content["system"] = f"{certified.subject.name}.json"
    return _json(content)


def plain_scripts(certified: Certified) -> tuple[str, ...]:
    """Return the scripts of one proof, without looking for what each question can do without."""
    told = system_of(subject_text(certified.subject), certified.subject.name)
    parts = Parts(told, proof_of(_proof_text(certified, {}), certified.name, told))
    return tuple(script.text for script in scripts(parts))


def folder_files(proofs: Iterable[Certified], *, tool: str, with_scripts: bool) -> dict[str, bytes]:
    """Return all files of a folder of certificates by their paths in it.

    ``tool`` names what made them. Without scripts the folder is small: they can be put together again.
    """
    return with_manifest(proof_files(proofs, with_scripts=with_scripts), tool=tool)


def proof_files(proofs: Iterable[Certified], *, with_scripts: bool) -> dict[str, bytes]:
    """Return the files of proofs by their paths in a folder, which lacks its manifest."""
    files: dict[str, str] = {}
    needs = Needs()
    for certified in proofs:
        game = certified.subject.game
        system = subject_text(certified.subject)
        files[f"{game}/{certified.subject.name}.json"] = system
        folder = f"{game}/{certified.name}"
        told = system_of(system, certified.subject.name)
        whole = Parts(told, proof_of(_proof_text(certified, {}), certified.name, told))
        files[f"{folder}/proof.json"] = proof = _proof_text(certified, needs.of(whole))
        parts = Parts(told, proof_of(proof, certified.name, told))
        files[f"{folder}/invariant.txt"] = invariant_text(parts)
        if with_scripts:
            files.update({f"{folder}/{script.name}.smt2": script.text for script in scripts(parts)})
    return {name: text.encode() for name, text in files.items()}


def with_manifest(files: Mapping[str, bytes], *, tool: str) -> dict[str, bytes]:
    """Return the files of a folder together with its manifest, which has their digests."""
    content: dict[str, object] = {
        "format": FORMAT,
        "tool": tool,
        "solvers": {name: version(name) for name in SOLVERS if version(name)},
        "files": {name: hashlib.sha256(text).hexdigest() for name, text in files.items()},
    }
    content["digest"] = digest_of_manifest(content)
    manifest = json.dumps(content, indent=1, sort_keys=True) + "\n"
    return {**files, "manifest.json": manifest.encode()}


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=0, sort_keys=True) + "\n"
