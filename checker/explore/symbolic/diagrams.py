"""Binary decision diagrams, as little of CUDD as the engine needs, behind typed names.

Every bit of a state has two variables next to each other in the order: its value now, and after a step.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, cast

__all__ = ["Diagram", "Diagrams", "OutOfMemory", "available"]

_MEBIBYTE = 1 << 20


class Diagram(Protocol):
    """A set of states, or of steps (pairs of states), as one decision diagram.

    Diagrams of one :class:`Diagrams` are equal exactly if they are the same set. ``len`` is the number of
    nodes. ``low`` and ``high`` are the branches of the node itself, without the complement mark that
    ``negated`` tells of.
    """

    @property
    def level(self) -> int:
        """Where the top variable stands in the order."""

    @property
    def var(self) -> str | None:
        """The name of the top variable, None for a constant."""

    @property
    def negated(self) -> bool:
        """Whether this is the complement of its node."""

    @property
    def low(self) -> Diagram:
        """The branch of the node where its variable is false."""

    @property
    def high(self) -> Diagram:
        """The branch of the node where its variable is true."""

    def __and__(self, other: Diagram) -> Diagram: ...
    def __or__(self, other: Diagram) -> Diagram: ...
    def __invert__(self) -> Diagram: ...
    def __int__(self) -> int: ...
    def __len__(self) -> int: ...


class OutOfMemory(Exception):  # noqa: N818 - the end of a search is no error
    """The diagrams need more memory than they may take."""


def available() -> str:
    """Return "" where decision diagrams can be used, else the reason why not."""
    try:
        import dd.cudd  # noqa: F401 - asked for only to see whether it is there
    except (ImportError, OSError) as error:
        return f"the package dd with its module dd.cudd cannot be loaded ({error})"
    return ""


def _now(bit: int) -> str:
    return f"now{bit}"


def _after(bit: int) -> str:
    return f"after{bit}"


@dataclass(frozen=True)
class _Bits:
    """Some bits: the names of their values now and after a step, and "each is the same after as now".

    Renaming is a conjunction with ``same``: what it gives is remembered by the library from one call to the
    next, and what renaming proper gives is not.
    """

    now: Sequence[str]
    after: Sequence[str]
    same: Diagram


class Diagrams:
    """A manager of diagrams over ``bits`` bits, which takes at most about ``memory`` bytes."""

    def __init__(self, bits: int, memory: int) -> None:
        from dd import cudd

        self._bits = bits
        self._memory = memory
        self._and_exists = cudd.and_exists
        # The estimate sizes the tables; the library refuses one that is not below what the machine has.
        self._manager: Any = cudd.BDD(memory_estimate=min(memory, _half_of_the_machine()))
        self._manager.configure(reordering=False, max_memory=memory)
        for bit in range(bits):
            self._manager.declare(_now(bit), _after(bit))
        if bits:
            # Sifting moves the two variables of a bit together.
            self._manager.group({_now(bit): 2 for bit in range(bits)})
        self.true: Diagram = self._manager.true
        self.false: Diagram = self._manager.false
        self._nows: list[Diagram] = [self._manager.var(_now(bit)) for bit in range(bits)]
        self._afters: list[Diagram] = [self._manager.var(_after(bit)) for bit in range(bits)]
        self._number: Mapping[str, int] = {_now(bit): bit for bit in range(bits)}
        self._known: dict[tuple[int, ...], _Bits] = {}

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Raise :class:`OutOfMemory` where an operation inside fails for want of memory."""
        try:
            yield
        except (ValueError, RuntimeError) as error:
            # The library has no error of its own for this: most operations wrap a null pointer.
            text = str(error)
            if "NULL" not in text and "out of memory" not in text:
                raise
            raise OutOfMemory(
                f"the limit of {self._memory // _MEBIBYTE:,} MiB of memory was reached"
            ) from None

    def bit(self, bit: int, *, after: bool = False) -> Diagram:
        """Return "this bit is set"."""
        return (self._afters if after else self._nows)[bit]

    def literals(self, values: Mapping[int, bool], *, after: bool = False) -> Diagram:
        """Return "these bits have these values"."""
        name = _after if after else _now
        return cast(Diagram, self._manager.cube({name(bit): value for bit, value in values.items()}))

    def choose(self, condition: Diagram, then: Diagram, otherwise: Diagram) -> Diagram:
        """Return ``then`` where ``condition`` is true, else ``otherwise``."""
        return cast(Diagram, self._manager.ite(condition, then, otherwise))

    def union(self, parts: Iterable[Diagram]) -> Diagram:
        """Return what is in any of ``parts``, joined in pairs so that few are large."""
        rest = list(parts)
        while len(rest) > 1:
            odd = rest[-1:] if len(rest) % 2 else []
            rest = [a | b for a, b in zip(rest[::2], rest[1::2], strict=False)] + odd
        return rest[0] if rest else self.false

    def images(self, steps: Diagram, states: Diagram, bits: Sequence[int]) -> Diagram:
        """Return the states after ``steps`` from ``states``, where the steps change only ``bits``."""
        known = self._bits_of(bits)
        reached = self._and_exists(states, steps, known.now)
        return cast(Diagram, self._and_exists(reached, known.same, known.after))

    def preimages(self, steps: Diagram, states: Diagram, bits: Sequence[int]) -> Diagram:
        """Return the states before ``steps`` into ``states``, where the steps change only ``bits``."""
        return self.meet(self.later(states, bits), steps, bits)

    def some(self, states: Diagram, bits: Sequence[int]) -> Diagram:
        """Return the states that are in the set if these bits are chosen well."""
        return cast(Diagram, self._manager.exist([_now(bit) for bit in bits], states) if bits else states)

    def later(self, states: Diagram, bits: Sequence[int]) -> Diagram:
        """Return the set with these bits taken as those after a step."""
        known = self._bits_of(bits)
        return cast(Diagram, self._and_exists(states, known.same, known.now))

    def meet(self, one: Diagram, other: Diagram, bits: Sequence[int]) -> Diagram:
        """Return what is in both sets if these bits after a step are chosen well."""
        return cast(Diagram, self._and_exists(one, other, self._bits_of(bits).after))

    def _bits_of(self, bits: Sequence[int]) -> _Bits:
        """Return what is needed again and again of these bits."""
        key = tuple(bits)
        known = self._known.get(key)
        if known is None:
            same = self.true
            # The last of the order first, so that each conjunction only puts something on top.
            for bit in sorted(key, key=lambda bit: int(self._nows[bit].level), reverse=True):
                now, after = self._nows[bit], self._afters[bit]
                same = same & self.choose(now, after, ~after)
            known = self._known[key] = _Bits([*map(_now, key)], [*map(_after, key)], same)
        return known

    def positions(self) -> list[int]:
        """Return the bits, by their values now, in the present order of the variables."""
        return sorted(range(self._bits), key=lambda bit: int(self._nows[bit].level))

    def bit_of(self, name: str) -> int:
        """Return the bit whose value now is the variable ``name``."""
        return self._number[name]

    def sift(self) -> None:
        """Look for a better order of the variables (R. Rudell, "Dynamic variable ordering", ICCAD 1993)."""
        self._manager.reorder()


def _half_of_the_machine() -> int:
    """Return half of the memory of this machine in bytes; 1 GiB where that is not known."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return 1 << 30
