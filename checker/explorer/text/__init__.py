"""Exploring in a terminal."""
