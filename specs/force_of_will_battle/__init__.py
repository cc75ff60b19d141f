"""What must hold of battle in Force of Will; the rulebook is that of ``specs/force_of_will``."""
