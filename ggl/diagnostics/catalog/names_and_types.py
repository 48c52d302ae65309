"""The codes GGL2xx: names and types."""

from ggl.diagnostics.catalog.declare import error, warning

KEYWORD_AS_NAME = error("GGL201", "a word of the language used as a name", """TODO""")
NAME_TAKEN = error("GGL202", "a name that already means something", """TODO""")
UNKNOWN_NAME = error("GGL203", "unknown name", """TODO""")
UNKNOWN_PROPERTY = error("GGL204", "unknown property", """TODO""")
WRONG_TYPE = error("GGL205", "wrong type", """TODO""")
WRONG_ARGUMENTS = error("GGL206", "wrong arguments", """TODO""")
MAYBE_NONE = error("GGL207", "this may be none", """TODO""")
CIRCULAR_DEFINITION = error("GGL208", "a definition that uses itself", """TODO""")
TWO_READINGS = error("GGL209", "a name with two readings", """TODO""")
NOT_HERE = error("GGL210", "a word that has no meaning here", """TODO""")
NOT_CONSTANT = error("GGL211", "not fixed before play", """TODO""")
NUMBER_TOO_LARGE = error("GGL212", "number too large", """TODO""")
MIXED_TYPES = error("GGL213", "two types that do not go together", """TODO""")
UNUSED_NAME = warning("GGL214", "never used", """TODO""")
TABLE_TOO_LARGE = error("GGL215", "too many combinations", """TODO""")
TOO_COMPLEX = error("GGL216", "too much to work out", """TODO""")
UNKNOWN_KIND = error("GGL217", "unknown kind of piece", """TODO""")
NEEDLESS_TEST = warning("GGL218", "a condition that never changes", """TODO""")
