"""Fields: types with no finite set of values, declarations that are missing or wrong, start values."""

from __future__ import annotations

from tests.errors.case import game, model

CASES = [
    game(
        "a_text",
        "name: str  # <--",
        "name: the type str has no finite set of values",
        "use an Enum with a member for each text that there may be",
    ),
    game(
        "a_float",
        "speed: float = 1.5  # <--",
        "speed: the type float has no finite set of values",
        "use `int` with `integer(0, 5)`, counting in the smallest unit",
    ),
    game(
        "a_list",
        "hand: list[Card]  # <--",
        "hand: the type list[Card] has no finite set of values",
        "use `Stack[...]`, `Queue[...]` or `Bag[...]`, with a bound",
    ),
    game(
        "a_dict",
        "zone: dict[Card, Zone]  # <--",
        "zone: the type dict[Card, Zone] has no finite set of values",
        "use `Map[K, V]`, with an Enum or a class of members as its keys",
    ),
    game(
        "an_int_without_range",
        "life: int = 20  # <--",
        "life: an int needs its range, so that its values can be listed",
        "declare it as `integer(0, 20, start=20)`, with its least and greatest number",
    ),
    game(
        "an_int_in_a_map",
        "life: Map[Player, int] = each(Player, 20)  # <--",
        "life: an int needs its range, so that its values can be listed",
        "declare it as `each(Player, integer(0, 20, start=20))`, with its least and greatest number",
    ),
    game(
        "a_map_without_declaration",
        "life: Map[Player, int]  # <--",
        "life: an int needs its range, so that its values can be listed",
        "declare it as `each(Player, integer(0, 5))`, with its least and greatest number",
    ),
    game(
        "a_range_the_wrong_way_round",
        "life: int = integer(5, 0)  # <--",
        "life: the range from 5 to 0 is empty",
        "write the smaller number first",
    ),
    game(
        "a_range_without_end",
        "life: int = integer(0, 10**9)  # <--",
        "life: the range from 0 to 1000000000 holds more than 100,000 numbers",
        "take the smallest range in which the rules can go wrong; a few numbers do",
    ),
    game(
        "a_start_outside",
        "life: int = integer(0, 5, start=20)  # <--",
        "life: it starts at 20, outside its range 0..5",
        "widen the range, or start within it",
    ),
    game(
        "a_start_of_another_type",
        "zone: Zone = 1  # <--",
        "zone: it starts at 1, which is not a Zone",
        "write one of HAND, FIELD, or nothing to start at each in turn",
    ),
    game(
        "a_start_that_is_no_member",
        "seen: Set[Card] = {Card(0), Card(7)}  # <--",
        "seen: C8 cannot be a member of this set",
        "its members are C1, C2",
    ),
    game(
        "a_set_that_is_none",
        "seen: Set[Card] = 3  # <--",
        "seen: it starts as 3, which is no set",
        "write `{...}`, or nothing",
    ),
    game(
        "a_map_with_a_key_left_out",
        "where: Map[Zone, bool] = {Zone.HAND: True}  # <--",
        "where: the map has no start value for FIELD",
        "give every key its value",
    ),
    game(
        "a_map_of_other_keys",
        "life: Map[Player, int] = each(Card, integer(0, 3))  # <--",
        "life: each(Card, ...) stands for a map whose keys are Player",
        "write `each(Player, ...)`",
    ),
    game(
        "a_map_with_numbers_as_keys",
        "life: Map[int, bool]  # <--",
        "life: a map cannot have int as its keys",
        "use an Enum, or a class of members such as `class Card(Object, size=3)`",
    ),
    game(
        "maybe_int",
        "target: Maybe[int] = integer(0, 3)  # <--",
        "target: Maybe[int] is refused: `if x:` could not tell 0 from absent",
        "write `int`, with one number of its range for the missing case",
    ),
    game(
        "maybe_bool",
        "answer: Maybe[bool]  # <--",
        "answer: Maybe[bool] is refused: `if x:` could not tell false from absent",
        "use an Enum with a member for the missing case",
    ),
    game(
        "a_stack_without_bound",
        "chain: Stack[Entry]  # <--",
        "chain: a stack needs its bound",
        "declare it as `stack(Entry, depth=scope(3))`",
    ),
    game(
        "a_stack_of_depth_zero",
        "chain: Stack[Entry] = stack(Entry, depth=0)  # <--",
        "chain: the bound of a stack is at least 1, not 0",
        "write `depth=scope(3)`, or leave the stack out",
    ),
    game(
        "a_stack_of_numbers",
        "chain: Stack[int] = stack(int, depth=3)  # <--",
        "chain: a stack cannot hold bare numbers",
        "wrap the number: a frozen dataclass with a field such as `amount: int = integer(0, 5)`",
    ),
    game(
        "a_stack_of_sets",
        "chain: Stack[Set[Card]] = stack(Set[Card], depth=3)  # <--",
        "chain: a stack cannot hold a Set[Card]",
        "containers hold scalars and records only",
    ),
    game(
        "no_type_at_all",
        "turn: Player\nlife = integer(0, 5)  # <--",
        "life: it is declared without a type, so it is no field",
        "write `life: int = ...`, with its type",
    ),
    game(
        "a_type_that_does_not_exist",
        "turn: Playr  # <--",
        "the name 'Playr' is not defined",
        "did you mean 'Player'?",
    ),
    game(
        "a_type_in_quotes_that_does_not_exist",
        "turn: 'Playr'  # <--",
        "turn: its type names 'Playr', and there is no such class",
        "did you mean 'Player'?",
    ),
    game(
        "a_name_of_ruleproof",
        "turn: Player\nrules: bool  # <--",
        "rules: this name is ruleproof's own",
        "give the field another name, without `_` in front",
    ),
    game(
        "a_private_name",
        "turn: Player\n_secret: bool  # <--",
        "_secret: this name is ruleproof's own",
        "give the field another name, without `_` in front",
    ),
    game(
        "a_record_without_start",
        "entry: Entry  # <--",
        "entry: an Entry needs a start value",
        "write `= Entry(...)`, or declare the field `Maybe[Entry]`",
    ),
    game(
        "a_record_that_starts_as_something_else",
        "entry: Entry = Card(0)  # <--",
        "entry: it starts as C1, which is no Entry",
        "write `= Entry(...)`",
    ),
    model(
        "a_record_that_is_not_frozen",
        """
        @dataclass
        class Loose:  # <--
            card: Card


        class Toy(Game):
            waiting: Bag[Loose] = bag(Loose, size=2)
        """,
        "waiting: the record Loose is not frozen, so it could change unseen",
        "write `@dataclass(frozen=True)` above `class Loose`",
    ),
    model(
        "a_record_without_fields",
        """
        @dataclass(frozen=True)
        class Nothing:  # <--
            pass


        class Toy(Game):
            waiting: Bag[Nothing] = bag(Nothing, size=2)
        """,
        "waiting: the record Nothing has no fields",
        "give it at least one, or use an Enum",
    ),
    model(
        "a_record_that_holds_a_container",
        """
        @dataclass(frozen=True)
        class Spell:
            targets: Set[Card]  # <--


        class Toy(Game):
            stack: Stack[Spell] = stack(Spell, depth=2)
        """,
        "Spell.targets: a record cannot hold a Set[Card]",
        "records hold scalars, Maybe and other records; make the container a field of the game",
    ),
    model(
        "a_number_of_a_record_without_range",
        """
        @dataclass(frozen=True)
        class Damage:
            amount: int  # <--


        class Toy(Game):
            stack: Stack[Damage] = stack(Damage, depth=2)
        """,
        "Damage.amount: an int needs its range, so that its values can be listed",
        "declare it as `integer(0, 5)`, with its least and greatest number",
    ),
    model(
        "two_classes_of_participants",
        """
        class Judge(Participant, size=1):
            pass


        class Toy(Game):
            turn: Player
            judge: Judge  # <--
        """,
        "judge: a game has one class of participants, and here are Player and Judge",
        "write `class Judge(Object, ...)` if its members do not act",
    ),
    model(
        "members_without_size",
        """
        class Token(Object):  # <--
            pass


        class Toy(Game):
            token: Token
        """,
        "token: nobody knows how many Tokens there are",
        "write `class Token(Object, size=2)`, or `size=scope(2)` if it may vary",
    ),
    model(
        "an_empty_enumeration",
        """
        class Colour(Enum):  # <--
            pass


        class Toy(Game):
            colour: Colour
        """,
        "colour: the enumeration Colour has no members",
        "give it at least one",
    ),
    model(
        "an_empty_game",
        """
        class Toy(Game):  # <--
            pass
        """,
        "Toy has no state: it declares no fields",
        "write at least one annotated field, such as `turn_player: Player`",
    ),
    model(
        "too_many_starts",
        """
        class Many(Object, size=14):
            pass


        class Toy(Game):  # <--
            zone: Map[Many, Zone]
        """,
        "there are more than 10,000 initial states",
        (
            "give fields a start value, as in `zone: Zone = Zone.HAND`; a field without one "
            "starts at every value of its type"
        ),
    ),
    game(
        "no_start",
        """
        tally: int = integer(0, 5)

        @start()
        def deal(self):  # <--
            require(self.tally > 0)
        """,
        "Toy has no initial state: its set-up is undone for every start",
        "look at the `require`s of the rules marked @start",
    ),
    game(
        "a_set_up_that_goes_wrong",
        """
        tally: int = integer(0, 5)

        @start()
        def deal(self):
            self.tally -= 1  # <--
        """,
        "the game cannot be set up by deal: tally leaves its range 0..5",
        "what is set up must be there, and in its range",
    ),
    game(
        "a_reading_with_one_option",
        """
        turn: Player
        who: str = reading("who acts?", nobody="X:1")  # <--
        """,
        "the reading 'who' has one option: nothing is open",
        'write each option with its clause: reading("who acts?", nobody="X:1", all="X:2")',
    ),
    game(
        "a_reading_whose_default_is_no_option",
        """
        turn: Player
        who: str = reading("who acts?", default="nobdy", nobody="X:1", everybody="X:2")  # <--
        """,
        "the reading 'who' has no option 'nobdy'",
        "did you mean 'nobody'?",
    ),
]
