"""What must hold of the games, and their rulebooks."""
