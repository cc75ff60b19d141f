"""What must hold of triggered abilities, and of the cleanup step."""
