"""A solver that is told once what is true of a state and of a step, and then asked many things about them.

Conditions get names as they are first asked about, so that each is told once as well, and that an answer says
which of them it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from checker.prove.open.obligations import typed_after
from checker.prove.solver import NamedScript, Session
from checker.system.cells import Cell
from checker.system.open.model import OpenSystem, Parameter
from checker.system.open.smt import Speller, named, sort_name
from checker.system.terms import Term

__all__ = ["Told"]


class Told:
    """Knows that every variable has values of its type, and every one of the ``parameters`` of a step.

    Instances of what is known are looked for, and no models: so "not known" comes soon.
    ``apart`` is as in :func:`checker.system.open.smt.named`.
    """

    def __init__(
        self, system: OpenSystem, parameters: Iterable[Parameter], session: Session, *, apart: bool = False
    ) -> None:
        cells = [*system.numbers, *(v.cell for v in system.variables)]
        self._system = system
        self._speller = Speller(cells)
        self._types_told = False
        self._apart = apart
        self._names: dict[Term, str] = {}
        self._defined = 0
        self._numbered = 0
        self._script = NamedScript(session=session)
        speller, parameters = self._speller, tuple(parameters)
        lines = ["(set-logic ALL)"]
        for cell in cells:
            arguments = " ".join("Int" for _ in cell.places)
            lines.append(f"(declare-fun {speller.name(cell)} ({arguments}) {sort_name(cell)})")
        lines += [f"(declare-const {speller.name(p.cell)} Int)" for p in parameters]
        always = [speller.typed(v) for v in system.variables]
        always += [f"(<= {n.domain.low} {speller.name(n)})" for n in system.numbers]
        always += [f"(<= 0 {speller.name(p.cell)})" for p in parameters]
        lines += [*self._new(), *(f"(assert {text})" for text in always if text != "true")]
        self._script.add("\n".join(lines))

    def refuted(
        self, terms: Sequence[Term], seconds: float, effort: int, untyped: Mapping[Cell, Term] | None = None
    ) -> frozenset[Term] | None:
        """Return some of the terms that cannot be true together here; nothing if none are known to be so.

        With ``untyped``, that is while some of what is written so has no value of its type.
        """
        self._tell(list(dict.fromkeys(t for t in terms if t not in self._names)))
        names = {self._names[t]: t for t in terms}
        types = () if untyped is None else (self._untyped(untyped),)
        core = self._script.core((*names, *types), seconds, effort=effort)
        return None if core is None else frozenset(names[name] for name in core if name in names)

    def _tell(self, terms: Sequence[Term]) -> None:
        """Give names to terms."""
        if not terms:
            return
        self._speller.share(terms)
        if self._apart:
            self._speller.share_quantifiers(terms)
        texts = [self._speller.truth(t) for t in terms]
        lines = self._new()
        for term, text in zip(terms, texts, strict=True):
            name = self._names[term] = f"c.{len(self._names)}"
            lines += [f"(declare-const {name} Bool)", f"(assert (=> {name} {text}))"]
        self._script.add("\n".join(lines))

    def _untyped(self, writes: Mapping[Cell, Term]) -> str:
        """Return the name for that some of these new values is not of its type, once it has been told."""
        name = "c.untyped"
        if not self._types_told:
            self._types_told = True
            texts = list(typed_after(self._speller, self._system, writes))
            lines = self._new()
            lines.append(f"(declare-const {name} Bool)")
            lines.append(f"(assert (=> {name} (not (and true {' '.join(texts)}))))")
            self._script.add("\n".join(lines))
        return name

    def _new(self) -> list[str]:
        """Return what the speller has named, and the solver has not been told yet."""
        speller = self._speller
        numbers = list(speller.numbers.items())[self._numbered :]
        definitions = speller.definitions[self._defined :]
        self._numbered, self._defined = len(speller.numbers), len(speller.definitions)
        lines = [f"(declare-const {name} Int)" for name, _ in numbers]
        lines += [line for definition in definitions for line in named(*definition, apart=self._apart)]
        return [*lines, *(f"(assert {meaning})" for _, meaning in numbers)]
