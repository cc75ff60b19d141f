from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from checker.language.tracing import endless, ways
from tests.errors import claims, commands, fields, rule_forms, rules, steps, workspaces
from tests.errors.case import Case

CASES: list[Case] = [
    *fields.CASES,
    *rules.CASES,
    *rule_forms.CASES,
    *claims.CASES,
    *steps.CASES,
    *workspaces.CASES,
    *commands.CASES,
]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_bad_input_is_one_clear_error(
    case: Case, run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # What goes on without bound is given up sooner than a user would want it.
    monkeypatch.setattr(endless, "MOST_SECONDS", 0.3)
    monkeypatch.setattr(ways, "MOST_WAYS", 200)
    code, out, err = run(case.written, case.arguments)
    assert err == case.expected
    assert code == 2
    # Built-in checks are told before the claims are looked at; nothing else is told of a wrong game.
    assert not out or case in claims.CASES


def test_every_case_has_a_name_of_its_own_and_says_what_to_write() -> None:
    assert [name for name, number in Counter(c.name for c in CASES).items() if number > 1] == []
    for case in CASES:
        lines = case.told.splitlines()
        assert len(lines) >= 2, case.name
        assert all(line.startswith("  ") for line in lines[1:]), case.name
        assert not any(word in case.told for word in ("Symbolic", "Traceback", "NoneType", "Term")), case.name


def test_there_are_as_many_cases_as_were_promised() -> None:
    assert len(CASES) >= 60
