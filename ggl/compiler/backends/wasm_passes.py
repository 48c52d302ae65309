"""The passes that a kernel module goes through before WebAssembly.

Hosts inline no calls, keep every load, and merge nothing that has branches; LLVM does all of that by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, reduce

from ggl.compiler.kernel.common_subexpressions import remove_repeated_evaluations
from ggl.compiler.kernel.folding import fold
from ggl.compiler.kernel.forms import Module
from ggl.compiler.kernel.inlining import inline_calls
from ggl.compiler.kernel.soft_bit_moves import without_bit_moves
from ggl.compiler.kernel.unrolling import unroll_loops

PASSES: dict[str, Callable[[Module], Module]] = {
    "soft-bit-moves": without_bit_moves,
    "inlining": partial(inline_calls, besides=("copy",)),
    "unrolling": unroll_loops,
    "folding": fold,
    "common-subexpressions": remove_repeated_evaluations,
}
"""The passes by name, in the order in which they run."""


def wasm_stages(module: Module) -> Iterator[tuple[str, Module]]:
    """The name of each pass, in order, with the linked module after it."""
    for name, run in PASSES.items():
        module = run(module)
        yield name, module


def prepared(module: Module) -> Module:
    """A linked module as `wasm` takes it: without `deposit` and `extract`, and optimized."""
    return reduce(lambda before, run: run(before), PASSES.values(), module)
