"""The generic part of the search, as LLVM text: the queue, the levels, and the order of things.

The states lie in one array in the order in which they are found, which is breadth-first order, so that
the array is the queue as well and a level is a range of it. States are expanded in batches: the hashes
of all successors are computed and their buckets of the table fetched, then the states that they are most
likely equal to are, and only then are the successors looked up, in order. So hardly anything ever waits
for memory.

The functions take the array of numbers that :class:`~checker.explore.compiled.context.Field` describes:

- ``search`` goes on until one of the reasons of :class:`~checker.explore.compiled.context.Pause`, which
  it returns;
- ``index`` puts the states from ``HEAD`` up to ``COUNT`` into the table;
- ``double`` moves the buckets from ``HEAD`` up to ``END`` of the table at ``OLD`` into one twice as large;
- ``locate`` finds for each of the wanted states the first state from ``HEAD`` up to ``END`` with a step
  to it, and returns how many it has found;
- ``edges`` writes all steps from the states between ``HEAD`` and ``END`` behind those that there are, as
  far as the states they lead to are known, and returns their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from checker.explore.compiled.assembly import Function, Local, module
from checker.explore.compiled.context import Field, Pause
from checker.explore.compiled.emit import Tally
from checker.explore.compiled.table import Routine

__all__ = ["DOUBLE", "EDGES", "INDEX", "LOCATE", "SEARCH", "emit_kernel"]

SEARCH, INDEX, DOUBLE, LOCATE, EDGES = "search", "index", "double", "locate", "edges"


def emit_kernel(words: int, slot_bits: int) -> str:
    """Return the module for states of ``words`` words and a table with slots of 32 or 64 bits."""
    functions: dict[str, Callable[[Routine], None]] = {
        SEARCH: _search, INDEX: _index, DOUBLE: _double, LOCATE: _locate, EDGES: _edges,
    }  # fmt: skip
    made: list[Function] = []
    for name, write in functions.items():
        routine = Routine(name, words, slot_bits)
        write(routine)
        made.append(routine.f)
    return module(*made)


def _search(r: Routine) -> None:
    f, tally = r.f, r.address(Field.TALLY)
    batch = r.field(Field.OUT_ROOM)
    rooms = [
        (f.op(f"sub i64 {r.field(field)}, {batch}"), why)
        for field, why in ((Field.STATE_ROOM, Pause.STATES_FULL), (Field.TABLE_ROOM, Pause.TABLE_FULL))
    ]
    kept = {
        field: f.local("i64", r.field(field))
        for field in (Field.COUNT, Field.HEAD, Field.END, Field.LEVEL_COUNT, Field.BUDGET)
    }
    count, head, end, levels, budget = kept.values()
    reason = f.local("i64", str(int(Pause.DONE)))
    again, leave = f.label("again"), f.label("leave")

    def pause_when(condition: str, why: Pause) -> None:
        with f.leave_when(condition):
            reason.set(str(int(why)))
            f.jump(leave)

    f.jump(again)
    f.block(again)
    with f.when(f.op(f"icmp eq i64 {head.get()}, {end.get()}")):
        pause_when(f.op(f"icmp eq i64 {count.get()}, {end.get()}"), Pause.DONE)
        full = f.op(f"icmp uge i64 {levels.get()}, {r.field(Field.LEVEL_ROOM)}")
        pause_when(full, Pause.LEVELS_FULL)
        f.store("i64", end.get(), r.address(Field.LEVELS), levels.get())
        levels.set(f.op(f"add i64 {levels.get()}, 1"))
        end.set(count.get())
        last = f.op(f"icmp eq i64 {levels.get()}, {r.field(Field.LAST_LEVEL)}")
        pause_when(last, Pause.LAST_LEVEL)
    pause_when(f.op(f"icmp sle i64 {budget.get()}, 0"), Pause.BUDGET)
    for room, why in rooms:
        pause_when(f.op(f"icmp sgt i64 {count.get()}, {room}"), why)

    before = count.get()
    finds = f.load("i64", tally, str(int(Tally.FINDS)))
    made = _expand(r, head.get(), f.op(f"sub i64 {end.get()}, {head.get()}"))
    consumed = f.load("i64", tally, str(int(Tally.CONSUMED)))
    fault = f.load("i64", tally, str(int(Tally.FAULT)))
    pause_when(f.op(f"icmp ne i64 {fault}, 0"), Pause.FAULT)
    head.set(f.op(f"add i64 {head.get()}, {consumed}"))
    budget.set(f.op(f"sub i64 {budget.get()}, {consumed}"))
    _prepare(r, made)
    _insert(r, made, count)
    _examine(r, before, count.get())
    pause_when(f.op(f"icmp ne i64 {f.load('i64', tally, str(int(Tally.FINDS)))}, {finds}"), Pause.FOUND)
    f.jump(again)

    f.block(leave)
    for field, variable in kept.items():
        r.set_field(field, variable.get())
    f.give(reason.get())


def _expand(r: Routine, first: str, count: str) -> str:
    """Call the system's successor function; return how many successors there are."""
    function, out, updates = r.address(Field.EXPAND), r.address(Field.OUT), r.address(Field.UPDATES)
    room, tally = r.field(Field.OUT_ROOM), r.address(Field.TALLY)
    return r.f.op(
        f"call i64 {function}(ptr {r.states}, i64 {first}, i64 {count}, ptr {out}, ptr {updates}, "
        f"i64 {room}, ptr {tally})"
    )


