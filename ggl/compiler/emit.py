"""From a checked core to the text of a module, and the plan of the memory that it works in."""

from __future__ import annotations

from ggl.compiler.deepening import Deepening
from ggl.compiler.emitted import CannotCompileError, Emitted
from ggl.compiler.fusion import fused, gathered
from ggl.compiler.module import Module
from ggl.compiler.passes import optimised, shared
from ggl.compiler.settled import settled, unordered
from ggl.compiler.writer import comment
from ggl.core import forms as f
from ggl.core.types import Num, SetOf, set_size
from ggl.core.walk import walk
from ggl.engine.draws import distances

WIDEST = 4096
"""Numbers that the members of a set may be chosen from, as in a range that is written in a file."""

_HEAD = '''\
"""{title}: emitted from the rules by ggl; changes are lost. See `ggl.compiler`."""

from __future__ import annotations

from math import log, sqrt

from ggl.compiler.runtime import (
    ArenaFullError, I, below, bit, compare_lists, compare_padded, copied, deposited, drawn, entry, equal, extracted, highest, jit,
    known, lowest, mixed, popcount, reserve, seeded, select, shr, sort_lists, sort_numbers, sort_sets,
    upto,
)
'''


def emit(core: f.CoreGame, title: str = "A game") -> Emitted:
    """Raises `CannotCompileError` where a form is used in a way that has no emitted shape yet."""
    fast = shared(unordered(fused(gathered(optimised(settled(core))))), "again")
    _check_widths(fast)
    module = Module(fast, {schema.name: distances(core, schema) for schema in core.schemas})
    kernels = Deepening(module)
    entries = {
        "start": module.entry(kernels.start()),
        "refresh": module.entry(kernels.refresh()),
        "steps": module.entry(kernels.steps()),
        "play": module.entry(kernels.play()),
        "draw": module.entry(kernels.draw()),
        "playouts": module.entry(kernels.playouts()),
        "perft": module.entry(kernels.perft()),
        "mcts": module.entry(kernels.mcts()),
    }
    if kernels.players == 2:
        entries["alphabeta"] = module.entry(kernels.alphabeta())
    if kernels.numbering is not None:
        entries["batch"] = module.entry(kernels.batch())
    if core.score is not None:
        entries["score"] = module.entry(kernels.score())
    text = _HEAD.format(title=comment(title).replace("\\", "/").replace('"', "'")) + "\n\n" + module.text() + "\n"
    return Emitted(text, module.memory, kernels.row, kernels.remembered, kernels.kept_turn, kernels.keys, kernels.number, entries)


def _check_widths(core: f.CoreGame) -> None:
    """A set of numbers is as wide as they may lie apart, and each of its words is written out."""
    for form in walk(core):
        type_ = getattr(form, "type", None)
        if isinstance(type_, SetOf) and isinstance(type_.of, Num) and set_size(type_) > WIDEST:
            raise CannotCompileError(f"a set out of {set_size(type_):,} numbers")


__all__ = ["CannotCompileError", "Emitted", "emit"]
