"""Emitted functions to machine code: numba finds the types and lowers, LLVM optimises once, where everything has come together.

Takes a function that `runtime.jit` or `runtime.entry` made, and the types of its parameters; gives `Code`, for `native.py`.

What numba does by default is made for functions that are called from Python one by one: each is linked with all it calls,
optimised and turned into machine code, then all that again in its callers. Here a function inside a module is lowered and let
lie; the entry is optimised with all it needs in one piece. References are not counted, since there are none.
"""

from __future__ import annotations

import copy
import gc
import operator
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from numba.core import types
from numba.core.cgutils import alloca_once
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, _LowerResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.interpreter import Interpreter, peep_hole_list_to_tuple
from numba.core.ir import UNDEFINED, Assign, Expr, StaticSetItem
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.rewrites.static_getitem import RewriteConstGetitems, RewriteConstSetitems
from numba.core.rewrites.static_raise import RewriteConstRaises
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference
from numba.core.untyped_passes import FixupArgs, GenericRewrites, TranslateByteCode

from ggl.compiler.native import SYMBOL, Code
from ggl.compiler.writer import BOOLS, WORD, WORDS

LEVEL = 3
"""Of LLVM's optimisation."""


_TYPES = {
    WORD: types.int64,
    WORDS: types.CPointer(types.int64),  # type: ignore[no-untyped-call]
    BOOLS: types.CPointer(types.uint8),  # type: ignore[no-untyped-call]
}

_NO_OVERFLOW = re.compile(r"\b(add|sub|mul|shl) nsw\b")
"""What numba says of numbers with a sign: that they never overflow. Words do, in hashes and in masks."""


class _Loose(JITCodeLibrary):
    """The code of one function, neither optimised nor linked with what it calls. Its arithmetic wraps around."""

    def add_ir_module(self, ir_module: Any) -> None:
        parsed = llvm.parse_assembly(_NO_OVERFLOW.sub(r"\1", str(ir_module)))
        parsed.name = ir_module.name
        parsed.verify()
        self.add_llvm_module(parsed)  # type: ignore[no-untyped-call]

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._finalized = True

    def needed(self) -> list[JITCodeLibrary]:
        """All that it calls, and what that calls, each once."""
        found: dict[JITCodeLibrary, None] = {}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in found:
                found[library] = None
                waiting += library._linking_libraries if isinstance(library, _Loose) else []
        found.pop(self, None)
        return list(found)

    def alone(self) -> Any:
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]

    def _get_module_for_linking(self) -> Any:
        """With all that it needs, as a function compiled in numba's own way expects it of those that it calls."""
        whole = self.alone().clone()
        for library in (*self.needed(), *self.needed()):  # twice: what nobody had asked for yet is left out at first
            own = library.alone() if isinstance(library, _Loose) else library._get_module_for_linking()  # type: ignore[no-untyped-call]
            whole.link_in(own, preserve=True)
        return whole


class _Reader(Interpreter):
    """Reads the byte code as it stands: of what numba rewrites afterwards, emitted text has only tuples of more than 30 values.

    Python makes those by way of a list, also for the arguments of a call: there they become the arguments again.
    """

    def post_process(self, peepholes: Any, func_ir: Any) -> Any:
        if not any(_is(statement, "list_to_tuple") for block in func_ir.blocks.values() for statement in block.body):
            return func_ir
        func_ir = peep_hole_list_to_tuple(func_ir)  # type: ignore[no-untyped-call]
        for block in func_ir.blocks.values():
            tuples = {each.target.name: each.value.items for each in block.body if _is(each, "build_tuple")}
            for statement in block.body:
                if _is(statement, "call") and statement.value.vararg is not None:
                    call = statement.value
                    statement.value = Expr.call(call.func, list(tuples[call.vararg.name]), (), call.loc)  # type: ignore[no-untyped-call]
        return func_ir


