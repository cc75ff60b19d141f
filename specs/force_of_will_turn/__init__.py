"""What must hold of a turn of Force of Will; the rulebook is that of ``specs/force_of_will``."""
