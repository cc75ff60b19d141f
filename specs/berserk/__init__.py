"""Berserk: the rulebooks of its editions, and the claims about priority, the stack, and strikes."""
