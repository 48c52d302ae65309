"""Why a move is legal or not: the first condition that fails, where it stands, with its values, and what is legal nearby.

Takes a state and any text; gives an `Explanation`, whatever the text is. The conditions are those that the interpreter runs, on
the checked core; which engine plays does not matter. Raises `WorkLimitError` where the rules take too much work for an engine.
"""

from ggl.play.explain.stages import explain, explain_step
from ggl.play.explanation import Explanation

__all__ = ["Explanation", "explain", "explain_step"]
