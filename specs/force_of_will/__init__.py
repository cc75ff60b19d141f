"""Force of Will: the rulebook of the chase and the claims about it."""
