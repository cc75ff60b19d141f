"""The table of states, as LLVM text: which states are known already.

The table is an array of buckets, each a cache line of slots. A slot holds the number of a state (its
index plus 1; 0 is empty) in its low bits, as many as the table needs, and a piece of the state's hash,
the *tag*, in the bits above them. The first bits of the hash name the bucket, the next ones are the tag.
A state lies in its bucket or, where that is full, in the first one behind it that was not; then the
uppermost bit of the slot is set, which makes it a *stranger*. So a look-up compares a whole bucket at
once, in one vector, and hardly ever touches a state that is another one.

Slots are filled from the first on and never emptied. The table doubles by a pass over it from front to
back: the foremost bit of the tag says to which half of its bucket a slot goes. Only the few strangers
need their hashes computed again.
"""

from __future__ import annotations

from collections.abc import Callable

from checker.explore.compiled.assembly import Function, Local
from checker.explore.compiled.context import Field
from checker.explore.compiled.packing import WORD_BITS, signed

__all__ = ["LINE", "Routine"]

LINE = 64
"""Bytes of a bucket."""

# Odd numbers whose bits look random: the fractional parts of the golden ratio and of the root of 3.
_FIRST_FACTOR = signed(0x9E3779B97F4A7C15)
_SECOND_FACTOR = signed(0xBB67AE8584CAA73B)


def _ones(count: int) -> int:
    return (1 << count) - 1


