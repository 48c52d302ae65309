"""Replaces `deposit` and `extract` by functions of the library, for machines without such instructions."""

from __future__ import annotations

from ggl.compiler.kernel.constant_masks import replace_constant_masks
from ggl.compiler.kernel.forms import Apply, Call, Expression, Module
from ggl.compiler.kernel.runtime_library import linked
from ggl.compiler.kernel.walk import rewritten

_OPERATIONS = {"deposit": "soft_deposit", "extract": "soft_extract"}
_FUNCTIONS = {"select": "soft_select", "subset_entry": "soft_subset_entry"}
"""Functions of the library that are made of these operations, and do without them in another way."""


def without_bit_moves(module: Module) -> Module:
    """The linked module as a machine without such instructions gets it: masks that are known become shifts first."""
    return replace_bit_moves(linked(replace_constant_masks(module)))


def replace_bit_moves(module: Module) -> Module:
    """The linked module without the operations, and without the functions of the library that are made of them."""
    functions = {name: rewritten(function, _replaced) for name, function in module.functions.items() if name not in _FUNCTIONS}
    return linked(Module(functions, module.entries))


def _replaced(form: Expression) -> Expression:
    match form:
        case Apply(operation, operands, type_) if operation in _OPERATIONS:
            return Call(_OPERATIONS[operation], operands, (type_,))
        case Call(name, arguments, results) if name in _FUNCTIONS:
            return Call(_FUNCTIONS[name], arguments, results)
    return form
