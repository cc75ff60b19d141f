"""What must hold of processes in Force of Will; the rulebook is that of ``specs/force_of_will``."""
