from __future__ import annotations

import ast
import linecache
from pathlib import Path

from checker.language.syntax import syntax_of


def test_a_file_is_read_once_as_it_stands_and_anew_once_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("a = 1\n")
    first = syntax_of(str(file))
    assert first is not None
    assert syntax_of(str(file)) is first
    file.write_text("b = 22\n")
    linecache.checkcache(str(file))
    second = syntax_of(str(file))
    assert second is not None
    assert ast.unparse(second) == "b = 22"


def test_what_is_no_python_or_no_file_has_no_tree(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("def\n")
    assert syntax_of(str(file)) is None
    nothing = syntax_of(str(tmp_path / "none.py"))
    assert nothing is not None
    assert nothing.body == []
