"""What the answer of a comparison rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from checker.judge.verdict import describe_limits

__all__ = ["Basis"]


@dataclass(frozen=True)
class Basis:
    """What an answer rests on.

    ``compared`` are the parts by which the sides are compared, ``whole`` says that they are all of the state.
    ``same`` says that both sides are one transition system, term for term, so that nothing was searched.
    ``stopped`` says why the search ended early, ``cut`` which bounds cut it, and ``half_cut`` that one was
    reached on one side only, so that what is beyond it on the other was not compared.
    """

    compared: tuple[str, ...] = ()
    whole: bool = False
    left_out: tuple[str, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)
    bounds: Mapping[str, int] = field(default_factory=dict)
    same: bool = False
    engine: str = ""
    states: int = 0
    steps: int = 0
    levels: int = 0
    stopped: str = ""
    cut: tuple[str, ...] = ()
    half_cut: bool = False

    @property
    def limits(self) -> str:
        """Sizes and bounds, as every verdict names them."""
        return describe_limits(self.sizes, self.bounds, cut=self.cut)
