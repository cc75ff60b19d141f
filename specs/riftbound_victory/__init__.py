"""Riftbound: what the clauses demand of winning where the victory score changes."""
