"""The files of a new repository: a small game to begin with, or a copy of a bundled one."""

from __future__ import annotations

import io
import json
import re
import tokenize
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template

from checker.errors import UsageError
from checker.judge.contradictions.baseline import OWN, own_baseline
from checker.judge.sources import files_of_game, model_module
from checker.judge.workspace import GameEntry, Workspace, games_of_module, load_game
from checker.scaffold.naming import class_name

__all__ = ["copied_files", "starter_files"]

_HERE = Path(__file__).parent
_COMMON = {
    "pyproject.toml": "pyproject.toml",
    "requirements.txt": "requirements.txt",
    "gitignore": ".gitignore",
    "workflow.yml": ".github/workflows/rules.yml",
    "README.md": "README.md",
    "taplo.toml": ".taplo.toml",
}
"""The files that every repository has, by their names here."""

_SCHEMAS = ("rulebook.schema.json", "pyproject.schema.json")
"""What an editor checks the files by that are not Python; they are part of the documentation in a clone."""

_FIRST_SCENARIO = '''"""Single situations of the game with their known outcome; here is the first of them."""

from checker.scenario import start
from {module} import {game}


def test_something_can_be_done_at_the_start() -> None:
    assert start({game}, settle=False).open()
'''


_MODEL_IMPORTS = re.compile(r"^(from models\.\w+ import )(.+)$", re.MULTILINE)
"""Lines whose names are sorted anew once the game has its own."""


def starter_files(name: str, version: str) -> dict[str, bytes]:
    """Return the files of a repository with a small game called ``name``, by their paths.

    ``version`` is that of the tool, or nothing where it is not known.

    Raises:
        UsageError: the class of the game would have a name that means something else in its files.
    """
    files = {}
    game = class_name(name)
    for path in sorted((_HERE / "starter").rglob("*")):
        if path.suffix not in (".py", ".toml") or path.name.startswith("."):
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py" and not {name, game}.isdisjoint(_names_in(text)):
            raise UsageError(
                f"{name!r} means something else in the game to begin with", hint="add a word to it"
            )
        inside = path.relative_to(_HERE / "starter").as_posix()
        text = text.replace("starter", name).replace("Starter", game)
        text = _MODEL_IMPORTS.sub(lambda m: m[1] + ", ".join(sorted(m[2].split(", "))), text)
        files[inside.replace("starter", name)] = text.encode()
    about = (
        "A game of two players, priority and a stack, small enough to be read in five minutes. Begin with\n"
        f"`models/{name}.py`, and change it into your own."
    )
    return {**_common(game, name, about, version), **files}


def _names_in(source: str) -> set[str]:
    """Return the names that a Python file uses; words in its comments and texts are none."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def copied_files(bundled: Workspace, wanted: str, version: str) -> dict[str, bytes]:
    """Return the files of a repository with a bundled game and all that it is made of, by their paths.

    Games that are defined in the same modules, or in those that it imports, come with it. ``version`` is as
    above.

    Raises:
        UsageError: there is no such game.
        ModelError: a file cannot be imported.
    """
    entries = _with_what_it_needs(bundled, load_game(bundled, wanted))
    files = {}
    for entry in entries:
        for path in files_of_game(bundled, entry):
            files[path.relative_to(bundled.root).as_posix()] = path.read_bytes()
        scenario = _FIRST_SCENARIO.format(module=model_module(bundled, entry), game=entry.game.__name__)
        files[f"tests/test_{entry.name}.py"] = scenario.encode()
    accepted = _accepted(bundled, [entry.name for entry in entries])
    if accepted:
        files[f"{bundled.specs}/{OWN}"] = accepted.encode()
    about = (
        f"Begun with the games of ruleproof{f' {version}' if version else ''}, to be changed as you like:\n"
        f"{', '.join(sorted(entry.name for entry in entries))}."
        "\nThey are under ruleproof's own licence, MIT."
    )
    title = next(e.game.__name__ for e in entries if e.name == wanted)
    return {**_common(title, wanted, about, version), **dict(sorted(files.items()))}


def _accepted(bundled: Workspace, games: Sequence[str]) -> str:
    """Return what is known of contradictions in the clauses of games, as the file that accepts them."""
    known = own_baseline(bundled).accepted
    mine = [(id_, reason) for id_, reason in known.items() if id_.partition(".")[0] in games]
    lines = [f"{_quoted(id_)} = {_quoted(reason)}" for id_, reason in mine]
    about = "# Contradictions that come with the games, each with the reason why a check passes them over."
    return "\n".join([about, "[accepted]", *lines, ""]) if lines else ""


def _quoted(text: str) -> str:
    """Return a text as TOML writes it, in which the escapes of JSON mean the same."""
    return json.dumps(text, ensure_ascii=False)


def _with_what_it_needs(bundled: Workspace, first: GameEntry) -> list[GameEntry]:
    """Return a game and every other that is found in the modules that it is made of."""
    found = {first.name: first}
    waiting = [first]
    looked_into: set[str] = set()
    while waiting:
        entry = waiting.pop()
        for module in sorted(_modules_in(bundled, files_of_game(bundled, entry)) - looked_into):
            looked_into.add(module)
            for other in games_of_module(bundled, module):
                if other.name not in found:
                    found[other.name] = other
                    waiting.append(other)
    return list(found.values())


def _modules_in(workspace: Workspace, files: Iterable[Path]) -> set[str]:
    """Return the names of the modules right below the package of models of which there are files."""
    folder = workspace.root / workspace.models
    inside = {f.relative_to(folder).parts[0] for f in files if f.is_relative_to(folder)}
    return {part.removesuffix(".py") for part in inside} - {"__init__"}


def _common(title: str, game: str, about: str, version: str) -> dict[str, bytes]:
    words = {
        "title": title,
        "game": f"{game:22}",  # what follows it stands in a column
        "about": about,
        "requirement": f"ruleproof=={version}" if version else "ruleproof",
    }
    written = {
        path: Template((_HERE / "common" / name).read_text(encoding="utf-8")).substitute(words).encode()
        for name, path in _COMMON.items()
    }
    installed = _HERE / "schemas"
    schemas = installed if installed.is_dir() else _HERE.parents[1] / "docs" / "reference"
    return {**written, **{f"schemas/{name}": (schemas / name).read_bytes() for name in _SCHEMAS}}
