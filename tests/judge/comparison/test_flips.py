from __future__ import annotations

import pytest

from checker.judge.comparison.flips import flips
from checker.judge.comparison.outcome import ScenarioOutcome
from checker.system.model import Source

FAILS = "this must be true"
NAMED = (("step", frozenset({"one", "two"})),)


def played(outcome: str, stated: tuple[tuple[str, frozenset[str]], ...]) -> list[ScenarioOutcome]:
    return [ScenarioOutcome("C1", "one counts", Source("t.py", 1), (), outcome=outcome, stated=stated)]


@pytest.mark.parametrize(
    ("mine", "theirs", "stated", "readings", "flip"),
    [
        ("", "", (), ("one", "two"), False),
        ("", FAILS, (), ("one", "one"), True),
        (FAILS, FAILS, (), ("one", "two"), False),
        ("", "", NAMED, ("one", "two"), True),
        ("", "", NAMED, ("one", "one"), False),
        ("", "", NAMED, ("one", "three"), False),
        ("", FAILS, NAMED, ("one", "two"), True),
        # What it names is true on neither side, so that nothing is known to differ.
        (FAILS, FAILS, NAMED, ("one", "two"), False),
    ],
)
def test_what_flips(
    mine: str,
    theirs: str,
    stated: tuple[tuple[str, frozenset[str]], ...],
    readings: tuple[str, str],
    flip: bool,
) -> None:
    in_force = ({"step": readings[0]}, {"step": readings[1]})
    found = flips(played(mine, stated), played(theirs, stated), in_force)
    assert (found.played, bool(found.flips)) == (1, flip)


def test_what_one_side_alone_knows_is_passed_over_unless_it_could_not_be_played() -> None:
    unfit = ScenarioOutcome("tests/test_new.py", "", Source("t.py", 1), (), unplayed="it does not load")
    for mine, theirs in (([*played("", ()), unfit], played("", ())), ([unfit], [])):
        found = flips(mine, theirs, ({}, {}))
        assert (found.played, found.unplayed) == (
            len(theirs),
            (("tests/test_new.py", "it does not load"),),
        )
        assert flips(theirs, mine, ({}, {})) == found
    assert flips(played("", ()), [], ({}, {})).missing == "none of them plays this game"