class Routine:
    """One function over a context (see :class:`Field`), with the pieces that the kernel is made of.

    ``words`` is the size of a state, ``slot_bits`` that of a slot: 32 or 64.
    """

    def __init__(self, name: str, words: int, slot_bits: int) -> None:
        self.f = Function(name, "i64", [("ptr", "context")])
        self.words = words
        self._bits = slot_bits
        self._slot = f"i{slot_bits}"
        self._lanes = LINE * 8 // slot_bits
        self._mask = f"i{self._lanes}"
        self._vector = f"<{self._lanes} x {self._slot}>"
        self.states = self.address(Field.STATES)
        self._table = self.address(Field.TABLE)
        self._table_bits = self.field(Field.TABLE_BITS)
        self._number_mask = self._low_bits(self._table_bits)
        self._bucket_bits = self.f.op(f"sub i64 {self._table_bits}, {self._lanes.bit_length() - 1}")
        self._bucket_mask = self._low_bits(self._bucket_bits)
        self._to_bucket = self.f.op(f"sub i64 {WORD_BITS}, {self._bucket_bits}")

    # -- the context and the states ----------------------------------------------------------------

    def field(self, field: Field) -> str:
        """Return a number of the context."""
        return self.f.load("i64", "%context", str(int(field)))

    def address(self, field: Field) -> str:
        """Return an address of the context."""
        return self.f.op(f"inttoptr i64 {self.field(field)} to ptr")

    def set_field(self, field: Field, value: str) -> None:
        """Write a number of the context."""
        self.f.store("i64", value, "%context", str(int(field)))

    def state_at(self, base: str, index: str) -> str:
        """Return the address of a state in an array of states."""
        return self.f.at("i64", base, self.f.op(f"mul i64 {index}, {self.words}"))

    def same(self, a: str, b: str) -> str:
        """Return whether the states at two addresses are equal."""
        f, result = self.f, ""
        for i in range(self.words):
            test = f.op(f"icmp eq i64 {f.load('i64', a, str(i))}, {f.load('i64', b, str(i))}")
            result = f.op(f"and i1 {result}, {test}") if result else test
        return result

    def hash(self, state: str) -> str:
        """Return the hash of the state at an address; its upper bits depend on all words."""
        f, mixed = self.f, ""
        for i in range(self.words):
            word = f.load("i64", state, str(i))
            x = self._fold_down(f.op(f"xor i64 {mixed}, {word}") if mixed else word, 32)
            mixed = self._fold_down(f.op(f"mul i64 {x}, {_FIRST_FACTOR}"), 29)
        return f.op(f"mul i64 {mixed}, {_SECOND_FACTOR}")

    def _fold_down(self, x: str, by: int) -> str:
        """Return ``x`` with its upper bits mixed into its lower ones."""
        shifted = self.f.op(f"lshr i64 {x}, {by}")
        return self.f.op(f"xor i64 {x}, {shifted}")

    def _low_bits(self, count: str) -> str:
        """Return the number whose lowest ``count`` bits are 1."""
        power = self.f.op(f"shl i64 1, {count}")
        return self.f.op(f"sub i64 {power}, 1")

    # -- buckets -----------------------------------------------------------------------------------

    def prefetch_bucket(self, h: str) -> None:
        """Ask for the bucket of a hash."""
        self.f.prefetch(self._bucket_at(self._table, self._bucket_of(h)), write=True)

    def first_match(self, h: str) -> tuple[str, str]:
        """Return whether the bucket of a hash holds its tag, and the index of the first such state."""
        f = self.f
        base = self._bucket_at(self._table, self._bucket_of(h))
        hits, _ = self._compare(base, self._tag(h))
        any_hit = f.op(f"icmp ne i{self._lanes} {hits}, 0")
        return any_hit, self._index_at(base, hits)

    def look_up(self, h: str, state: str, found: Callable[[str], None]) -> Callable[[str], None]:
        """Look up the state at an address, whose hash is ``h``.

        ``found`` is given the index of the equal state and must leave. What follows runs where there is
        none; there the result writes the index of the new state into the free slot.
        """
        f, lanes = self.f, self._mask
        bucket, tag = f.local("i64", self._bucket_of(h)), f.local("i64", self._tag(h))
        walk, match, test, further, on, free = (
            f.label(x) for x in ("walk", "match", "test", "further", "on", "free")
        )
        f.jump(walk)
        f.block(walk)
        base, here = self._bucket_at(self._table, bucket.get()), tag.get()
        hits, empty = self._compare(base, here)
        left = f.local(lanes, hits)
        f.jump(match)
        f.block(match)
        now = left.get()
        f.branch(f.op(f"icmp eq {lanes} {now}, 0"), further, test)
        f.block(test)
        index = self._index_at(base, now)
        with f.leave_when(self.same(self.state_at(self.states, index), state)):
            found(index)
        less = f.op(f"sub {lanes} {now}, 1")
        left.set(f.op(f"and {lanes} {now}, {less}"))
        f.jump(match)
        f.block(further)
        f.branch(f.op(f"icmp eq {lanes} {empty}, 0"), on, free)
        f.block(on)
        self._go_on(bucket, tag)
        f.jump(walk)
        f.block(free)
        return lambda new: self._store_slot(base, self._lane(empty), self._slot_of(here, new))

    def add(self, h: str, index: str) -> None:
        """Put a state that is not in the table into it."""
        f, lanes = self.f, self._mask
        bucket, tag = f.local("i64", self._bucket_of(h)), f.local("i64", self._tag(h))
        walk, on, free = f.label("walk"), f.label("on"), f.label("free")
        f.jump(walk)
        f.block(walk)
        base = self._bucket_at(self._table, bucket.get())
        empty = self._empty(base)
        f.branch(f.op(f"icmp eq {lanes} {empty}, 0"), on, free)
        f.block(on)
        self._go_on(bucket, tag)
        f.jump(walk)
        f.block(free)
        self._store_slot(base, self._lane(empty), self._slot_of(tag.get(), index))

    def double(self, old: str, bucket: str) -> None:
        """Move the slots of a bucket of the table at ``old``, half the size of this one, to this one."""
        f = self.f
        base = self._bucket_at(old, bucket)
        first = self._bucket_at(self._table, f.op(f"shl i64 {bucket}, 1"))
        halves = [first, f.at("i8", first, str(LINE))]
        # Strangers from buckets before may be here already; from then on the counts are kept by hand,
        # since to read a vector right after writing a part of it is slow.
        used = [f.local("i64", self._used(half)) for half in halves]
        old_mask = f.op(f"lshr i64 {self._number_mask}, 1")
        tags = f.op(f"xor i64 {old_mask}, {_ones(self._bits - 1)}")
        with f.count(self._used(base)) as lane:
            slot = self._widen(f.load(self._slot, base, lane))
            number = f.op(f"and i64 {slot}, {old_mask}")
            index = f.op(f"sub i64 {number}, 1")
            rehash, stay, moved = f.label("rehash"), f.label("stay"), f.label("moved")
            stranger = f.op(f"lshr i64 {slot}, {self._bits - 1}")
            f.branch(f.op(f"icmp eq i64 {stranger}, 0"), stay, rehash)

            f.block(stay)
            upper = f.op(f"icmp ne i64 {f.op(f'and i64 {slot}, {1 << self._bits - 2}')}, 0")
            target = f.op(f"select i1 {upper}, ptr {halves[1]}, ptr {halves[0]}")
            low, high = (count.get() for count in used)
            place = f.op(f"select i1 {upper}, i64 {high}, i64 {low}")
            room = f.label("room")
            f.branch(f.op(f"icmp ult i64 {place}, {self._lanes}"), room, rehash)
            f.block(room)
            longer = f.op(f"shl i64 {f.op(f'and i64 {slot}, {tags}')}, 1")
            kept = f.op(f"and i64 {longer}, {_ones(self._bits - 1)}")
            self._store_slot(target, place, f.op(f"or i64 {kept}, {number}"))
            more = f.op(f"zext i1 {upper} to i64")
            used[1].set(f.op(f"add i64 {high}, {more}"))
            used[0].set(f.op(f"add i64 {low}, {f.op(f'sub i64 1, {more}')}"))
            f.jump(moved)

            f.block(rehash)
            self.add(self.hash(self.state_at(self.states, index)), index)
            for count, half in zip(used, halves, strict=True):
                count.set(self._used(half))
            f.jump(moved)
            f.block(moved)

    def _go_on(self, bucket: Local, tag: Local) -> None:
        """Turn to the bucket behind a full one, where the state is a stranger."""
        f = self.f
        following = f.op(f"add i64 {bucket.get()}, 1")
        bucket.set(f.op(f"and i64 {following}, {self._bucket_mask}"))
        tag.set(f.op(f"or i64 {tag.get()}, {signed(1 << self._bits - 1)}"))

    # -- slots -------------------------------------------------------------------------------------

    def _bucket_of(self, h: str) -> str:
        return self.f.op(f"lshr i64 {h}, {self._to_bucket}")

    def _bucket_at(self, table: str, bucket: str) -> str:
        return self.f.at(self._slot, table, self.f.op(f"mul i64 {bucket}, {self._lanes}"))

    def _tag(self, h: str) -> str:
        """Return the tag of a hash, at its place in a slot."""
        f = self.f
        rest = f.op(f"lshr i64 {f.op(f'shl i64 {h}, {self._bucket_bits}')}, {WORD_BITS - self._bits + 1}")
        return f.op(f"and i64 {rest}, {f.op(f'xor i64 {self._number_mask}, -1')}")

    def _slot_of(self, tag: str, index: str) -> str:
        return self.f.op(f"or i64 {tag}, {self.f.op(f'add i64 {index}, 1')}")

    def _store_slot(self, base: str, lane: str, slot: str) -> None:
        self.f.store(self._slot, self._narrow(slot), base, lane)

    def _used(self, base: str) -> str:
        """Return how many slots of a bucket are used: the first ones."""
        empty = self._empty(base)
        count = self.f.op(f"call {self._mask} @llvm.cttz.{self._mask}({self._mask} {empty}, i1 false)")
        return self.f.op(f"zext {self._mask} {count} to i64")

    def _compare(self, base: str, tag: str) -> tuple[str, str]:
        """Return which slots of a bucket hold a tag, and which are empty, one bit a slot."""
        f, lanes = self.f, self._mask
        line = f.op(f"load {self._vector}, ptr {base}, align {LINE}")
        numbers = self._spread(self._narrow(self._number_mask))
        tags = self._spread(self._narrow(tag))
        # A slot with the right tag differs from the tag in the bits of its number alone.
        other = f.op(f"xor {self._vector} {line}, {tags}")
        equal = self._mask_of(f.op(f"icmp ule {self._vector} {other}, {numbers}"))
        empty = self._mask_of(f.op(f"icmp eq {self._vector} {line}, zeroinitializer"))
        used = f.op(f"xor {lanes} {empty}, -1")
        return f.op(f"and {lanes} {equal}, {used}"), empty

    def _empty(self, base: str) -> str:
        line = self.f.op(f"load {self._vector}, ptr {base}, align {LINE}")
        return self._mask_of(self.f.op(f"icmp eq {self._vector} {line}, zeroinitializer"))

    def _mask_of(self, tests: str) -> str:
        return self.f.op(f"bitcast <{self._lanes} x i1> {tests} to i{self._lanes}")

    def _lane(self, mask: str) -> str:
        """Return the first lane of a mask that is not 0."""
        lanes = self._mask
        first = self.f.op(f"call {lanes} @llvm.cttz.{lanes}({lanes} {mask}, i1 false)")
        lane = self.f.op(f"and {lanes} {first}, {self._lanes - 1}")
        return self.f.op(f"zext {lanes} {lane} to i64")

    def _index_at(self, base: str, mask: str) -> str:
        """Return the index of the state in the first lane of a mask."""
        slot = self._widen(self.f.load(self._slot, base, self._lane(mask)))
        number = self.f.op(f"and i64 {slot}, {self._number_mask}")
        return self.f.op(f"sub i64 {number}, 1")

    def _spread(self, value: str) -> str:
        first = self.f.op(f"insertelement {self._vector} poison, {self._slot} {value}, i64 0")
        zero = f"<{self._lanes} x i32> zeroinitializer"
        return self.f.op(f"shufflevector {self._vector} {first}, {self._vector} poison, {zero}")

    def _widen(self, slot: str) -> str:
        return slot if self._bits == WORD_BITS else self.f.op(f"zext {self._slot} {slot} to i64")

    def _narrow(self, value: str) -> str:
        return value if self._bits == WORD_BITS else self.f.op(f"trunc i64 {value} to {self._slot}")
