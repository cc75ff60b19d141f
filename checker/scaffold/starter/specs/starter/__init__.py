"""What must hold of the duel, and its rulebook."""
