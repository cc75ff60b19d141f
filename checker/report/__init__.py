"""A verdict, told to people and machines."""
