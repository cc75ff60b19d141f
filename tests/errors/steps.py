"""Names that claims, norms and observers ask a step for, of rules and of arguments that no step has."""

from __future__ import annotations

import textwrap

from tests.errors.case import TOP, Case, error
from tests.errors.workspaces import workspace

HEAD = '''
class Toy(Game):
    """A toy."""

    turn: Player
    tally: int = integer(0, 3)
    taken: Set[Card]
    seen: bool = ghost(False)

    @action()
    def take(self, player: Player, card: Card):
        require(self.turn != player, card not in self.taken)
        self.turn = player
        self.taken.add(card)

    @state_based()
    def settle(self):
        require(self.tally < self.taken.size)
        self.tally += 1

    @event()
    def part(self):
        pass
'''


def toy(name: str, text: str, message: str, hint: str, command: str = "check") -> Case:
    """Return the case of a game with rules of several kinds, and what follows its rules."""
    told = error(message, hint)
    return Case(name, told, {"game.py": TOP + HEAD + text}, (command, "game.py"))


def stated(text: str) -> str:
    """Return a text as what follows the game."""
    return "\n\n" + textwrap.dedent(text).strip("\n") + "\n"


def method(text: str) -> str:
    """Return a text as the next methods of the game."""
    return "\n" + textwrap.indent(textwrap.dedent(text).strip("\n"), "    ") + "\n"


SETTLED_BY = stated("""
    @norm("X:1", ensures(after="take"), governs="taken")
    def who_takes_has(before: Toy, step: Step, after: Toy) -> tuple[bool, bool]:
        return step.rule == "tkae", after.taken.size > 0  # <--
    """)
WATCHES = method("""
    @observer
    def watch(self, before, step):
        if step.playr == before.turn:  # <--
            self.seen = True
    """)
NORM = "the norm 'who_takes_has' asks for the rule 'tkae', which toy has not"
OBSERVER = "the observer 'watch' asks a step for 'playr', and toy has no rule with such a parameter"

CORE = HEAD.replace("class Toy(Game):", "class Core(Game):").replace('"""A toy."""', "abstract = True")
GIVES = method("""
    @action()
    def give(self, player: Player):
        require(self.turn == player)
    """)
ABOUT_CORE = stated("""
    @transition()
    def turns(before: Core, step: Step, after: Core) -> bool:
        if step.rule == "give":
            return True
        return step.rule != "giv" or after.turn == before.turn  # <--
    """)

CASES = [
    *(
        toy(f"{command}_of_a_norm_that_misspells_a_rule", SETTLED_BY, NORM, "did you mean 'take'?", command)
        for command in ("contradictions", "check", "choices", "readings", "list")
    ),
    *(
        toy(f"{command}_of_an_observer_that_misspells", WATCHES, OBSERVER, "did you mean 'player'?", command)
        for command in ("check", "choices", "prove")
    ),
    toy(
        "an_observer_that_misspells_a_rule_in_a_helper",
        method("""
            @observer
            def watch(self, before, step):
                if self.is_a_take(step.rule):
                    self.seen = True

            def is_a_take(self, name):
                return name == "takes"  # <--
            """),
        "the observer 'watch' asks for the rule 'takes', which toy has not",
        "did you mean 'take'?",
    ),
    toy(
        "a_state_based_rule_as_the_rule_of_a_step",
        stated("""
        @transition()
        def settles(before: Toy, step: Step, after: Toy) -> bool:
            return step.rule != "settle" or after.tally > 0  # <--
        """),
        "the claim 'settles' asks for the rule 'settle', which is marked @state_based and no step by itself",
        'all state-based rules are one step, and its rule is "state_based"',
    ),
    toy(
        "an_event_as_the_rule_of_a_step",
        stated("""
        @transition()
        def settles(before: Toy, step: Step, after: Toy) -> bool:
            match step.rule:
                case "take" | "part":  # <--
                    return True
            return after.tally > 0
        """),
        "the claim 'settles' asks for the rule 'part', which is marked @event and no step by itself",
        "name what is taken: an action, a choice, or an automatic rule",
    ),
    toy(
        "a_norm_about_a_rule_that_there_is_not",
        stated("""
        @norm("X:1", obliges("take", before="tak"))
        def may_take(game: Toy) -> bool:  # <--
            return True
        """),
        "the norm 'may_take' speaks of the rule 'tak', which toy has not",
        "did you mean 'take'?",
        "choices",
    ),
    toy(
        "settled_after_a_rule_that_there_is_not",
        stated("""
        settled(Toy, "taken", after=("take", "taek"))  # <--
        """),
        "the field 'taken' is to be settled after the rule 'taek', which toy has not",
        "did you mean 'take'?",
        "contradictions",
    ),
    workspace(
        "coverage_of_a_core_that_no_game_fits",
        {
            "models/core.py": TOP + CORE,
            "models/toy.py": "from MODELS.core import *\n\n\nclass Toy(Core):\n    pass\n",
            "models/other.py": "from MODELS.core import *\n\n\nclass Other(Core):\n" + GIVES,
            "specs/toy.py": "from MODELS.core import *\n" + ABOUT_CORE,
        },
        error(
            "the claim 'turns' asks for the rule 'giv', which no game has",
            "did you mean 'give'?",
            "specs/toy.py:{line}",
        ),
        "coverage",
        "toy",
    ),
]
