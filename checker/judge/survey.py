"""A survey: which games there are, and of which files each is made; what cannot be loaded hides no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checker.errors import InputError
from checker.judge.sources import files_of_game, files_of_modules
from checker.judge.workspace import (
    GameEntry,
    Workspace,
    find_workspace,
    games_of_module,
    load_file,
    load_game,
    module_names,
)

__all__ = ["Places", "Survey", "files_of_entry", "places_to_watch", "survey"]


@dataclass
class Survey:
    """The files of each game, by the word that asks for it, and what could not be loaded."""

    files: dict[str, frozenset[Path]] = field(default_factory=dict)
    errors: list[InputError] = field(default_factory=list)


@dataclass(frozen=True)
class Places:
    """Where files lie that games may be made of: whole folders, and single files elsewhere."""

    folders: tuple[Path, ...]
    files: frozenset[Path]

    def now(self) -> set[Path]:
        """Return the Python files and rulebooks that are there now, and the single files, there or not."""
        found = set(self.files)
        for folder in self.folders:
            found.update(path for path in folder.rglob("*") if path.suffix in (".py", ".toml"))
        return found


def survey(start: Path, games: Sequence[str]) -> Survey:
    """Load the games that are asked for by name or by file.

    If none is, these are all games of the workspace around ``start``.

    It imports them, so a process can do it once only.
    """
    found = Survey()
    try:
        workspace = find_workspace(start)
        sources = _asked(workspace, games) if games else _all(workspace)
    except InputError as error:
        return Survey(errors=[error])
    for load in sources:
        try:
            for entry in load:
                word = entry.file or entry.name
                found.files[word] = found.files.get(word, frozenset()) | files_of_entry(workspace, entry)
        except InputError as error:
            found.errors.append(error)
    return found


def places_to_watch(start: Path, games: Sequence[str]) -> Places:
    """Return where the files lie that games may be made of, found without importing anything."""
    files: set[Path] = set()
    for word in games:
        if Path(word).suffix == ".py":
            files |= _files_of_file(Path(word))
    try:
        workspace = find_workspace(start)
    except InputError:
        return Places(
            (), frozenset(files | {folder / "pyproject.toml" for folder in (start, *start.parents)})
        )
    folders = tuple(workspace.root / package for package in (workspace.models, workspace.specs))
    modules = [
        ".".join(path.relative_to(workspace.root).with_suffix("").parts)
        for path in Places(folders, frozenset()).now()
        if path.suffix == ".py"
    ]
    beside = files_of_modules(workspace.root, modules)
    return Places(folders, frozenset(files | beside | {workspace.root / "pyproject.toml"}))


def _all(workspace: Workspace) -> list[Iterator[GameEntry]]:
    return [games_of_module(workspace, name) for name in module_names(workspace)]


def _asked(workspace: Workspace, games: Sequence[str]) -> list[Iterator[GameEntry]]:
    def load(word: str) -> Iterator[GameEntry]:
        if Path(word).suffix == ".py":
            yield from load_file(Path(word))
        else:
            yield load_game(workspace, word)

    return [load(word) for word in games]


def files_of_entry(workspace: Workspace, entry: GameEntry) -> frozenset[Path]:
    """Return the files that a game is made of, whether it is one of the workspace or in a file of its own."""
    return _files_of_file(Path(entry.file)) if entry.file else files_of_game(workspace, entry)


def _files_of_file(path: Path) -> frozenset[Path]:
    """Return a model file, what it imports beside it, and the rulebook that may lie there."""
    folder = path.resolve().parent
    return files_of_modules(folder, [path.stem]) | {folder / "rulebook.toml", folder / path.name}
