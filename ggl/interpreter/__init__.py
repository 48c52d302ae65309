"""The meaning of the core, plain: each form as a small function, each step played on a copy."""

from ggl.interpreter.interpreter import Interpreter

__all__ = ["Interpreter"]
