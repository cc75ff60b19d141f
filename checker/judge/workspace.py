"""Workspaces: where games, specs and rulebooks are found.

A workspace is a folder whose ``pyproject.toml`` has a table ``[tool.ruleproof]``: a package of models, a
package of specs, and a folder for reports. Without one, the bundled games are the workspace.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import tomllib
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from checker.errors import InputError, ModelError, UsageError, nearest
from checker.language.game import Game
from checker.language.places import class_source
from checker.language.rules import shorten
from checker.language.schema import game_name
from checker.language.source import check_source
from checker.system.model import Source

__all__ = ["GameEntry", "Workspace", "find_workspace", "load_file", "load_game", "load_games"]

_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Workspace:
    """A root folder, and the names of its packages of models and specs and its folder of reports.

    ``bundled`` says that these are the games that come with the tool, found without a workspace.
    """

    root: Path
    models: str = "models"
    specs: str = "specs"
    reports: str = "reports"
    bundled: bool = False


@dataclass(frozen=True)
class GameEntry:
    """A game that was found: its name, its class, and its rulebook file if it has one.

    ``file`` is the model file that was asked for, where it was not found in the workspace by name.
    """

    name: str
    game: type[Game]
    rulebook: Path | None
    file: str = ""


def find_workspace(start: Path | None = None) -> Workspace:
    """Return the workspace that holds ``start`` (the working directory unless given).

    Raises:
        ModelError: a ``pyproject.toml`` on the way up cannot be read, or its table names unknown keys.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        file = folder / "pyproject.toml"
        if file.is_file():
            table = _table(file)
            if table is not None:
                return Workspace(folder, **table)  # type: ignore[arg-type] # the keys were checked
    inside = _PACKAGE / "games"
    return Workspace(inside if inside.is_dir() else _PACKAGE.parent, bundled=True)


