"""Why a move is legal or not: the first condition that fails, its place and values, and the nearest legal moves.

Takes a state and any text; always gives an `Explanation`. The interpreter evaluates the conditions, on the checked core,
whichever engine plays. Raises `WorkLimitError` if the rules take too much work.
"""

from ggl.play.explain.stages import explain, explain_step, refuse_action
from ggl.play.explanation import Explanation

__all__ = ["Explanation", "explain", "explain_step", "refuse_action"]
