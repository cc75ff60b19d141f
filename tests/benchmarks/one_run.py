"""One search in a process of its own: ``python -m tests.benchmarks.one_run ENGINE INSTANCE``.

Prints a line of JSON: the counts, the processor seconds of the search (with compiling, or with loading what
was compiled before), and the most memory the process had.
"""

from __future__ import annotations

import json
import resource
import sys
import time

from checker.language.lower import lower
from checker.language.schema import Schema
from tests.benchmarks.instances import INSTANCES
from tests.benchmarks.programs import PROGRAMS
from tests.games.benchmark import Benchmark


def main(engine: str, instance: str) -> None:
    """Search and report."""
    system = lower(Schema(Benchmark, INSTANCES[instance].scopes, {})).system
    begun = time.process_time()
    seen = PROGRAMS[engine]().search(system).statistics
    spent = time.process_time() - begun
    report = {
        "counts": (seen.states, seen.transitions, seen.over, seen.levels),
        "seconds": spent,
        "kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main(*sys.argv[1:])
