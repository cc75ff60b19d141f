"""Contradictions: what the clauses of a rulebook demand together, held against every reachable state."""
