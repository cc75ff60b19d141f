from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from checker.judge.norms import declare
from tests.examples import number_of_examples

# Commands that are tested judge in this process, unless a test asks for children.
os.environ.setdefault("RULEPROOF_JOBS", "0")
# What they find out is found anew, unless a test is about the cache.
os.environ.setdefault("RULEPROOF_NO_CACHE", "1")
# A build's log is told what goes on, at the pace of the machine: what tests read is the same everywhere.
for _name in ("CI", "GITHUB_STEP_SUMMARY"):
    os.environ.pop(_name, None)

# How long an example takes depends on what else the machine does. The examples are the same on every run,
# so that one commit has one answer; `make fuzz` draws others.
settings.register_profile(
    "ruleproof",
    deadline=None,
    max_examples=number_of_examples(100),
    derandomize=not os.environ.get("RULEPROOF_FUZZ"),
)
settings.load_profile("ruleproof")


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking all that was imported, again with every test."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def only_own_norms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a test know the norms alone that it states itself."""
    monkeypatch.setattr(declare, "_norms", [])
    monkeypatch.setattr(declare, "_settled", [])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working directory; what is imported from it is forgotten afterwards."""
    known, path = set(sys.modules), list(sys.path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - known:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
