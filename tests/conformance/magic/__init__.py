from checker.scenario import Scenarios
from models.magic import Magic

scenario = Scenarios(Magic)
"""The scenarios of all games of Magic, which follow one rulebook."""
