"""The cache of verdicts: what engines have answered already, under a name that says everything it depends on.

When in doubt it misses. What is kept is what an engine said, never what is told: on a hit the game is read
and its claims are traced as ever, plays are replayed by the author's own functions, and the verdict is
compared with what the spec expects now.
"""
