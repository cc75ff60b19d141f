"""A thin typed layer over z3: formulas, a solver over finite domains, and a clock.

Everything that z3 (which has no type information) returns is wrapped here, so that the rest of the
prover is fully typed. z3 is loaded when the first formula is made.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, NewType

__all__ = [
    "INTERRUPTED",
    "Clock",
    "Formula",
    "NamedScript",
    "Number",
    "Result",
    "Session",
    "Solver",
    "answer_script",
    "bits",
    "choose",
    "conjoin",
    "constant",
    "disjoin",
    "divide",
    "fit",
    "flag",
    "implies",
    "invert",
    "less_than",
    "number",
    "plus",
    "remainder",
    "rename",
    "same",
    "solve_linear",
    "times",
]

Formula = NewType("Formula", object)
"""A truth value of the solver."""

Number = NewType("Number", object)
"""A bit-vector of the solver; whoever builds it knows its width and whether it is signed."""


class _Lazy:
    """Loads z3 at the first use, and remembers each of its names that was used."""

    def __getattr__(self, name: str) -> Any:
        import z3

        found = getattr(z3, name)
        setattr(self, name, found)
        return found


z3: Any = _Lazy()

INTERRUPTED = "interrupted from keyboard"
"""The reason that z3 gives where Ctrl-C ended it."""


class Clock:
    """Wall time that is left. ``seconds`` of ``None`` is no limit."""

    def __init__(self, seconds: float | None) -> None:
        self._start = time.monotonic()
        self._seconds = seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the clock was started."""
        return time.monotonic() - self._start

    @property
    def left(self) -> float | None:
        """Seconds left, 0 when none are, ``None`` without a limit."""
        return None if self._seconds is None else max(0.0, self._seconds - self.elapsed)

    @property
    def over(self) -> bool:
        """Whether the time is used up."""
        return self.left == 0.0

    def at_most(self, seconds: float) -> Clock:
        """Return a clock for what is left, and for no more than ``seconds``."""
        left = self.left
        return Clock(seconds if left is None else min(left, seconds))

    def share(self, part: float, least: float) -> Clock:
        """Return a clock for ``part`` of what is left, but at least ``least`` seconds of it."""
        left = self.left
        return Clock(None if left is None else min(left, max(least, left * part)))


class Result(Enum):
    """What a solver says about its constraints."""

    SAT = "satisfiable"
    UNSAT = "unsatisfiable"
    UNKNOWN = "unknown"


class Solver:
    """An incremental solver over truth values and bit-vectors.

    After ``SAT``, :meth:`holds` and :meth:`value` read the model; after ``UNSAT``, :attr:`core` has the
    positions of assumptions that cannot be true together.
    """

    def __init__(self, *, small_cores: bool = False) -> None:
        # The finite-domain solver turns everything into clauses once and keeps what it learnt.
        self._solver = z3.SolverFor("QF_FD")
        if small_cores:
            self._solver.set("core.minimize", True)
        self._model: Any = None
        self.core: tuple[int, ...] = ()
        self.reason = ""
        self._names = 0

    def add(self, *formulas: Formula) -> None:
        """Assert ``formulas`` for good."""
        self._solver.add(*formulas)

    def literal(self, formula: Formula) -> Formula:
        """Return a fresh name which, assumed, makes ``formula`` true."""
        name = flag(f"assume!{self._names}")
        self._names += 1
        self.add(implies(name, formula))
        return name

    def check(self, assumptions: Sequence[Formula], clock: Clock) -> Result:
        """Look for a model under ``assumptions``; ``UNKNOWN`` when the clock runs out first."""
        left = clock.left
        if left == 0.0:
            self.reason = "time limit"
            return Result.UNKNOWN
        # z3 takes milliseconds in 32 bits; the greatest of them means no limit.
        self._solver.set("timeout", 2**32 - 1 if left is None else max(1, min(int(left * 1000), 2**31)))
        found = _asked(self._solver, *assumptions)
        if found == z3.sat:
            self._model = self._solver.model()
            return Result.SAT
        if found == z3.unsat:
            core = {c.get_id() for c in self._solver.unsat_core()}
            self.core = tuple(i for i, a in enumerate(assumptions) if _identity(a) in core)
            return Result.UNSAT
        told = str(self._solver.reason_unknown())
        self.reason = "time limit" if told in ("timeout", "canceled") else f"the solver gave up: {told}"
        return Result.UNKNOWN

    def holds(self, formula: Formula) -> bool:
        """Whether ``formula`` is true in the model."""
        return bool(z3.is_true(self._model.eval(formula, model_completion=True)))

    def value(self, number: Number) -> int:
        """Return the bits of ``number`` in the model as an unsigned integer."""
        return int(self._model.eval(number, model_completion=True).as_long())


