"""Runs a page of the documentation: writes its files, applies its changes, and compares what commands print.

A block of code is run by what its first line says::

    ```python title=PATH    a file (of any language) is written
    ```diff title=PATH      a change to a file: lines with ``-`` become those with ``+``
    ```console              commands after ``$``, with what they print; ``...`` stands for anything

All other blocks are only shown. A page that holds ``<!-- after PAGE -->`` starts with the files as they are
at the end of that page.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.loading import OPTIONS

__all__ = ["ROOT", "Block", "blocks", "follow", "run_command"]

ROOT = Path(__file__).parents[2]

_BLOCK = re.compile(
    r"^```(?P<kind>\w+)(?: title=(?P<title>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_AFTER = re.compile(r"^<!-- after (\S+) -->$", re.MULTILINE)
_SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """A block of code of a page: its language, its title if it has one, and its text."""

    kind: str
    title: str | None
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of code of a page."""
    for found in _BLOCK.finditer(page.read_text(encoding="utf-8")):
        yield Block(found["kind"], found["title"], found["text"])


def follow(page: Path, folder: Path, *, commands: bool = True) -> int:
    """Do in ``folder`` what a page tells, and return how many commands were run.

    Raises:
        AssertionError: a command prints something else, or a change does not fit.
    """
    before = _AFTER.search(page.read_text(encoding="utf-8"))
    if before is not None:
        follow(page.parent / before[1], folder, commands=False)
    ran = 0
    for block in blocks(page):
        if block.kind == "console":
            if commands:
                ran += _run(block, folder)
        elif block.title is not None:
            path = folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            text = _changed(path, block.text) if block.kind == "diff" else block.text
            path.write_text(text, encoding="utf-8")
    return ran


def _changed(path: Path, change: str) -> str:
    lines = change.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} does not hold this once:\n{old}"
    return text.replace(old, new)


def _run(block: Block, folder: Path) -> int:
    pieces = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert not pieces[0], f"output before a command: {pieces[0]}"
    commands = list(zip(pieces[1::2], pieces[2::2], strict=True))
    for command, expected in commands:
        prints = run_command(command, folder).stdout
        same = doctest.OutputChecker().check_output(expected, prints, _SAME)
        assert same, f"$ {command}\n--- the page says\n{expected}\n--- it prints\n{prints}"
    return len(commands)


def run_command(
    command: str, folder: Path, *, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Return what came of a command in a shell, with ``ruleproof`` and ``pytest`` as they are here.

    ``variables`` are of the environment, beside those that there are. All that is printed is in ``stdout``.
    """
    ours = ("FORCE_COLOR", "PYTEST_ADDOPTS", "COLUMNS", "GITHUB_STEP_SUMMARY", "CI")
    clean = {k: v for k, v in os.environ.items() if k not in ours}
    functions = "".join(
        f'{name}() {{ "{sys.executable}" -m {module} "$@"; }}\n'
        for name, module in (("ruleproof", "checker"), ("pytest", " ".join(["pytest", *OPTIONS])))
    )
    return subprocess.run(
        ["bash", "-c", f"{functions}{command}"],
        cwd=folder,
        env={**clean, "PYTHONPATH": str(ROOT), **(variables or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
