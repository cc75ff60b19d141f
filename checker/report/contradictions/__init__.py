"""Findings about clauses, told: on the terminal, as Markdown, and as JSON."""
