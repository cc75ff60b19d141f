"""Claims: what they are about, what they return, and what they name."""

from __future__ import annotations

import textwrap

from tests.errors.case import Case, model

GAME = '''
class Toy(Game):
    """A toy."""

    turn: Player
    tally: int = integer(0, 3)
    stack: Stack[Entry] = stack(Entry, depth=2)
    lost: int = ghost(integer(0, 2))
    who: str = reading("who acts?", nobody="X:1", everybody="X:2")

    @action()
    def take(self, player: Player):
        require(self.turn != player)
        self.turn = player

    def over(self):
        return self.tally == 3


'''


def claim(name: str, text: str, message: str, hint: str) -> Case:
    return model(name, GAME + textwrap.dedent(text).strip("\n") + "\n", message, hint)


CASES = [
    claim(
        "a_claim_without_parameter",
        """
        @invariant()
        def small() -> bool:  # <--
            return True
        """,
        "the claim 'small' takes no game",
        "write `def small(game: MyGame) -> bool:`",
    ),
    claim(
        "a_claim_without_annotation",
        """
        @invariant()
        def small(game) -> bool:  # <--
            return True
        """,
        "the first parameter of the claim 'small' does not say which game it is about",
        "write `game: MyGame`, with the class of the game",
    ),
    claim(
        "about_no_game",
        """
        @invariant()
        def small(game: Tooy) -> bool:  # <--
            return True
        """,
        "the name 'Tooy' is not defined",
        "did you mean 'Toy'?",
    ),
    claim(
        "about_no_game_in_quotes",
        """
        @invariant()
        def small(game: 'Tooy') -> bool:  # <--
            return True
        """,
        "the claim 'small' is about 'Tooy', and there is no such game",
        "did you mean 'Toy'?",
    ),
    claim(
        "about_a_class_that_is_no_game",
        """
        @invariant()
        def small(game: Entry) -> bool:  # <--
            return True
        """,
        "the first parameter of the claim 'small' does not say which game it is about",
        "write `game: MyGame`, with the class of the game",
    ),
    claim(
        "too_many_parameters",
        """
        @invariant()
        def small(game: Toy, player: Player) -> bool:  # <--
            return True
        """,
        "the claim 'small' is about states, and does not take the game alone",
        "write `def small(game: Toy) -> bool:`",
    ),
    claim(
        "too_few_parameters",
        """
        @transition()
        def small(before: Toy, after: Toy) -> bool:  # <--
            return True
        """,
        "the claim 'small' is about steps, and does not take before, step and after",
        "write `def small(before: Toy, step: Step, after: Toy) -> bool:`",
    ),
    claim(
        "two_of_a_name",
        """
        @invariant()
        def small(game: Toy) -> bool:
            return True


        @invariant()
        def small(game: Toy) -> bool:  # <--
            return False
        """,
        "there are two claims named 'small' about Toy",
        "the other one is at game.py:47",
    ),
    claim(
        "a_name_of_a_built_in_check",
        """
        @invariant()
        def no_dead_end(game: Toy) -> bool:  # <--
            return True
        """,
        "the claim 'no_dead_end' has the name of a built-in check",
        "give it another name",
    ),
    claim(
        "returns_nothing",
        """
        @invariant()
        def small(game: Toy) -> bool:  # <--
            game.tally < 2
        """,
        "'small' returns nothing on some way through it",
        "every way through it ends in `return` with a truth value",
    ),
    claim(
        "returns_a_number",
        """
        @invariant()
        def small(game: Toy) -> bool:  # <--
            return game.tally
        """,
        "'small' returns a number, and not a truth value",
        "write a condition, such as `return game.tally < 2`; join several by `and`",
    ),
    claim(
        "returns_a_text",
        """
        @invariant()
        def small(game: Toy) -> bool:  # <--
            return 'yes'
        """,
        "'small' returns the value 'yes', and not a truth value",
        "write a condition, such as `return game.tally < 2`; join several by `and`",
    ),
    claim(
        "returns_a_function",
        """
        @invariant()
        def small(game: Toy) -> bool:  # <--
            return game.over
        """,
        "'small' returns the function over, and not a truth value",
        "call it: `over(...)`",
    ),
    claim(
        "returns_two",
        """
        @invariant()
        def small(game: Toy) -> bool:  # <--
            return game.tally < 2, True
        """,
        "'small' returns a pair, and not a truth value",
        "write a condition, such as `return game.tally < 2`; join several by `and`",
    ),
    claim(
        "returns_one_of_two",
        """
        @leads_to()
        def comes(game: Toy) -> bool:  # <--
            return game.tally < 2
        """,
        "'comes' returns a truth value, and not a pair of truth values",
        "write `return premise, goal`",
    ),
    claim(
        "a_claim_that_writes",
        """
        @invariant()
        def small(game: Toy) -> bool:
            game.tally = 0  # <--
            return True
        """,
        "'tally' is changed where the game is only looked at",
        "claims, over(), conditions and the state before an event only ask; rules change fields",
    ),
    claim(
        "a_claim_that_pops",
        """
        @invariant()
        def small(game: Toy) -> bool:
            return game.stack.pop().cost == 0  # <--
        """,
        "'stack' is changed where the game is only looked at",
        "claims, over(), conditions and the state before an event only ask; rules change fields",
    ),
    claim(
        "a_claim_that_requires",
        """
        @invariant()
        def small(game: Toy) -> bool:
            require(game.tally < 2)  # <--
            return True
        """,
        "require(...) belongs to rules",
        "return the condition: `return game.tally < 2`",
    ),
    claim(
        "unknown_field_in_a_claim",
        """
        @invariant()
        def small(game: Toy) -> bool:
            return game.taly < 2  # <--
        """,
        "Toy has no field 'taly'",
        "did you mean 'tally'?",
    ),
    claim(
        "is_in_a_claim",
        """
        @invariant()
        def small(game: Toy) -> bool:
            return game.turn is Player(0)  # <--
        """,
        "`is` compares Python objects, not values of the game",
        "write `==` or `!=`; for what may be absent `if x:`, `not x` or `x == None`",
    ),
    claim(
        "unknown_rule_in_may",
        """
        @invariant()
        def small(game: Toy) -> bool:
            return may(Player(0), 'tke')  # <--
        """,
        "there is no rule 'tke'",
        "did you mean 'take'?",
    ),
    claim(
        "an_unknown_moment",
        """
        @invariant(at='prioritiy')
        def small(game: Toy) -> bool:  # <--
            return True
        """,
        "a claim is judged everywhere, at priority or at choice, not at 'prioritiy'",
        "did you mean 'priority'?",
    ),
    claim(
        "fair_to_no_rule",
        """
        @eventually(fair='taek')
        def ends(game: Toy) -> bool:  # <--
            return game.tally == 3
        """,
        "the claim 'ends' is fair to 'taek', and there is no such rule",
        "did you mean 'take'?",
    ),
    claim(
        "fair_to_another_claim",
        """
        @leads_to(strongly_fair=('take', 'small'))
        def ends(game: Toy) -> tuple[bool, bool]:  # <--
            return True, game.tally == 3
        """,
        "the claim 'ends' is fair to 'small', and there is no such rule",
        "there are: take",
    ),
    claim(
        "more_of_no_field",
        """
        @eventually(but_for='tallly')
        def ends(game: Toy) -> bool:  # <--
            return game.tally == 3
        """,
        "the claim 'ends' asks for more 'tallly', and there is no such field",
        "did you mean 'tally'?",
    ),
    claim(
        "more_of_no_number",
        """
        @leads_to(but_for=('tally', 'in_game'))
        def ends(game: Toy) -> tuple[bool, bool]:  # <--
            return True, game.tally == 3
        """,
        "the claim 'ends' asks for more 'in_game', which is no number",
        "name fields of numbers, and maps of them",
    ),
    claim(
        "fair_and_more_of_something",
        """
        @eventually(fair='take', but_for='tally')
        def ends(game: Toy) -> bool:  # <--
            return game.tally == 3
        """,
        "the claim 'ends' is fair to rules, and asks for what grows besides",
        "make two claims of it: a play by which something grows may put off whatever it likes",
    ),
    claim(
        "under_an_unknown_reading",
        """
        @invariant(also=(under(whom='nobody'),))
        def small(game: Toy) -> bool:  # <--
            return True
        """,
        "the claim 'small' is judged under the reading 'whom', which toy has not",
        "did you mean 'who'?",
    ),
    claim(
        "under_an_unknown_option",
        """
        @invariant(also=(under(who='nobdy'),))
        def small(game: Toy) -> bool:  # <--
            return True
        """,
        "the claim 'small' is judged under who=nobdy, and there is no such option",
        "did you mean 'nobody'?",
    ),
    claim(
        "an_unknown_option_of_the_decorator",
        """
        @invariant(expected=violated())  # <--
        def small(game: Toy) -> bool:
            return True
        """,
        "invariant(...) takes no 'expected'",
        "did you mean 'expect'?",
    ),
    claim(
        "a_claim_without_parentheses",
        """
        @invariant  # <--
        def small(game: Toy) -> bool:
            return True
        """,
        "@invariant is written without parentheses",
        "write `@invariant(...)`, or `@invariant()`",
    ),
    claim(
        "now_in_a_claim",
        """
        @invariant()
        def small(game: Toy) -> bool:
            return now() == now()  # <--
        """,
        "now() is asked for where nothing happens",
        "compare moments that rules or observers have stored in fields",
    ),
    claim(
        "no_end_of_a_claim",
        """
        @invariant()
        def small(game: Toy) -> bool:
            while game.tally < 3:  # <--
                pass
            return True
        """,
        "this loop goes on without end",
        (
            "let it end by what it changes, or by the bounds of the game; a loop over a class of "
            "members always ends"
        ),
    ),
    claim(
        "used_where_no_game_is_played",
        "FIRST = list(Player)  # <--",
        "a rule or a value of the game is used where no game is played",
        "rules and claims are run by ruleproof; outside of them name members by number: `Player(0)`",
    ),
    claim(
        "a_rule_that_a_claim_misspells",
        """
        @transition()
        def turns(before: Toy, step: Step, after: Toy) -> bool:
            return step.rule != "tak" or after.turn != before.turn  # <--
        """,
        "the claim 'turns' asks for the rule 'tak', which toy has not",
        "did you mean 'take'?",
    ),
    claim(
        "a_rule_that_a_claim_misspells_among_others",
        """
        MOVES = ("take", "state_based")
        OTHERS = ("takes",)


        @transition()
        def turns(before: Toy, step: Step, after: Toy) -> bool:
            if step.rule in MOVES:
                return True
            return step.rule not in OTHERS  # <--
        """,
        "the claim 'turns' asks for the rule 'takes', which toy has not",
        "did you mean 'take'?",
    ),
    claim(
        "an_option_that_a_claim_misspells",
        """
        @invariant()
        def small(game: Toy) -> bool:
            return game.who != "nobdy" or game.tally == 0  # <--
        """,
        "the reading 'who' has no option 'nobdy'",
        "did you mean 'nobody'?",
    ),
    claim(
        "a_norm_that_compares_objects",
        """
        @norm("X:1", permits("take"))
        def may_take(game: Toy, player: Player) -> bool:
            return player is game.turn  # <--
        """,
        "`is` compares Python objects, not values of the game",
        "write `==` or `!=`; for what may be absent `if x:`, `not x` or `x == None`",
    ),
]
