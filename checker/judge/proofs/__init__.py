"""Claims of games proved, with certificates that others can check."""
