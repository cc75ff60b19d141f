from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema
import pytest

from checker import ModelError
from checker.judge.clauses import ClauseKind
from checker.judge.rulebook import Change, Rulebook, load_rulebook
from checker.judge.rulebook_file import schema_text
from checker.language.rules import shorten
from tests.judge.bad_rulebooks import BAD_INPUT, BASE, Bad

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "docs" / "reference" / "rulebook.schema.json"


@pytest.mark.parametrize("bad", BAD_INPUT, ids=[bad.name for bad in BAD_INPUT])
def test_bad_input_is_told_with_its_line_and_what_to_write(toy: Rulebook, bad: Bad) -> None:
    assert bad.old in BASE
    Path("rulebook.toml").write_text(BASE.replace(bad.old, bad.new, 1), encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        load_rulebook("rulebook.toml")
    assert str(caught.value) == f"rulebook.toml:{bad.line}: error: {bad.message}\n  {bad.hint}"


def test_a_file_that_is_not_there(toy: Rulebook) -> None:
    with pytest.raises(
        ModelError, match=r"nowhere\.toml:1: error: the rulebook nowhere\.toml cannot be read: No such"
    ):
        load_rulebook("nowhere.toml")


def test_a_file_in_another_encoding(toy: Rulebook) -> None:
    Path("rulebook.toml").write_bytes(BASE.replace("the stack", "il mazzo \u00e8").encode("latin-1"))
    with pytest.raises(ModelError) as caught:
        load_rulebook("rulebook.toml")
    assert (
        str(caught.value)
        == "rulebook.toml:18: error: rulebook.toml is not written in UTF-8\n  save it as UTF-8"
    )


# -- what a rulebook says ------------------------------------------------------------------------------


def test_a_small_rulebook(toy: Rulebook) -> None:
    assert list(toy.clauses) == ["A:1.1", "A:1.2/1", "A:1.2/2", "B:1.2"]
    assert [(e.tag, e.date, e.language) for e in toy.editions.values()] == [
        ("A", "2020-01-01", "en"),
        ("B", "spring of 2021", "it"),
    ]
    assert toy.clause("B:1.2").paraphrase == "The stack\n[is a stack]\nkey = of entries."
    assert toy.clause("B:1.2").kind is ClauseKind.DEFINITION
    assert [toy.clause(name).chapter for name in ("A:1.1", "B:1.2")] == ["1", "Beginning"]
    assert [(p.wins, p.over, p.clause, p.source.line) for p in toy.precedence] == [
        (("prohibitions",), ("permissions",), "A:1.1", 39),
        (("A:1.2",), ("B:1.2",), "A:1.1", 44),
    ]


def test_a_clause_that_is_split_is_put_together(toy: Rulebook) -> None:
    whole = toy.clause("A:1.2")
    assert (whole.id, whole.sentence, whole.source.line) == ("A:1.2", None, 24)
    assert whole.paraphrase == "The top entry resolves. An empty stack ends the step."
    assert whole.reason == ""  # one sentence is left out for a reason, the other is not
    assert [c.id for c in toy.check_citation("A:1.2", whole.source)] == ["A:1.2/1", "A:1.2/2"]


def test_a_renumbered_clause_needs_no_text_of_its_own(toy: Rulebook) -> None:
    Path("rulebook.toml").write_text(
        BASE.replace('paraphrase = "A player may pass."\n', ""), encoding="utf-8"
    )
    clause = load_rulebook("rulebook.toml").clause("A:1.1")
    assert clause.paraphrase == toy.clause("B:1.2").paraphrase
    assert clause.kind is ClauseKind.DEFINITION
    assert clause.became is not None
    assert (clause.became.how, clause.became.to) == (Change.RENUMBERED, ("B:1.2",))


@pytest.mark.parametrize(
    ("citation", "message", "hint"),
    [
        ("1.1", "'1.1' is no citation of a clause", "write 'A:1.1'"),
        ("1.2", "'1.2' is no citation of a clause", "write 'A:1.2' or 'B:1.2'"),
        ("A: 1.1", "'A: 1.1' is no citation of a clause", "write edition:number, such as 'A:1.1'"),
        ("C:1.1", "rulebook.toml has no edition 'C' for 'C:1.1'", "there are: A, B"),
        ("B:1.1", "rulebook.toml has no clause 'B:1.1'", "did you mean 'A:1.1'?"),
        ("A:1.2/3", "rulebook.toml has no clause 'A:1.2/3'", "did you mean 'A:1.2/2'?"),
        (
            "A:704.5v",
            "rulebook.toml has no clause 'A:704.5v'",
            "none of its 4 clauses of A has a number like that",
        ),
    ],
)
def test_a_citation_that_names_no_clause(toy: Rulebook, citation: str, message: str, hint: str) -> None:
    with pytest.raises(ModelError) as caught:
        toy.clause(citation)
    assert (caught.value.message, caught.value.hint) == (message, hint)


# -- the two games -------------------------------------------------------------------------------------

FORCE_OF_WILL = """
    103.3 104.1 104.2 104.4 312.1 312.2 312.3 502 503 504 505 503.4 505.5 505.5e 602.1a 602.1b 603.1 603.2
    603.3 603.4 602.1c 604 604.1 605.1a 605.1b 605.1c 701.2 702.3 702.3a 702.3b 702.3c 702.3d 702.3e 703.3
    704.2 705.1 705.1a 705.1b 705.2 705.2d 705.3 705.3a 706.2 710.1 711.2a 713.3 714.3 715.3d 716.2a 716.3
    716.3b 717.2b-2 718.2 802 803 804 805 806 807 803.6 901.1b 906.1 903.2a 903.2b 903.2c 903.2d 903.2e
    903.2f 903.2g 903.2h 903.2i 903.2j 903.2k 903.2l 903.2m 903.2n 903.2o 903.3a 906.5 906.5a 906.6 906.10
    907.2 907.3 910.3 911.1 1008.1 1008.2 1012.1 1024 1201 1201.1 1202 1203 1204 1205 1206 1207 1208
    1301.1a 1301.1b 1301.1c
"""

MAGIC = {
    "CR22": """
        117.1a 117.1d 405.6c 117.2a 117.2e 117.3a 117.3b 117.3c 117.3d 117.4 405.5 117.5 704.3 405.2 405.3
        405.4 603.3a 514.3 514.3a 603.3b 603.3d 603.4 603.5 603.8 608.2b 608.2g 608.2m 704.2 704.4 704.8
        712.4b 712.10a 603.3
    """,
    "CR24": """
        101.4 117.1a 120.3h 310.1 310.2 310.4a 310.4b 310.4c 310.6 310.7 310.8a 310.8b 310.8c 310.8d 310.8f
        310.8g 310.9 310.10 310.11a 310.11b 400.7 506.2 506.3e 506.3f 506.4 506.4c 508.1 508.1a 508.1b
        508.5 509.1a 608.2 608.2g 704.5d 704.5v 704.5w 704.5x 712.14a
    """,
    "CR26": "310.7 310.8 310.9b 310.12a 310.12b 704.5v 704.5w 704.5x 704.5y",
    "S-MTG": """
        bullet-1 bullet-2 bullet-3 bullet-4 bullet-5 bullet-6 bullet-7 bullet-8 310.1 310.2 310.3 310.4
        310.4a 310.4b 310.4c 310.5 310.6 310.7 310.8 310.8a 310.8b 310.8c 310.8d 310.8e 310.8f 310.8g 310.9
        310.10 310.11 310.11a 310.11b
    """,
    "WotC-R": "1 2 3 4 5",
}

RENUMBERED = """
    310.8>310.9 310.8a>310.9a 310.8b>310.9b 310.8c>310.9c 310.8d>310.9d 310.8e>310.9e 310.8f>310.9f
    310.8g>310.9g 310.9>310.10 310.10>310.11 310.11a>310.12a 310.11b>310.12b 704.5x>704.5y
"""


@pytest.fixture(scope="module")
def magic() -> Rulebook:
    return load_rulebook(ROOT / "specs" / "magic")


@pytest.fixture(scope="module")
def force_of_will() -> Rulebook:
    return load_rulebook(ROOT / "specs" / "force_of_will" / "rulebook.toml")


def test_every_clause_of_the_chase_is_there(force_of_will: Rulebook) -> None:
    numbers = FORCE_OF_WILL.split()
    assert len(numbers) == len(set(numbers)) == 102
    assert [force_of_will.clause(f"FOW12:{number}").number for number in numbers] == numbers
    assert list(force_of_will.editions) == ["S-FOW", "JoW", "FOW12"]
    assert [force_of_will.clause(f"S-FOW:{n}").chapter for n in (1, 7, 12)] == [
        "What the chase is",
        "Resolving",
        "The source of an entry",
    ]


def test_every_clause_of_battles_is_there(magic: Rulebook) -> None:
    named = {edition: numbers.split() for edition, numbers in MAGIC.items()}
    assert {edition: len(set(numbers)) for edition, numbers in named.items()} == {
        "CR22": 33,
        "CR24": 38,
        "CR26": 9,
        "S-MTG": 31,
        "WotC-R": 5,
    }
    for edition, numbers in named.items():
        assert [magic.clause(f"{edition}:{number}").number for number in numbers] == numbers
    assert set(magic.editions) == set(named)


def test_battles_were_renumbered_and_split_in_2026(magic: Rulebook) -> None:
    for pair in RENUMBERED.split():
        old, new = pair.split(">")
        became = magic.clause(f"CR24:{old}").became
        assert became is not None
        assert (became.edition, became.how) == ("CR26", Change.RENUMBERED)
        assert {magic.clause(to).whole for to in became.to} == {f"CR26:{new}"}
    for name, later in (
        ("CR24:310.7", ("CR26:310.7", "CR26:310.8")),
        ("CR24:704.5v", ("CR26:704.5v", "CR26:704.5w")),
    ):
        became = magic.clause(name).became
        assert became is not None
        assert (became.how, became.to) == (Change.CHANGED, later)


@pytest.mark.parametrize("game", ["magic", "force_of_will"])
def test_every_clause_is_told_at_the_line_it_stands_on(game: str, request: pytest.FixtureRequest) -> None:
    rulebook: Rulebook = request.getfixturevalue(game)
    path = ROOT / "specs" / game / "rulebook.toml"
    text = path.read_text(encoding="utf-8").splitlines()
    for clause in rulebook.clauses.values():
        assert clause.source.file == shorten(str(path))
        assert text[clause.source.line - 1] == f'[clause."{clause.id}"]'
        assert clause.paraphrase


# -- the reference, the schema and the weight ---------------------------------------------------------


def test_the_example_of_the_reference_loads(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "reference" / "rulebook.md").read_text(encoding="utf-8")
    (tmp_path / "rulebook.toml").write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    rulebook = load_rulebook(tmp_path)
    assert list(rulebook.clauses) == ["CR24:117.4/1", "CR24:117.4/2", "S-MTG:310.1", "CR24:101.2"]
    assert rulebook.clause("CR24:117.4").chapter == "Timing and priority"


def test_the_published_schema_is_fresh() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), (
        'write it anew: python -c "from checker.judge.rulebook_file import schema_text; '
        f"print(schema_text(), end='')\" > {shorten(str(SCHEMA))}"
    )


@pytest.mark.parametrize("game", ["magic", "force_of_will"])
def test_the_rulebooks_follow_the_schema(game: str) -> None:
    data = tomllib.loads((ROOT / "specs" / game / "rulebook.toml").read_text(encoding="utf-8"))
    plain = json.loads(json.dumps(data, default=datetime.date.isoformat))
    jsonschema.validate(plain, json.loads(SCHEMA.read_text(encoding="utf-8")))
    plain["clause"]["CR24:1"] = {"paraphrase": "x", "knd": "norm"}
    with pytest.raises(jsonschema.ValidationError, match="knd"):
        jsonschema.validate(plain, json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_pydantic_is_imported_only_when_a_rulebook_is_read() -> None:
    code = "import sys, checker, checker.judge.rulebook; sys.exit('pydantic' in sys.modules)"
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
