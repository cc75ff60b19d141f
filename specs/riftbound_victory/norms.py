"""What the clauses demand of winning: those that are stated for all games with these rules."""

from specs.riftbound import winning  # noqa: F401 - states the norms
