"""The words of the grammar."""

KEYWORDS = frozenset(
    "and or not if else for in on under of with from to as facing optional otherwise "  # noqa: SIM905
    "put take move exchange turn promote flip set add drop let be win lose draw again phase roll while".split()
)
"""Words that the grammar uses."""

PHRASE_WORDS = ("own", "enemy", "piece", "last")
"""Words that the grammar reads as names, and that stand in phrases or before a dot only."""

NO_NAMES = KEYWORDS | {*PHRASE_WORDS}
"""Words that nothing may be called but moves, properties and what is quoted: the text could not be read, or not as meant."""

NO_MOVES = ("or", "otherwise", "optional", "if", "not")
"""Words that stand before or between moves, which no move may be called like."""


def instead(name: str) -> str:
    """A name to have in the place of a taken one."""
    return f"my_{name}"
