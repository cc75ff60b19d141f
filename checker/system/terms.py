"""Terms: the hash-consed expressions over cells that guards, next values and properties are made of.

A term has one of three sorts: a truth value, an integer, or a moment. Terms are folded as they are
built, so that two ways of writing the same simple fact give the same object; equality of terms is
identity. Moments exist only until :mod:`checker.language.moments` has replaced their comparisons by
ordinary cells; every engine sees truth values and integers alone.
"""

from checker.system.arithmetic import add, floor_divide, modulo, multiply, subtract, total
from checker.system.cells import Cell, Domain, Sort
from checker.system.comparisons import at_least, equal, less, less_equal
from checker.system.logic import all_of, any_of, ite, negate
from checker.system.nodes import DEAD, FALSE, NOW, TRUE, Op, Term, boolean, integer, of_domain, var
from checker.system.traversal import (
    built,
    evaluate,
    evaluate_all,
    rebuild,
    substitute,
    variables_of,
    walk,
)

__all__ = [
    "DEAD",
    "FALSE",
    "NOW",
    "TRUE",
    "Cell",
    "Domain",
    "Op",
    "Sort",
    "Term",
    "add",
    "all_of",
    "any_of",
    "at_least",
    "boolean",
    "built",
    "equal",
    "evaluate",
    "evaluate_all",
    "floor_divide",
    "integer",
    "ite",
    "less",
    "less_equal",
    "modulo",
    "multiply",
    "negate",
    "of_domain",
    "rebuild",
    "substitute",
    "subtract",
    "total",
    "var",
    "variables_of",
    "walk",
]
