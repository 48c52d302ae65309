"""The functions that lowered code calls, written in the kernel language in `runtime_library.kernel`.

Linking adds those that are used.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from ggl.compiler.kernel.call_graph import reached_from
from ggl.compiler.kernel.forms import KernelError, Module
from ggl.compiler.kernel.reader import read_module


@cache
def library() -> Module:
    """The functions of the library: a module without entries."""
    return read_module(resources.files(__package__).joinpath("runtime_library.kernel").read_text("utf-8"))


def linked(module: Module) -> Module:
    """A module with only the functions that its entries reach, its own and those of the library."""
    for name in module.functions.keys() & library().functions.keys():
        if module.functions[name] != library().functions[name]:
            raise KernelError(f"{name}: the library has another function of this name")
    return Module(reached_from(module.functions | library().functions, module.entries), module.entries)
