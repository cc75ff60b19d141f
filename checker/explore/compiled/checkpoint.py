"""An unfinished search on disk, to go on with later.

A checkpoint is one file: a line that says what it is, a line of JSON, the states as they lie in memory,
and a digest of all that. It is written whole or not at all, and read only for the very system and targets
that it was written for.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path

from checker.errors import UsageError
from checker.explore.compiled.packing import Layout
from checker.explore.files import write_whole
from checker.explore.interface import Target
from checker.system.model import System
from checker.system.printing import format_system, format_term

__all__ = ["CHUNK", "Header", "fingerprint", "load", "save"]

_MAGIC = b"ruleproof checkpoint 1\n"
CHUNK = 1 << 24
"""Bytes of the states that are moved at once."""
_ANEW = "remove the file to search from the beginning"
_DIGEST = sha256().digest_size


@dataclass(frozen=True)
class Header:
    """What a checkpoint says beside the states. The numbers are those of the search and its tally.

    ``finds`` has (target, state, update or -1) for every target found; ``seconds`` the time spent so far.
    """

    fingerprint: str
    count: int
    head: int
    end: int
    levels: list[int]
    tally: list[int]
    fired: list[int]
    finds: list[tuple[int, int, int]]
    seconds: float


def fingerprint(system: System, targets: Sequence[Target]) -> str:
    """Return a digest of all that the course of a search depends on."""
    layout = Layout.of(system.cells)
    parts = [format_system(system), sys.byteorder, repr(layout.slots), repr(system.initial)]
    parts.extend(format_term(u.enabled) for u in system.updates)
    for target in targets:
        parts.extend((target.name, format_term(target.states), *map(format_term, target.steps)))
    return sha256("\0".join(parts).encode()).hexdigest()


def save(path: Path, header: Header, states: Iterable[bytes]) -> None:
    """Write a checkpoint, the packed states being given in pieces. Raises OSError where it cannot be."""
    digest = sha256()

    def pieces() -> Iterator[bytes]:
        for piece in chain((_MAGIC, json.dumps(asdict(header)).encode() + b"\n"), states):
            digest.update(piece)
            yield piece
        yield digest.digest()

    write_whole(path, pieces())


def load(path: Path, expected: str) -> tuple[Header, Iterator[bytes]]:
    """Return the header of a checkpoint, and its packed states in pieces.

    Raises UsageError where the file is none, is damaged, or belongs to another search than the one whose
    fingerprint is ``expected``.
    """
    try:
        if not _is_whole(path):
            raise UsageError(f"{path} is no whole checkpoint", hint=_ANEW)
        with path.open("rb") as file:
            file.readline()
            header = Header(**json.loads(file.readline()))
            start = file.tell()
    except OSError as error:
        raise UsageError(f"cannot read the checkpoint {path}: {error.strerror}", hint=_ANEW) from error
    if header.fingerprint != expected:
        raise UsageError(f"the checkpoint {path} belongs to another model or other claims", hint=_ANEW)
    return header, _pieces(path, start, path.stat().st_size - _DIGEST)


def _is_whole(path: Path) -> bool:
    size = path.stat().st_size
    if size < len(_MAGIC) + _DIGEST:
        return False
    digest = sha256()
    for piece in _pieces(path, 0, size - _DIGEST):
        digest.update(piece)
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            return False
        file.seek(size - _DIGEST)
        return file.read() == digest.digest()


def _pieces(path: Path, start: int, end: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while start < end:
            piece = file.read(min(CHUNK, end - start))
            if not piece:
                return
            start += len(piece)
            yield piece
