"""The compiled explicit engine: packed states, one successor function a model in machine code.

Start reading in :mod:`checker.explore.compiled.engine`. ``packing`` lays cells out in words, ``emit``
turns the terms of a system into LLVM text, ``kernel`` is the generic search loop in the same form,
``native`` compiles and caches both, ``search`` runs them and ``plays`` rebuilds what was found.
"""

from checker.explore.compiled.checkpoint import fingerprint
from checker.explore.compiled.engine import CompiledEngine

__all__ = ["CompiledEngine", "fingerprint"]
