from __future__ import annotations

from checker.report.told_board import told_value
from checker.system.shapes import RecordValue


def test_values_of_the_board_for_a_person() -> None:
    record = RecordValue("Entry", (("by", "P1"), ("at", None)))
    value: dict[str, object] = {"a": [record, "x"], "b": [], "c": {}, "d": None}
    assert told_value(RecordValue("Entry", (("arrived", "moment"), ("by", "P1")))) == "Entry(by=P1)"
    assert told_value(value) == "a: Entry(by=P1, at=none), x, b: empty, c: empty, d: none"
