"""The machine code of an emitted text by way of the kernel language: each entry is compiled when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ggl.compiler.backends.loader import Entry as Function
    from ggl.compiler.emitted import Entry
    from ggl.compiler.kernel.forms import Module


class FromKernel:
    """The functions of one text."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def module(self) -> Module:
        """The verified module, with what it needs of the library."""
        from ggl.compiler.bridge import kernel_of
        from ggl.compiler.kernel.library import linked
        from ggl.compiler.kernel.verifier import verify

        module = linked(kernel_of(self.text))
        verify(module)
        return module

    def compiled(self, function: str) -> bool:
        """Nothing is kept."""
        return False

    def function(self, entry: Entry) -> Function:
        """An entry of the text, compiled now."""
        from ggl.compiler.backends.llvm import host, machine_code
        from ggl.compiler.backends.loader import Entry as Function
        from ggl.compiler.bridge import kernel_name
        from ggl.compiler.kernel.soft_bit_moves import without_bit_moves

        name, target = kernel_name(entry.name), host()
        module = self.module if target.moves_bits else without_bit_moves(self.module)
        function = module.functions[name]
        types = tuple(parameter.type for parameter in function.parameters)
        return Function(machine_code(module, (name,), target), name, types, function.results)
