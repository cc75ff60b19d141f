"""Forms of rules: parameters, decorators, what each kind of rule may do, procedures."""

from __future__ import annotations

from tests.errors.case import game

CASES = [
    game(
        "an_option_that_a_rule_misspells",
        """
        turn: Player
        who: str = reading("who acts?", nobody="X:1", everybody="X:2")

        @action()
        def act(self, player: Player):
            match self.who:
                case "everyone":  # <--
                    self.turn = player
        """,
        "the reading 'who' has no option 'everyone'",
        "did you mean 'everybody'?",
    ),
    game(
        "a_rule_that_waits",
        """
        turn: Player

        @action()
        async def act(self, player: Player):  # <--
            self.turn = player
        """,
        "a rule cannot be `async`",
        "write `def act`",
    ),
    game(
        "an_end_without_self",
        """
        turn: Player

        @action()
        def act(self, player: Player):
            self.turn = player

        def over():  # <--
            return False
        """,
        "over: the method takes nothing, not even `self`",
        "write `def over(self):`",
    ),
    game(
        "a_parameter_without_type",
        """
        turn: Player

        @action()
        def act(self, player):  # <--
            self.turn = player
        """,
        ("act(player): a parameter needs a type, so that the rule can be taken for each of its values"),
        "write `player: Player`, or whatever it is",
    ),
    game(
        "a_parameter_with_a_default",
        """
        turn: Player

        @action()
        def act(self, player: Player, twice: bool = False):  # <--
            self.turn = player
        """,
        ("act(twice): a parameter takes every value of its type in turn, so it has no default such as False"),
        "leave the default out, or declare a choice with chosen(by=...) or one_of(...)",
    ),
    game(
        "any_number_of_parameters",
        """
        turn: Player

        @action()
        def act(self, player: Player, *cards: Card):  # <--
            self.turn = player
        """,
        "act(cards): a rule has a fixed list of parameters",
        "name each parameter, with its type",
    ),
    game(
        "a_parameter_of_unbounded_type",
        """
        turn: Player

        @action()
        def act(self, player: Player, damage: int):  # <--
            self.turn = player
        """,
        "act(damage): an int needs its range, so that its values can be listed",
        "declare it as `integer(0, 5)`, with its least and greatest number",
    ),
    game(
        "a_parameter_that_is_a_record",
        """
        turn: Player

        @action()
        def act(self, player: Player, entry: Entry):  # <--
            self.turn = player
        """,
        ("act(entry): a parameter is a bool, an Enum, a member, a bounded int, or an item of a container"),
        'for an item of a container write `entry: Entry = one_of("stack")`',
    ),
    game(
        "a_parameter_of_a_type_that_does_not_exist",
        """
        turn: Player

        @action()
        def act(self, player: "Playr"):  # <--
            self.turn = player
        """,
        "act(player): its type names 'Playr', and there is no such class",
        "did you mean 'Player'?",
    ),
    game(
        "one_of_no_container",
        """
        turn: Player
        stack: Stack[Entry] = stack(Entry, depth=2)

        @action()
        def act(self, player: Player, entry: Entry = one_of("stak")):  # <--
            self.stack.remove(entry)
        """,
        "act(entry): one_of('stak') names no stack, queue or bag of the game",
        "did you mean 'stack'?",
    ),
    game(
        "no_self",
        """
        turn: Player

        @automatic()
        def resolve():  # <--
            pass
        """,
        "resolve: the rule takes nothing, not even `self`",
        "write `def resolve(self):`",
    ),
    game(
        "nobody_acts",
        """
        turn: Player

        @action()
        def act(self, card: Card):  # <--
            require(self.turn == Player(0))
        """,
        "the action 'act' does not say who acts",
        "give it a parameter such as `player: Player`, or mark it @automatic if nobody does it",
    ),
    game(
        "somebody_acts_who_is_no_parameter",
        """
        turn: Player

        @action(by="plaer")
        def act(self, player: Player):  # <--
            self.turn = player
        """,
        "the action 'act' is taken by 'plaer', which is none of its parameters",
        "did you mean 'player'?",
    ),
    game(
        "a_decorator_without_parentheses",
        """
        turn: Player

        @action  # <--
        def act(self, player: Player):
            self.turn = player
        """,
        "@action is written without parentheses",
        "write `@action(...)`, or `@action()`",
    ),
    game(
        "a_sentence_with_an_unknown_name",
        """
        turn: Player

        @action(says="{plyer} takes the turn")
        def act(self, player: Player):  # <--
            require(self.turn != player)
            self.turn = player
        """,
        "the sentence of 'act' mentions {plyer}, which is no parameter",
        "did you mean 'player'?",
    ),
    game(
        "a_triggered_rule_without_the_state_before",
        """
        turn: Player

        @triggered()
        def lost(self):  # <--
            pass
        """,
        "lost: the rule takes only self",
        "write `def lost(self, before):`",
    ),
    game(
        "a_triggered_rule_that_writes",
        """
        tally: int = integer(0, 5)
        waiting: Bag[Entry] = bag(Entry, size=2)

        @automatic()
        def tick(self):
            self.tally += 1

        @triggered()
        def ticked(self, before):
            require(self.tally > before.tally)
            self.tally = 0  # <--
        """,
        "a triggered rule changes 'tally' by more than putting something into a bag",
        "it only adds to bags; let the rule that takes the item out of the bag do the rest",
    ),
    game(
        "a_triggered_rule_that_takes_out",
        """
        tally: int = integer(0, 5)
        waiting: Bag[Entry] = bag(Entry, size=2)

        @automatic()
        def tick(self):
            self.tally += 1

        @triggered()
        def ticked(self, before):
            require(self.tally > before.tally)
            self.waiting.clear()  # <--
        """,
        "a triggered rule changes 'waiting' by more than putting something into a bag",
        "it only adds to bags; let the rule that takes the item out of the bag do the rest",
    ),
    game(
        "an_observer_that_writes_state",
        """
        tally: int = integer(0, 5)
        last: int = ghost(integer(0, 5))

        @automatic()
        def tick(self):
            require(self.tally < 5)
            self.tally += 1

        @observer
        def watch(self, before, step):
            self.tally = 0  # <--
        """,
        "an observer changes 'tally', which is no ghost",
        "let a rule change it; or, if it is history for claims, declare it `ghost(...)`",
    ),
    game(
        "the_state_before_is_written",
        """
        tally: int = integer(0, 5)
        last: int = ghost(integer(0, 5))

        @automatic()
        def tick(self):
            require(self.tally < 5)
            self.tally += 1

        @observer
        def watch(self, before, step):
            before.tally = 0  # <--
        """,
        "'tally' is changed where the game is only looked at",
        "claims, over(), conditions and the state before an event only ask; rules change fields",
    ),
    game(
        "an_observer_with_a_parameter",
        """
        tally: int = integer(0, 5)

        @observer
        def watch(self, before, step, player: Player):  # <--
            pass
        """,
        "watch(player): an observer takes the state before and the step, and nothing else",
        "write `def watch(self, before, step):`; arguments of the step are `step.player`",
    ),
    game(
        "an_event_that_does_not_exist",
        """
        turn: Player

        @event()
        def damage(self, player):
            self.turn = player

        @replaces("damge")
        def prevent(self, player):  # <--
            pass
        """,
        "'prevent' is about the event 'damge', and no method is marked as that event",
        "did you mean 'damage'?",
    ),
    game(
        "a_procedure_with_an_unknown_rule",
        """
        tally: int = integer(0, 5)

        @automatic()
        def tick(self):
            require(self.tally < 5)
            self.tally += 1

        procedure = between_actions("tock")  # <--
        """,
        "the procedure names 'tock', which is no rule",
        "did you mean 'tick'?",
    ),
    game(
        "a_procedure_that_leaves_a_rule_out",
        """
        tally: int = integer(0, 5)

        @automatic()
        def tick(self):
            require(self.tally < 5)
            self.tally += 1

        @automatic()
        def tock(self):
            require(self.tally > 5)

        procedure = between_actions(tick)  # <--
        """,
        "the procedure leaves out tock",
        "give every automatic rule a layer in between_actions(...)",
    ),
    game(
        "a_procedure_with_a_rule_twice",
        """
        tally: int = integer(0, 5)

        @automatic()
        def tick(self):
            require(self.tally < 5)
            self.tally += 1

        procedure = between_actions(tick, tick)  # <--
        """,
        "the procedure names 'tick' twice",
        "a rule stands in one layer; after each event the first layer is looked at again",
    ),
    game(
        "a_procedure_with_an_action",
        """
        turn: Player

        @action()
        def act(self, player: Player):
            self.turn = player

        procedure = between_actions(act)  # <--
        """,
        "the procedure names 'act', which is not automatic but action",
        "layers hold automatic rules; mark it @automatic, or leave it out of the procedure",
    ),
    game(
        "a_procedure_with_a_state_based_rule",
        """
        turn: Player

        @state_based()
        def act(self, player: Player):
            self.turn = player

        procedure = between_actions(act)  # <--
        """,
        "the procedure names 'act', which is a state-based rule",
        "write `state_based`, which stands for all of those: they are one event",
    ),
    game(
        "over_that_returns_nothing",
        """
        tally: int = integer(0, 5)

        def over(self):  # <--
            self.tally == 5

        @automatic()
        def tick(self):
            self.tally += 1
        """,
        "'over' returns nothing on some way through it",
        "every way through it ends in `return` with a truth value",
    ),
]
