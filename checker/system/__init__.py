"""The transition system: terms, cells, guarded updates and plays. Everything else stands on it."""
