"""Magic: the rulebook of priority, the stack and battles, and the claims about them."""
