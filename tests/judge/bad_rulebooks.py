"""A small rulebook, and what can be wrong with it: data for the tests."""

from __future__ import annotations

from typing import NamedTuple


class Bad(NamedTuple):
    """The small rulebook with ``old`` replaced by ``new``, and the error that is expected."""

    name: str
    old: str
    new: str
    line: int
    message: str
    hint: str


TOML_HINT = 'texts stand in quotes, lists in [ ], and ids with a colon in quotes: [clause."CR24:117.4"]'
EMPTY_HINT = "write what belongs there, or leave the key out if it may be left out"

BASE = '''\
game = "Toy"

[edition.A]
title = "First"
date = 2020-01-01
source = "a book"

[edition.B]
title = "Second"
date = "spring of 2021"
source = "an article"
language = "it"

[edition.B.chapters]
1 = "Beginning"

[glossary.it]
"pila" = "the stack"

[clause."A:1.1"]
paraphrase = "A player may pass."
became = { edition = "B", how = "renumbered", to = ["1.2"] }

[clause."A:1.2/1"]
paraphrase = "The top entry resolves."

[clause."A:1.2/2"]
paraphrase = "An empty stack ends the step."
reason = "Steps are left out."

[clause."B:1.2"]
kind = "definition"
paraphrase = """
The stack
[is a stack]
key = of entries."""
terms = ["pila"]

[[precedence]]
wins = ["prohibitions"]
over = ["permissions"]
clause = "A:1.1"

[[precedence]]
wins = ["A:1.2"]
over = ["B:1.2"]
clause = "A:1.1"
'''

