"""Magic: what the clauses about battles demand, clause by clause, and the claims about the smaller game."""
