"""Bodies of rules: what tracing cannot see, what no rule may do, and what goes on without end."""

from __future__ import annotations

from tests.errors.case import model, rule

GENERAL = (
    "'act' cannot go past this line: rules and claims are made of comparisons, assignments, `if`, `match`, "
    "loops, `require` and helper methods"
)

MANY = "a rule is run on values that stand for many, and not once for each play"

TEXT = (
    "a value of the game is made into text",
    "compare the value itself, as in `self.turn == player`; what a person reads stands in says=",
)


def kinds(left: str, right: str) -> tuple[str, str]:
    """Return what is said of a comparison that is never true."""
    return (
        f"{left} is compared with {right}, and they are of two kinds",
        "compare with a value of the same kind; what is empty is `not self.stack`, and what is absent "
        "`not self.holder`",
    )


CASES = [
    rule(
        "is",
        "require(self.last is None)  # <--",
        "`is` compares Python objects, not values of the game",
        "write `==` or `!=`; for what may be absent `if x:`, `not x` or `x == None`",
    ),
    rule(
        "is_not",
        "require(self.turn is not player)  # <--",
        "`is` compares Python objects, not values of the game",
        "write `==` or `!=`; for what may be absent `if x:`, `not x` or `x == None`",
    ),
    rule(
        "case_none",
        """
        match self.last:
            case None:  # <--
                self.tally += 1
        """,
        "`case None`, `case True` and `case False` compare by `is`",
        "test by `if` before the match, or match on an enumeration",
    ),
    rule("invert", "require(~self.passed)  # <--", "`~` is not a logical operator", "write `not ...`"),
    rule(
        "global",
        "global seen  # <--\nseen = card",
        "a rule changes a global variable",
        "keep what the rule changes in a field of the game; all plays share the globals",
    ),
    rule(
        "try",
        """
        try:  # <--
            self.stack.pop()
        except IndexError:
            pass
        """,
        "a rule cannot use `try`",
        "a rule is assignments, `if`, `match`, loops, `require` and calls of helper methods",
    ),
    rule(
        "with",
        "with self.stack:  # <--\n    pass",
        "a rule cannot use `with`",
        "a rule is assignments, `if`, `match`, loops, `require` and calls of helper methods",
    ),
    rule(
        "yield",
        "yield self.tally  # <--",
        "a rule cannot use `yield`",
        "a rule is assignments, `if`, `match`, loops, `require` and calls of helper methods",
    ),
    rule(
        "unknown_field_read",
        "require(self.tallly > 0)  # <--",
        "Toy has no field 'tallly'",
        "did you mean 'tally'?",
    ),
    rule(
        "unknown_field_assigned",
        "self.tallly = 1  # <--",
        "Toy has no field 'tallly' to assign to",
        "did you mean 'tally'?",
    ),
    rule(
        "reading_a_ghost",
        "require(self.lost == 0)  # <--",
        "a rule reads the ghost 'lost'",
        "ghosts are history for claims; declare it without ghost(...), if the rules need it",
    ),
    rule(
        "writing_a_ghost",
        "self.lost = 1  # <--",
        "a rule changes the ghost 'lost'",
        "let an @observer write it; or declare it without ghost(...), if it belongs to the game",
    ),
    rule(
        "dict_key",
        "names = {Zone.HAND: 1, Zone.FIELD: 2}\nself.tally = names[self.zone[card]]  # <--",
        "a value of the game is used as a key of a dict or a member of a Python set",
        "use a Map or Set field, or tell the cases apart by `if` or `match`",
    ),
    rule(
        "member_as_dict_key",
        "costs = {Card(0): 1, Card(1): 2}\nself.tally = costs[self.stack.top.card]  # <--",
        "a value of the game is used as a key of a dict or a member of a Python set",
        "use a Map or Set field, or tell the cases apart by `if` or `match`",
    ),
    rule(
        "python_set",
        "both = {self.zone[Card(0)], self.zone[Card(1)]}  # <--",
        "a value of the game is used as a key of a dict or a member of a Python set",
        "use a Map or Set field, or tell the cases apart by `if` or `match`",
    ),
    rule(
        "list_index",
        "self.tally = [3, 1, 2][self.tally]  # <--",
        "a number of the game is used as the index of a Python list, or as the end of a range",
        ("use a Map field instead of the list; or loop over a fixed range, with `if n < self.number:` in it"),
    ),
    rule(
        "range",
        "for _ in range(self.tally):  # <--\n    self.life[player] -= 1",
        "a number of the game is used as the index of a Python list, or as the end of a range",
        ("use a Map field instead of the list; or loop over a fixed range, with `if n < self.number:` in it"),
    ),
    rule(
        "len",
        "require(len(self.stack) > 0)  # <--",
        "len(...) is asked of a stack",
        ("write `.size`; what len(...) gives must be one number in Python, and here it depends on the state"),
    ),
    rule(
        "len_of_a_set",
        "require(len(self.passed) == 2)  # <--",
        "len(...) is asked of a set",
        ("write `.size`; what len(...) gives must be one number in Python, and here it depends on the state"),
    ),
    rule(
        "division_by_the_state",
        "self.tally = 4 // self.tally  # <--",
        "division is by a fixed positive number only, not by a number",
        "divide by a constant, or tell the cases apart: `if self.number == 2: ...`",
    ),
    rule(
        "division_of_the_state",
        "self.tally = self.tally // self.life[player]  # <--",
        "division is by a fixed positive number only, not by a number",
        "divide by a constant, or tell the cases apart: `if self.number == 2: ...`",
    ),
    rule(
        "true_division",
        "self.tally = self.tally / 2  # <--",
        "`/` gives fractions, and numbers of a game are whole",
        "write `//`, which rounds down, with a fixed number on its right",
    ),
    rule(
        "power",
        "self.tally = self.tally ** 2  # <--",
        "a number of the game is raised to a power",
        "multiply it with itself: `n * n`",
    ),
    rule(
        "a_constant_outside",
        "self.tally = 9  # <--",
        "9 is outside the range 0..5",
        "widen the range of the declaration, or store another number",
    ),
    rule(
        "another_type",
        "self.tally = Zone.HAND  # <--",
        "Zone.HAND is put where a number from 0 to 5 belongs",
        "look at the declaration of what is written or looked up here",
    ),
    rule(
        "a_bool_for_an_enum",
        "self.zone[card] = True  # <--",
        "the value True is put where a Zone belongs",
        "look at the declaration of what is written or looked up here",
    ),
    rule(
        "none_where_nothing_may_be_absent",
        "self.turn = None  # <--",
        "None is put where a Player belongs",
        "look at the declaration of what is written or looked up here",
    ),
    rule(
        "a_member_that_is_not_there",
        "self.turn = Player(7)  # <--",
        "there is no P8: the game has 2 of Player",
        "the first one is `Player(0)`",
    ),
    rule(
        "another_key",
        "self.life[card] = 1  # <--",
        "a Card is put where a Player belongs",
        "look at the declaration of what is written or looked up here",
    ),
    rule(
        "an_item_of_another_type",
        "self.stack.push(card)  # <--",
        "a Card is put where an Entry belongs",
        "look at the declaration of what is written or looked up here",
    ),
    rule(
        "a_member_of_another_class",
        "self.passed.add(card)  # <--",
        "a Card is put where a Player belongs",
        "look at the declaration of what is written or looked up here",
    ),
    rule(
        "a_set_method_of_python",
        "self.passed.remove(player)  # <--",
        "a set has no 'remove'",
        "write `.discard`",
    ),
    rule("append", "self.stack.append(Entry(card))  # <--", "a stack has no 'append'", "write `.push`"),
    rule(
        "a_whole_stack_assigned",
        "self.stack = []  # <--",
        "a whole map, stack, queue or bag cannot be assigned",
        "change its entries: `self.life[player] = 3`, `self.stack.push(entry)`",
    ),
    rule(
        "another_constant_outside",
        "self.passed = {player}\nself.life[player] = -1  # <--",
        "-1 is outside the range 0..3",
        "widen the range of the declaration, or store another number",
    ),
    rule(
        "a_record_changed",
        "self.stack.top.cost = 2  # <--",
        "a record is changed, and records never change",
        "put a new one in its place: `self.stack.replace(item, dataclasses.replace(item, cost=2))`",
    ),
    rule(
        "an_unknown_field_of_a_record",
        "require(self.stack.top.crd == card)  # <--",
        "an Entry has no 'crd'",
        "did you mean 'card'?",
    ),
    rule(
        "an_unknown_keyword_of_a_record",
        "self.stack.push(Entry(crd=card))  # <--",
        "Entry(...) takes no 'crd'",
        "did you mean 'card'?",
    ),
    rule(
        "a_quantifier_without_function",
        "require(some(Player, self.life[player] == 0))  # <--",
        "some(...) needs a function as its last argument",
        "write `some(Player, lambda p: ...)`",
    ),
    rule(
        "a_quantifier_over_a_number",
        "require(some(self.tally, lambda n: n > 0))  # <--",
        "a number cannot be ranged over",
        "range over a member class, an Enum, a set, a container or a list",
    ),
    rule(
        "a_predicate_that_writes",
        "require(every(Player, lambda p: self.passed.add(p)))  # <--",
        "a predicate changes 'passed'",
        (
            "functions that some, every, count, where and find are given only ask; change the "
            "field outside of them"
        ),
    ),
    rule(
        "nothing_required",
        "require()  # <--",
        "require(...) without a condition",
        "write what must be true: `require(self.turn == player)`",
    ),
    rule(
        "may_act_in_a_rule",
        "require(may_act(player))  # <--",
        "may_act(...) is for claims about one state",
        "rules say who may act by `require`; a transition claim can look at `step.rule`",
    ),
    rule("text", "require(str(self.turn) == 'P1')  # <--", *TEXT),
    rule("text_in_braces", "require(f'{self.life[player]}' == '2')  # <--", *TEXT),
    rule("text_by_repr", "require(repr(self.passed) == '[P1]')  # <--", *TEXT),
    rule("text_of_a_record", "require(self.stack, f'{self.stack.top}')  # <--", *TEXT),
    rule("text_by_percent", "require('%s' % self.last == 'C1')  # <--", *TEXT),
    rule(
        "print",
        "print('taken')  # <--",
        "a rule calls print(...), and " + MANY,
        "take it out; `ruleproof explore` shows every state and what each rule makes of it",
    ),
    rule(
        "an_exit",
        "import sys\nsys.exit(0)  # <--",
        "a rule calls sys.exit(...), and " + MANY,
        "take it out; `ruleproof explore` shows every state and what each rule makes of it",
    ),
    rule(
        "type",
        "require(type(self.turn) == Player)  # <--",
        "a rule calls type(...), and it asks about objects of Python, not about values of the game",
        "compare values with `==`; what kind of value it is stands in its declaration",
    ),
    rule(
        "time",
        "import time\nrequire(time.time() > 0)  # <--",
        "a rule asks time.time(...), which is not the same each time",
        "let chance decide by a parameter: `die: int = chosen(by=CHANCE, among=integer(1, 6))`",
    ),
    rule(
        "del",
        "del self.life[player]  # <--",
        "a rule cannot use `del`",
        "write `discard(...)` for a set, `remove(...)` for a stack, queue or bag",
    ),
    rule(
        "a_value_back",
        "if self.tally:\n    return player == self.turn  # <--",
        "'act' gives a value back, and nothing reads it",
        "say with `require(...)` when a rule may be taken, and put what it changes into fields",
    ),
    rule(
        "too_many_values",
        "self.stack.push(Entry(card), player)  # <--",
        "push(...) is given 2 values, and takes 1",
        "look at how 'push' is used elsewhere, or what your editor says of it",
    ),
    rule(
        "an_item_by_number",
        "require(self.stack[0].card == card)  # <--",
        "Python stops here: TypeError: a stack is not subscriptable",
        "write `.top` or `.front`, a loop, or `.find(lambda item: ...)`",
    ),
    rule(
        "len_of_a_map",
        "require(len(self.life) > 1)  # <--",
        "len(...) is asked of a map",
        "a map has a value for each key: write `count(Player, lambda p: ...)` for those that are meant",
    ),
    rule(
        "a_truth_value_and_a_number",
        "require((self.tally > 0) == 1)  # <--",
        *kinds("a truth value", "the value 1"),
    ),
    rule(
        "a_number_and_a_truth_value",
        "require(self.tally == True)  # <--",
        *kinds("a number", "the value True"),
    ),
    rule("a_number_and_a_fraction", "require(self.tally == 2.0)  # <--", *kinds("a number", "the value 2.0")),
    rule("a_player_and_a_text", "require(self.turn == 'P1')  # <--", *kinds("a Player", "the value 'P1'")),
    rule(
        "an_enum_and_a_number", "require(self.zone[card] in (1, 2))  # <--", *kinds("a Zone", "the value 1")
    ),
    rule("a_set_and_a_list", "require(self.passed == [])  # <--", *kinds("a set", "a Python list")),
    rule("a_stack_and_a_list", "require(self.stack != [])  # <--", *kinds("a stack", "a Python list")),
    rule(
        "what_may_be_absent_and_a_number", "require(self.last == 0)  # <--", *kinds("a Card", "the value 0")
    ),
    rule(
        "two_maps",
        "require(self.life == self.life)  # <--",
        "a map is compared with a map as a whole",
        "compare what is in them: `every(Player, lambda p: before.life[p] == after.life[p])`, "
        "`.top`, `.size`",
    ),
    rule(
        "a_type_of_python",
        "require(isinstance(self.tally, int))  # <--",
        "a rule calls isinstance(..., int), "
        "and it asks about objects of Python, not about values of the game",
        "compare values with `==`; what kind of value it is stands in its declaration",
    ),
    rule(
        "zero_division",
        "self.tally = 1 // 0  # <--",
        "Python stops here: ZeroDivisionError: integer division or modulo by zero",
        GENERAL,
    ),
    rule(
        "attribute_error",
        "require(player.hand == card)  # <--",
        "a Player has no 'hand'",
        "there are: in_turn_order, index, next_in_game, opponents",
    ),
    rule(
        "type_error",
        "require(player < card)  # <--",
        "Python stops here: TypeError: '<' not supported between instances of 'Player' and 'Card'",
        "numbers and moments have an order; all else is only equal or not: `==`",
    ),
    rule(
        "name_error",
        "require(plyer == self.turn)  # <--",
        "the name 'plyer' is not defined",
        "did you mean 'player'?",
    ),
    rule(
        "an_error_in_a_call",
        "self.tally = int('three')  # <--",
        "Python stops here: ValueError: invalid literal for int() with base 10: 'three'",
        GENERAL,
    ),
    rule(
        "an_error_raised",
        "raise RuntimeError('not yet')  # <--",
        "Python stops here: RuntimeError: not yet",
        GENERAL,
    ),
    rule(
        "no_end",
        "while self.tally < 5:  # <--\n    self.life[player] -= 1",
        "this loop goes on without end",
        (
            "let it end by what it changes, or by the bounds of the game; a loop over a class of "
            "members always ends"
        ),
    ),
    rule(
        "no_end_without_forks",
        "while True:  # <--\n    pass",
        "this loop goes on without end",
        (
            "let it end by what it changes, or by the bounds of the game; a loop over a class of "
            "members always ends"
        ),
    ),
    rule(
        "no_end_on_a_stack",
        "while self.stack:  # <--\n    self.tally += 0",
        "this loop goes on without end",
        (
            "let it end by what it changes, or by the bounds of the game; a loop over a class of "
            "members always ends"
        ),
    ),
    rule(
        "recursion",
        """
        def again(n):
            return again(n + 1)  # <--

        self.tally = again(0)
        """,
        "'act' calls itself without end",
        "write a loop that ends by the bounds of the game, such as one over a class of members",
    ),
    model(
        "random",
        """
        import random


        class Toy(Game):
            tally: int = integer(0, 5)
            dice: Map[Card, int] = each(Card, integer(0, 3))

            @automatic()
            def roll(self):
                require(self.tally < 5)
                self.dice[Card(0)] = random.randrange(4)  # <--
        """,
        "a rule asks random.randrange(...), which is not the same each time",
        "let chance decide by a parameter: `die: int = chosen(by=CHANCE, among=integer(1, 6))`",
    ),
    model(
        "a_rule_that_remembers",
        """
        TOLD = []


        class Toy(Game):
            tally: int = integer(0, 5)

            @automatic()
            def tell(self):  # <--
                TOLD.append(1)
                self.tally = len(TOLD) % 2
        """,
        "the rule does not do the same when it is run twice",
        (
            "a rule depends on the game and its parameters only: no random numbers, and nothing "
            "that an earlier run has changed"
        ),
    ),
    model(
        "too_many_ways",
        """
        class Many(Object, size=14):
            pass


        class Toy(Game):
            seen: Set[Many]
            tally: int = integer(0, 20)

            @automatic()
            def look(self):
                for one in Many:
                    if one in self.seen:  # <--
                        self.tally += 1
        """,
        "there are more than 200 ways through the rule: this line asks the state again and again",
        (
            "let loops end by the bounds of the game; ask about many things at once with "
            "some(...), every(...), count(...) or where(...) instead of looping over them with "
            "`if`"
        ),
    ),
]
