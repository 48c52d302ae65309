"""The core: what a checked game is made of. Pure data, which both engines read."""
