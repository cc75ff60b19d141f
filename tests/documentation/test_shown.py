"""Blocks of code that are shown and not run: they can be read, and their commands are ones that there are."""

from __future__ import annotations

import ast
import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from functools import cache

import click
import pytest
import yaml  # its stubs are not among the dependencies

from checker.cli.group import root
from checker.judge.workspace import bundled_workspace, load_games
from tests.documentation.pages import ROOT, blocks
from tests.documentation.test_pages import ALL

READERS: dict[str, Callable[[str], object]] = {
    "python": ast.parse,
    "py": ast.parse,
    "toml": tomllib.loads,
    "json": json.loads,
    "yaml": yaml.safe_load,
}
"""What reads a block, by its language."""

MADE_BY_PAGES = {"auction", "spark_duel", "simple", "whole", "my_game"}
"""Games that pages speak of, and that nobody has until they make them."""

OF_GAMES = (
    "check",
    "choices",
    "compare",
    "contradictions",
    "coverage",
    "explore",
    "export",
    "prove",
    "readings",
)
"""Commands whose arguments are games."""


def commands_of(page: str) -> Iterator[str]:
    """Yield the commands that a page shows in a block, in a line that is set in, or in a sentence."""
    text = (ROOT / page).read_text(encoding="utf-8")
    set_in = re.findall(r"^ {4,}(ruleproof .*)$", text, re.MULTILINE)
    inline = re.findall(r"`(ruleproof [a-z][^`\n]*)`", text)
    in_blocks = re.findall(
        r"^ *(?:\$ )?(ruleproof .*)$", "\n".join(b.text for b in blocks(ROOT / page)), re.M
    )
    for line in (*set_in, *inline, *in_blocks):
        yield re.split(r" # |[;|>&]", line)[0].removesuffix("\\")


@cache
def games_to_speak_of() -> frozenset[str]:
    return frozenset((*load_games(bundled_workspace()), *MADE_BY_PAGES))


@pytest.mark.parametrize("page", ALL)
def test_commands_that_are_shown_are_ones(page: str) -> None:
    games = games_to_speak_of()
    for command in commands_of(page):
        name, *words = shlex.split(command)[1:]
        with click.Context(root) as context:
            found = root.get_command(context, name)
        assert found is not None, command
        with click.Context(found) as inner:
            options, arguments, _ = found.make_parser(inner).parse_args(list(words))
            for parameter in found.params:
                value = options.get(parameter.name or "")
                if isinstance(parameter.type, click.Choice) and isinstance(value, str):
                    parameter.type.convert(value, parameter, inner)
        named = {word for word in words if re.fullmatch(r"[a-z_]+", word)} & set(_flat(arguments))
        assert name not in OF_GAMES or named <= games, command


def _flat(arguments: object) -> Iterator[str]:
    if isinstance(arguments, str):
        yield arguments
    elif isinstance(arguments, list | tuple):
        for argument in arguments:
            yield from _flat(argument)


@pytest.mark.parametrize("page", ALL)
def test_blocks_that_are_shown_can_be_read(page: str) -> None:
    for block in blocks(ROOT / page):
        reader = READERS.get(block.kind)
        if reader is not None:
            reader(block.text)


def test_commands_are_found_wherever_they_stand() -> None:
    shown = [word for page in ALL for word in commands_of(page)]
    assert "ruleproof check force_of_will" in [command.strip() for command in commands_of("README.md")]
    assert "ruleproof certify proofs" in [c.strip() for c in commands_of("docs/how-to/hand-out-a-proof.md")]
    assert len(shown) > 100
