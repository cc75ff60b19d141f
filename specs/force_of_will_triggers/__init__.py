"""What must hold of triggers in Force of Will; the rulebook is that of ``specs/force_of_will``."""
