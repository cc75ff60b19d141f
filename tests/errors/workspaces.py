"""Workspaces: files that are not there or cannot be loaded, pyproject.toml, specs and rulebooks."""

from __future__ import annotations

import textwrap

from tests.errors.case import TOP, Case, error, model

TOY = (
    TOP
    + """\
class Toy(Game):
    turn: Player

    @action()
    def take(self, player: Player):
        require(self.turn != player)
        self.turn = player
"""
)

BOOK = """\
game = "Toy"

[edition.A]
title = "First"
date = 2020-01-01
source = "a book"

[clause."A:1.1"]
paraphrase = "A player takes the turn."
"""

CITING = TOY.replace("    turn: Player", '    rulebook = "toy"\n    turn: Player')


def workspace(name: str, files: dict[str, str], told: str, *arguments: str) -> Case:
    """Return the case of a workspace whose packages have names that no other case has."""
    models, specs = f"models_{name}", f"specs_{name}"
    every = {
        "pyproject.toml": f'[tool.ruleproof]\nmodels = "{models}"\nspecs = "{specs}"\n',
        "models/__init__.py": "",
        "models/toy.py": TOY,
        "specs/__init__.py": "",
        **files,
    }

    def own(text: str) -> str:
        return text.replace("models/", f"{models}/").replace("specs/", f"{specs}/").replace("MODELS", models)

    placed = {own(path): own(textwrap.dedent(text).lstrip("\n")) for path, text in every.items()}
    return Case(name, own(told), placed, arguments or ("check",))


def one_file(name: str, text: str, message: str, hint: str) -> Case:
    return Case(name, error(message, hint), {"game.py": text})


