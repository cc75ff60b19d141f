"""Workspaces: where games, specs and rulebooks are found.

A workspace is a folder whose ``pyproject.toml`` has a table ``[tool.ruleproof]``: a package of models, and a
package of specs. Without one, the bundled games are the workspace.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType

from checker.errors import ModelError, UsageError, nearest
from checker.judge.imports import importing
from checker.judge.rule_names import check_rule_names
from checker.judge.toml_lines import TomlLines
from checker.language.game import Game
from checker.language.places import class_source
from checker.language.rules import shorten
from checker.language.schema import game_name
from checker.language.source import check_source
from checker.system.model import Source

__all__ = [
    "GameEntry",
    "Workspace",
    "bundled_workspace",
    "each_game",
    "find_workspace",
    "games_of_module",
    "load_file",
    "load_game",
    "load_games",
    "module_names",
]

_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Workspace:
    """A root folder, and the names of its packages of models and specs.

    ``bundled`` says that these are the games that come with the tool, found without a workspace.
    """

    root: Path
    models: str = "models"
    specs: str = "specs"
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
    return bundled_workspace()


def bundled_workspace() -> Workspace:
    """Return the games that come with the tool: data of the package, or in a clone the repository itself."""
    inside = _PACKAGE / "games"
    return Workspace(inside if inside.is_dir() else _PACKAGE.parent, bundled=True)


def _table(file: Path) -> dict[str, str] | None:
    """Return the table ``[tool.ruleproof]`` of a ``pyproject.toml``, or None if it has none."""
    shown = shorten(str(file))
    try:
        text = file.read_text(encoding="utf-8")
        tool = tomllib.loads(text).get("tool", {})
    except UnicodeDecodeError as error:
        raise ModelError(
            "this file is not UTF-8 text", hint="save it as UTF-8", source=Source(shown, 1)
        ) from error
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at line ")
        line = int(re.sub(r"\D.*", "", place) or 1)
        raise ModelError(
            f"this is not valid TOML: {what[:1].lower()}{what[1:]}",
            hint='texts stand in quotes, and tables in brackets: `[tool.ruleproof]`, `models = "models"`',
            source=Source(shown, line),
        ) from error
    table = tool.get("ruleproof") if isinstance(tool, dict) else None
    if table is None:
        return None
    lines = TomlLines(text)
    if not isinstance(table, dict):
        raise ModelError(
            f"ruleproof = {table!r} is no table",
            hint='write `[tool.ruleproof]` on a line of its own, and `models = "models"` below it',
            source=Source(shown, lines.line_of(("tool", "ruleproof"))),
        )
    known = ("models", "specs")
    for key, value in table.items():
        where = Source(shown, lines.line_of(("tool", "ruleproof", key)))
        if key not in known:
            raise ModelError(f"[tool.ruleproof] has no key {key!r}", hint=nearest(key, known), source=where)
        if not isinstance(value, str) or not value:
            raise ModelError(
                f"{key} = {value!r} names no folder",
                hint=f'write the name of a folder beside this file: `{key} = "{key}"`',
                source=where,
            )
        if not value.isidentifier():
            raise ModelError(
                f"{key} = {value!r} cannot be imported as a Python package",
                hint="name a folder right beside this file, of letters, digits and underscores",
                source=where,
            )
    return dict(table)


def load_games(workspace: Workspace) -> dict[str, GameEntry]:
    """Import all models and specs of a workspace, and return its games by name.

    Raises:
        ModelError: a file cannot be imported, or two games have one name, or there are none.
    """
    return {entry.name: entry for entry in each_game(workspace)}


def each_game(workspace: Workspace) -> Iterator[GameEntry]:
    """Yield the games of a workspace; what comes after a game is imported when it is asked for.

    Raises:
        ModelError: as :func:`load_games`.
    """
    found: dict[str, GameEntry] = {}
    for name in module_names(workspace):
        for entry in games_of_module(workspace, name):
            if entry.name in found:
                raise ModelError(
                    f"there are two games named {entry.name!r}",
                    hint=f"rename this class, or the one at {class_source(found[entry.name].game)}",
                    source=class_source(entry.game),
                )
            found[entry.name] = entry
            yield entry
    if not found:
        raise ModelError(
            f"there is no game in the folder {shorten(str(workspace.root / workspace.models))}",
            hint="write `class MyGame(Game):` in a file of it, or check a file: `ruleproof check FILE.py`",
            source=_where_declared(workspace, "models"),
        )


def load_game(workspace: Workspace, name: str) -> GameEntry:
    """Return one game, importing no more than it needs where the module is named like the game.

    A module that several games share is named like what their names have in common: ``magic`` for
    ``magic_combat``.

    Raises:
        UsageError: there is no such game.
        ModelError: a file cannot be imported.
    """
    for module_name in module_names(workspace):
        if f"{name}_".startswith(f"{module_name}_"):
            for entry in games_of_module(workspace, module_name, only=name):
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
    shown = shorten(str(path))
    if path.is_dir():
        raise UsageError(
            f"{shown} is a folder, and no model file",
            hint="name a file in it, or run `ruleproof check` in the folder whose pyproject.toml names it",
        )
    if not path.is_file():
        beside = sorted(p.name for p in path.parent.glob("*.py")) if path.parent.is_dir() else []
        hint = nearest(path.name, beside) if beside else "no Python file is in its folder"
        raise UsageError(f"there is no file {shown}", hint=hint)
    if path.suffix != ".py":
        raise UsageError(f"{shown} is no Python file", hint="give a model file, or a game's name")
    check_source(path)
    name = f"ruleproof_file_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        with importing(path):
            spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    entries = [GameEntry(game_name(g), g, _rulebook_beside(path, g), shown) for g in _defined(module)]
    if not entries:
        raise ModelError(
            "this file defines no game",
            hint="write `class MyGame(Game):`; one that says `abstract = True` is no game to be checked",
            source=Source(shown, 1),
        )
    for entry in entries:
        check_rule_names(
            entry.game, lambda file: os.path.abspath(file) == os.path.abspath(path), lambda: None
        )
    return entries


def _rulebook_beside(path: Path, game: type[Game]) -> Path | None:
    file = path.parent / "rulebook.toml"
    if game.rulebook and not file.is_file():
        raise _no_rulebook(game, file)
    return file if game.rulebook else None


def _no_rulebook(game: type[Game], file: Path) -> ModelError:
    return ModelError(
        f"{game.__name__} names the rulebook {game.rulebook!r}, and there is no {shorten(str(file))}",
        hint="write the file, or leave `rulebook` out",
        source=class_source(game),
    )


def _where_declared(workspace: Workspace, key: str) -> Source | None:
    """Return the line of ``pyproject.toml`` that names a folder of the workspace, if there is one."""
    file = workspace.root / "pyproject.toml"
    if workspace.bundled or not file.is_file():
        return None
    line = TomlLines(file.read_text(encoding="utf-8")).line_of(("tool", "ruleproof", key))
    return Source(shorten(str(file)), line)


def module_names(workspace: Workspace) -> list[str]:
    """Return the names of the modules in the package of models.

    Raises:
        ModelError: there is no such folder.
    """
    folder = workspace.root / workspace.models
    if not folder.is_dir():
        raise ModelError(
            f"there is no folder {shorten(str(folder))} for models",
            hint='make it, or name the right one in pyproject.toml: `[tool.ruleproof]`, `models = "models"`',
            source=_where_declared(workspace, "models"),
        )
    return sorted(m.name for m in pkgutil.iter_modules([str(folder)]))


def games_of_module(workspace: Workspace, module_name: str, only: str = "") -> Iterator[GameEntry]:
    """Yield the games of a module with their specs imported, the one named ``only`` if that is given.

    Raises:
        ModelError: a file cannot be imported, or a rulebook is missing.
    """
    module = _import(workspace, f"{workspace.models}.{module_name}")
    for game in _defined(module):
        name = game_name(game)
        if only and name != only:
            continue
        folder = workspace.root / workspace.specs / (game.rulebook or name)
        spec_folder = workspace.root / workspace.specs / name
        if spec_folder.is_dir():
            for part in sorted(m.name for m in pkgutil.iter_modules([str(spec_folder)])):
                _import(workspace, f"{workspace.specs}.{name}.{part}")
        elif (workspace.root / workspace.specs / f"{name}.py").is_file():
            _import(workspace, f"{workspace.specs}.{name}")
        rulebook = folder / "rulebook.toml"
        if game.rulebook and not rulebook.is_file():
            raise _no_rulebook(game, rulebook)
        check_rule_names(game, partial(_is_part_of, workspace), partial(_import_models, workspace))
        yield GameEntry(name, game, rulebook if game.rulebook else None)


def _is_part_of(workspace: Workspace, file: str) -> bool:
    """Return whether a file is one of the models or specs."""
    homes = (str(workspace.root / folder) + os.sep for folder in (workspace.models, workspace.specs))
    return os.path.abspath(file).startswith(tuple(homes))


def _import_models(workspace: Workspace) -> None:
    for name in module_names(workspace):
        _import(workspace, f"{workspace.models}.{name}")


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
    with importing(path.with_suffix(".py")):
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
