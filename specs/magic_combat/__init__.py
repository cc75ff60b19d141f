"""What must hold of combat between single creatures about a battle."""
