"""The bundled games, as state transitions."""