BAD_INPUT = (
    Bad(
        "broken TOML",
        'title = "First"',
        "title = First",
        4,
        "this is not TOML: a value is missing, or a text has no quotes",
        TOML_HINT,
    ),
    Bad(
        "text without end",
        '"A player may pass."',
        '"A player may pass.',
        21,
        "this is not TOML: a text is not closed on its line",
        TOML_HINT,
    ),
    Bad(
        "text without end in the last line",
        'over = ["B:1.2"]\nclause = "A:1.1"\n',
        'over = ["B:1.2"',
        46,
        "this is not TOML: unclosed array",
        TOML_HINT,
    ),
    Bad(
        "id without quotes",
        '[clause."A:1.1"]',
        "[clause.A:1.1]",
        20,
        "this is not TOML: expected ']' at the end of a table declaration",
        TOML_HINT,
    ),
    Bad(
        "duplicate clause",
        '[clause."B:1.2"]',
        '[clause."A:1.1"]\nparaphrase = "Again."\n\n[clause."B:1.2"]',
        31,
        "there are two entries for the clause 'A:1.1'",
        "the first one is at rulebook.toml:20; join them, or give this one its own id",
    ),
    Bad(
        "duplicate edition",
        "[edition.B]",
        "[edition.'A']",
        8,
        "there are two entries for the edition 'A'",
        "the first one is at rulebook.toml:3; join them, or give this one its own id",
    ),
    Bad(
        "duplicate key",
        'source = "a book"',
        'source = "a book"\nsource = "another"',
        7,
        "this is not TOML: this key was written before",
        TOML_HINT,
    ),
    Bad("no game", 'game = "Toy"', "", 1, "the rulebook has no `game`", "write `game`: The game's name."),
    Bad(
        "no editions",
        BASE[BASE.index("[edition.A]") : BASE.index("[glossary")],
        "",
        1,
        "the rulebook has no `edition`",
        "write `edition`: The texts of the rules by tag, each as a table `[edition.TAG]`.",
    ),
    Bad(
        "no clauses",
        BASE[BASE.index("[clause") :],
        "",
        1,
        "the rulebook has no `clause`",
        'write `clause`: The clauses by id, each as a table `[clause."TAG:NUMBER"]`.',
    ),
    Bad(
        "unknown table",
        "[glossary.it]",
        "[glosary.it]",
        17,
        "the rulebook has an unknown key 'glosary'",
        "did you mean 'glossary'?",
    ),
    Bad(
        "unknown key of a clause",
        'kind = "definition"',
        'knd = "definition"',
        32,
        "the clause 'B:1.2' has an unknown key 'knd'",
        "did you mean 'kind'?",
    ),
    Bad(
        "unknown key of an edition",
        'source = "an article"',
        'origin = "an article"',
        11,
        "the edition 'B' has an unknown key 'origin'",
        "there are: chapters, date, language, numbering, source, title",
    ),
    Bad(
        "unknown key of what it became",
        'how = "renumbered"',
        'how = "renumbered", when = "now"',
        22,
        "`became` of the clause 'A:1.1' has an unknown key 'when'",
        "there are: edition, how, to",
    ),
    Bad(
        "unknown key of a precedence",
        'over = ["B:1.2"]',
        'against = ["B:1.2"]\nover = ["B:1.2"]',
        46,
        "precedence 2 has an unknown key 'against'",
        "there are: clause, over, wins",
    ),
    Bad(
        "edition without title",
        'title = "Second"\n',
        "",
        8,
        "the edition 'B' has no `title`",
        "write `title`: What the text is called.",
    ),
    Bad(
        "edition without date",
        "date = 2020-01-01\n",
        "",
        3,
        "the edition 'A' has no `date`",
        "write `date`: The day from which it holds, such as 2024-10-02, or a text where no day is known.",
    ),
    Bad(
        "date of a wrong type",
        "date = 2020-01-01",
        "date = 2020",
        5,
        "`date` of the edition 'A' cannot be 2020",
        "write a date such as 2024-10-02, or a text where no day is known",
    ),
    Bad(
        "language of a wrong form",
        'language = "it"',
        'language = "Italian"',
        12,
        "`language` of the edition 'B' cannot be 'Italian'",
        "write a code of two or three letters, such as 'en' or 'it'",
    ),
    Bad(
        "empty title", 'title = "First"', 'title = "  "', 4, "`title` of the edition 'A' is empty", EMPTY_HINT
    ),
    Bad(
        "wrong kind",
        'kind = "definition"',
        'kind = "rule"',
        32,
        "`kind` of the clause 'B:1.2' cannot be 'rule'",
        "write 'norm', 'definition' or 'example'",
    ),
    Bad(
        "paraphrase of a wrong type",
        '"The top entry resolves."',
        "7",
        25,
        "`paraphrase` of the clause 'A:1.2/1' cannot be 7",
        "write a text in quotes",
    ),
    Bad(
        "terms of a wrong type",
        'terms = ["pila"]',
        'terms = "pila"',
        37,
        "`terms` of the clause 'B:1.2' cannot be 'pila'",
        'write a list, such as ["one", "two"]',
    ),
    Bad(
        "empty terms",
        'terms = ["pila"]',
        "terms = []",
        37,
        "`terms` of the clause 'B:1.2' is empty",
        EMPTY_HINT,
    ),
    Bad(
        "clause that is no table",
        '[clause."A:1.1"]',
        '[clause]\n"A:9" = "a clause"\n\n[clause."A:1.1"]',
        21,
        "`A:9` of `clause` cannot be 'a clause'",
        "write a table",
    ),
    Bad(
        "glossary without a language",
        '[glossary.it]\n"pila"',
        '[glossary]\n"pila"',
        18,
        "`pila` of `glossary` cannot be 'the stack'",
        "write `[glossary.en]`, with the language's code, above the words",
    ),
    Bad(
        "missing paraphrase",
        'paraphrase = "The top entry resolves."\n',
        "",
        24,
        "the clause 'A:1.2/1' has no paraphrase",
        "write `paraphrase`: what it says, in English and in your own words",
    ),
    Bad(
        "empty paraphrase",
        '"The top entry resolves."',
        '""',
        25,
        "`paraphrase` of the clause 'A:1.2/1' is empty",
        EMPTY_HINT,
    ),
    Bad(
        "missing paraphrase of a changed clause",
        'paraphrase = "A player may pass."\nbecame = { edition = "B", how = "renumbered"',
        'became = { edition = "B", how = "changed"',
        20,
        "the clause 'A:1.1' has no paraphrase",
        "write `paraphrase`: what it says, in English and in your own words",
    ),
    Bad(
        "empty reason",
        '"Steps are left out."',
        '""',
        29,
        "`reason` of the clause 'A:1.2/2' is empty",
        EMPTY_HINT,
    ),
    Bad(
        "id without a colon",
        '"A:1.2/1"',
        '"A 1.2"',
        24,
        "'A 1.2' is no clause id",
        "write edition:number or edition:number/sentence",
    ),
    Bad(
        "id with sentence 0",
        '"A:1.2/1"',
        '"A:1.2/0"',
        24,
        "'A:1.2/0' is no clause id",
        "write edition:number or edition:number/sentence",
    ),
    Bad(
        "unknown edition",
        '[clause."B:1.2"]',
        '[clause."C:1.2"]',
        31,
        "the clause 'C:1.2' is of an unknown edition 'C'",
        "there are: A, B",
    ),
    Bad(
        "gap in the sentences",
        '"A:1.2/2"',
        '"A:1.2/3"',
        24,
        "the sentences of the clause 'A:1.2' are numbered 1, 3",
        "number them 1, 2, ..., or write the clause whole",
    ),
    Bad(
        "a single sentence",
        '[clause."A:1.2/2"]',
        '[clause."A:1.3"]',
        24,
        "the sentences of the clause 'A:1.2' are numbered 1",
        "number them 1, 2, ..., or write the clause whole",
    ),
    Bad(
        "whole and by sentences",
        '[clause."B:1.2"]',
        '[clause."A:1.2"]\nparaphrase = "All."\n\n[clause."B:1.2"]',
        31,
        "the clause 'A:1.2' is written whole and by sentences",
        "keep one of the two; 'A:1.2/1' stands at rulebook.toml:24",
    ),
    Bad(
        "became in an unknown edition",
        'edition = "B", how',
        'edition = "BB", how',
        22,
        "the clause 'A:1.1' is said to have become something in an unknown edition 'BB'",
        "did you mean 'B'?",
    ),
    Bad(
        "became in its own edition",
        'edition = "B", how',
        'edition = "A", how',
        22,
        "the clause 'A:1.1' is said to have become something in its own edition 'A'",
        "there are: B",
    ),
    Bad(
        "became an unknown clause",
        'to = ["1.2"] }',
        'to = ["1.3"] }',
        22,
        "the clause 'A:1.1' is said to have become 'B:1.3', which is no clause here",
        "did you mean 'B:1.2'?",
    ),
    Bad(
        "became nothing",
        ', to = ["1.2"] }',
        " }",
        22,
        "the clause 'A:1.1' is said to be renumbered, but not what it became",
        'write `to = ["NUMBER"]`',
    ),
    Bad(
        "gone and yet something",
        'how = "renumbered"',
        'how = "gone"',
        22,
        "the clause 'A:1.1' is said to be gone and to have become '1.2'",
        "leave `to` out for a clause that is gone",
    ),
    Bad(
        "wrong change",
        'how = "renumbered"',
        'how = "moved"',
        22,
        "`how` of `became` of the clause 'A:1.1' cannot be 'moved'",
        "write 'kept', 'renumbered', 'changed' or 'gone'",
    ),
    Bad(
        "became in a circle",
        'terms = ["pila"]',
        'terms = ["pila"]\nbecame = { edition = "A", how = "renumbered", to = ["1.1"] }',
        22,
        "the clause 'A:1.1' is said to have become a clause that has become 'A:1.1' again",
        "say what became of a clause at the earlier one only",
    ),
    Bad(
        "unknown term",
        'terms = ["pila"]',
        'terms = ["pila", "pilla"]',
        37,
        "the term 'pilla' of the clause 'B:1.2' does not stand in `[glossary.it]`",
        "did you mean 'pila'?",
    ),
    Bad(
        "term of another language",
        'paraphrase = "The top entry resolves."',
        'paraphrase = "The top entry resolves."\nterms = ["pila"]',
        26,
        "the term 'pila' of the clause 'A:1.2/1' does not stand in `[glossary.en]`",
        "there are none",
    ),
    Bad(
        "unused term",
        'terms = ["pila"]\n',
        "",
        18,
        "no clause uses the term 'pila' of `[glossary.it]`",
        "name it in the `terms` of a clause of an edition in that language, or strike it",
    ),
    Bad(
        "chapter without clause",
        '1 = "Beginning"',
        '2 = "Middle"',
        15,
        "the chapter '2' of the edition 'B' has no clause",
        "there are: 1",
    ),
    Bad(
        "precedence of an unknown clause",
        'wins = ["A:1.2"]',
        'wins = ["A:1.2/3"]',
        45,
        "`wins` of precedence 2: rulebook.toml has no clause 'A:1.2/3'",
        "did you mean 'A:1.2/2'? (or write one of: card text, permissions, prohibitions, rules)",
    ),
    Bad(
        "precedence over an unknown clause",
        'over = ["B:1.2"]',
        'over = ["B:1.7"]',
        46,
        "`over` of precedence 2: rulebook.toml has no clause 'B:1.7'",
        "did you mean 'B:1.2'? (or write one of: card text, permissions, prohibitions, rules)",
    ),
    Bad(
        "precedence by an unknown clause",
        'over = ["B:1.2"]\nclause = "A:1.1"',
        'over = ["B:1.2"]\nclause = "rules"',
        47,
        "`clause` of precedence 2: 'rules' is no citation of a clause",
        "write edition:number, such as 'A:1.1'",
    ),
    Bad(
        "precedence over itself",
        'over = ["B:1.2"]',
        'over = ["A:1.2"]',
        44,
        "precedence 2 lets 'A:1.2' win over itself",
        "name different clauses in `wins` and `over`",
    ),
)
