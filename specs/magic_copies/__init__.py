"""Magic: what the clauses demand of a Siege that never had defense counters."""
