"""What must hold of Riftbound, and its rulebook."""