def _prepare(r: Routine, made: str) -> None:
    """Compute the hashes of a batch and guess the equal states; fetch what looking up will need."""
    f = r.f
    out, hashes, guesses = r.address(Field.OUT), r.address(Field.HASHES), r.address(Field.GUESSES)
    with f.count(made) as j:
        h = r.hash(r.state_at(out, j))
        f.store("i64", h, hashes, j)
        r.prefetch_bucket(h)
    with f.count(made) as j:
        likely, index = r.first_match(f.load("i64", hashes, j))
        guess = f.op(f"select i1 {likely}, i64 {index}, i64 -1")
        f.store("i64", guess, guesses, j)
        with f.when(likely):
            f.prefetch(r.state_at(r.states, index), write=False)


def _insert(r: Routine, made: str, count: Local) -> None:
    """Look up the successors of a batch in order, and append those that are new."""
    f = r.f
    out, hashes, guesses = r.address(Field.OUT), r.address(Field.HASHES), r.address(Field.GUESSES)
    updates, fired = r.address(Field.UPDATES), r.address(Field.FIRED)
    with f.count(made) as j:
        update = f.load("i32", updates, j)
        f.bump(fired, f.op(f"zext i32 {update} to i64"))
        state, known = r.state_at(out, j), f.label("known")
        guess = f.load("i64", guesses, j)
        unsure = f.label("unsure")
        with f.when(f.op(f"icmp sge i64 {guess}, 0")):
            f.branch(r.same(r.state_at(r.states, guess), state), known, unsure)
            f.block(unsure)
        fill = r.look_up(f.load("i64", hashes, j), state, lambda _: f.jump(known))
        new = count.get()
        target = r.state_at(r.states, new)
        for i in range(r.words):
            f.store("i64", f.load("i64", state, str(i)), target, str(i))
        fill(new)
        count.set(f.op(f"add i64 {new}, 1"))
        f.jump(known)
        f.block(known)


def _examine(r: Routine, before: str, after: str) -> None:
    """Look for targets among the states that a batch has added."""
    f, examine = r.f, r.field(Field.EXAMINE)
    with f.when(f.op(f"icmp ne i64 {examine}, 0")):
        function = f.op(f"inttoptr i64 {examine} to ptr")
        added = f.op(f"sub i64 {after}, {before}")
        f.do(f"call void {function}(ptr {r.states}, i64 {before}, i64 {added}, ptr {r.address(Field.TALLY)})")


def _index(r: Routine) -> None:
    f, hashes, last = r.f, r.address(Field.HASHES), r.field(Field.COUNT)
    first = f.local("i64", r.field(Field.HEAD))
    batch, some, end = f.label("batch"), f.label("some"), f.label("end")
    f.jump(batch)
    f.block(batch)
    start = first.get()
    left = f.op(f"sub i64 {last}, {start}")
    f.branch(f.op(f"icmp eq i64 {left}, 0"), end, some)
    f.block(some)
    size = f.op(f"call i64 @llvm.umin.i64(i64 {left}, i64 {r.field(Field.OUT_ROOM)})")
    with f.count(size) as j:
        h = r.hash(r.state_at(r.states, f.op(f"add i64 {start}, {j}")))
        f.store("i64", h, hashes, j)
        r.prefetch_bucket(h)
    with f.count(size) as j:
        r.add(f.load("i64", hashes, j), f.op(f"add i64 {start}, {j}"))
    first.set(f.op(f"add i64 {start}, {size}"))
    f.jump(batch)
    f.block(end)
    f.give("0")


def _double(r: Routine) -> None:
    with _each(r) as bucket:
        r.double(r.address(Field.OLD), bucket)
    r.f.give("0")


def _locate(r: Routine) -> None:
    f, out = r.f, r.address(Field.OUT)
    wanted, parents, count = r.address(Field.WANTED), r.address(Field.PARENTS), r.field(Field.WANTED_COUNT)
    found = f.local("i64", "0")
    with _each(r) as index, f.count(_expand(r, index, "1")) as j, f.count(count) as w:
        same = r.same(r.state_at(out, j), r.state_at(wanted, w))
        unknown = f.op(f"icmp eq i64 {f.load('i64', parents, w)}, 0")
        with f.when(f.op(f"and i1 {same}, {unknown}")):
            f.store("i64", f.op(f"add i64 {index}, 1"), parents, w)
            found.set(f.op(f"add i64 {found.get()}, 1"))
    f.give(found.get())


def _edges(r: Routine) -> None:
    f, out, made = r.f, r.address(Field.OUT), r.address(Field.UPDATES)
    starts, updates, targets = (
        r.address(field) for field in (Field.EDGE_STARTS, Field.EDGE_UPDATES, Field.EDGE_TARGETS)
    )
    head, written = r.field(Field.HEAD), f.local("i64", r.field(Field.EDGE_COUNT))
    with _each(r) as index:
        f.store("i64", written.get(), starts, f.op(f"sub i64 {index}, {head}"))
        with f.count(_expand(r, index, "1")) as j:
            state, behind = r.state_at(out, j), f.label("behind")

            def write(found: str, j: str = j, behind: str = behind) -> None:
                update = f.op(f"zext i32 {f.load('i32', made, j)} to i64")
                f.store("i64", update, updates, written.get())
                f.store("i64", found, targets, written.get())
                written.set(f.op(f"add i64 {written.get()}, 1"))
                f.jump(behind)

            r.look_up(r.hash(state), state, write)
            f.jump(behind)
            f.block(behind)
    f.give(written.get())


@contextmanager
def _each(r: Routine) -> Iterator[str]:
    """Run the code within for the numbers from ``HEAD`` up to ``END``."""
    first = r.field(Field.HEAD)
    with r.f.count(r.f.op(f"sub i64 {r.field(Field.END)}, {first}")) as i:
        yield r.f.op(f"add i64 {first}, {i}")
