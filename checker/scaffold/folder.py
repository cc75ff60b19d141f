"""A new folder with files in it, written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from checker.errors import UsageError

__all__ = ["check_free", "write_folder"]


def check_free(folder: Path) -> None:
    """Refuse a folder that is there already, be it empty.

    Raises:
        UsageError: something of that name is there.
    """
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{folder} is there already, and is left as it is", hint="take another name")


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, by their paths in it, into a folder that is not there yet.

    They are written into a temporary folder beside it, which is renamed once it is whole.

    Raises:
        UsageError: the folder is there already, or cannot be written; then nothing is left behind.
    """
    check_free(folder)
    temporary: Path | None = None
    try:
        temporary = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.", suffix=".tmp"))
        for name, content in files.items():
            path = temporary / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o777 & ~mask)  # a temporary folder is its owner's alone
        check_free(folder)
        temporary.rename(folder)
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be written: {(error.strerror or str(error)).lower()}",
            hint="go to a folder in which you may write",
        ) from error
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)
