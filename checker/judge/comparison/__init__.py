"""Comparison: two readings, editions, models or revisions held against each other, play by play."""
