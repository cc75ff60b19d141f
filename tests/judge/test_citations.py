from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import Game, ModelError, action, between_actions, reading
from checker.judge.claims import claims_of, invariant
from checker.judge.rulebook import Citation, Rulebook, check_citations, coverage, load_rulebook
from checker.system.model import Source


class Toy(Game):
    first: str = reading("which rule", one="A:1.1", other="A:1.2/2")
    open: bool = True
    procedure = between_actions(cites="B:1.2")

    @action(cites="A:1.2")
    def close(self) -> None:
        self.open = False


class Wrong(Toy):
    second: str = reading("which rule", one="A:1.1", other="A:1.9")


@invariant(cites="A:1.1")
def always_open(game: Toy) -> bool:
    return game.open


def test_who_cites_what(toy: Rulebook) -> None:
    cited = check_citations(toy, Toy.rules(), Toy.procedure, Toy.readings(), claims_of(Toy))
    assert {id_: [str(citation) for citation in citations] for id_, citations in cited.items()} == {
        "A:1.2/1": ["rule close"],
        "A:1.2/2": ["rule close", "reading first=other"],
        "B:1.2": ["procedure"],
        "A:1.1": ["reading first=one", "claim always_open"],
    }
    place = Path(cited["A:1.1"][1].source.file)
    assert (place.name, cited["A:1.1"][1].source) == (Path(__file__).name, claims_of(Toy)[0].source)
    stale = [row.clause.id for chapter in coverage(toy, cited) for row in chapter.rows if row.is_stale]
    assert stale == ["A:1.2/2"]


def test_a_wrong_citation_is_told_at_its_place(toy: Rulebook) -> None:
    line = next(
        number
        for number, text in enumerate(Path(__file__).read_text(encoding="utf-8").splitlines(), start=1)
        if text.lstrip().startswith("second: str = reading(")
    )
    with pytest.raises(ModelError) as caught:
        check_citations(toy, {}, None, Wrong.readings(), [])
    source = caught.value.source
    assert source is not None
    assert (Path(source.file).name, source.line) == (Path(__file__).name, line)
    assert caught.value.message == "rulebook.toml has no clause 'A:1.9'"
    assert caught.value.hint == "did you mean 'A:1.2'?"


COVERED = """\
game = "Toy"
[edition.A]
title = "First"
date = 2020-01-01
source = "a book"
[edition.B]
title = "Second"
date = 2021-01-01
source = "a book"
[clause."A:1"]
kind = "definition"
paraphrase = "The parts of 1."
[clause."A:1.1"]
became = { edition = "B", how = "kept", to = ["1.1"] }
[clause."A:1.2"]
paraphrase = "Changed."
became = { edition = "B", how = "changed", to = ["1.2"] }
[clause."A:2"]
paraphrase = "No definition."
[clause."A:2.1"]
paraphrase = "Cited."
[clause."B:1.1/1"]
paraphrase = "One."
[clause."B:1.1/2"]
paraphrase = "Two."
[clause."B:1.2"]
paraphrase = "Changed indeed."
reason = "Left out."
[clause."B:3"]
paraphrase = "What is forbidden is not done."
[[precedence]]
wins = ["prohibitions"]
over = ["permissions"]
clause = "B:3"
"""


@pytest.mark.parametrize(
    ("cited", "through", "holes"),
    [
        ({}, {}, ["A:1", "A:1.1", "A:1.2", "A:2", "A:2.1", "B:1.1/1", "B:1.1/2"]),
        ({"B:1.1/1": ["x"]}, {}, ["A:1", "A:1.1", "A:1.2", "A:2", "A:2.1", "B:1.1/2"]),
        ({"A:1.1": ["x"]}, {"B:1.1/1": "A:1.1", "B:1.1/2": "A:1.1"}, ["A:1", "A:1.2", "A:2", "A:2.1"]),
        (
            {"B:1.1/1": ["x"], "B:1.1/2": ["x"], "A:1.2": ["x"], "A:2.1": ["x"]},
            {"A:1": "its parts", "A:1.1": "B:1.1"},
            ["A:2"],
        ),
    ],
)
def test_coverage(
    toy: Rulebook, cited: dict[str, list[str]], through: dict[str, str], holes: list[str]
) -> None:
    Path("rulebook.toml").write_text(COVERED, encoding="utf-8")
    by_claim = {
        id_: [Citation("claim", name, Source("", 0)) for name in names] for id_, names in cited.items()
    }
    chapters = coverage(load_rulebook("rulebook.toml"), by_claim)
    rows = [row for chapter in chapters for row in chapter.rows]
    assert {row.clause.id: row.through for row in rows if row.through} == {
        "B:3": "a stated precedence",
        **through,
    }
    assert [row.clause.id for chapter in chapters for row in chapter.holes] == holes
    assert [row.clause.id for row in rows if row.reason] == ["B:1.2"]


KNOWN = load_rulebook(Path(__file__).resolve().parents[2] / "specs" / "magic")


@given(text=st.text(alphabet="CRSMTG246:0178.abvw/-", max_size=14) | st.sampled_from(sorted(KNOWN.clauses)))
def test_a_citation_is_taken_exactly_if_it_names_a_clause(text: str) -> None:
    if text in KNOWN.clauses or any(clause.whole == text for clause in KNOWN.clauses.values()):
        found = KNOWN.check_citation(text, None)
        assert all(text in (clause.id, clause.whole) for clause in found)
    else:
        with pytest.raises(ModelError) as caught:
            KNOWN.check_citation(text, None)
        assert caught.value.hint
