"""The codes GGL3xx: board and pieces."""

from ggl.diagnostics.catalog.declare import error

BAD_BOARD = error("GGL301", "no such board", """TODO""")
BOARD_TOO_LARGE = error("GGL302", "board too large", """TODO""")
BAD_DRAWING = error("GGL303", "drawing that does not fit", """TODO""")
BAD_LINKS = error("GGL304", "links that make no board", """TODO""")
WRONG_SITES = error("GGL305", "a piece where it cannot stand", """TODO""")
WRONG_OWNER = error("GGL306", "a piece with the wrong owner", """TODO""")
NO_FACING = error("GGL307", "a piece that faces nowhere", """TODO""")
NO_SUPPLY = error("GGL308", "a piece without a supply", """TODO""")
UNLIKE_PLAYERS = error("GGL309", "players with different constants", """TODO""")
WRONG_PLAYERS = error("GGL310", "wrong number of players", """TODO""")
BAD_PIECE = error("GGL311", "a kind that cannot be", """TODO""")
