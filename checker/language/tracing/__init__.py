"""Tracing: running the author's rules on symbolic values, to read off what they say."""
