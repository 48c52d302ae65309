"""Which tests run together: the expressions that `pytest -m` takes."""

NOT_SLOW = "not slow"
ORDINARY = "not slow and not processes"
PROCESSES = "processes and not slow"

WITHOUT_SLOW = (NOT_SLOW, ORDINARY, PROCESSES)
"""Those that choose no slow test."""
