"""Transition systems in the languages of other tools, with the same states and the same steps."""
