"""What questions of a certificate cost cvc5, where that is installed: z3 takes less for most."""

from __future__ import annotations

from functools import lru_cache
from typing import Any  # cvc5 has no type information

__all__ = ["MOST", "Costs"]

MOST = 60_000
"""A question that takes more of the units of work that cvc5 counts itself is given up."""


class Costs:
    """Asks cvc5 questions that have some commands in common, each of which comes first."""

    def __init__(self, commands: str) -> None:
        self._cvc5 = _cvc5()
        if self._cvc5 is None:
            return
        self._solver = self._cvc5.Solver(self._cvc5.TermManager())
        for option, value in (("incremental", "true"), ("rlimit-per", str(MOST)), ("enum-inst", "true")):
            self._solver.setOption(option, value)
        self._parser = self._cvc5.InputParser(self._solver)
        self._run(commands)

    def of(self, commands: str) -> int:
        """Return how many units of work cvc5 counts until it answers ``unsat`` to a question.

        More than :data:`MOST` where it gives another answer; 0 where cvc5 is not installed.
        """
        if self._cvc5 is None:
            return 0
        before = self._spent
        answers = self._run(f"(push 1)\n{commands}(check-sat)\n(pop 1)\n")
        return self._spent - before if answers == ["unsat"] else MOST + 1

    def _run(self, commands: str) -> list[str]:
        self._parser.setStringInput(self._cvc5.InputLanguage.SMT_LIB_2_6, commands, "question")
        answers: list[str] = []
        while not (command := self._parser.nextCommand()).isNull():
            answers += command.invoke(self._solver, self._parser.getSymbolManager()).split()
        return answers

    @property
    def _spent(self) -> int:
        statistics = self._solver.getStatistics().get(internal=True, defaulted=True)
        return int(statistics["resource::resourceUnitsUsed"]["value"])


@lru_cache(maxsize=1)
def _cvc5() -> Any:
    try:
        import cvc5
    except ImportError:
        return None
    return cvc5
