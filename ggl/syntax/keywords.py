"""The words of the grammar."""

KEYWORDS = frozenset(
    "and or not if else for in on of with from to as facing optional otherwise "  # noqa: SIM905
    "put take move exchange turn promote flip set add drop let be win lose draw again phase roll".split()
)
"""Words that the grammar uses; no variable, definition, piece or option may have one as its name."""
