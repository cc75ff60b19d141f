"""Proof with z3: bounded model checking, induction and k-induction."""
