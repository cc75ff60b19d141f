"""What must hold of strikes in Berserk Online; the rulebook is that of ``specs/berserk``."""
