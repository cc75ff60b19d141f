from checker.scenario import Scenarios
from models.force_of_will import ForceOfWill

scenario = Scenarios(ForceOfWill)
"""The scenarios of all games of Force of Will, which follow one rulebook."""
