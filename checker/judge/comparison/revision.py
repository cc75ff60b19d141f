"""The models and specs of a git revision, laid out in a folder of their own as they lie in the repository."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from checker.errors import UsageError
from checker.judge.workspace import Workspace, find_workspace

__all__ = ["Revision", "laid_out"]


@dataclass(frozen=True)
class Revision:
    """A revision that is laid out: what was asked for, its commit, and where its workspace is.

    ``folder`` is where the working directory lies in it, in which a process that reads it works.
    """

    name: str
    commit: str
    workspace: Workspace
    folder: Path


@contextmanager
def laid_out(name: str, workspace: Workspace, files: Sequence[Path] = ()) -> Iterator[Revision]:
    """Lay out what a revision has of a workspace, and remove it at the end.

    Args:
        name: of the revision, as git takes it.
        workspace: the one of the working tree.
        files: model files that are asked for besides, each with what lies beside it.

    Raises:
        UsageError: there is no git or no repository around the workspace, or no such revision, or it has
        nothing
            that could be compared.

    """
    here = Path.cwd().resolve()
    top = _repository(workspace.root if not files else here)
    commit = _commit(top, name)
    with tempfile.TemporaryDirectory(prefix="ruleproof-") as made:
        target = Path(made).resolve()
        root = workspace.root.resolve()
        inside = root.is_relative_to(top)
        if inside:
            _lay_out(top, commit, [root / "pyproject.toml"], target)
        there = _workspace_at(target, root.relative_to(top), workspace) if inside else workspace
        parts = (there.models, there.specs) if inside else ()
        wanted = [top / (there.root / part).relative_to(target) for part in parts]
        for file in files:
            folder = file.resolve().parent
            wanted += [folder / found for found in _beside(top, commit, folder)]
        if not _lay_out(top, commit, wanted, target):
            raise UsageError(
                f"{name} has neither models nor specs here",
                hint="name a revision in which they were committed: `git log --oneline -- models`",
            )
        folder = target / here.relative_to(top) if here.is_relative_to(top) else there.root
        folder.mkdir(parents=True, exist_ok=True)
        yield Revision(name, commit, there, folder)


def _workspace_at(target: Path, place: Path, workspace: Workspace) -> Workspace:
    """Return the workspace as the revision has it; one without a table of its own is named as it is now."""
    root = target / place
    if (root / "pyproject.toml").is_file():
        found = find_workspace(root)
        if found.root == root:
            return found
    return Workspace(root, workspace.models, workspace.specs, workspace.bundled)


def _repository(folder: Path) -> Path:
    """Return the top of the repository around a folder."""
    if shutil.which("git") is None:
        raise UsageError("there is no git here", hint="install git; `ruleproof compare` needs none")
    found = _git(folder, "rev-parse", "--show-toplevel")
    if found.returncode:
        raise UsageError(
            f"{folder} is not in a git repository",
            hint="only what was committed before can be compared: `git init`, `git add`, `git commit`",
        )
    return Path(found.stdout.decode().rstrip("\n")).resolve()


def _commit(top: Path, name: str) -> str:
    """Return the short name of the commit that a revision is."""
    found = _git(top, "rev-parse", "--verify", "--quiet", "--short", "--end-of-options", f"{name}^{{commit}}")
    if found.returncode:
        raise UsageError(
            f"there is no revision {name!r} in {top.name}",
            hint="write what git knows: HEAD, HEAD~1, a branch, a tag, or a commit of `git log`",
        )
    return found.stdout.decode().strip()


def _lay_out(top: Path, commit: str, paths: Sequence[Path], target: Path) -> bool:
    """Write the files of a commit below these paths into ``target``; return whether there are any."""
    names = [path.relative_to(top).as_posix() for path in dict.fromkeys(paths) if path.is_relative_to(top)]
    there = [name for name in names if _git(top, "cat-file", "-e", f"{commit}:{name}").returncode == 0]
    if not there:
        return False
    archive = _git(top, "archive", "--format=tar", commit, "--", *(f":(top,literal){name}" for name in there))
    if archive.returncode:
        raise UsageError(f"git cannot read {commit}: {archive.stderr.decode(errors='replace').strip()}")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(target, filter="data")
    return True


def _beside(top: Path, commit: str, folder: Path) -> list[str]:
    """Return the names of the models and rulebooks right in a folder of a commit."""
    if not folder.is_relative_to(top):
        raise UsageError(f"{folder} is not in the repository {top.name}", hint="run it where the file is")
    place = folder.relative_to(top).as_posix()
    found = _git(top, "ls-tree", "--name-only", "-z", f"{commit}:{'' if place == '.' else place}")
    names = found.stdout.decode(errors="surrogateescape").split("\0")
    return [name for name in names if name.endswith(".py") or name == "rulebook.toml"]


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["git", "-C", str(folder), *arguments],
        capture_output=True,
        check=False,
    )
