"""The codes GGL6xx: options and variants."""

from ggl.diagnostics.catalog.declare import error

UNKNOWN_BASE = error("GGL601", "unknown game to extend", """TODO""")
CIRCULAR_EXTENDS = error("GGL602", "games that extend each other", """TODO""")
OPTION_VALUE = error("GGL603", "option value not allowed", """TODO""")
UNKNOWN_OPTION = error("GGL604", "unknown option", """TODO""")
BAD_OPTION = error("GGL605", "an option that cannot be", """TODO""")
TOO_MANY = error("GGL606", "too many declarations", """TODO""")
REMOVED_NOTHING = error("GGL607", "nothing there to remove", """TODO""")
