from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from checker.errors import UsageError
from checker.explore.compiled import CompiledEngine
from checker.explore.interface import Limits, Outcome, Statistics, Target
from checker.system.model import System
from checker.system.terms import equal, integer, var
from tests import toys

SYSTEM = toys.priority_stack(4, 4, 2, 2)


def targets(system: System = SYSTEM) -> tuple[Target, ...]:
    """Return targets on a state, on steps, and on both, some early and some late."""
    dead = [equal(var(c), integer(0)) for c in system.cells if c.name.startswith("life")]
    return (
        Target("early", steps=tuple(u.enabled for u in system.updates)),
        Target("dead", dead[0]),
        Target("late", dead[1], tuple(equal(u.guard, dead[0]) for u in system.updates)),
    )


def same(a: Outcome, b: Outcome) -> bool:
    untimed = [dataclasses.replace(o.statistics, seconds=0.0) for o in (a, b)]
    return untimed[0] == untimed[1] and a.found == b.found and a.complete and b.complete


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "search"


def test_a_search_in_pieces_is_the_same_search(file: Path) -> None:
    engine = CompiledEngine(checkpoint=file)
    pieces = [Limits(levels=1), Limits(levels=5), Limits(states=3_000), Limits(seconds=0), Limits(levels=20)]
    for limits in pieces:
        outcome = engine.search(SYSTEM, targets(), limits=limits)
        assert not outcome.complete
        assert file.exists()
    outcome = engine.search(SYSTEM, targets())
    assert same(outcome, CompiledEngine().search(SYSTEM, targets()))
    assert outcome.statistics.states == 50_720
    assert list(file.parent.iterdir()) == []


def test_an_interrupted_search_is_kept(file: Path) -> None:
    def interrupt(_: Statistics) -> None:
        raise KeyboardInterrupt

    system = toys.priority_stack(9, 4, 4, 4)
    engine = CompiledEngine(checkpoint=file)
    with pytest.raises(KeyboardInterrupt):
        engine.search(system, progress=interrupt, limits=Limits(seconds=60))
    kept = engine.search(system, limits=Limits(seconds=0))
    assert kept.statistics.states > 1
    assert kept.statistics.seconds > 0.1


def test_a_search_that_found_all_goes_on_from_there(file: Path) -> None:
    engine = CompiledEngine(checkpoint=file)
    first = engine.search(SYSTEM, targets(), stop_when_found=True)
    assert list(first.found) == ["early", "dead", "late"]
    again = engine.search(SYSTEM, targets(), stop_when_found=True)
    assert again.statistics.states == first.statistics.states
    assert same(engine.search(SYSTEM, targets()), CompiledEngine().search(SYSTEM, targets()))


def test_another_system_or_other_targets_are_refused(file: Path) -> None:
    engine = CompiledEngine(checkpoint=file)
    engine.search(SYSTEM, targets(), limits=Limits(levels=3))
    data = file.read_bytes()
    other = toys.priority_stack(4, 4, 2, 2, bounded=True)
    for system, wanted in ((other, targets(other)), (SYSTEM, targets()[:2]), (SYSTEM, ())):
        with pytest.raises(UsageError, match="belongs to another model or other claims"):
            engine.search(system, wanted)
    assert file.read_bytes() == data


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign", "empty", "folder"])
def test_a_damaged_checkpoint_is_refused(file: Path, damage: str) -> None:
    engine = CompiledEngine(checkpoint=file)
    engine.search(SYSTEM, limits=Limits(levels=8))
    data = file.read_bytes()
    middle = len(data) // 2
    match damage:
        case "cut":
            file.write_bytes(data[:middle])
        case "changed":
            file.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
        case "foreign":
            file.write_text("something else altogether, which is longer than a digest")
        case "empty":
            file.write_bytes(b"")
        case _:
            file.unlink()
            file.mkdir()
    with pytest.raises(UsageError, match="checkpoint"):
        engine.search(SYSTEM)


def test_a_checkpoint_that_cannot_be_written(tmp_path: Path) -> None:
    engine = CompiledEngine(checkpoint=tmp_path / "missing" / "search")
    with pytest.raises(UsageError, match="cannot write the checkpoint"):
        engine.search(SYSTEM, limits=Limits(levels=2))