def _identity(formula: Any) -> int:
    return int(formula.get_id())


# -- truth values --------------------------------------------------------------------------------


def constant(value: bool) -> Formula:
    """Return a constant truth value."""
    return Formula(z3.BoolVal(value))


def flag(name: str) -> Formula:
    """Return the truth value called ``name``."""
    return Formula(z3.Bool(name))


def invert(a: Formula) -> Formula:
    """Return "not a"."""
    return Formula(z3.Not(a))


def conjoin(parts: Iterable[Formula]) -> Formula:
    """Return "all of ``parts``"."""
    return _junction(list(parts), z3.Z3_mk_and, True)


def disjoin(parts: Iterable[Formula]) -> Formula:
    """Return "some of ``parts``"."""
    return _junction(list(parts), z3.Z3_mk_or, False)


def _junction(parts: list[Any], make: Any, empty: bool) -> Formula:
    # Straight through the C interface: z3's Python face looks at every argument several times.
    if not parts:
        return constant(empty)
    if len(parts) == 1:
        return Formula(parts[0])
    context = parts[0].ctx
    array = (z3.Ast * len(parts))(*(p.as_ast() for p in parts))
    return Formula(z3.BoolRef(make(context.ref(), len(parts), array), context))


def implies(a: Formula, b: Formula) -> Formula:
    """Return "b wherever a"."""
    return Formula(z3.Implies(a, b))


def choose(condition: Formula, then: object, otherwise: object) -> Any:
    """Return ``then`` where ``condition`` is true, else ``otherwise`` (both of one sort and width)."""
    return z3.If(condition, then, otherwise)


def same(a: object, b: object) -> Formula:
    """Return "a equals b" (both of one sort and width)."""
    left: Any = a
    return Formula(left == b)


# -- bit-vectors ---------------------------------------------------------------------------------


def number(name: str, width: int) -> Number:
    """Return the bit-vector called ``name``."""
    return Number(z3.BitVec(name, width))


def bits(value: int, width: int) -> Number:
    """Return ``value`` modulo 2^width as a bit-vector."""
    return Number(z3.BitVecVal(value % (1 << width), width))


def fit(a: Number, width: int, signed: bool) -> Number:
    """Return ``a`` at another width: extended as its sign says, or its lowest bits."""
    vector: Any = a
    have = vector.size()
    if have < width:
        return Number((z3.SignExt if signed else z3.ZeroExt)(width - have, vector))
    return Number(vector if have == width else z3.Extract(width - 1, 0, vector))


def less_than(a: Number, b: Number, signed: bool) -> Formula:
    """Return "a is less than b", for one width."""
    left: Any = a
    return Formula(left < b if signed else z3.ULT(a, b))


def plus(parts: Sequence[Number]) -> Number:
    """Return the sum of ``parts`` at their one width, modulo 2^width."""
    result: Any = parts[0]
    for part in parts[1:]:
        result = result + part
    return Number(result)


def times(a: Number, b: Number) -> Number:
    """Return the product modulo 2^width."""
    left: Any = a
    return Number(left * b)


