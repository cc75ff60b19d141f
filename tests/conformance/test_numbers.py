from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent

OFFICIAL = {
    "berserk": (94, 95, 98, 100, 102, 103, 105, 106, 107, 108, 110, 111, 112, 114, 115, 117, 118),
    "force_of_will": (69, 70, 72, 74, 76, 77, 79, 80, 82, 83, 85, 86, 88, 89, 91, 92, 93),
    "magic": (1, 2, 3, 7, 9, 10, 11, 12, 14, 15, 17, 18, 21, 22, 24, 25, 26),
    "riftbound": (
        *(27, 28, 30, 31, 32, 34, 35, 37, 38, 40, 41, 42, 44, 45, 46, 47, 49, 50, 52, 54, 55, 57, 59, 61),
        *(62, 64, 65, 67),
    ),
}
"""The numbers of the scenarios whose outcome is known: ruled by a publisher, or told by a public test."""

SEPARATING = {
    "berserk": (94, 102, 103),
    "force_of_will": (70, 80),
    "magic": (1, 3, 9, 11),
    "riftbound": (31, 35, 68),
}
"""The numbers of the scenarios that end differently under two editions or readings."""

_READING = re.compile(r"^    (\w+): str = reading\(", re.MULTILINE)
_NAMED = re.compile(r"^def test_((?:r\d+[a-z]?_)+)", re.MULTILINE)
_NUMBERED = re.compile(r"^@scenario\(\s*\"R(\d+)[a-z]?\"", re.MULTILINE)


def played(game: str) -> set[int]:
    """The numbers that the tests of a game have, in their names (``test_r01_...``) or from ``@scenario``."""
    found: set[int] = set()
    for path in (HERE / game).glob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        found.update(int(number) for names in _NAMED.findall(text) for number in re.findall(r"\d+", names))
        found.update(map(int, _NUMBERED.findall(text)))
    return found


@pytest.mark.parametrize("game", OFFICIAL)
def test_every_scenario_with_a_known_outcome_is_played(game: str) -> None:
    assert sorted({*OFFICIAL[game], *SEPARATING[game]} - played(game)) == []


def test_every_reading_is_played() -> None:
    declared = {
        name
        for path in (HERE.parents[1] / "models").rglob("*.py")
        for name in _READING.findall(path.read_text(encoding="utf-8"))
    }
    played_with = " ".join(path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py"))
    assert len(declared) > 50
    assert sorted(name for name in declared if not re.search(rf"\b{name}\b\"?[=:]", played_with)) == []