def _table(file: Path) -> dict[str, str] | None:
    """Return the table ``[tool.ruleproof]`` of a ``pyproject.toml``, or None if it has none."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get("ruleproof")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"this is not valid TOML: {error}", source=Source(shorten(str(file)), 1)) from error
    if table is None:
        return None
    known = ("models", "specs", "reports")
    for key, value in table.items():
        if key not in known or not isinstance(value, str):
            raise ModelError(
                f"[tool.ruleproof] does not take {key} = {value!r}",
                hint=nearest(key, known),
                source=Source(shorten(str(file)), 1),
            )
    return dict(table)


def load_games(workspace: Workspace) -> dict[str, GameEntry]:
    """Import all models and specs of a workspace, and return its games by name.

    Raises:
        ModelError: a file cannot be imported, or two games have one name, or there are none.
    """
    names = _modules(workspace, workspace.models)
    found: dict[str, GameEntry] = {}
    for name in names:
        for entry in _games_of(workspace, name):
            if entry.name in found:
                raise ModelError(
                    f"there are two games named {entry.name!r}", hint="rename the class of one of them"
                )
            found[entry.name] = entry
    if not found:
        raise ModelError(
            f"there is no game in {shorten(str(workspace.root / workspace.models))}",
            hint="write a class that extends `checker.Game`, or start with `ruleproof check FILE.py`",
        )
    return found


def load_game(workspace: Workspace, name: str) -> GameEntry:
    """Return one game, importing no more than it needs where the module is named like the game.

    Raises:
        UsageError: there is no such game.
        ModelError: a file cannot be imported.
    """
    if name in _modules(workspace, workspace.models):
        for entry in _games_of(workspace, name):
            if entry.name == name:
                return entry
    games = load_games(workspace)
    if name not in games:
        raise UsageError(f"there is no game {name!r}", hint=nearest(name, games))
    return games[name]


def load_file(path: Path) -> list[GameEntry]:
    """Return the games that a single file defines, with the claims beside them.

    Raises:
        UsageError: there is no such file.
        ModelError: it cannot be imported, or defines no game.
    """
    if not path.is_file():
        raise UsageError(f"there is no file {shorten(str(path))}")
    check_source(path)
    name = f"ruleproof_file_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(
            f"{shorten(str(path))} is not a Python file", hint="give a model file, or a game's name"
        )
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        with _author_errors(path):
            spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    shown = shorten(str(path))
    entries = [GameEntry(game_name(g), g, _rulebook_beside(path, g), shown) for g in _defined(module)]
    if not entries:
        raise ModelError(
            "this file defines no game", hint="write a class that extends `checker.Game`",
            source=Source(shorten(str(path)), 1),
        )  # fmt: skip
    return entries


def _rulebook_beside(path: Path, game: type[Game]) -> Path | None:
    file = path.parent / "rulebook.toml"
    return file if game.rulebook and file.is_file() else None


def _modules(workspace: Workspace, package: str) -> list[str]:
    """Return the names of the modules in a package of the workspace."""
    folder = workspace.root / package
    if not folder.is_dir():
        raise ModelError(
            f"the workspace has no folder {package!r}",
            hint=f"make {shorten(str(folder))}, or name another one in [tool.ruleproof]",
        )
    return sorted(m.name for m in pkgutil.iter_modules([str(folder)]))


def _games_of(workspace: Workspace, module_name: str) -> Iterator[GameEntry]:
    module = _import(workspace, f"{workspace.models}.{module_name}")
    for game in _defined(module):
        name = game_name(game)
        folder = workspace.root / workspace.specs / (game.rulebook or name)
        spec_folder = workspace.root / workspace.specs / name
        if spec_folder.is_dir():
            for part in sorted(m.name for m in pkgutil.iter_modules([str(spec_folder)])):
                _import(workspace, f"{workspace.specs}.{name}.{part}")
        elif (workspace.root / workspace.specs / f"{name}.py").is_file():
            _import(workspace, f"{workspace.specs}.{name}")
        rulebook = folder / "rulebook.toml"
        if game.rulebook and not rulebook.is_file():
            missing = shorten(str(rulebook))
            raise ModelError(
                f"{game.__name__} names the rulebook {game.rulebook!r}, and there is no {missing}",
                hint="write the file, or leave `rulebook` out",
                source=class_source(game),
            )
        yield GameEntry(name, game, rulebook if game.rulebook else None)


def _defined(module: ModuleType) -> list[type[Game]]:
    """Return the games that a module (or a package, in any of its modules) defines, in order."""
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Game)
        and not value.abstract
        and (value.__module__ == module.__name__ or value.__module__.startswith(f"{module.__name__}."))
    ]
    return list(dict.fromkeys(found))


def _import(workspace: Workspace, name: str) -> ModuleType:
    root = str(workspace.root)
    if sys.path[:1] != [root]:
        sys.path.insert(0, root)
    package = name.partition(".")[0]
    _check_home(workspace, package)
    path = workspace.root / Path(*name.split("."))
    files: Iterable[Path] = path.rglob("*.py") if path.is_dir() else (path.with_suffix(".py"),)
    for file in files:
        if file.is_file():
            check_source(file)
    with _author_errors(path.with_suffix(".py")):
        return importlib.import_module(name)


def _check_home(workspace: Workspace, package: str) -> None:
    """Refuse a package of the workspace that Python would take, or has taken, from elsewhere."""
    folder = workspace.root / package
    loaded = sys.modules.get(package)
    spec = loaded.__spec__ if loaded is not None else importlib.util.find_spec(package)
    homes = list((spec.submodule_search_locations if spec is not None else None) or ())
    if str(folder.resolve()) in (str(Path(home).resolve()) for home in homes):
        return
    if loaded is None and not (folder / "__init__.py").is_file():
        raise ModelError(
            f"Python takes {package!r} from {homes[0] if homes else 'elsewhere'}, and not from here",
            hint=f"write an empty {shorten(str(folder / '__init__.py'))}",
        )
    raise ModelError(
        f"a package {package!r} is loaded already from {homes[0] if homes else 'elsewhere'}",
        hint="one workspace a process: run ruleproof from the folder of the one that is meant",
    )


class _author_errors:  # noqa: N801 - used as a context manager, like a function
    """Tell what goes wrong while a user's file is imported as an error of that file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or isinstance(error, InputError) or not isinstance(error, Exception):
            return
        if isinstance(error, SyntaxError):
            where = Source(shorten(error.filename or str(self._path)), error.lineno or 1)
            raise ModelError(f"this is not valid Python: {error.msg}", source=where) from error
        inner = [
            f for f in traceback.extract_tb(error.__traceback__)
            if not f.filename.startswith((str(_PACKAGE / "judge"), str(_PACKAGE / "language"), "<frozen"))
            and "/lib/python" not in f.filename
        ]  # fmt: skip
        where = (
            Source(shorten(inner[-1].filename), inner[-1].lineno or 1)
            if inner
            else Source(str(self._path), 1)
        )
        raise ModelError(f"{type(error).__name__}: {error}", source=where) from error
