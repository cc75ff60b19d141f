from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from checker.cli import main
from checker.cli.exit_codes import TABLE
from checker.cli.group import root

PAGE = (Path(__file__).parents[2] / "docs/reference/commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", root.list_commands(click.Context(root)))
def test_the_reference_lists_every_option(capsys: pytest.CaptureFixture[str], command: str) -> None:
    main([command, "--help"])
    options = set(re.findall(r"^  (?:-[a-z], )?(--[a-z]+)", capsys.readouterr().out, flags=re.M)) - {"--help"}
    (chapter,) = re.findall(rf"^## `ruleproof {command}\b.*?(?=^## )", PAGE, flags=re.M | re.DOTALL)
    assert options == set(re.findall(r"^\| `(--[a-z]+)", chapter, flags=re.M))


def test_the_reference_has_the_exit_codes_of_the_help() -> None:
    documented = [
        (code, text.lower()) for code, text in re.findall(r"^\| (\d) \| (.*)\. \|$", PAGE, flags=re.M)
    ]
    table = " ".join(TABLE.replace("\b", "").split()).lower()
    told = re.findall(r"(\d) (.*?)(?= \d |$)", table.removeprefix("exit codes: "))
    assert documented == told


@pytest.mark.parametrize("command", root.list_commands(click.Context(root)))
def test_every_command_says_what_its_exit_codes_mean(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert main([command, "--help"]) == 0
    (told,) = re.findall(r"^  Exit codes:\n((?:    .+\n)+)\Z", capsys.readouterr().out, flags=re.M)
    assert {"0", "2", "4"} <= set(re.findall(r"^    (\d)  \w", told, flags=re.M)) <= set("01234")
