from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.cli import main
from checker.cli.exit_codes import TABLE

PAGE = (Path(__file__).parents[2] / "docs/reference/command.md").read_text(encoding="utf-8")


def test_the_reference_lists_every_option_of_check(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--help"])
    options = set(re.findall(r"^  (?:-h, )?(--[a-z]+)", capsys.readouterr().out, flags=re.M)) - {"--help"}
    assert options == set(re.findall(r"^\| `(--[a-z]+)", PAGE, flags=re.M))


def test_the_reference_has_the_exit_codes_of_the_help() -> None:
    documented = [
        (code, text.lower()) for code, text in re.findall(r"^\| (\d) \| (.*)\. \|$", PAGE, flags=re.M)
    ]
    table = " ".join(TABLE.replace("\b", "").split()).lower()
    told = re.findall(r"(\d) (.*?)(?= \d |$)", table.removeprefix("exit codes: "))
    assert documented == told
