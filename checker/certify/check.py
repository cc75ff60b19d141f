"""Checks a folder of certificates, and fails closed: what is not shown to be right is rejected.

Every file must be listed with its digest, and every listed file be there; the scripts must be, byte by
byte, what the parts give when they are put together here; each question of each script is put to every solver
that is installed. One answer that is not ``unsat`` rejects a proof, unless it is that a solver does not know
and another one has shown all of it; who has is told. That a start and a step are possible is asked as well.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from checker.certify.expressions import RejectedError
from checker.certify.parts import Parts, System
from checker.certify.readable import invariant_text
from checker.certify.reading import proof_of, system_of
from checker.certify.scripts import possible, scripts
from checker.certify.solvers import Solvers, installed

__all__ = ["FORMAT", "Checked", "Folder", "check", "digest_of_manifest", "open_folder"]

FORMAT = 7
"""The form of the folder; another one is not read."""

_SCRIPTS = ("start.smt2", "step.smt2", "claim.smt2")


@dataclass(frozen=True)
class Checked:
    """What became of one proof.

    ``failure`` is empty where nothing speaks against it and at least one solver has accepted all of it:
    ``solvers`` have. ``notes`` say what another one did not answer, and what could not be shown and is no
    failure. ``seconds`` is how long the check took.
    """

    parts: Parts
    failure: str
    solvers: tuple[str, ...]
    notes: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Folder:
    """A folder whose files are what its manifest says, with the proofs in it, by their folders."""

    path: Path
    tool: str
    proofs: tuple[tuple[str, Parts], ...]


def digest_of_manifest(content: dict[str, object]) -> str:
    """Return the digest that a manifest bears of its other fields."""
    rest = {name: value for name, value in content.items() if name != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def open_folder(path: Path) -> Folder:
    """Read a folder of certificates, and hold its files to its manifest and to each other.

    Raises:
        RejectedError: something is not as it must be.
    """
    content = _manifest(path)
    files = content["files"]
    assert isinstance(files, dict)
    texts = dict(_texts(path, files))
    systems = {
        name: system_of(text, name)
        for name, text in texts.items()
        if name.count("/") == 1 and name.endswith(".json")
    }
    proofs = []
    expected = {"manifest.json", *systems}
    for name in sorted(texts):
        if name.endswith("/proof.json"):
            folder = name.removesuffix("/proof.json")
            proofs.append((folder, _proof(folder, texts, systems)))
            expected |= {name, f"{folder}/invariant.txt", *(f"{folder}/{s}" for s in _SCRIPTS)}
    if strange := set(texts) - expected:
        raise RejectedError(f"{min(strange)} belongs to no proof")
    if unused := set(systems) - {_system_name(folder, texts) for folder, _ in proofs}:
        raise RejectedError(f"no proof is about {min(unused)}")
    if not proofs:
        raise RejectedError("there is no proof in it")
    return Folder(path, str(content["tool"]), tuple(proofs))


def _manifest(path: Path) -> dict[str, object]:
    try:
        text = (path / "manifest.json").read_bytes().decode("ascii")
        content = json.loads(text)
    except FileNotFoundError as error:
        raise RejectedError("it has no manifest.json, as a folder of certificates has") from error
    except (OSError, ValueError) as error:
        raise RejectedError(f"manifest.json cannot be read: {error}") from error
    if not isinstance(content, dict) or set(content) != {"format", "tool", "solvers", "files", "digest"}:
        raise RejectedError("manifest.json has not the fields that it must have")
    if content["format"] != FORMAT:
        raise RejectedError(f"manifest.json is of format {content['format']!r}, and this reads {FORMAT}")
    if text != json.dumps(content, indent=1, sort_keys=True) + "\n":
        raise RejectedError("manifest.json is not written as it was made")
    if content["digest"] != digest_of_manifest(content) or not isinstance(content["files"], dict):
        raise RejectedError("manifest.json is not what its digest says")
    return content


def _texts(path: Path, files: dict[str, object]) -> Iterator[tuple[str, str]]:
    there = {p.relative_to(path).as_posix() for p in path.rglob("*") if not p.is_dir() or p.is_symlink()}
    if extra := there - set(files) - {"manifest.json"}:
        raise RejectedError(f"{min(extra)} is not in the manifest")
    for name, digest in sorted(files.items()):
        if ".." in name.split("/") or name.startswith("/") or (path / name).is_symlink():
            raise RejectedError(f"{name} is not a file of the folder")
        try:
            content = (path / name).read_bytes()
        except OSError as error:
            raise RejectedError(f"{name} is in the manifest, and cannot be read") from error
        if hashlib.sha256(content).hexdigest() != digest:
            raise RejectedError(f"{name} is not what the manifest says: it was changed")
        try:
            yield name, content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RejectedError(f"{name} is no text") from error


def _system_name(folder: str, texts: dict[str, str]) -> str:
    try:
        name = json.loads(texts[f"{folder}/proof.json"])["system"]
    except (ValueError, KeyError, TypeError) as error:
        raise RejectedError(f"{folder}/proof.json does not say what it is about") from error
    return f"{folder.rsplit('/', 1)[0]}/{name}"


def _proof(folder: str, texts: dict[str, str], systems: dict[str, System]) -> Parts:
    name = _system_name(folder, texts)
    if name not in systems:
        raise RejectedError(f"{folder}/proof.json is about {name}, which is not there")
    system = systems[name]
    parts = Parts(system, proof_of(texts[f"{folder}/proof.json"], f"{folder}/proof.json", system))
    if folder.split("/") != [system.game, parts.proof.name]:
        raise RejectedError(f"{folder} is not named after its game and claim")
    if texts.get(f"{folder}/invariant.txt") != invariant_text(parts):
        raise RejectedError(
            f"{folder}/invariant.txt is missing, or tells another invariant than the proof has"
        )
    stored = {script for script in _SCRIPTS if f"{folder}/{script}" in texts}
    if stored and stored != set(_SCRIPTS):
        raise RejectedError(f"{folder} has {min(stored)} without the other scripts")
    if stored:
        for script in scripts(parts):
            if texts[f"{folder}/{script.name}.smt2"] != script.text:
                raise RejectedError(f"{folder}/{script.name}.smt2 is not what the parts of the proof give")
    return parts


def check(
    folder: Folder, *, seconds: float = 30.0, tell: Callable[[str, int, int], None] = lambda *_: None
) -> Iterator[Checked]:
    """Yield for each proof of a folder which solvers accept it, of all that there are.

    ``seconds`` is how long each may take for one question; ``tell`` hears what is being checked.

    Raises:
        RejectedError: there is no solver.
    """
    if not installed():
        raise RejectedError("there is no solver to check it with; install z3-solver or cvc5")
    known: dict[int, tuple[str, tuple[str, ...]]] = {}
    with Solvers(seconds) as solvers:
        for number, (name, parts) in enumerate(folder.proofs):
            tell(name, number, len(folder.proofs))
            begun = time.monotonic()
            asked = scripts(parts)
            found = solvers.outcomes(asked)
            key = id(parts.system)
            if key not in known:
                known[key] = _possible(solvers, parts)
            failure, notes = known[key]
            failures = [f"{solver}: {one.wrong}" for solver, one in found.items() if one.wrong]
            unknown = {solver: one.unknown for solver, one in found.items() if one.unknown}
            accepted = tuple(solver for solver, one in found.items() if not one.wrong and not one.unknown)
            if accepted:
                notes = (*(f"{solver}: {text}" for solver, text in unknown.items()), *notes)
            else:
                failures += [f"{solver}: {text}" for solver, text in unknown.items()]
            failures += [failure] if failure else []
            yield Checked(parts, "; ".join(failures), accepted, notes, time.monotonic() - begun)


def _possible(solvers: Solvers, parts: Parts) -> tuple[str, tuple[str, ...]]:
    """Say whether nothing can start or happen, and what is not known about it."""
    notes = []
    for what, asked in zip(("start", "step"), possible(parts), strict=True):
        answer = solvers.some_is_possible(asked)
        if answer is False:
            return f"no {what} is possible, so that anything would follow", ()
        if answer is None:
            notes.append(f"no solver found whether a {what} is possible")
    return "", tuple(notes)
