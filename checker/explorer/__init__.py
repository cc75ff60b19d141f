"""Exploring a game by hand: what may be done, why the rest is refused, and what that does to the claims."""
