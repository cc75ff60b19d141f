"""Exploring in a browser: a page on this machine alone, and the server that answers it."""
