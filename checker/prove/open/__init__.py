"""Proofs for every size: induction over open systems, by z3 on self-contained texts."""
