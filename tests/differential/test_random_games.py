from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, islice

import pytest

from checker.errors import ModelError
from checker.explore.compiled import CompiledEngine
from checker.explore.symbolic import SymbolicEngine
from tests.differential.engines import Trial
from tests.random_games.games import load_game, source_of_game

ENGINES = [
    engine
    for engine in (CompiledEngine(), SymbolicEngine(), SymbolicEngine(tuned=False))
    if not engine.unavailable()
]

CHUNKS, GAMES, MOST_STATES = 6, 50, 100

SHORT = 3_200
"""Characters of a game that the default tests take; the longer half would take most of their time."""

# What a random game may be refused for; everything else that is said against one is a fault of the tool.
REFUSALS = ("cannot be set up", "goes wrong at the start", "combinations of choices", "is outside the range")


def short_games(first: int) -> Iterator[int]:
    """Yield the numbers of the short games from a number on."""
    return (number for number in count(first) if len(source_of_game(number)) <= SHORT)


def trials(numbers: Iterable[int], folder) -> Iterator[Trial]:
    """Yield games of these numbers that are neither refused nor too large; seldom is one left out."""
    left_out = 0
    for place, number in enumerate(numbers):
        trial = Trial(load_game(number, folder), MOST_STATES)
        try:
            complete = trial.explored.complete
        except ModelError as error:
            if not any(words in str(error) for words in REFUSALS):
                raise
            complete = False
        if complete:
            yield trial
        else:
            left_out += 1
            assert left_out <= 2 + place // 8


def compare(numbers: Iterable[int], folder, *, part: int = 1) -> tuple[Counter[str], Counter[str]]:
    """Compare games of these numbers; return how many have each kind of rule happen, and how proofs came out.

    Every game is searched by the plain engine and naively, and one claim is proved. Of ``part`` games in a
    row, the one with rules of the most kinds is walked state by state, searched by all engines, and has all
    its claims proved.
    """
    happened: Counter[str] = Counter()
    proofs: Counter[str] = Counter()
    games = islice(trials(numbers, folder), GAMES)
    while together := list(islice(games, part)):
        walked = max(together, key=lambda trial: len({r.kind for r in trial.schema.rules.values()}))
        for trial in together:
            if trial is walked:
                trial.walk()
                happened.update(trial.happened)
                trial.search(*ENGINES)
                proofs.update(trial.prove(seconds=1.0))
            else:
                trial.search()
                proofs.update(trial.prove(seconds=1.0, most=1))
    return happened, proofs


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_all_ways_to_an_answer_agree(chunk, tmp_path):
    happened, proofs = compare(short_games(10_000 * chunk), tmp_path, part=4)
    assert happened["action"] >= GAMES // 8
    assert len(happened) >= 4, "rules of four kinds happen in the games that were walked"
    assert proofs["proved"] + proofs["refuted"] >= GAMES // 3
    assert proofs["refuted"]


@pytest.mark.slow
@pytest.mark.parametrize("pair", range(10))
def test_all_ways_to_an_answer_agree_on_more_games(pair, tmp_path):
    happened, proofs = Counter[str](), Counter[str]()
    for chunk in (2 * pair, 2 * pair + 1):
        more_happened, more_proofs = compare(count(1_000_000 + 10_000 * chunk), tmp_path)
        happened += more_happened
        proofs += more_proofs
    assert {"action", "automatic", "state-based", "choice", "triggered", "replaces"} <= happened.keys()
    assert proofs["proved"]
    assert proofs["refuted"]


FORMS = {
    r"@choice\(": 30, r"@automatic\(": 100, r"@state_based\(": 60, r"@triggered\(": 30, r"@event\(": 60,
    r"@replaces\(": 50, r"@as_enters\(": 30, r"@observer": 60, r"@start\(": 40, r"@assumed\(": 15,
    r"between_actions\(": 50, r"over\(self\)": 40, r"= chosen\(": 100, r"one_of\(": 60, r"reading\(": 30,
    r"= ghost\(": 60, r"Map\[": 80, r"Set\[": 60, r"Stack\[": 40, r"Queue\[": 40, r"Bag\[": 60,
    r": Maybe\[": 80, r"Moment": 80, r"now\(\)": 60, r"for v\d+ in": 60, r"match ": 35, r"while ": 20,
    r"some\(": 80, r"every\(": 80, r"where\(": 60, r"count\(": 25, r"implies\(": 30, r"set_of\(": 60,
    r"\.find\(": 20, r"\.replace\(": 5, r"dataclasses\.replace\(": 5, r"next_in_game": 35, r"\.opponents": 40,
    r"in_turn_order": 40, r"(first|next)_who": 20, r"self\.in_game\.(discard|add|clear)": 15,
    r"may\(|may_act": 60, r"\+= ": 60, r"    require\(.*\)\n    \n": 60,
}  # fmt: skip


def test_random_games_use_every_form_of_the_language():
    found: Counter[str] = Counter()
    for chunk in range(CHUNKS):
        for number in islice(short_games(10_000 * chunk), GAMES):
            _, text = source_of_game(number).split("class Random(Game):")
            found.update(form for form in FORMS if re.search(form, text))
    assert {form: found[form] for form, least in FORMS.items() if found[form] < least} == {}
