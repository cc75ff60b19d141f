"""Norms: what single clauses demand, written apart from the model, and read back as sentences."""
