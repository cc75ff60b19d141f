"""What must hold of loops in Force of Will; the rulebook is that of ``specs/force_of_will``."""
