"""Calling compiled modules: the engine, the searches, many positions at once."""
