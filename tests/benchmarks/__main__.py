"""The benchmark: ``python -m tests.benchmarks [--instances tiny,small,...] [--engines ...] [--rounds N]``.

Every engine searches the benchmark game, in the language, in a process of its own, the symbolic one also
untuned (medium is for these two alone: no search of single states reaches its end); between the engines run
searches in C++ that are written for this game alone, where there is a compiler. "Search" and "process" are
seconds of processor time, which a busy machine disturbs least; "wall" is what somebody who waits sees.
All figures of a table come from one run: compare them with each other and with no others. Ends with 1 if
anything counts wrong.

``python -m tests.benchmarks contradictions`` measures what :mod:`tests.benchmarks.clauses` tells, and
``python -m tests.benchmarks proofs`` what :mod:`tests.benchmarks.proofs` tells.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks import clauses, proofs
from tests.benchmarks.instances import INSTANCES, KINDS, Instance
from tests.benchmarks.programs import OF_SETS, PROGRAMS, UNTUNED

_ROOT = Path(__file__).parents[2]
_SOURCE = Path(__file__).with_name("yardstick.cpp")
_YARDSTICKS = {
    "grow": "C++, growing table",
    "prefetch": "C++, growing table, fetching ahead",
    "sized": "C++, table of the right size, fetching ahead",
}
_HEADS = (
    *("program", "search s", "states/s", "/ C++ growing", "/ C++ ahead"),
    *("process s", "wall s", "cold wall s", "MiB", "bytes a state"),
)
_SLOW = 10.0
"""Seconds: what takes longer is run once."""


@dataclass
class Row:
    """What was measured of one program on one instance: runs as (search, process, wall, KiB at most).

    The first run has cold caches, and counts only where it is the only one.
    """

    name: str
    command: Sequence[str]
    runs: list[tuple[float, float, float, int]] = field(default_factory=list)
    wrong: str = ""

    @property
    def warm(self) -> list[tuple[float, float, float, int]]:
        """The runs that count."""
        return self.runs[1:] or self.runs

    def median(self, place: int) -> float:
        """Return the median of one of the figures."""
        return statistics.median(run[place] for run in self.warm)


def measure(row: Row, expected: Sequence[int], environment: Mapping[str, str]) -> None:
    """Run a program once more and note what it says."""
    spent, began = _children(), time.perf_counter()
    done = subprocess.run(
        row.command, cwd=_ROOT, env=dict(environment), capture_output=True, text=True, check=False
    )
    wall, process = time.perf_counter() - began, _children() - spent
    if done.returncode:
        row.wrong = (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
        return
    said = json.loads(done.stdout)
    if said["counts"] != list(expected):
        row.wrong = f"counts {said['counts']} instead of {list(expected)}"
    row.runs.append((said["seconds"], process, wall, said["kib"]))


def _children() -> float:
    """Return the processor time of all processes that have been started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def yardsticks(name: str, instance: Instance, folder: Path) -> Iterator[Row]:
    """Build the searches in C++ for one instance, if there is a compiler."""
    compiler = next(filter(None, map(shutil.which, (os.environ.get("CXX", "c++"), "g++", "clang++"))), None)
    if compiler is None:
        return
    program = folder / f"yardstick-{name}"
    sizes = {"DEPTH": instance.depth, "KINDS": KINDS, "LIFE": instance.life, "HAND": instance.hand}
    defines = [f"-D{key}={value}" for key, value in sizes.items()]
    command = [compiler, "-std=c++17", "-O3", "-march=native", *defines, str(_SOURCE), "-o", str(program)]
    subprocess.run(command, check=True)
    for mode, title in _YARDSTICKS.items():
        yield Row(title, [str(program), mode, str((2 * instance.states).bit_length())])


def run_instance(name: str, engines: Sequence[str], rounds: int, folder: Path) -> list[Row]:
    """Run everything on one instance, in turns; the first run of an engine finds its caches empty."""
    instance = INSTANCES[name]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / f"cache-{name}")}
    rows = [*yardsticks(name, instance, folder)] if instance.single else []
    rows += [
        Row(engine, [sys.executable, "-m", "tests.benchmarks.one_run", engine, name])
        for engine in engines
        if instance.single or engine in OF_SETS
    ]
    for _ in range(rounds + 1):
        for row in rows:
            if not row.wrong and not (row.runs and row.runs[0][2] > _SLOW):
                measure(row, instance.counts, environment)
    return rows


def show(name: str, rows: Sequence[Row], base: Mapping[str, float]) -> None:
    """Print the table of one instance. ``base`` has each engine's memory on the least instance, in KiB."""
    instance = INSTANCES[name]
    print(f"\n{name}: {instance.states:,} states, {instance.transitions:,} transitions\n")
    print("| " + " | ".join(_HEADS) + " |")
    print("|---" * len(_HEADS) + "|")
    units = [row.median(0) for row in rows[:2] if row.command[1] in _YARDSTICKS]
    for row in rows:
        if row.wrong:
            print(f"| {row.name} | {row.wrong} |")
            continue
        search, walls = row.median(0), [run[2] for run in row.warm]
        grown = 1024 * (row.median(3) - base.get(row.name, 0)) / instance.states
        cells = [
            f"{search:.3f}",
            f"{instance.states / search:,.0f}",
            *([f"{search / unit:.2f}" for unit in units] or ["-", "-"]),
            f"{row.median(1):.2f}",
            f"{row.median(2):.2f} ({min(walls):.2f}..{max(walls):.2f})",
            f"{row.runs[0][2]:.2f}",
            f"{row.median(3) / 1024:.0f}",
            f"{grown:.1f}" if row.name in base else "-",
        ]
        print(f"| {row.name} | {' | '.join(cells)} |")
    right = {row.name: row.median(0) for row in rows if not row.wrong}
    for tuned, plain in UNTUNED.items():
        if tuned in right and plain in right:
            ratio = right[tuned] / right[plain]
            print(f"\n{tuned} / {plain}, search: {ratio:.2f}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["contradictions"]:
        return clauses.main(given[1:])
    if given[:1] == ["proofs"]:
        return proofs.main(given[1:])
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("--instances", default=",".join(INSTANCES), help="which sizes, separated by commas")
    parser.add_argument("--engines", default=",".join(PROGRAMS), help="which engines, separated by commas")
    parser.add_argument("--rounds", type=int, default=3, help="runs with warm caches; medians are told")
    chosen = parser.parse_args(given)
    print(f"{os.cpu_count()} cores, {sys.platform}, Python {sys.version.split()[0]}")
    base: dict[str, float] = {}
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.instances.split(","):
            rows = run_instance(name, chosen.engines.split(","), chosen.rounds, Path(folder))
            show(name, rows, base)
            sys.stdout.flush()
            fine = fine and not any(row.wrong for row in rows)
            if name == "tiny":
                base = {row.name: row.median(3) for row in rows if row.name in PROGRAMS and row.runs}
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
