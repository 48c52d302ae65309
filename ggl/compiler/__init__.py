"""The compiler: from a checked core to a module of functions for numba, and the engine that runs it."""
