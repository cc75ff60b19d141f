"""Scenarios: single situations of a game, played rule by rule, with what must come of them.

Everything that a scenario is written with is imported from here; see ``docs/how-to/write-a-scenario.md``.
"""

from checker.language.plain.given import moment
from checker.scenario.known_play import KnownPlay
from checker.scenario.numbered import Scenario, Scenarios
from checker.scenario.readings import differ
from checker.scenario.recorded import RecordedPlay
from checker.scenario.scene import Scene, start

__all__ = ["KnownPlay", "RecordedPlay", "Scenario", "Scenarios", "Scene", "differ", "moment", "start"]