def _is(statement: Any, op: str) -> bool:
    """Whether a statement gives a name to what an operation comes to."""
    return isinstance(statement, Assign) and isinstance(statement.value, Expr) and statement.value.op == op


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class _Reading(TranslateByteCode):
    """Byte code to numba's intermediate form, without what nobody asks for here: when a variable is last used."""

    _name = "ggl_reading"

    def run_pass(self, state: Any) -> bool:
        form = _Reader(state.func_id).interpret(state.bc)  # type: ignore[no-untyped-call]
        form.blocks = canonicalize_cfg(form.blocks)  # type: ignore[no-untyped-call]
        form.generator_info = None
        state.func_ir = form
        return True


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class _Constants(GenericRewrites):
    """What is written in the text and not computed, an index or an exception, is known before types are found."""

    _name = "ggl_constants"

    def run_pass(self, state: Any) -> bool:
        blocks = state.func_ir.blocks
        for rewrite in (RewriteConstGetitems(state), RewriteConstSetitems(state), RewriteConstRaises(state)):  # type: ignore[no-untyped-call]
            for key, block in blocks.items():
                if rewrite.match(state.func_ir, block, state.typemap, state.calltypes):  # type: ignore[no-untyped-call]
                    blocks[key] = rewrite.apply()  # type: ignore[no-untyped-call]
        return True


class _Lower(Lower):
    """How an operator is lowered for some types is found out once in a function; numba does it again for each. An index in the
    text is nothing special to a pointer, which numba learns by looking everywhere. Nobody debugs.
    """

    def init(self) -> None:
        super().init()  # type: ignore[no-untyped-call]
        self._implemented: dict[tuple[Any, tuple[Any, ...]], Any] = {}

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        if expr.static_lhs is not UNDEFINED or expr.static_rhs is not UNDEFINED:
            return super().lower_binop(resty, expr, op)  # type: ignore[no-untyped-call]
        signature = self.fndesc.calltypes[expr]
        loaded = [(self.loadvar(side.name), self.typeof(side.name)) for side in (expr.lhs, expr.rhs)]  # type: ignore[no-untyped-call]
        sides = [
            self.context.cast(self.builder, value, type_, wanted)
            for (value, type_), wanted in zip(loaded, signature.args, strict=True)
        ]
        known = (op, signature.args)
        if known not in self._implemented:
            function = self.context.typing_context.resolve_value_type(op)
            called = _resolved(self.context.typing_context, function, signature.args, {})
            self._implemented[known] = self.context.get_function(function, called)
        result = self._implemented[known](self.builder, sides)
        return self.context.cast(self.builder, result, signature.return_type, resty)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        if expr.op == "static_getitem" and isinstance(self.typeof(expr.value.name), types.CPointer):  # type: ignore[no-untyped-call]
            return self.lower_getitem(resty, expr, expr.value, expr.index_var, self.fndesc.calltypes[expr])  # type: ignore[no-untyped-call]
        return super().lower_expr(resty, expr)  # type: ignore[no-untyped-call]

    def lower_inst(self, inst: Any) -> Any:
        if isinstance(inst, StaticSetItem) and isinstance(self.typeof(inst.target.name), types.CPointer):  # type: ignore[no-untyped-call]
            return self.lower_setitem(inst.target, inst.index_var, inst.value, self.fndesc.calltypes[inst])  # type: ignore[no-untyped-call]
        return super().lower_inst(inst)  # type: ignore[no-untyped-call]

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        return alloca_once(self.builder, lltype, name=name)  # type: ignore[no-untyped-call]


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class _Lowering(NativeLowering):
    """Lowers into a loose library. Numba knows the function by an object of its own, and would call it by that from Python."""

    _name = "ggl_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower

    def run_pass(self, state: Any) -> bool:
        loose = _Loose(state.targetctx.codegen(), state.func_id.func_qualname)  # type: ignore[no-untyped-call]
        state["library"] = loose
        state.flags.no_compile = True
        super().run_pass(state)  # type: ignore[no-untyped-call]
        lowered = state["cr"]
        known_by = [None].append  # a builtin, as numba wants it, and another each time
        state.targetctx.insert_user_function(known_by, lowered.fndesc, [loose])
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=known_by, env=lowered.env)
        return True


