from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from checker.errors import ModelError
from checker.judge.comparison.compare import Wish, compare
from checker.judge.comparison.parts import parts_of
from checker.judge.comparison.product import product_of
from checker.judge.comparison.searching import search_product
from checker.judge.comparison.sides import SideName, open_side
from checker.judge.workspace import Workspace
from tests.differential.test_random_games import REFUSALS
from tests.judge.comparison.naive import Naive
from tests.random_games.games import source_of_game

SHORT = 2_800
MOST_PAIRS = 400


class Silent:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None: ...

    def found(self, verdict: object) -> None: ...


def mutated(source: str, number: int) -> str:
    """Return a game with one line of one rule changed; as it is where there is none to change."""
    lines = source.splitlines()
    end = next((i for i, line in enumerate(lines) if line.startswith("    def over")), len(lines))
    start = next(i for i, line in enumerate(lines) if line.startswith("    def "))
    if number % 5 == 0 and end + 1 < len(lines):  # the game goes on
        lines[end + 1] = "        return False"
        return "\n".join(lines) + "\n"
    places = [i for i in range(start, end) if re.match(r"        +(require|self\.\w+ [-+]?= )", lines[i])]
    if places:
        place = random.Random(number).choice(places)
        indent = re.match(" *", lines[place])
        assert indent is not None
        lines[place] = f"{indent[0]}pass"
    return "\n".join(lines) + "\n"


def pairs_of_games(numbers: Iterator[int], folder: Path, games: int) -> Iterator[tuple[SideName, SideName]]:
    """Yield short random games and their mutants, those that are refused left out."""
    for number in numbers:
        source = source_of_game(number)
        if len(source) > SHORT:
            continue
        names = []
        for kind, text in (("game", source), ("mutant", mutated(source, number))):
            path = folder / f"{kind}_{number}.py"
            path.write_text(text, encoding="utf-8")
            names.append(SideName(str(path)))
        yield names[0], names[1]
        games -= 1
        if not games:
            return


def compared(numbers: Iterator[int], folder: Path, games: int) -> Counter[str]:
    """Compare games with their mutants in both ways; return how often each form of difference was found."""
    forms: Counter[str] = Counter()
    workspace = Workspace(folder)
    for first, second in pairs_of_games(numbers, folder, games):
        try:
            mine, theirs = open_side(workspace, first), open_side(workspace, second)
        except ModelError as error:
            if not any(words in str(error) for words in REFUSALS):
                raise
            continue
        parts = parts_of(mine.opened, theirs.opened)
        product = product_of(mine.opened, theirs.opened, parts)
        systems = (mine.opened.system, theirs.opened.system)
        searched = search_product(product, parts, systems)
        if searched.basis.states > MOST_PAIRS:
            continue
        naive = Naive(mine, theirs)
        found = {(f.form.value, f.rule, f.side): (f.count, f.length) for f in searched.found}
        assert found == {kind: (n, naive.lengths[kind]) for kind, n in naive.counts.items()}, first
        if not searched.basis.same and product.system.initial:
            assert searched.basis.states == naive.pairs
        # Whatever is told was replayed on both sides.
        told = compare(workspace, (first, second), Wish(claims=False), Silent())
        assert len(told.situations) == len(found)
        forms.update(f.form.value for f in searched.found)
        forms["games"] += 1
    return forms


@pytest.fixture(autouse=True)
def forget_models() -> Iterator[None]:
    known = set(sys.modules)
    yield
    for name in set(sys.modules) - known:
        if name.startswith("ruleproof_file_"):
            del sys.modules[name]


def test_a_mutated_game_differs_exactly_where_pairs_of_plain_states_do(tmp_path: Path) -> None:
    forms = compared(iter(range(10**6)), tmp_path, games=6)
    assert forms["games"] >= 4
    assert forms["outcome"]
    assert forms["one side"]


@pytest.mark.slow
def test_many_mutated_games_do(tmp_path: Path) -> None:
    forms = compared(iter(range(5_000, 10**6)), tmp_path, games=100)
    assert forms["games"] >= 60
    assert set(forms) >= {"outcome", "one side", "over", "start"}
