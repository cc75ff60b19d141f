"""The games, as rules that can be run."""
