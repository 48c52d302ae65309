"""The passes that a kernel module goes through before WebAssembly.

Hosts inline no calls, keep every load, and merge nothing that has branches; LLVM does all of that by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce

from ggl.compiler.kernel.common_subexpressions import eliminate_common_subexpressions
from ggl.compiler.kernel.folding import fold
from ggl.compiler.kernel.forms import Module
from ggl.compiler.kernel.inlining import inline_calls
from ggl.compiler.kernel.soft_bit_moves import without_bit_moves
from ggl.compiler.kernel.unrolling import unroll_loops

PASSES: tuple[Callable[[Module], Module], ...] = (
    without_bit_moves,
    partial(inline_calls, besides=("copy",)),
    unroll_loops,
    fold,
    eliminate_common_subexpressions,
)


def prepared(module: Module) -> Module:
    """A linked module as `wasm` takes it: without `deposit` and `extract`, and optimized."""
    return reduce(lambda before, run: run(before), PASSES, module)
