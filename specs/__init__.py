"""What must hold of the bundled games, and their rulebooks."""
