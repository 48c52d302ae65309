"""The codes GGL4xx: moves and turns."""

from ggl.diagnostics.catalog.declare import error, warning

UNKNOWN_MOVE = error("GGL401", "unknown move", """TODO""")
WRONG_HANDOVER = error("GGL402", "a move that is handed the wrong values", """TODO""")
NEVER_OFFERED = warning("GGL403", "a move that is never offered", """TODO""")
CANNOT_CHANGE = error("GGL404", "something that cannot be changed", """TODO""")
CIRCULAR_ROUTINE = error("GGL405", "a routine that uses itself", """TODO""")
WRONG_PIECES = error("GGL406", "pieces that cannot be named so", """TODO""")
BAD_NOTATION = error("GGL407", "notation that cannot be read", """TODO""")
BAD_PHASE = error("GGL408", "a phase that cannot be", """TODO""")
USELESS_EFFECT = warning("GGL409", "an effect without effect", """TODO""")
