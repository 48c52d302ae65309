"""Replaces `deposit` and `extract` by functions of the library, for machines without such instructions."""

from __future__ import annotations

from ggl.compiler.kernel.constant_masks import replace_constant_masks
from ggl.compiler.kernel.forms import Apply, Call, Expression, Module
from ggl.compiler.kernel.runtime_library import linked
from ggl.compiler.kernel.walk import rewritten

_FUNCTIONS = {"deposit": "soft_deposit", "extract": "soft_extract"}


def without_bit_moves(module: Module) -> Module:
    """The linked module as a machine without such instructions gets it: masks that are known become shifts first."""
    return replace_bit_moves(linked(replace_constant_masks(module)))


def replace_bit_moves(module: Module) -> Module:
    """The linked module without the operations; `select`, which is made of one, is replaced as well."""
    functions = {name: rewritten(function, _replaced) for name, function in module.functions.items() if name != "select"}
    return linked(Module(functions, module.entries))


def _replaced(form: Expression) -> Expression:
    match form:
        case Apply(operation, operands, type_) if operation in _FUNCTIONS:
            return Call(_FUNCTIONS[operation], operands, (type_,))
        case Call("select", arguments, results):
            return Call("soft_select", arguments, results)
    return form
