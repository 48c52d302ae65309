"""Declarations: options, players, board, regions, kinds and variables of a definition, to a world in which rules are checked.

`declared` goes through them in the order in which they need each other; each sort has its module.
"""

from ggl.checker.declarations.declared import Declared, bound_options, declare
from ggl.checker.declarations.options import OptionProblem, OptionValue

__all__ = ["Declared", "OptionProblem", "OptionValue", "bound_options", "declare"]
