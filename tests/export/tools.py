"""Runs the exported models in SPIN and Rumur, where these are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from checker.export import murphi, promela
from checker.export.model import Exported


def missing(*tools: str) -> str:
    absent = [tool for tool in tools if shutil.which(tool) is None]
    return f"not installed: {', '.join(absent)}" if absent else ""


NEEDS_SPIN = pytest.mark.skipif(bool(missing("spin", "gcc")), reason=missing("spin", "gcc"))
NEEDS_RUMUR = pytest.mark.skipif(bool(missing("rumur", "gcc")), reason=missing("rumur", "gcc"))


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def spin(exported: Exported, folder: Path, *, seek: str = "", claims: bool = True) -> tuple[int, int]:
    """Return the number of states, without the one before the first, and of errors.

    ``seek`` is what is possible and is sought. Without ``claims``, all states are counted, whatever is
    claimed of them.
    """
    (folder / "model.pml").write_text(promela.write(exported), encoding="utf-8")
    run(folder, "spin", *((f"-DSEEK_{seek}",) if seek else ()), "-o2", "-a", "model.pml")
    run(
        folder,
        "gcc",
        "-O0",
        "-w",
        "-DSAFETY",
        "-DNOREDUCE",
        "-DREACH",
        "-DVECTORSZ=4096",
        "-o",
        "pan",
        "pan.c",
    )
    told = run(folder, "./pan", *(() if claims else ("-A",)), "-m1000000")
    states, errors = re.search(r"(\d+) states, stored", told), re.search(r"errors: (\d+)", told)
    assert states, told
    assert errors, told
    assert "search depth too small" not in told
    return int(states[1]) - 1, int(errors[1])


def shortest_by_spin(folder: Path) -> list[str]:
    """Return the rules of the play that SPIN finds by looking for ever shorter ones, after ``spin``."""
    run(folder, "./pan", "-i", "-m1000000")
    told = run(folder, "spin", "-t", "-B", "model.pml")
    assert "assertion violated" in told
    # SPIN warns of a trail written in the second of its model, before the play.
    return [line.strip() for line in told.splitlines() if line.strip() and not line.startswith("spin:")]


def rumur(exported: Exported, folder: Path) -> tuple[int, int, str]:
    """Return the numbers of states and of rules fired, and all that was told."""
    (folder / "model.m").write_text(murphi.write(exported), encoding="utf-8")
    run(folder, "rumur", "--threads", "1", "--deadlock-detection", "off", "--output", "model.c", "model.m")
    run(folder, "gcc", "-O0", "-w", "-mcx16", "-o", "model", "model.c", "-lpthread")
    told = run(folder, "./model")
    counts = re.search(r"(\d+) states, (\d+) rules fired", told)
    assert counts, told
    return int(counts[1]), int(counts[2]), told


def play_of(told: str) -> list[str]:
    """Return the rules of the play with which Rumur shows an error."""
    assert "End of the error trace." in told, told
    return re.findall(r'^Rule "(.*)" fired\.$', told, flags=re.MULTILINE)
