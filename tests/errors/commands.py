"""Command lines: words that do not exist, numbers that cannot be, reports that cannot be read or written."""

from __future__ import annotations

from tests.errors.case import TOP, Case, error

TOY = (
    TOP
    + """\
class Toy(Game):
    turn: Player
    tally: int = integer(0, 3)
    stack: Stack[Entry] = stack(Entry, depth=scope(2, least=1, most=4))
    who: str = reading("who acts?", nobody="X:1", everybody="X:2")

    @action()
    def take(self, player: Player):
        require(self.turn != player)
        self.turn = player


@invariant()
def nobody_counts(game: Toy) -> bool:
    return game.tally == 0
"""
)


def command(name: str, told: str, words: str, **files: str) -> Case:
    return Case(name, told, {"game.py": TOY, **files}, tuple(words.split()))


CASES = [
    command(
        "an_unknown_command",
        error("there is no command 'chekc'; did you mean 'check'?", "`ruleproof --help` tells more", ""),
        "chekc",
    ),
    command(
        "an_unknown_flag",
        error("no such option '--scpoe'. Did you mean '--scope'?", "`ruleproof check --help` tells more", ""),
        "check game.py --scpoe players=2",
    ),
    command(
        "an_unknown_scope",
        error("toy has no scope 'player'", "did you mean 'players'?", ""),
        "check game.py --scope player=2",
    ),
    command(
        "a_scope_of_zero",
        error(
            "the scope 'players' may be from 2 to 3, and 0 is asked for", "try --scope players=2", "game.py:8"
        ),
        "check game.py --scope players=0",
    ),
    command(
        "a_scope_of_a_million",
        error(
            "the scope 'stack' may be from 1 to 4, and 1000000 is asked for",
            "try --scope stack=4",
            "game.py:30",
        ),
        "check game.py --scope stack=1000000",
    ),
    command(
        "a_scope_below_zero",
        error(
            "the scope 'stack' may be from 1 to 4, and -1 is asked for", "try --scope stack=1", "game.py:30"
        ),
        "check game.py --scope stack=-1",
    ),
    command(
        "a_scope_that_is_no_number",
        error(
            "invalid value for '--scope': players is a whole number, not 'two'",
            "`ruleproof check --help` tells more",
            "",
        ),
        "check game.py --scope players=two",
    ),
    command(
        "a_scope_without_number",
        error(
            "invalid value for '--scope': write NAME=N, such as players=3, not 'players'",
            "`ruleproof check --help` tells more",
            "",
        ),
        "check game.py --scope players",
    ),
    command(
        "a_scope_twice",
        error(
            "invalid value for '--scope': players is given twice, as 2 and as 3",
            "`ruleproof check --help` tells more",
            "",
        ),
        "check game.py --scope players=2 --scope players=3",
    ),
    command(
        "an_unknown_reading",
        error("toy has no reading 'whom'", "did you mean 'who'?", ""),
        "check game.py --reading whom=nobody",
    ),
    command(
        "an_unknown_option",
        error("the reading 'who' has no option 'nobdy'", "did you mean 'nobody'?", ""),
        "check game.py --reading who=nobdy",
    ),
    command(
        "a_reading_without_option",
        error(
            "invalid value for '--reading': write NAME=OPTION, such as edition=CR26, not 'who'",
            "`ruleproof check --help` tells more",
            "",
        ),
        "check game.py --reading who",
    ),
    command(
        "an_unknown_property",
        error("there is no property 'nobody_count'", "did you mean 'nobody_counts'?", ""),
        "check game.py --property nobody_count",
    ),
    command(
        "an_unknown_engine",
        error(
            (
                "invalid value for '--engine': 'prover' is not one of auto, explicit, symbolic, "
                "prove; did you mean 'prove'?"
            ),
            "`ruleproof check --help` tells more",
            "",
        ),
        "check game.py --engine prover",
    ),
    command(
        "too_many_processes",
        error(
            "invalid value for '--jobs': it is a whole number from 0 to 64, not 1000",
            "`ruleproof readings --help` tells more",
            "",
        ),
        "readings game.py --jobs 1000",
    ),
    command(
        "half_a_process",
        error(
            "invalid value for '--jobs': it is a whole number from 0 to 64, not '1.5'",
            "`ruleproof readings --help` tells more",
            "",
        ),
        "readings game.py --jobs 1.5",
    ),
    command(
        "plays_of_no_length",
        error(
            "invalid value for '--depth': it is a whole number from 0 on, not -1",
            "`ruleproof export --help` tells more",
            "",
        ),
        "export game.py --to smtlib --depth -1",
    ),
    command(
        "a_page_as_reports",
        error(
            "invalid value for '--out': it is a folder, or a file that ends in .json or .md, not 'a.html'; "
            "did you mean `--write html=a.html`?",
            "`ruleproof check --help` tells more",
            "",
        ),
        "check game.py --out a.html",
    ),
    command(
        "an_unknown_format",
        error(
            (
                "invalid value for '--format': 'jsn' is not one of text, json, markdown, html, lines, junit, "
                "sarif, github, summary, itf, dot, mermaid, graphml; did you mean 'json'?"
            ),
            "`ruleproof check --help` tells more",
            "",
        ),
        "check game.py --format jsn",
    ),
    command(
        "no_time",
        error(
            "invalid value for '--timeout': it is a number above 0, not 0",
            "`ruleproof check --help` tells more",
            "",
        ),
        "check game.py --timeout 0",
    ),
    command(
        "a_time_that_is_no_number",
        error(
            "invalid value for '--timeout': it is a number above 0, not 'soon'",
            "`ruleproof check --help` tells more",
            "",
        ),
        "check game.py --timeout soon",
    ),
    command(
        "a_report_that_is_not_there",
        error(
            "the report 'nowhere.json' cannot be replayed: no such file or directory",
            "give the .json file of a report that `ruleproof check --out` wrote",
            "",
        ),
        "replay nowhere.json",
    ),
    command(
        "a_report_that_is_a_folder",
        error(
            "the report '.' cannot be replayed: is a directory",
            "give the .json file of a report that `ruleproof check --out` wrote",
            "",
        ),
        "replay .",
    ),
    command(
        "a_report_that_is_no_json",
        error(
            "this is not JSON: expecting value",
            "give the .json file of a report, not its .md page",
            "page.md:1",
        ),
        "replay page.md",
        **{"page.md": "# A page\n"},
    ),
    command(
        "a_report_that_is_none",
        error(
            "the report 'other.json' cannot be replayed: it is not a report",
            "give the .json file of a report that `ruleproof check --out` wrote",
            "",
        ),
        "replay other.json",
        **{"other.json": '{"name": "x"}\n'},
    ),
    command(
        "a_report_that_is_a_list",
        error(
            "the report 'other.json' cannot be replayed: it is not a report",
            "give the .json file of a report that `ruleproof check --out` wrote",
            "",
        ),
        "replay other.json",
        **{"other.json": "[]\n"},
    ),
    command(
        "show_without_game",
        error("missing argument 'GAME|PATH'", "`ruleproof show --help` tells more", ""),
        "show",
    ),
    command(
        "show_an_unknown_scope",
        error("toy has no scope 'player'", "did you mean 'players'?", ""),
        "show game.py --scope player=2",
    ),
    command(
        "list_an_unknown_file",
        error("there is no file gaem.py", "did you mean 'game.py'?", ""),
        "list gaem.py",
    ),
]
