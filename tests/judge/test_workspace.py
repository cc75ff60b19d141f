from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

LOAD = """
import sys
from checker.judge.workspace import find_workspace, load_game

found = load_game(find_workspace(), "force_of_will_loops")
print(found.name, found.game.__name__, found.rulebook.parent.name)
print(sorted(n for n in sys.modules if n.startswith("specs.force_of_will") and n.endswith(".claims")))
print("models.magic" in sys.modules)
"""


def test_of_a_module_with_several_games_one_is_loaded_with_its_own_claims() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOAD],
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == [
        "force_of_will_loops ForceOfWillLoops force_of_will",
        "['specs.force_of_will_loops.claims']",
        "False",
    ]