CASES = [
    one_file(
        "a_syntax_error",
        TOP + "class Toy(Game)  # <--\n    turn: Player\n",
        "this is not valid Python: expected ':'",
        "Python cannot read the file from this line on",
    ),
    one_file(
        "an_indentation_error",
        TOP + "class Toy(Game):\nturn: Player  # <--\n",
        "this is not valid Python: expected an indented block after class definition on line 27",
        "Python cannot read the file from this line on",
    ),
    one_file(
        "a_text_that_never_ends",
        TOP + 'RULES = """  # <--\nclass Toy(Game):\n',
        "this is not valid Python: unterminated triple-quoted string literal (detected at line 28)",
        "Python cannot read the file from this line on",
    ),
    one_file(
        "no_game",
        "x = 1  # <--\n",
        "this file defines no game",
        "write `class MyGame(Game):`; one that says `abstract = True` is no game to be checked",
    ),
    one_file(
        "an_abstract_game_alone",
        "from checker import Game  # <--\n\n\nclass Core(Game):\n    abstract = True\n    fair: bool\n",
        "this file defines no game",
        "write `class MyGame(Game):`; one that says `abstract = True` is no game to be checked",
    ),
    one_file(
        "an_unknown_module",
        "import chekcer  # <--\n",
        "there is no module 'chekcer' to import",
        "look at how it is spelled; a package of yours needs an `__init__.py`",
    ),
    one_file(
        "an_unknown_name_in_a_module",
        "from checker import Gaem  # <--\n",
        "there is no 'Gaem' in checker to import",
        "did you mean 'Game'?",
    ),
    one_file(
        "an_error_outside_of_functions",
        TOP + "LEVELS = 3 // 0  # <--\n",
        "the file cannot be loaded: ZeroDivisionError: integer division or modulo by zero",
        "what stands outside of functions runs as the file is loaded, and stops at this line",
    ),
    one_file(
        "an_end_of_the_program",
        TOP + "raise SystemExit(1)  # <--\n",
        "this line ends the program as the file is loaded",
        "take it out, or put it below `if __name__ == '__main__':`",
    ),
    one_file(
        "null_bytes",
        "x = '\0'  # <--\n",
        "this is not valid Python: source code string cannot contain null bytes",
        "Python cannot read the file from this line on",
    ),
    model(
        "a_rulebook_that_is_not_there",
        CITING.removeprefix(TOP).replace("class Toy(Game):", "class Toy(Game):  # <--"),
        "Toy names the rulebook 'toy', and there is no rulebook.toml",
        "write the file, or leave `rulebook` out",
    ),
    Case(
        "a_file_that_is_not_there",
        error("there is no file gaem.py", "did you mean 'game.py'?", ""),
        {"game.py": TOY},
        ("check", "gaem.py"),
    ),
    Case(
        "a_folder",
        error(
            "games is a folder, and no model file",
            "name a file in it, or run `ruleproof check` in the folder whose pyproject.toml names it",
            "",
        ),
        {"games/toy.py": TOY},
        ("check", "games/"),
    ),
    Case(
        "a_file_of_another_kind",
        error("game.txt is no Python file", "give a model file, or a game's name", ""),
        {"game.txt": TOY},
        ("check", "./game.txt"),
    ),
    Case(
        "a_file_of_another_kind_without_path",
        error("game.txt is no Python file", "give a model file, or a game's name", ""),
        {"game.txt": TOY},
        ("check", "game.txt"),
    ),
    workspace(
        "broken_toml",
        {
            "pyproject.toml": """
        [tool.ruleproof
        models = "models"
        """
        },
        error(
            "this is not valid TOML: expected ']' at the end of a table declaration",
            'texts stand in quotes, and tables in brackets: `[tool.ruleproof]`, `models = "models"`',
            "pyproject.toml:1",
        ),
    ),
    workspace(
        "broken_toml_further_down",
        {
            "pyproject.toml": """
        [tool.ruleproof]
        models = models
        """
        },
        error(
            "this is not valid TOML: invalid value",
            'texts stand in quotes, and tables in brackets: `[tool.ruleproof]`, `models = "models"`',
            "pyproject.toml:2",
        ),
    ),
    workspace(
        "an_unknown_key",
        {
            "pyproject.toml": """
        [tool.ruleproof]
        models = "models"
        spec = "specs"
        """
        },
        error("[tool.ruleproof] has no key 'spec'", "did you mean 'specs'?", "pyproject.toml:3"),
    ),
    workspace(
        "a_number_for_a_folder",
        {
            "pyproject.toml": """
        [tool.ruleproof]
        models = 3
        """
        },
        error(
            "models = 3 names no folder",
            'write the name of a folder beside this file: `models = "models"`',
            "pyproject.toml:2",
        ),
    ),
    workspace(
        "a_path_for_a_package",
        {
            "pyproject.toml": """
        [tool.ruleproof]
        models = "./my-models"
        """
        },
        error(
            "models = './my-models' cannot be imported as a Python package",
            "name a folder right beside this file, of letters, digits and underscores",
            "pyproject.toml:2",
        ),
    ),
    workspace(
        "no_table",
        {
            "pyproject.toml": """
        [tool]
        ruleproof = "models"
        """
        },
        error(
            "ruleproof = 'models' is no table",
            'write `[tool.ruleproof]` on a line of its own, and `models = "models"` below it',
            "pyproject.toml:2",
        ),
    ),
    workspace(
        "no_folder",
        {
            "pyproject.toml": """
        [tool.ruleproof]
        models = "modles"
        """
        },
        error(
            "there is no folder modles for models",
            'make it, or name the right one in pyproject.toml: `[tool.ruleproof]`, `models = "models"`',
            "pyproject.toml:2",
        ),
    ),
    workspace(
        "no_game_in_the_folder",
        {"models/toy.py": "x = 1\n"},
        error(
            "there is no game in the folder MODELS",
            "write `class MyGame(Game):` in a file of it, or check a file: `ruleproof check FILE.py`",
            "pyproject.toml:2",
        ),
    ),
    workspace(
        "two_games_of_a_name",
        {"models/again.py": TOY},
        error(
            "there are two games named 'toy'",
            "rename this class, or the one at models/again.py:27",
            "models/toy.py:27",
        ),
    ),
    workspace(
        "a_syntax_error_in_a_spec",
        {"specs/toy.py": "def (:  # <--\n"},
        error(
            "this is not valid Python: invalid syntax",
            "Python cannot read the file from this line on",
            "specs/toy.py:{line}",
        ),
    ),
    workspace(
        "a_claim_about_no_game",
        {
            "specs/toy.py": """
            from __future__ import annotations
            from checker.judge.claims import invariant


            @invariant()
            def fine(game: Tooy) -> bool:  # <--
                return True
            """
        },
        error(
            "the claim 'fine' is about 'Tooy', and there is no such game",
            "import the class of the game first",
            "specs/toy.py:{line}",
        ),
    ),
    workspace(
        "an_import_error_in_a_spec",
        {"specs/toy.py": "from MODELS.toy import Toi  # <--\n"},
        error("there is no 'Toi' in MODELS.toy to import", "did you mean 'Toy'?", "specs/toy.py:{line}"),
    ),
    workspace(
        "an_unknown_game", {}, error("there is no game 'toi'", "did you mean 'toy'?", ""), "check", "toi"
    ),
    workspace(
        "a_rulebook_that_was_not_written",
        {"models/toy.py": CITING.replace("class Toy(Game):", "class Toy(Game):  # <--")},
        error(
            "Toy names the rulebook 'toy', and there is no specs/toy/rulebook.toml",
            "write the file, or leave `rulebook` out",
            "models/toy.py:{line}",
        ),
    ),
    workspace(
        "a_broken_rulebook",
        {
            "models/toy.py": CITING,
            "specs/toy/__init__.py": "",
            "specs/toy/rulebook.toml": BOOK + "reason = because  # <--\n",
        },
        error(
            "this is not TOML: a value is missing, or a text has no quotes",
            'texts stand in quotes, lists in [ ], and ids with a colon in quotes: [clause."CR24:117.4"]',
            "specs/toy/rulebook.toml:{line}",
        ),
    ),
    workspace(
        "a_clause_twice",
        {
            "models/toy.py": CITING,
            "specs/toy/__init__.py": "",
            "specs/toy/rulebook.toml": BOOK + '\n[clause."A:1.1"]  # <--\nparaphrase = "Again."\n',
        },
        error(
            "there are two entries for the clause 'A:1.1'",
            "the first one is at specs/toy/rulebook.toml:8; join them, or give this one its own id",
            "specs/toy/rulebook.toml:{line}",
        ),
    ),
    workspace(
        "a_citation_of_no_clause",
        {
            "models/toy.py": CITING.replace("@action()", '@action(cites="A:1.2")').replace(
                "player: Player):", "player: Player):  # <--"
            ),
            "specs/toy/__init__.py": "",
            "specs/toy/rulebook.toml": BOOK,
        },
        error(
            "specs/toy/rulebook.toml has no clause 'A:1.2'", "did you mean 'A:1.1'?", "models/toy.py:{line}"
        ),
    ),
    workspace(
        "a_citation_in_a_claim",
        {
            "models/toy.py": CITING.replace("@action()", '@action(cites="A:1.1")'),
            "specs/toy/__init__.py": "",
            "specs/toy/claims.py": """
            from checker.judge.claims import invariant
            from MODELS.toy import Toy


            @invariant(cites='B:1.1')
            def fine(game: Toy) -> bool:  # <--
                return True
            """,
            "specs/toy/rulebook.toml": BOOK,
        },
        error(
            "specs/toy/rulebook.toml has no edition 'B' for 'B:1.1'",
            "there are: A",
            "specs/toy/claims.py:{line}",
        ),
    ),
    workspace(
        "a_citation_without_edition",
        {
            "models/toy.py": CITING.replace("@action()", '@action(cites="1.1")').replace(
                "player: Player):", "player: Player):  # <--"
            ),
            "specs/toy/__init__.py": "",
            "specs/toy/rulebook.toml": BOOK,
        },
        error("'1.1' is no citation of a clause", "write 'A:1.1'", "models/toy.py:{line}"),
    ),
    workspace(
        "a_citation_in_a_reading",
        {
            "models/toy.py": CITING.replace(
                "    turn: Player\n",
                '    turn: Player\n    who: str = reading("who?", nobody="A:1.1", all="A:9")  # <--\n',
            ),
            "specs/toy/__init__.py": "",
            "specs/toy/rulebook.toml": BOOK,
        },
        error(
            "specs/toy/rulebook.toml has no clause 'A:9'",
            "none of its 1 clauses of A has a number like that",
            "models/toy.py:{line}",
        ),
    ),
]
