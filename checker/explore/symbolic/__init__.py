"""The symbolic engine: sets of states as decision diagrams, searched breadth first.

Start reading in :mod:`checker.explore.symbolic.engine`. ``cases`` splits updates so that each changes few
cells, ``order`` and ``encoding`` lay cells out in bits, ``conditions`` turns terms into ``diagrams``,
``relations`` makes steps of them; ``search`` goes through the levels, ``counting`` counts to the last
digit, ``plays`` rebuilds what was found, and ``fixpoints`` decides what must, or can always, come.
"""

from checker.explore.symbolic.engine import SymbolicEngine

__all__ = ["SymbolicEngine"]
