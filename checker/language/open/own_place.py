"""What happens to each member of an open number at once, told place by place.

Where an instance for the member ``x`` writes to functions at ``x`` alone, all instances together make a
function ``f`` into what the one for ``x`` makes of it at ``x``, with the place of the function put for
``x``.
"""

from __future__ import annotations

from checker.system import terms as tm
from checker.system.open.binders import placed
from checker.system.open.functions import place
from checker.system.terms import FALSE, Term, substitute, var

__all__ = ["PLACE", "at_own_place", "only_at"]

PLACE = var(place(0))


def at_own_place(term: Term, member: Term) -> Term:
    """Return a term about a member as one about the place of a function."""
    return placed(term, {member: PLACE})


def only_at(member: Term, value: Term, unchanged: Term) -> bool:
    """Whether what is written to a function, over its place, leaves it alone at all places but ``member``.

    It may not be seen that it does.
    """
    elsewhere = {tm.equal(PLACE, member).id: FALSE}
    (found,) = substitute((value,), lambda _: None, elsewhere)
    return found is unchanged
