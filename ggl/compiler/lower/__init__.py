"""Lowering: from a core to the functions of a module, by functions that share a context."""
