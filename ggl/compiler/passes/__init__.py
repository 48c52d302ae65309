"""Core-to-core passes: pure functions, each of which keeps what a game means."""
