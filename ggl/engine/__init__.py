"""The parts that both engines share: the layout of a position, steps, and the protocol an engine keeps to."""

from ggl.engine.layout import Layout
from ggl.engine.protocol import Engine, Position, Step, WorkLimitError

__all__ = ["Engine", "Layout", "Position", "Step", "WorkLimitError"]