def divide(a: Number, b: Number) -> Number:
    """Return the unsigned quotient."""
    return Number(z3.UDiv(a, b))


def remainder(a: Number, b: Number) -> Number:
    """Return the unsigned remainder."""
    return Number(z3.URem(a, b))


def rename(formula: Formula, pairs: Sequence[tuple[object, object]]) -> Formula:
    """Return ``formula`` with each first name of ``pairs`` replaced by the second."""
    return Formula(z3.substitute(formula, *pairs))


# -- integers ------------------------------------------------------------------------------------


def solve_linear(rows: Sequence[Sequence[int]], width: int, size: int, clock: Clock) -> list[int] | None:
    """Return ``width`` integers from -size to size whose product with each row is negative.

    ``None`` where there are none, or the clock ran out.
    """
    weights = [z3.Int(f"w{i}") for i in range(width)]
    solver = z3.SolverFor("QF_LIA")
    left = clock.left
    if left is not None:
        solver.set("timeout", max(1, int(left * 1000)))
    for weight in weights:
        solver.add(weight >= -size, weight <= size)
    for row in rows:
        solver.add(z3.Sum([n * w for n, w in zip(row, weights, strict=True) if n] or [z3.IntVal(0)]) < 0)
    if _asked(solver) != z3.sat:
        return None
    model = solver.model()
    return [model.eval(w, model_completion=True).as_long() for w in weights]


def answer_script(script: str, seconds: float, *, effort: int | None = None) -> tuple[Result, str]:
    """Return what z3 answers to the assertions of an SMT-LIB script, and why where it does not know.

    ``effort`` limits the steps that z3 counts, which are the same on every machine, however busy it is.
    """
    solver = z3.Solver(ctx=Session().context)
    solver.set("timeout", max(1, int(seconds * 1000)))
    if effort is not None:
        solver.set("rlimit", effort)
    solver.from_string(script)
    found = _asked(solver)
    if found == z3.unknown:
        return Result.UNKNOWN, str(solver.reason_unknown())
    return (Result.SAT if found == z3.sat else Result.UNSAT), ""


class Session:
    """Where scripts are asked that may know of each other. None outside it changes what they are answered.

    Each takes some 16 MB, and so is for many scripts that are kept at the same time.
    """

    def __init__(self) -> None:
        self.context = z3.Context()


class NamedScript:
    """An SMT-LIB script in which names stand for its parts, and which of them exclude each other.

    z3 puts terms at hand in for what is bound by quantifiers, and looks for no models unless it is told to:
    where that does not suffice it gives up much sooner than :func:`answer_script`.
    """

    def __init__(self, script: str = "", session: Session | None = None, *, models: bool = False) -> None:
        self._context = (session or Session()).context
        self._solver = z3.SimpleSolver(ctx=self._context)
        self._solver.set("smt.mbqi", models)
        self.add(script)

    def add(self, script: str) -> None:
        """Add to the script, which may speak of all that has been declared and defined in it before."""
        self._solver.from_string(script)

    def core(
        self, names: Sequence[str], seconds: float, *, effort: int | None = None
    ) -> frozenset[str] | None:
        """Return some of the names that cannot be true together; ``None`` where none are known to be so.

        ``effort`` is as in :func:`answer_script`.
        """
        self._solver.set("timeout", max(1, int(seconds * 1000)))
        if effort is not None:
            self._solver.set("rlimit", effort)
        if _asked(self._solver, *(z3.Bool(name, self._context) for name in names)) != z3.unsat:
            return None
        return frozenset(str(name) for name in self._solver.unsat_core())


def _asked(solver: Any, *assumptions: Formula) -> Any:
    """Return what z3 answers. It catches Ctrl-C itself, and says so; nobody else would hear of it.

    Raises:
        KeyboardInterrupt: the user gave up.
    """
    found = solver.check(*assumptions)
    if found == z3.unknown and solver.reason_unknown() == INTERRUPTED:
        raise KeyboardInterrupt
    return found
