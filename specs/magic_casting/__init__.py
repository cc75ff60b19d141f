"""What must hold of casting, costs and mana abilities."""
