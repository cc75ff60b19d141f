"""Checks certificates from their files alone: it shares no code with what made them, and believes nothing."""
