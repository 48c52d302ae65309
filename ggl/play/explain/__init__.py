"""Why a move is legal or not: the first condition that fails, where it stands, with its values, and what is legal nearby.

Takes a state and any text; gives an `Explanation` and never raises. The conditions are those that the interpreter runs, on
the checked core; which engine plays does not matter.
"""

from ggl.play.explain.explanation import Explanation
from ggl.play.explain.stages import explain

__all__ = ["Explanation", "explain"]
