"""Magic: what the clauses about blocking demand once a battle has been removed from combat."""
