"""Core-to-core passes: pure functions, each of which preserves the meaning of a game."""
