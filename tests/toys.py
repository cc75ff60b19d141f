"""Small systems built straight from terms, with known numbers of states, shared by the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.system.model import Kind, Source, State, System, Update
from checker.system.shapes import MapShape, ScalarShape, StackShape, Variable
from checker.system.terms import (
    FALSE,
    TRUE,
    Cell,
    Domain,
    Term,
    add,
    all_of,
    any_of,
    boolean,
    equal,
    integer,
    ite,
    less,
    negate,
    of_domain,
    subtract,
    var,
)

RANKS = {Kind.CHOICE: 0, Kind.STATE_BASED: 1, Kind.AUTOMATIC: 1, Kind.ACTION: 2}


def update(
    rule: str,
    guard: Term,
    following: Mapping[Cell, Term],
    *,
    kind: Kind = Kind.ACTION,
    rank: int | None = None,
    arguments: Sequence[tuple[str, str]] = (),
    choosers: Sequence[tuple[str, str]] = (),
    wrong: Term = FALSE,
    cut: Term = FALSE,
) -> Update:
    """Return an update at the usual rank of its kind; where it may be cut, the depth of a stack cuts it."""
    return Update(
        rule=rule,
        arguments=tuple(arguments),
        kind=kind,
        rank=RANKS[kind] if rank is None else rank,
        guard=guard,
        next=following,
        wrong=wrong,
        cut=cut,
        cut_parts=() if cut is FALSE else (("depth", cut),),
        choosers=tuple(choosers),
        source=Source("toys.py", 1),
    )


def scalars(cells: Sequence[Cell]) -> tuple[Variable, ...]:
    """Return a variable for each cell."""
    return tuple(Variable(c.name, ScalarShape(c)) for c in cells)


def is_value(cell: Cell, value: int) -> Term:
    """Return "the cell has this value"."""
    return equal(var(cell), integer(value))


def state_is(system: System, state: State) -> Term:
    """Return "this is the state"."""
    return all_of(
        equal(var(cell), of_domain(cell.domain, value))
        for cell, value in zip(system.cells, state, strict=True)
    )


def graph_system(
    edges: Mapping[int, Sequence[int]],
    *,
    initial: Sequence[int] = (0,),
    over: Sequence[int] = (),
    cut: Sequence[int] = (),
    wrong: Sequence[int] = (),
    kind: Kind = Kind.ACTION,
) -> System:
    """Return a system whose states are the nodes of a drawn graph, one update ``go(a, b)`` for each edge.

    In the states ``cut`` and ``wrong`` a further update is enabled and has no successor.
    """
    nodes = {*edges, *initial, *over, *cut, *wrong, *(b for targets in edges.values() for b in targets)}
    cell = Cell("node", Domain.integer(0, max(nodes) + 1))
    updates = [
        update(
            "go", is_value(cell, a), {cell: integer(b)}, arguments=(("a", str(a)), ("b", str(b))), kind=kind
        )
        for a in sorted(edges)
        for b in edges[a]
    ]
    for rule, places in (("overflow", cut), ("spill", wrong)):
        there = any_of(is_value(cell, n) for n in places)
        if places:
            is_cut, is_wrong = boolean(rule == "overflow"), boolean(rule == "spill")
            updates.append(update(rule, there, {cell: integer(0)}, kind=kind, cut=is_cut, wrong=is_wrong))
    return System.build(
        "graph",
        (cell,),
        tuple((n,) for n in initial),
        tuple(updates),
        over=any_of(is_value(cell, n) for n in over),
        variables=scalars((cell,)),
    )


def counter(steps: int = 40) -> System:
    """Count up to ``steps`` or fall back to 0: ``steps + 1`` states, and one shortest play to the top."""
    n = Cell("n", Domain.integer(0, steps))
    below = less(var(n), integer(steps))
    return System.build(
        "counter",
        (n,),
        ((0,),),
        (
            update("up", below, {n: add(var(n), integer(1))}),
            update("drop", all_of((below, less(integer(0), var(n)))), {n: integer(0)}),
        ),
        variables=scalars((n,)),
    )


def priority_stack(depth: int, kinds: int, life: int, hand: int, *, bounded: bool = False) -> System:
    """Return the core of a card game for two players with a stack, see the module's tests for its counts.

    The holder of priority may cast a card of any kind; two passes in a row resolve the top entry, or
    begin the next turn where there is none. Kind 1 draws, kind 2 counters the entry below, any other
    takes a life. Nothing moves once a player has no life. With ``bounded`` a cast on a full stack is
    enabled and cut off, else it is not enabled.
    """
    players = (0, 1)
    labels = ("P1", "P2")
    turn = Cell("turn", Domain.enumeration(labels))
    holder = Cell("holder", Domain.enumeration(labels))
    passed = Cell("passed", Domain.boolean())
    lives = [Cell(f"life[{p}]", Domain.integer(0, life)) for p in labels]
    hands = [Cell(f"hand[{p}]", Domain.integer(0, hand)) for p in labels]
    size = Cell("stack.size", Domain.integer(0, depth))
    owners = [Cell(f"stack[{i}].owner", Domain.enumeration(labels)) for i in range(depth)]
    sorts = [Cell(f"stack[{i}].kind", Domain.integer(0, kinds - 1)) for i in range(depth)]
    slots = [cell for pair in zip(owners, sorts, strict=True) for cell in pair]
    cells = (turn, holder, passed, *lives, *hands, size, *slots)
    full = is_value(size, depth)
    updates = []
    for p in players:
        for kind in range(kinds):
            placed = {
                cell: ite(is_value(size, i), integer(value), var(cell))
                for i in range(depth)
                for cell, value in ((owners[i], p), (sorts[i], kind))
            }
            may = all_of((is_value(holder, p), less(integer(0), var(hands[p]))))
            updates.append(
                update(
                    "cast",
                    may if bounded else all_of((may, negate(full))),
                    {
                        **placed,
                        size: add(var(size), integer(1)),
                        hands[p]: add(var(hands[p]), integer(-1)),
                        passed: FALSE,
                    },
                    arguments=(("player", labels[p]), ("kind", str(kind))),
                    cut=full if bounded else FALSE,
                )
            )
    updates.append(
        update("pass", negate(var(passed)), {passed: TRUE, holder: subtract(integer(1), var(holder))})
    )

    def draw(p: int) -> Term:
        return ite(less(var(hands[p]), integer(hand)), add(var(hands[p]), integer(1)), var(hands[p]))

    def lose(p: int) -> Term:
        return ite(less(integer(0), var(lives[p])), add(var(lives[p]), integer(-1)), var(lives[p]))

    top_owner, top_kind = integer(0), integer(0)
    for i in range(depth):
        top_owner = ite(is_value(size, i + 1), var(owners[i]), top_owner)
        top_kind = ite(is_value(size, i + 1), var(sorts[i]), top_kind)
    draws, counters = equal(top_kind, integer(1)), equal(top_kind, integer(2))
    harms = negate(any_of((draws, counters)))
    one_less = add(var(size), integer(-1))
    left = ite(all_of((counters, less(integer(1), var(size)))), add(var(size), integer(-2)), one_less)
    resolved: dict[Cell, Term] = {passed: FALSE, holder: var(turn), size: left}
    for p in players:
        mine = equal(top_owner, integer(p))
        resolved[hands[p]] = ite(all_of((draws, mine)), draw(p), var(hands[p]))
        resolved[lives[p]] = ite(all_of((harms, negate(mine))), lose(p), var(lives[p]))
    for i in range(depth):
        for cell in (owners[i], sorts[i]):
            resolved[cell] = ite(less(integer(i), left), var(cell), integer(0))
    empty = is_value(size, 0)
    updates.append(update("resolve", all_of((var(passed), negate(empty))), resolved))
    other = subtract(integer(1), var(turn))
    begun: dict[Cell, Term] = {turn: other, holder: other, passed: FALSE}
    for p in players:
        begun[hands[p]] = ite(equal(other, integer(p)), draw(p), var(hands[p]))
    updates.append(update("next_turn", all_of((var(passed), empty)), begun))
    entries = tuple(
        MapShape(("owner", "kind"), (ScalarShape(o), ScalarShape(k)))
        for o, k in zip(owners, sorts, strict=True)
    )
    return System.build(
        "priority stack",
        cells,
        ((0, 0, 0, life, life, hand, hand, 0, *([0] * len(slots))),),
        tuple(updates),
        over=any_of(is_value(cell, 0) for cell in lives),
        variables=(
            *scalars((turn, holder, passed)),
            Variable("life", MapShape(labels, tuple(map(ScalarShape, lives)))),
            Variable("hand", MapShape(labels, tuple(map(ScalarShape, hands)))),
            Variable("stack", StackShape(size, entries)),
        ),
        sizes={"players": 2},
        bounds={"stack": depth},
    )


def philosophers(number: int) -> System:
    """Return philosophers who take the left fork, then the right, eat, and put both down.

    Everybody holding a left fork is the one dead end.
    """
    hands = [Cell(f"p{i}", Domain.enumeration(("thinks", "waits", "eats"))) for i in range(number)]

    def free(fork: int) -> Term:
        """Whether nobody holds the fork to the left of this philosopher."""
        right_user = hands[fork - 1]
        return all_of((is_value(hands[fork], 0), negate(is_value(right_user, 2))))

    updates = []
    for i, hand in enumerate(hands):
        who = (("who", str(i)),)
        updates.append(
            update("left", all_of((is_value(hand, 0), free(i))), {hand: integer(1)}, arguments=who)
        )
        updates.append(
            update(
                "right",
                all_of((is_value(hand, 1), free((i + 1) % number))),
                {hand: integer(2)},
                arguments=who,
            )
        )
        updates.append(update("down", is_value(hand, 2), {hand: integer(0)}, arguments=who))
    return System.build(
        "philosophers", tuple(hands), ((0,) * number,), tuple(updates), variables=scalars(hands)
    )


def layered() -> System:
    """Return a system in which a choice goes before an automatic rule, and that before actions.

    An action makes a debt of 2; somebody chooses who pays, then the debt is paid off step by step; after
    three rounds the game is over: states (round, debt, payer) are 0..3 x 0 without payer, and for the
    three rounds debt 2 without payer, and debts 2 and 1 of either payer: 4 + 3 * (1 + 2 * 2) = 19.
    """
    turn = Cell("round", Domain.integer(0, 3))
    debt = Cell("debt", Domain.integer(0, 2))
    payer = Cell("payer", Domain.enumeration(("nobody", "left", "right")))
    due = less(integer(0), var(debt))
    one_less = add(var(debt), integer(-1))
    updates = (
        update("borrow", TRUE, {turn: add(var(turn), integer(1)), debt: integer(2)}),
        update(
            "pay",
            all_of((due, negate(is_value(payer, 0)))),
            {debt: one_less, payer: ite(is_value(debt, 1), integer(0), var(payer))},
            kind=Kind.AUTOMATIC,
        ),
        *(
            update(
                "choose",
                all_of((due, is_value(payer, 0))),
                {payer: integer(number)},
                kind=Kind.CHOICE,
                arguments=(("who", name),),
            )
            for number, name in ((1, "left"), (2, "right"))
        ),
    )
    return System.build(
        "layered",
        (turn, debt, payer),
        ((0, 0, 0),),
        updates,
        over=all_of((is_value(turn, 3), negate(due))),
        variables=scalars((turn, debt, payer)),
    )


def leaky() -> System:
    """Count to 3 by one or two; beyond 3 a bound cuts (by one) or the step is wrong (by two).

    At 3 one is cut and two is both cut and wrong; nothing moves there, and yet it is no dead end.
    """
    n = Cell("n", Domain.integer(0, 3))
    one, two = add(var(n), integer(1)), add(var(n), integer(2))
    return System.build(
        "leaky",
        (n,),
        ((0,),),
        (
            update("one", TRUE, {n: one}, cut=less(integer(3), one)),
            update("two", TRUE, {n: two}, wrong=less(integer(3), two), cut=is_value(n, 3)),
        ),
        variables=scalars((n,)),
    )


def switches(number: int = 200, lit: int = 2) -> System:
    """Turn on at most ``lit`` of many switches, each by its own update: sums of binomials of states."""
    cells = [Cell(f"s{i}", Domain.boolean()) for i in range(number)]
    count = Cell("lit", Domain.integer(0, lit))
    updates = tuple(
        update(
            "press",
            all_of((less(var(count), integer(lit)), negate(var(cell)))),
            {cell: TRUE, count: add(var(count), integer(1))},
            arguments=(("switch", str(i)),),
        )
        for i, cell in enumerate(cells)
    )
    return System.build(
        "switches", (count, *cells), ((0,) * (number + 1),), updates, variables=scalars((count, *cells))
    )


def shift_register(width: int = 300) -> System:
    """Rotate one marked place through a wide state by one update that changes every cell."""
    cells = [Cell(f"r{i}", Domain.integer(-3, 3)) for i in range(width)]
    rotate = update("rotate", TRUE, {c: var(cells[i - 1]) for i, c in enumerate(cells)})
    return System.build(
        "shift register", tuple(cells), ((-3, *([3] * (width - 1))),), (rotate,), variables=scalars(cells)
    )
