"""The files that games are made of, found by reading their imports and importing nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from checker.judge.workspace import GameEntry, Workspace

__all__ = ["files_of_game", "files_of_modules", "model_module"]

_TOOL = __name__.partition(".")[0]
"""The package of the tool itself, which in a clone lies beside the games and is no part of them."""


def model_module(workspace: Workspace, entry: GameEntry) -> str:
    """Return the module right below the package of models in which the workspace finds a game."""
    inside = entry.game.__module__.removeprefix(f"{workspace.models}.")
    return f"{workspace.models}.{inside.partition('.')[0]}"


def files_of_game(workspace: Workspace, entry: GameEntry) -> frozenset[Path]:
    """Return the files of a game of the workspace: its model, its specs, all they import, its rulebook."""
    specs = f"{workspace.specs}.{entry.name}"
    folder = workspace.root / workspace.specs / entry.name
    parts = (f"{specs}.{file.stem}" for file in folder.glob("*.py") if file.stem != "__init__")
    files = files_of_modules(workspace.root, (model_module(workspace, entry), specs, *parts))
    return files | ({entry.rulebook} if entry.rulebook is not None else set())


def files_of_modules(root: Path, modules: Iterable[str]) -> frozenset[Path]:
    """Return the files below ``root`` that importing these modules reads, followed through their imports.

    A file that is not valid Python counts as one that imports nothing. What is imported by other means than
    the statement, such as ``importlib``, is not seen.
    """
    found: set[Path] = set()
    waiting = list(modules)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen or name.partition(".")[0] == _TOOL:
            continue
        seen.add(name)
        package = name.rpartition(".")[0]
        if package:
            waiting.append(package)
        path = root.joinpath(*name.split("."))
        for file in (path / "__init__.py", path.with_suffix(".py")):
            if file.is_file():
                found.add(file)
                waiting.extend(_imports(file, name if file.stem == "__init__" else package))
    return frozenset(found)


def _imports(file: Path, package: str) -> Iterator[str]:
    """Yield the names of modules that a file of ``package`` may import."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".") if node.level else []
            above = above[: len(above) - node.level + 1]
            base = ".".join([*above, *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names if alias.name != "*")
