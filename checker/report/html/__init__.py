"""The report of a run as one page for a browser: an overview, and every finding with its play on a board."""