class Part(Compiler):
    """The passes that emitted text needs, where a variable has one type, nothing is freed, and nothing is done with None.

    What an operator gives for arguments of some types is found out once. Numba looks before each function whether somebody
    has taught it something new meanwhile: here it looks where it misses something.
    """

    def __init__(self, typingctx: Any, targetctx: Any, *args: Any) -> None:
        typing, target = copy.copy(typingctx), copy.copy(targetctx)
        typing.refresh = target.refresh = _nothing_new
        super().__init__(typing, target, *args)  # type: ignore[no-untyped-call]
        del typing.refresh, self.state.targetctx.refresh
        typing.resolve_function_type = partial(_resolved, typingctx)

    def define_pipelines(self) -> list[PassManager]:
        manager = PassManager("ggl")  # type: ignore[no-untyped-call]
        for each in (
            _Reading, FixupArgs, _Constants, NopythonTypeInference, _Lowering, NoPythonBackend,
        ):  # fmt: skip
            manager.add_pass(each, each.__name__)  # type: ignore[no-untyped-call]
        manager.finalize()  # type: ignore[no-untyped-call]
        return [manager]


def _nothing_new() -> None:
    pass


_RESOLVED: dict[tuple[Any, tuple[Any, ...]], Any] = {}


def _resolved(typingctx: Any, func: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """What a call comes to, as the typing context finds it by trying one overload after the other. For an operator a number in
    the text is as any, unless both are."""
    if kws or not isinstance(func, types.Function) or not all(isinstance(arg, _PLAIN) for arg in args):
        return typingctx.resolve_function_type(func, args, kws)
    if func.typing_key in _OPERATORS and not all(isinstance(arg, types.Literal) for arg in args):
        args = tuple(types.unliteral(arg) for arg in args)  # type: ignore[no-untyped-call]
    if (func, args) not in _RESOLVED:
        _RESOLVED[func, args] = typingctx.resolve_function_type(func, args, kws)
    return _RESOLVED[func, args]


_PLAIN = (types.Integer, types.Boolean, types.CPointer)
_OPERATORS = frozenset(getattr(operator, name) for name in operator.__all__)


def machine_code(function: Any, parameters: tuple[str, ...]) -> Code:
    """The machine code of a function with parameters of these types."""
    args = tuple(_TYPES[type_] for type_ in parameters)
    with global_compiler_lock, _without_pauses():
        cpu_target.target_context.refresh()
        function.compile(args)
        made = function.overloads[args]
        loose: _Loose = operator.attrgetter("library")(made)
        whole = loose._get_module_for_linking()
        entry = whole.get_function(made.fndesc.llvm_func_name)
        for each in (*whole.functions, *whole.global_variables):
            if not each.is_declaration:
                each.linkage = "internal"
        entry.linkage = "external"
        entry.name = SYMBOL
        missing = [
            each.name for each in (*whole.functions, *whole.global_variables) if each.is_declaration and not _found(each.name)
        ]
        if missing:
            raise RuntimeError(f"emitted code calls what is not there: {', '.join(missing)}")
        codegen = loose._codegen
        tuning = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
        tuning.loop_vectorization, tuning.slp_vectorization = True, False
        passes = llvm.create_pass_builder(codegen._tm, tuning)
        passes.getModulePassManager().run(whole, passes)
        return Code(parameters, _results(made.signature.return_type), codegen._tm.emit_object(whole))


def _found(name: str) -> bool:
    return name.startswith("llvm.") or llvm.address_of_symbol(name) is not None


def _results(type_: Any) -> int:
    """How many words a function gives."""
    if type_ == types.none:
        return 0
    of, count = (type_.dtype, type_.count) if isinstance(type_, types.UniTuple) else (type_, 1)
    assert types.unliteral(of) == types.int64, type_  # type: ignore[no-untyped-call]
    return int(count)


@contextmanager
def _without_pauses() -> Iterator[None]:
    """While it lasts nothing is looked for that could be freed: compiling makes much and lets little go."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
