"""Checks a folder of certificates, and fails closed: what is not shown to be right is rejected.

Every file must be listed with its digest, and every listed file be there; the scripts must be, byte by
byte, what the parts give when they are put together here; each question of each script must be answered
``unsat`` by every solver that is installed. That a start and a step are possible at all is asked as well.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from checker.certify import solve
from checker.certify.expressions import RejectedError
from checker.certify.parts import Parts, System, proof_of, system_of
from checker.certify.scripts import Script, invariant_text, possible, scripts
from checker.certify.solve import SOLVERS, version

__all__ = ["Checked", "Folder", "check", "digest_of_manifest", "open_folder"]

FORMAT = 1
"""The form of the folder; another one is not read."""

_SCRIPTS = ("start.smt2", "step.smt2", "claim.smt2")


@dataclass(frozen=True)
class Checked:
    """What became of one proof.

    ``failure`` is empty where it was accepted. ``solvers`` have accepted it; ``notes`` say what could not be
    shown and is no failure. ``seconds`` is the longest that a solver took.
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


class _Solver:
    """A solver in a process of its own, which can be ended whatever it is doing."""

    def __init__(self, name: str) -> None:
        self.name = name
        # By its path, and with the folders that this process has: no package in the working folder, which
        # may have come with the certificates, may answer for a solver.
        self._process = subprocess.Popen(
            [sys.executable, "-P", solve.__file__, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)},
            start_new_session=True,  # Ctrl-C is for this process, which then ends the solver
        )

    def answers(self, script: Script, seconds: float) -> list[str]:
        """Return what the solver printed; nothing where it died."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"script": script.text, "seconds": seconds}) + "\n")
            self._process.stdin.flush()
            found = json.loads(self._process.stdout.readline())["answers"]
        except (OSError, ValueError):
            return []
        return [str(answer) for answer in found]

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


def check(
    folder: Folder, *, seconds: float = 30.0, tell: Callable[[str, int, int], None] = lambda *_: None
) -> Iterator[Checked]:
    """Yield for each proof of a folder whether all solvers that there are accept it.

    ``seconds`` is how long each may take for one question; ``tell`` hears what is being checked.

    Raises:
        RejectedError: there is no solver.
    """
    there = [name for name in SOLVERS if version(name)]
    if not there:
        raise RejectedError("there is no solver to check it with; install z3-solver or cvc5")
    solvers = [_Solver(name) for name in there]
    possible_systems: dict[int, tuple[str, tuple[str, ...]]] = {}
    pool = ThreadPoolExecutor(len(solvers))
    try:
        for number, (name, parts) in enumerate(folder.proofs):
            tell(name, number, len(folder.proofs))
            asked = [pool.submit(_accepts, solver, parts, seconds) for solver in solvers]
            found = [answer.result() for answer in asked]
            key = id(parts.system)
            if key not in possible_systems:
                possible_systems[key] = _possible(solvers[0], parts, seconds)
            failure, notes = possible_systems[key]
            failures = [*(text for text, _ in found if text), *([failure] if failure else [])]
            taken = max(taken for _, taken in found)
            yield Checked(parts, "; ".join(failures), tuple(there), notes, taken)
    finally:
        for solver in solvers:
            solver.end()
        pool.shutdown()


def _accepts(solver: _Solver, parts: Parts, seconds: float) -> tuple[str, float]:
    """Return what a solver does not accept (nothing where it accepts all), and the seconds it took."""
    begun = time.monotonic()
    for script in scripts(parts):
        answers = solver.answers(script, seconds)
        if failure := _not_unsat(script, answers):
            return f"{solver.name}: {failure}", time.monotonic() - begun
    return "", time.monotonic() - begun


def _not_unsat(script: Script, answers: Sequence[str]) -> str:
    for question, answer in zip(script.questions, answers, strict=False):
        if answer != "unsat":
            return f"{script.name}, {question}: the answer is {answer}, and must be unsat"
    if len(answers) != len(script.questions):
        return f"{script.name}: {len(answers)} answers to {len(script.questions)} questions"
    return ""


def _possible(solver: _Solver, parts: Parts, seconds: float) -> tuple[str, tuple[str, ...]]:
    """Say whether nothing can start or happen, and what is not known about it."""
    notes = []
    for script in possible(parts):
        answers = solver.answers(script, min(seconds, 2.0))
        if script.questions and "sat" not in answers:
            if len(answers) == len(script.questions) and set(answers) == {"unsat"}:
                return f"no {script.name} is possible, so that anything would follow", ()
            notes.append(f"{solver.name} did not find whether a {script.name} is possible")
    return "", tuple(notes)
