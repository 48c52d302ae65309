"""Entries of a verified kernel module, and all that they call, as the bytes of a WebAssembly module.

The passes of `wasm_passes.py` must have replaced `deposit` and `extract`. What the host sees:

- Each entry is exported under its name. A word is an `i64`, a bool an `i32` that is 0 or 1, a real an `f64`; a region is an
  `i32`, the address of its first byte in the memory. Several results are several values.
- `memory` is exported and begins without a page: the host grows it, and lays out the regions, those of words at multiples of 8.
  A module that is to work in a memory of the host imports it instead, as `ggl.memory`.
- `trapped` is exported, a mutable `i32`. `trap()` sets it to 1 and ends in `unreachable`. A call that ends otherwise but by
  returning has reached something undefined, or run out of stack; then it is 0. The host sets it back to 0.
- A module that takes logarithms imports `ggl.log`, from `f64` to `f64`: WebAssembly has none.

Structured control stays as it is: `block`, `loop`, `if`. Each local of the kernel is a local of WebAssembly, and so is what a
loop counts. Conditions become branches, without a value in between.

Long, since each instruction of the kernel has its case here.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ggl.compiler.backends.wasm_binary import EMPTY, CodeWriter, Op, Value, WasmType, assembled, signed, unsigned
from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.call_graph import reached_from
from ggl.compiler.kernel.forms import Type
from ggl.compiler.kernel.runtime_library import library
from ggl.compiler.kernel.walk import forms_in, may_repeat, set_in

MEMORY, TRAPPED, LOG = "memory", "trapped", ("ggl", "log")
HOST_MEMORY = ("ggl", "memory")
"""The import of a module that works in a memory of its host."""

TYPES = {Type.WORD: Value.I64, Type.BOOL: Value.I32, Type.REAL: Value.F64, Type.WORDS: Value.I32, Type.BOOLS: Value.I32}

_SIMPLE = {
    "add": Op.I64_ADD, "sub": Op.I64_SUB, "mul": Op.I64_MUL, "and": Op.I64_AND, "or": Op.I64_OR, "xor": Op.I64_XOR,
    "shl": Op.I64_SHL, "sar": Op.I64_SHR_S, "shr": Op.I64_SHR_U, "popcount": Op.I64_POPCNT, "lowest": Op.I64_CTZ,
    "eq": Op.I64_EQ, "ne": Op.I64_NE, "lt": Op.I64_LT_S, "le": Op.I64_LE_S, "gt": Op.I64_GT_S, "ge": Op.I64_GE_S,
    "below": Op.I64_LT_U, "not": Op.I32_EQZ, "word": Op.I64_EXTEND_I32_U, "real": Op.F64_CONVERT_I64_S,
    "fadd": Op.F64_ADD, "fsub": Op.F64_SUB, "fmul": Op.F64_MUL, "fdiv": Op.F64_DIV, "fneg": Op.F64_NEG,
    "feq": Op.F64_EQ, "flt": Op.F64_LT, "fgt": Op.F64_GT, "sqrt": Op.F64_SQRT,
}  # fmt: skip
"""Operations that are one instruction."""

_OPPOSITES = {"eq": Op.I64_NE, "ne": Op.I64_EQ, "lt": Op.I64_GE_S, "le": Op.I64_GT_S, "gt": Op.I64_LE_S, "ge": Op.I64_LT_S}

_MEMORY_COPY = bytes((0xFC, 10, 0, 0))

_FEW = 8
"""Up to this number of words are copied one by one."""

_LEAST, _GREATEST = -(1 << 63), (1 << 63) - 1


def wasm(module: f.Module, entries: Iterable[str], *, in_host_memory: bool = False) -> bytes:
    """A module of WebAssembly with these entries. Raises `KernelError` for an operation without instructions."""
    entries = tuple(entries)
    functions = reached_from(module.functions, entries)
    has_log = any(
        isinstance(form, f.Apply) and form.operation == "log" for function in functions.values() for form in forms_in(function)
    )
    imports = [(*LOG, WasmType((Value.F64,), (Value.F64,)))] * has_log
    numbers = {name: number for number, name in enumerate(functions, len(imports))}
    copies = functions.get("copy") == library().functions["copy"]
    codes = [_Writer(function, numbers, copies).code() for function in functions.values()]
    return assembled(
        imports, codes, {name: numbers[name] for name in entries}, TRAPPED, HOST_MEMORY if in_host_memory else MEMORY
    )


class _Writer:
    """Writes one function."""

    def __init__(self, function: f.Function, numbers: Mapping[str, int], copies: bool) -> None:
        self._function = function
        self._numbers = numbers
        self._copies = copies
        """Whether `copy` is the function of the library."""
        self._out = bytearray()
        named = {local.name: TYPES[local.type] for local in (*function.parameters, *set_in(function.body))}
        self._places = {name: place for place, name in enumerate(named)}
        self._types = list(named.values())
        self._spare: list[int] = []
        """Locals that loops which have ended have counted with."""
        self._scratch: list[int] = []
        """Words within an operation: set after its operands are evaluated, and done with before anything else is."""
        self._depth = 0
        """How many blocks are open. A block's label is the depth in it."""
        self._loops: list[tuple[int, int]] = []
        """The labels of the open loops: to continue, and to leave."""

    def code(self) -> CodeWriter:
        function = self._function
        self._block(function.body)
        if function.results:
            self._op(Op.UNREACHABLE)  # tells the validator that this point is never reached
        parameters = tuple(TYPES[each.type] for each in function.parameters)
        signature = WasmType(parameters, tuple(TYPES[type_] for type_ in function.results))
        return CodeWriter(signature, tuple(self._types[len(parameters) :]), bytes(self._out))

    # ---- instructions

    def _op(self, *ops: Op) -> None:
        self._out += bytes(ops)

    def _with(self, op: Op, number: int) -> None:
        """An instruction with an index."""
        self._out.append(op)
        self._out += unsigned(number)

    def _get(self, place: int) -> None:
        self._with(Op.LOCAL_GET, place)

    def _word(self, number: int) -> None:
        self._out.append(Op.I64_CONST)
        self._out += signed(number)

    def _new(self, type_: Value = Value.I64) -> int:
        self._types.append(type_)
        return len(self._types) - 1

    def _scratches(self, count: int) -> list[int]:
        while len(self._scratch) < count:
            self._scratch.append(self._new())
        return self._scratch[:count]

    @contextmanager
    def _opened(self, op: Op, gives: int = EMPTY) -> Iterator[int]:
        """A block, a loop or an `if`; its label."""
        self._out += bytes((op, gives))
        self._depth += 1
        yield self._depth
        self._depth -= 1
        self._op(Op.END)

    def _go(self, label: int, op: Op = Op.BR) -> None:
        self._with(op, self._depth - label)

    # ---- statements

    def _block(self, block: f.Block) -> None:
        for statement in block:
            _STATEMENTS[type(statement)](self, statement)

    def _assign(self, s: f.Assign) -> None:
        self._expression(s.value)
        for target in reversed(s.targets):
            self._with(Op.LOCAL_SET, self._places[target.name])

    def _store(self, s: f.Store) -> None:
        offset = self._address(s.region, s.index)
        self._expression(s.value)
        self._access(s.region, offset, Op.I64_STORE, Op.I32_STORE8)

    def _do(self, s: f.Do) -> None:
        self._call(s.call)
        self._op(*[Op.DROP] * len(s.call.results))

    def _if(self, s: f.If) -> None:
        with self._opened(Op.BLOCK) as done:
            if not s.otherwise:
                self._branch(s.test, done, False)
                self._block(s.then)
                return
            with self._opened(Op.BLOCK) as otherwise:
                self._branch(s.test, otherwise, False)
                self._block(s.then)
                self._go(done)
            self._block(s.otherwise)

    def _while(self, s: f.While) -> None:
        if s.test == f.Literal(True, Type.BOOL) and not may_repeat(s.body):  # one round, which a `break` ends
            with self._opened(Op.BLOCK) as done:
                self._body(s.body, done, done)
            return
        with self._opened(Op.BLOCK) as done, self._opened(Op.LOOP) as again:
            self._branch(s.test, done, False)
            self._body(s.body, again, done)
            self._go(again)

    def _for(self, s: f.For) -> None:
        counter, stop = (self._spare.pop() if self._spare else self._new() for _ in range(2))
        self._expression(s.first)
        self._expression(s.stop)
        self._with(Op.LOCAL_SET, stop)
        self._with(Op.LOCAL_SET, counter)
        with self._opened(Op.BLOCK) as done, self._opened(Op.LOOP) as head:
            self._get(counter)
            self._get(stop)
            self._op(Op.I64_GE_S if s.step > 0 else Op.I64_LE_S)
            self._go(done, Op.BR_IF)
            self._round(s.local, counter, (), s.body, done)
            self._get(counter)
            if abs(s.step) > 1:  # past the last word the loop ends
                self._word((_GREATEST if s.step > 0 else _LEAST) - s.step)
                self._op(Op.I64_GT_S if s.step > 0 else Op.I64_LT_S)
                self._go(done, Op.BR_IF)
                self._get(counter)
            self._word(s.step)
            self._op(Op.I64_ADD)
            self._with(Op.LOCAL_SET, counter)
            self._go(head)
        self._spare += [counter, stop]

    def _for_bits(self, s: f.ForBits) -> None:
        rest = self._spare.pop() if self._spare else self._new()
        self._expression(s.bits)
        self._with(Op.LOCAL_SET, rest)
        with self._opened(Op.BLOCK) as done, self._opened(Op.LOOP) as head:
            self._get(rest)
            self._op(Op.I64_EQZ)
            self._go(done, Op.BR_IF)
            self._round(s.local, rest, (Op.I64_CTZ,), s.body, done)
            self._get(rest)
            self._get(rest)
            self._word(1)
            self._op(Op.I64_SUB, Op.I64_AND)
            self._with(Op.LOCAL_SET, rest)
            self._go(head)
        self._spare.append(rest)

    def _round(self, local: f.Local, counter: int, ops: tuple[Op, ...], body: f.Block, done: int) -> None:
        """One round: sets the local from the counter and runs the block, which then continues."""
        self._get(counter)
        self._op(*ops)
        self._with(Op.LOCAL_SET, self._places[local.name])
        with self._opened(Op.BLOCK) as again:
            self._body(body, again, done)

    def _body(self, block: f.Block, again: int, done: int) -> None:
        self._loops.append((again, done))
        self._block(block)
        self._loops.pop()

    def _break(self, _: f.Break) -> None:
        self._go(self._loops[-1][1])

    def _continue(self, _: f.Continue) -> None:
        self._go(self._loops[-1][0])

    def _return(self, s: f.Return) -> None:
        for value in s.values:
            self._expression(value)
        self._op(Op.RETURN)

    def _trap(self, _: f.Trap) -> None:
        self._out += bytes((Op.I32_CONST, 1, Op.GLOBAL_SET, 0, Op.UNREACHABLE))

    def _note(self, _: f.Note) -> None:
        pass

    # ---- conditions

    def _branch(self, test: f.Expression, label: int, when: bool) -> None:
        """Goes to a label when a test gives this."""
        match test:
            case f.Literal(value):
                if value == when:
                    self._go(label)
                return
            case f.Apply("not", (operand,)):
                self._branch(operand, label, not when)
                return
            case f.All(operands) | f.Any(operands):
                decides = isinstance(test, f.Any)
                if when == decides:
                    for operand in operands:
                        self._branch(operand, label, when)
                    return
                with self._opened(Op.BLOCK) as decided:
                    for operand in operands[:-1]:
                        self._branch(operand, decided, decides)
                    self._branch(operands[-1], label, when)
                return
            case f.Apply(operation, operands) if not when and operation in _OPPOSITES:
                self._operands(operands)
                self._op(_OPPOSITES[operation])
            case _:
                self._expression(test)
                if not when:
                    self._op(Op.I32_EQZ)
        self._go(label, Op.BR_IF)

    # ---- expressions: each leaves its value on the stack

    def _expression(self, e: f.Expression) -> None:
        _EXPRESSIONS[type(e)](self, e)

    def _operands(self, operands: tuple[f.Expression, ...]) -> None:
        for operand in operands:
            self._expression(operand)

    def _literal(self, e: f.Literal) -> None:
        if e.type is Type.REAL:
            self._op(Op.F64_CONST)
            self._out += struct.pack("<d", e.value)
        elif e.type is Type.BOOL:
            self._out += bytes((Op.I32_CONST, bool(e.value)))
        else:
            self._word(int(e.value))

    def _local(self, e: f.Local) -> None:
        self._get(self._places[e.name])

    def _load(self, e: f.Load) -> None:
        offset = self._address(e.region, e.index)
        self._access(e.region, offset, Op.I64_LOAD, Op.I32_LOAD8_U)

    def _address(self, region: f.Local, index: f.Expression) -> int:
        """The address of an entry, but for a known part, which it gives."""
        bits = 3 if region.type is Type.WORDS else 0
        self._get(self._places[region.name])
        if isinstance(index, f.Literal) and 0 <= index.value < 1 << 28:
            return int(index.value) << bits
        index, known = _split(index)
        self._expression(index)
        self._scaled(bits)
        self._op(Op.I32_ADD)
        if known:
            self._op(Op.I32_CONST)
            self._out += signed(((known << bits) + (1 << 31)) % (1 << 32) - (1 << 31))
            self._op(Op.I32_ADD)
        return 0

    def _access(self, region: f.Local, offset: int, words: Op, bools: Op) -> None:
        self._out += bytes((words, 3) if region.type is Type.WORDS else (bools, 0))  # log2 of the alignment
        self._out += unsigned(offset)

    def _apply(self, e: f.Apply) -> None:
        match e.operation, e.operands:
            case "neg", (x,):
                self._word(0)
                self._expression(x)
                self._op(Op.I64_SUB)
            case "invert", (x,):
                self._expression(x)
                self._word(-1)
                self._op(Op.I64_XOR)
            case "highest", (x,):
                self._word(63)
                self._expression(x)
                self._op(Op.I64_CLZ, Op.I64_SUB)
            case "log", (x,):
                self._expression(x)
                self._with(Op.CALL, 0)
            case (("min" | "max"), (x, y)):
                self._chosen(x, y, Op.I64_LT_S if e.operation == "min" else Op.I64_GT_S)
            case (("floordiv" | "mod"), (x, y)):
                self._divided(e.operation, x, y)
            case operation, operands if operation in _SIMPLE:
                self._operands(operands)
                self._op(_SIMPLE[operation])
            case operation, _:
                raise f.KernelError(f"{self._function.name}: WebAssembly has no instruction for {operation}")

    def _chosen(self, x: f.Expression, y: f.Expression, compare: Op) -> None:
        """The one of two words that compares like this with the other."""
        a, b = self._scratches(2)
        self._operands((x, y))
        self._with(Op.LOCAL_SET, b)
        self._with(Op.LOCAL_TEE, a)
        for place in (b, a, b):
            self._get(place)
        self._op(compare, Op.SELECT)

    def _divided(self, operation: str, x: f.Expression, y: f.Expression) -> None:
        """A quotient or a remainder, rounded down."""
        self._expression(x)
        known = int(y.value) if isinstance(y, f.Literal) else 0
        if known > 0 and known & (known - 1) == 0:
            self._word(known - 1 if operation == "mod" else known.bit_length() - 1)
            self._op(Op.I64_AND if operation == "mod" else Op.I64_SHR_S)
            return
        a, b, rest = self._scratches(3)
        if known <= 0:
            self._expression(y)
            self._with(Op.LOCAL_SET, b)

        def divisor() -> None:
            if known > 0:
                self._word(known)
            else:
                self._get(b)

        self._with(Op.LOCAL_TEE, a)
        divisor()
        if operation == "floordiv":
            self._op(Op.I64_DIV_S)
            self._get(a)
            divisor()
        self._op(Op.I64_REM_S)
        if operation == "floordiv":
            self._with(Op.LOCAL_SET, rest)
        else:
            self._with(Op.LOCAL_TEE, rest)
            divisor()
            self._word(0)
        self._get(rest)  # rounded up if the rest is not 0 and its sign differs from the divisor's
        if known <= 0:
            divisor()
            self._op(Op.I64_XOR)
        self._word(0)
        self._op(Op.I64_LT_S)
        if known <= 0:
            self._get(rest)
            self._word(0)
            self._op(Op.I64_NE, Op.I32_AND)
        self._op(*((Op.I64_EXTEND_I32_U, Op.I64_SUB) if operation == "floordiv" else (Op.SELECT, Op.I64_ADD)))

    def _all(self, e: f.All | f.Any) -> None:
        first, *rest = e.operands
        self._expression(first)
        if not rest:
            return
        with self._opened(Op.IF, Value.I32):
            if isinstance(e, f.All):
                self._all(f.All(tuple(rest)))
                self._out += bytes((Op.ELSE, Op.I32_CONST, 0))
            else:
                self._out += bytes((Op.I32_CONST, 1, Op.ELSE))
                self._all(f.Any(tuple(rest)))

    def _choose(self, e: f.Choose) -> None:
        self._expression(e.test)
        with self._opened(Op.IF, TYPES[e.type]):
            self._expression(e.then)
            self._op(Op.ELSE)
            self._expression(e.otherwise)

    def _call(self, e: f.Call) -> None:
        if e.function == "copy" and self._copies:
            self._copy(*e.arguments)
            return
        self._operands(e.arguments)
        self._with(Op.CALL, self._numbers[e.function])

    def _copy(self, region: f.Expression, source: f.Expression, length: f.Expression, target: f.Expression) -> None:
        """A call of the library's `copy`: the target is not within the source, so that the source may be read as a whole
        first."""
        assert isinstance(region, f.Local)
        first, count, to = self._scratches(3)
        self._operands((source, length, target))
        for place in (to, count, first):
            self._with(Op.LOCAL_SET, place)
        if isinstance(length, f.Literal) and int(length.value) <= _FEW:
            for word in range(int(length.value)):
                self._at(region, to)
                self._at(region, first)
                self._access(region, word << 3, Op.I64_LOAD, Op.I32_LOAD8_U)
                self._access(region, word << 3, Op.I64_STORE, Op.I32_STORE8)
            return
        with self._opened(Op.BLOCK) as done:
            self._get(count)
            self._word(0)
            self._op(Op.I64_LE_S)
            self._go(done, Op.BR_IF)
            self._at(region, to)
            self._at(region, first)
            self._get(count)
            self._scaled(3)
            self._out += _MEMORY_COPY

    def _at(self, region: f.Local, place: int) -> None:
        """The address of an entry of words whose index is in a local."""
        self._get(self._places[region.name])
        self._get(place)
        self._scaled(3)
        self._op(Op.I32_ADD)

    def _scaled(self, bits: int) -> None:
        """The size in bytes of a number of entries."""
        self._op(Op.I32_WRAP_I64)
        if bits:
            self._out += bytes((Op.I32_CONST, bits, Op.I32_SHL))


def _split(index: f.Expression) -> tuple[f.Expression, int]:
    """An index as a sum, with facts about it."""
    match index:
        case f.Apply("add", (rest, f.Literal(value))) | f.Apply("add", (f.Literal(value), rest)):
            rest, known = _split(rest)
            return rest, known + int(value)
    return index, 0


_STATEMENTS: dict[type[Any], Callable[[_Writer, Any], None]] = {
    f.Assign: _Writer._assign,
    f.Store: _Writer._store,
    f.Do: _Writer._do,
    f.If: _Writer._if,
    f.While: _Writer._while,
    f.For: _Writer._for,
    f.ForBits: _Writer._for_bits,
    f.Break: _Writer._break,
    f.Continue: _Writer._continue,
    f.Return: _Writer._return,
    f.Trap: _Writer._trap,
    f.Note: _Writer._note,
}

_EXPRESSIONS: dict[type[Any], Callable[[_Writer, Any], None]] = {
    f.Literal: _Writer._literal,
    f.Local: _Writer._local,
    f.Load: _Writer._load,
    f.Apply: _Writer._apply,
    f.All: _Writer._all,
    f.Any: _Writer._all,
    f.Choose: _Writer._choose,
    f.Call: _Writer._call,
}
