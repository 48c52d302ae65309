"""The codes GGL7xx: what is found by playing."""

from ggl.diagnostics.catalog.declare import error, note, warning

TEST_FAILED = error("GGL701", "a test of the file failed", """TODO""")
NO_MOVE_AT_START = error("GGL702", "no move at the start", """TODO""")
MOVE_NEVER_LEGAL = warning("GGL703", "a move that was never legal", """TODO""")
CONDITION_NEVER_MATTERED = note("GGL704", "a condition that never mattered", """TODO""")
DOES_NOT_END = warning("GGL705", "a game that did not end", """TODO""")
AMBIGUOUS_NOTATION = warning("GGL706", "two moves written alike", """TODO""")
SAME_ACT = warning("GGL707", "two moves that do the same", """TODO""")
