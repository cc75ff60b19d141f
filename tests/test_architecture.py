from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHECKER = ROOT / "checker"

FLOORS = {
    "errors": 0,
    "system": 0,
    "language": 1,
    "explore": 1,
    "prove": 1,
    "certify": 1,
    "export": 1,
    "judge": 2,
    "report": 3,
    "scaffold": 3,
    "scenario": 3,
    "explorer": 4,
    "cli": 5,
    "plugin": 5,
}
EXCEPTIONS = {
    ("errors", "system"),  # an error names a place in a file as the transition system does
}
HEAVY = {"dd", "jinja2", "llvmlite", "networkx", "numba", "numpy", "pydantic", "rich", "scipy", "z3"}
LIGHT = ("cli", "errors", "language", "plugin", "system")
"""Packages that `ruleproof --help`, an author's model or any run of pytest loads."""
STARTER = CHECKER / "scaffold/starter"
"""The repository that `ruleproof new` makes: it is written in the language, and is no part of the tool."""
MODULES = sorted(
    path.relative_to(ROOT).as_posix() for path in CHECKER.rglob("*.py") if not path.is_relative_to(STARTER)
)


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute"
            assert node.module is not None
            yield node.module
            if node.module == "checker":
                yield from (f"checker.{name.name}" for name in node.names)


def package_of(path: str) -> str:
    return Path(path).with_suffix("").parts[1]


@pytest.mark.parametrize("module", [m for m in MODULES if package_of(m) not in ("__init__", "__main__")])
def test_a_floor_imports_only_floors_below(module: str) -> None:
    here = package_of(module)
    for name in imported(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        root, _, rest = name.partition(".")
        there = rest.partition(".")[0]
        assert root not in ("models", "specs", "tests"), f"{module} imports {name}"
        if root == "checker" and there != here and (here, there) not in EXCEPTIONS:
            assert there in FLOORS, f"{module} imports {name}, the public face"
            assert (there == "errors" and here != "system") or FLOORS[there] < FLOORS[here], (
                f"{module} imports {name}"
            )


@pytest.mark.parametrize("module", [m for m in MODULES if package_of(m) == "certify"])
def test_certify_stands_alone(module: str) -> None:
    names = imported(ast.parse((ROOT / module).read_text(encoding="utf-8")))
    assert [n for n in names if n.startswith("checker") and not n.startswith("checker.certify")] == []


def test_the_map_names_every_package() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    packages = {p.name for p in CHECKER.iterdir() if (p / "__init__.py").is_file()}
    assert packages | {"errors", "plugin"} == set(FLOORS)
    assert {name for name in packages if f"**`checker/{name}`**" not in text} == set()
    for name in re.findall(r"`((?:checker|models|specs|tests)/[\w/.]+)`", text):
        assert (ROOT / name).exists() or name == "checker/games", name


def at_import(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements that run when a module is imported, without those for type checkers."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            continue
        yield statement
        for field in ("body", "orelse", "finalbody"):
            if isinstance(statement, ast.If | ast.Try | ast.With):
                waiting.extend(getattr(statement, field, []))


@pytest.mark.parametrize("module", [m for m in MODULES if package_of(m) in LIGHT])
def test_what_help_and_models_need_is_light(module: str) -> None:
    for statement in at_import(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            roots = {name.partition(".")[0] for name in imported(statement)}
            assert not roots & HEAVY, f"{module} imports {roots & HEAVY} when it is imported"
