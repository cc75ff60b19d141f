"""Which scenarios flip: played on both sides, with another outcome on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.judge.comparison.outcome import Flip, ScenarioOutcome, Scenarios

__all__ = ["flips"]


def flips(
    mine: Sequence[ScenarioOutcome],
    theirs: Sequence[ScenarioOutcome],
    readings: tuple[Mapping[str, str], Mapping[str, str]],
) -> Scenarios:
    """Return which scenarios have another outcome on each of two sides, under the readings in force there.

    A scenario flips if all is as its author says on one side only, or if it names an outcome for the option
    of each side. One that fails on both sides does not flip. One that is known on one side only is passed
    over, unless it could not be played there.
    """
    firsts, seconds = ({(one.number, one.title): one for one in side} for side in (mine, theirs))
    found: list[Flip] = []
    unplayed: list[tuple[str, str]] = []
    played = 0
    for key in dict.fromkeys((*firsts, *seconds)):
        one, other = firsts.get(key), seconds.get(key)
        why = next((o.unplayed for o in (one, other) if o is not None and o.unplayed), "")
        if why:
            unplayed.append((key[0], why))
        if why or one is None or other is None:
            continue
        played += 1
        stated = not (one.outcome and other.outcome) and any(
            {readings[0].get(name), readings[1].get(name)} <= options
            and readings[0].get(name) != readings[1].get(name)
            for name, options in one.stated
        )
        if bool(one.outcome) != bool(other.outcome) or stated:
            outcomes = (one.outcome, other.outcome)
            found.append(Flip(one.number, one.title, one.source, one.clauses, outcomes, stated))
    missing = "" if played or unplayed else "none of them plays this game"
    return Scenarios(played, tuple(found), tuple(unplayed), missing)
