"""The codes GGL5xx: end and score."""

from ggl.diagnostics.catalog.declare import error, warning

NO_SCORE = error("GGL501", "no score to decide by", """TODO""")
NO_END = warning("GGL502", "no rule ends the game", """TODO""")
UNUSED_TIE = warning("GGL503", "a tie rule without a score", """TODO""")
WRONG_SUBJECT = error("GGL504", "nobody of that name can win or lose", """TODO""")
