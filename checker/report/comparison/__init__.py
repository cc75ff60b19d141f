"""Comparisons, told as text, as Markdown and as JSON."""
