"""Effects: trees to the core's effects.

`effects` is the way in: it sends each kind of tree to its module, and keeps what goes around effects: blocks, loops, routines,
results. `pieces` tells which pieces are meant and `sites` on which sites; `placing` (with `stacks`), `facing`, `becoming` and
`variables` make the changes, `rolling` makes the rolls.
"""

from ggl.checker.effects.effects import Effects

__all__ = ["Effects"]
