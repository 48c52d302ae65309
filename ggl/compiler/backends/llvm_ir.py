"""Entries of a verified kernel module, and all that they call, as the text of LLVM IR.

Each function becomes an internal one with the calling convention `fastcc`. Each entry gets a function for C besides, which
gives 0 if all went well and 1 after a trap:

    int32 ggl_NAME(int64 *results, parameters: int64 for words and bools, double, pointers)

A bool among the results is 0 or 1, a real its bits.

- A local is a stack slot, which LLVM's `mem2reg` turns into values; a parameter that is never set needs none. Where the value of
  a local is known from before, it is not loaded.
- Several results are a structure. A function that can trap has a status before its results; its callers test it and return at
  once. Other functions have none.
- Arithmetic wraps (no `nsw`), except in a loop that counts towards its bound. Reals have no flags: nothing is contracted.
- The regions that an entry is handed never overlap, so they are `noalias`, and so are those handed on, each once.
- A function that always returns says so (`willreturn`); a `while` loop may run for ever, and does.

The text is written directly: 0.03 s for the playouts of chess, against 0.45 s as objects of `llvmlite.ir` that are then printed.

Long, since each instruction of the kernel has its case here.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ggl.compiler.backends.llvm_facts import TYPES, LlvmFacts, facts_of
from ggl.compiler.backends.llvm_for_c import function_for_c
from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.call_graph import reached_from
from ggl.compiler.kernel.forms import REGIONS, Type
from ggl.compiler.kernel.runtime_library import library
from ggl.compiler.kernel.walk import set_in

_SIMPLE = {
    "add": "add i64", "sub": "sub i64", "mul": "mul i64", "and": "and i64", "or": "or i64", "xor": "xor i64",
    "eq": "icmp eq i64", "ne": "icmp ne i64", "below": "icmp ult i64",
    "lt": "icmp slt i64", "le": "icmp sle i64", "gt": "icmp sgt i64", "ge": "icmp sge i64",
    "fadd": "fadd double", "fsub": "fsub double", "fmul": "fmul double", "fdiv": "fdiv double",
    "feq": "fcmp oeq double", "flt": "fcmp olt double", "fgt": "fcmp ogt double",
}  # fmt: skip
"""Operations that are one instruction of two operands."""

_SHIFTS = {"shl": "shl", "sar": "ashr", "shr": "lshr"}

_UNARY = {
    "neg": "sub i64 0, {}",
    "invert": "xor i64 {}, -1",
    "popcount": "call i64 @llvm.ctpop.i64(i64 {})",
    "lowest": "call i64 @llvm.cttz.i64(i64 {}, i1 false)",
    "not": "xor i1 {}, true",
    "word": "zext i1 {} to i64",
    "real": "sitofp i64 {} to double",
    "fneg": "fneg double {}",
    "sqrt": "call double @llvm.sqrt.f64(double {})",
    "log": "call double @log(double {})",
}

_CALLS = {"min": "llvm.smin.i64", "max": "llvm.smax.i64", "deposit": "llvm.x86.bmi.pdep.64", "extract": "llvm.x86.bmi.pext.64"}

_FEW, _MANY, _PORTION = 3, 128, 16
"""A known number of entries, above `_FEW` and up to `_MANY`, is copied without a loop, `_PORTION` at a time: for 16 words LLVM
needs no call on any machine."""

MOVES_BITS = frozenset({"deposit", "extract"})
"""Operations that are instructions of x86-64 with BMI2 and nothing elsewhere."""

_TAIL = """
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare double @llvm.sqrt.f64(double)
declare double @log(double) #2
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1 immarg)
attributes #0 = { nounwind }
attributes #1 = { nounwind mustprogress willreturn }
attributes #2 = { nobuiltin nounwind willreturn memory(none) }
!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 1000000}
"""
_TAIL_BMI2 = """
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare i64 @llvm.x86.bmi.pext.64(i64, i64)
"""


def ir_text(module: f.Module, entries: Iterable[str], *, moves_bits: bool) -> str:
    """The IR of these entries and of all that they call. `moves_bits`: the machine has PDEP and PEXT of x86-64."""
    entries = tuple(entries)
    functions = reached_from(module.functions, entries)
    facts = facts_of(functions)
    copies = functions.get("copy") == library().functions["copy"]
    lines: list[str] = []
    for function in functions.values():
        lines += _Writer(function, facts, moves_bits, copies).lines()
    for name in entries:
        lines += function_for_c(functions[name], facts[name])
    return "\n".join(lines) + _TAIL + (_TAIL_BMI2 if moves_bits else "")


# ------------------------------------------------------------------------------------------------------------- writing


_Known = dict[str, str]
"""Locals, and the values that they have for sure."""


@dataclass(slots=True)
class _Loop:
    again: str
    done: str
    left: bool = False
    """Whether anything leaves it by `break`."""


class _Writer:
    """Writes one function."""

    def __init__(self, function: f.Function, facts: Mapping[str, LlvmFacts], moves_bits: bool, copies: bool) -> None:
        self._function = function
        self._facts = facts
        self._own = facts[function.name]
        self._moves_bits = moves_bits
        self._copies = copies
        """Whether `copy` is that of the library."""
        self._lines: list[str] = []
        self._values = 0
        self._labels = 0
        self._block = "enter.0"
        """The block that is being written."""
        self._open = True
        """Whether the block is still open."""
        self._known: _Known = {}
        self._loops: list[_Loop] = []
        self._traps = False

    def lines(self) -> list[str]:
        function, own = self._function, self._own
        apart = own.apart and sum(each.type in REGIONS for each in function.parameters) > 1
        parameters, slots = [], []
        for each in function.parameters:
            attributes = "noalias noundef" if apart and each.type in REGIONS else "noundef"
            value = f"%{each.name}.in" if each.name in own.assigned else f"%{each.name}"
            parameters.append(f"{TYPES[each.type]} {attributes} {value}")
            self._known[each.name] = value
            if each.name in own.assigned:
                slots.append(f"store {TYPES[each.type]} {value}, ptr %{each.name}")
        slots = [f"%{name} = alloca {TYPES[type_]}" for name, type_ in own.assigned.items()] + slots
        self._write(function.body)
        if self._open:
            self._line("unreachable" if function.results else "ret i1 false" if own.traps else "ret void")
        if self._traps:
            rest = "".join(f", {TYPES[type_]} poison" for type_ in function.results)
            self._lines += ["trap.0:", f"ret {own.returns} {{ i1 true{rest} }}" if rest else "ret i1 true"]
        head = f"define internal fastcc {own.returns} @k.{function.name}({', '.join(parameters)}) {own.attributes} {{"
        return [head, "enter.0:", *slots, *self._lines, "}"]

    # ---- lines and blocks

    def _line(self, text: str) -> None:
        self._lines.append(text)

    def _value(self, text: str) -> str:
        """Writes an instruction; gives the name of its value."""
        value = f"%{self._values}"
        self._values += 1
        self._lines.append(f"{value} = {text}")
        return value

    def _label(self, what: str) -> str:
        self._labels += 1
        return f"{what}.{self._labels}"

    def _start(self, label: str, known: _Known) -> None:
        """Begins a block, in which these locals have these values."""
        self._lines.append(f"{label}:")
        self._block, self._open, self._known = label, True, known

    def _go(self, label: str) -> None:
        """Ends a block that is still open by going on to another one."""
        if self._open:
            self._lines.append(f"br label %{label}")
            self._open = False

    def _unset(self, block: f.Block) -> _Known:
        """The known values that a block does not change."""
        names = {local.name for local in set_in(block)}
        return {name: value for name, value in self._known.items() if name not in names}

    # ---- statements

    def _write(self, block: f.Block) -> None:
        for statement in block:
            if not self._open:
                return
            _STATEMENTS[type(statement)](self, statement)

    def _assign(self, s: f.Assign) -> None:
        if len(s.targets) == 1:
            self._set(s.targets[0], self.expression(s.value))
            return
        assert isinstance(s.value, f.Call)
        returned, first = self._call(s.value), self._facts[s.value.function].first
        returns = self._facts[s.value.function].returns
        for number, target in enumerate(s.targets, first):
            self._set(target, self._value(f"extractvalue {returns} {returned}, {number}"))

    def _set(self, local: f.Local, value: str) -> None:
        self._lines.append(f"store {TYPES[local.type]} {value}, ptr %{local.name}")
        self._known[local.name] = value

    def _store(self, s: f.Store) -> None:
        address = self._address(s.region, s.index)
        value = self.expression(s.value)
        if s.region.type is Type.BOOLS:
            value = self._value(f"zext i1 {value} to i8")
            self._line(f"store i8 {value}, ptr {address}")
        else:
            self._line(f"store i64 {value}, ptr {address}")

    def _do(self, s: f.Do) -> None:
        self._call(s.call)

    def _if(self, s: f.If) -> None:
        yes, done = self._label("then"), self._label("done")
        no = self._label("else") if s.otherwise else done
        known = self._branch(s.test, yes, no)
        ends: list[_Known] = []
        for label, block in ((yes, s.then), (no, s.otherwise)):
            if label == done:
                ends.append(known)
                continue
            self._start(label, dict(known))
            self._write(block)
            if self._open:
                ends.append(self._known)
            self._go(done)
        if ends:
            self._start(done, _agreed(*ends))

    def _while(self, s: f.While) -> None:
        head, body, done = self._label("while"), self._label("body"), self._label("done")
        self._go(head)
        kept = self._unset((s,))
        self._start(head, dict(kept))
        known = self._branch(s.test, body, done)
        self._start(body, known)
        loop = self._body(s.body, head, done)
        self._go(head)
        if loop.left or s.test != _TRUE:
            self._start(done, kept)

    def _for(self, s: f.For) -> None:
        first, stop = self.expression(s.first), self.expression(s.stop)
        head, body, again, done = (self._label(what) for what in ("for", "body", "next", "done"))
        before = self._block
        self._go(head)
        kept = self._unset((s,))
        self._start(head, dict(kept))
        after = f"%{s.local.name}.{again}"
        counter = self._value(f"phi i64 [ {first}, %{before} ], [ {after}, %{again} ]")
        test = self._value(f"icmp {'slt' if s.step > 0 else 'sgt'} i64 {counter}, {stop}")
        self._line(f"br i1 {test}, label %{body}, label %{done}")
        self._start(body, dict(kept))
        self._set(s.local, counter)
        self._body(s.body, again, done)
        self._go(again)
        self._start(again, {})
        if abs(s.step) == 1 or _never_wraps(s.stop, s.step):
            self._line(f"{after} = add nsw i64 {counter}, {s.step}")
        else:  # saturates: past the greatest word the loop ends
            self._line(f"{after} = call i64 @llvm.sadd.sat.i64(i64 {counter}, i64 {s.step})")
        self._go(head)
        self._start(done, kept)

    def _for_bits(self, s: f.ForBits) -> None:
        bits = self.expression(s.bits)
        head, body, again, done = (self._label(what) for what in ("bits", "body", "next", "done"))
        before = self._block
        self._go(head)
        kept = self._unset((s,))
        self._start(head, dict(kept))
        after = f"%{s.local.name}.{again}"
        rest = self._value(f"phi i64 [ {bits}, %{before} ], [ {after}, %{again} ]")
        test = self._value(f"icmp eq i64 {rest}, 0")
        self._line(f"br i1 {test}, label %{done}, label %{body}")
        self._start(body, dict(kept))
        self._set(s.local, self._value(f"call i64 @llvm.cttz.i64(i64 {rest}, i1 true)"))
        self._body(s.body, again, done)
        self._go(again)
        self._start(again, {})
        less = self._value(f"add i64 {rest}, -1")
        self._line(f"{after} = and i64 {rest}, {less}")
        self._go(head)
        self._start(done, kept)

    def _body(self, block: f.Block, again: str, done: str) -> _Loop:
        loop = _Loop(again, done)
        self._loops.append(loop)
        self._write(block)
        return self._loops.pop()

    def _break(self, _: f.Break) -> None:
        self._loops[-1].left = True
        self._go(self._loops[-1].done)

    def _continue(self, _: f.Continue) -> None:
        self._go(self._loops[-1].again)

    def _return(self, s: f.Return) -> None:
        values, own = [self.expression(value) for value in s.values], self._own
        if len(values) + own.traps > 1:
            parts = ["i1 false"] * own.traps + [f"{TYPES[type_]} poison" for type_ in self._function.results]
            returned = f"{{ {', '.join(parts)} }}"
            for number, (value, type_) in enumerate(zip(values, self._function.results, strict=True), own.first):
                returned = self._value(f"insertvalue {own.returns} {returned}, {TYPES[type_]} {value}, {number}")
        else:
            returned = "false" if own.traps else values[0] if values else ""
        self._line(f"ret {own.returns} {returned}")
        self._open = False

    def _trap(self, _: f.Trap) -> None:
        self._traps = True
        self._go("trap.0")

    def _note(self, s: f.Note) -> None:
        pass

    # ---- expressions

    def expression(self, e: f.Expression) -> str:
        """Writes what makes the value; gives its name, or the constant that it is."""
        return _EXPRESSIONS[type(e)](self, e)

    def _literal(self, e: f.Literal) -> str:
        if e.type is Type.REAL:
            return "0x" + struct.pack(">d", e.value).hex()
        return str(e.value).lower()

    def _local(self, e: f.Local) -> str:
        if e.name not in self._known:
            self._known[e.name] = self._value(f"load {TYPES[e.type]}, ptr %{e.name}")
        return self._known[e.name]

    def _load(self, e: f.Load) -> str:
        address = self._address(e.region, e.index)
        invariant = ", !invariant.load !0" if e.invariant else ""
        if e.region.type is Type.BOOLS:
            byte = self._value(f"load i8, ptr {address}{invariant}")
            return self._value(f"icmp ne i8 {byte}, 0")
        return self._value(f"load i64, ptr {address}{invariant}")

    def _address(self, region: f.Local, index: f.Expression) -> str:
        of = "i8" if region.type is Type.BOOLS else "i64"
        return self._value(f"getelementptr inbounds {of}, ptr %{region.name}, i64 {self.expression(index)}")

    def _apply(self, e: f.Apply) -> str:
        operation = e.operation
        if operation in _SIMPLE:
            x, y = e.operands
            return self._value(f"{_SIMPLE[operation]} {self.expression(x)}, {self.expression(y)}")
        if operation in _SHIFTS:
            x, count = e.operands
            return self._value(f"{_SHIFTS[operation]} i64 {self.expression(x)}, {self._count(count)}")
        if operation in _UNARY:
            return self._value(_UNARY[operation].format(self.expression(e.operands[0])))
        if operation == "highest":
            zeros = self._value(f"call i64 @llvm.ctlz.i64(i64 {self.expression(e.operands[0])}, i1 false)")
            return self._value(f"sub i64 63, {zeros}")
        x, y = e.operands
        if operation in ("floordiv", "mod"):
            return self._divided(operation, self.expression(x), y)
        if operation in MOVES_BITS and not self._moves_bits:
            raise f.KernelError(f"{self._function.name}: the target has no instruction for {operation}")
        return self._value(f"call i64 @{_CALLS[operation]}(i64 {self.expression(x)}, i64 {self.expression(y)})")

    def _count(self, e: f.Expression) -> str:
        """How far to shift: a word modulo 64."""
        if isinstance(e, f.Literal):
            return str(int(e.value) % 64)
        return self._value(f"and i64 {self.expression(e)}, 63")

    def _divided(self, operation: str, x: str, by: f.Expression) -> str:
        """A quotient or a remainder, rounded down."""
        y = self.expression(by)
        known = int(by.value) if isinstance(by, f.Literal) else 0
        if known > 0 and known & (known - 1) == 0:
            if operation == "mod":
                return self._value(f"and i64 {x}, {known - 1}")
            return self._value(f"ashr i64 {x}, {known.bit_length() - 1}")
        rest = self._value(f"srem i64 {x}, {y}")
        if known > 0:
            below = self._value(f"ashr i64 {rest}, 63")
        else:
            sign = self._value(f"xor i64 {rest}, {y}")
            apart = self._value(f"icmp slt i64 {sign}, 0")
            some = self._value(f"icmp ne i64 {rest}, 0")
            both = self._value(f"and i1 {apart}, {some}")
            below = self._value(f"sext i1 {both} to i64")
        if operation == "mod":
            return self._value(f"add i64 {rest}, {self._value(f'and i64 {below}, {y}')}")
        return self._value(f"add i64 {self._value(f'sdiv i64 {x}, {y}')}, {below}")

    def _all(self, e: f.All | f.Any) -> str:
        both = isinstance(e, f.All)
        done, short, ends = self._label("done"), "false" if both else "true", []
        known: _Known | None = None
        for operand in e.operands[:-1]:
            value, more = self.expression(operand), self._label("more")
            known = dict(self._known) if known is None else known
            ends.append(f"[ {short}, %{self._block} ]")
            self._line(f"br i1 {value}, label %{more if both else done}, label %{done if both else more}")
            self._start(more, self._known)
        value = self.expression(e.operands[-1])
        if known is None:
            return value
        ends.append(f"[ {value}, %{self._block} ]")
        self._go(done)
        self._start(done, known)
        return self._value(f"phi i1 {', '.join(ends)}")

    def _choose(self, e: f.Choose) -> str:
        yes, no, done = (self._label(what) for what in ("then", "else", "done"))
        known, ends = self._branch(e.test, yes, no), []
        for label, part in ((yes, e.then), (no, e.otherwise)):
            self._start(label, dict(known))
            value = self.expression(part)
            ends.append(f"[ {value}, %{self._block} ]")
            self._go(done)
        self._start(done, known)
        return self._value(f"phi {TYPES[e.type]} {', '.join(ends)}")

    def _branch(self, test: f.Expression, yes: str, no: str) -> _Known:
        """Ends the block with a conditional branch. Gives the facts on both ways."""
        match test:
            case f.Literal(value):
                self._go(yes if value else no)
                return self._known
            case f.Apply("not", (operand,)):
                return self._branch(operand, no, yes)
            case f.All(operands) | f.Any(operands):
                return self._branches(operands, yes, no, both=isinstance(test, f.All))
        condition = self.expression(test)
        self._line(f"br i1 {condition}, label %{yes}, label %{no}")
        self._open = False
        return self._known

    def _branches(self, operands: Sequence[f.Expression], yes: str, no: str, both: bool) -> _Known:
        first, *rest = operands
        if not rest:
            return self._branch(first, yes, no)
        more = self._label("more")
        known = self._branch(first, more if both else yes, no if both else more)
        self._start(more, dict(known))
        self._branches(rest, yes, no, both)
        return known

    # ---- calls

    def _call_for_one(self, e: f.Call) -> str:
        """A call within an expression."""
        returned, facts = self._call(e), self._facts[e.function]
        return self._value(f"extractvalue {facts.returns} {returned}, 1") if facts.traps else returned

    def _call(self, e: f.Call) -> str:
        """Gives what the function returns, if anything."""
        if e.function == "copy" and self._copies and _is_short(e.arguments[2]):
            self._copy(*e.arguments)
            return ""
        facts = self._facts[e.function]
        arguments = ", ".join(f"{TYPES[each.type]} {self._argument(each)}" for each in e.arguments)
        text = f"call fastcc {facts.returns} @k.{e.function}({arguments})"
        if facts.returns == "void":
            self._line(text)
            return ""
        returned = self._value(text)
        if facts.traps:
            status = self._value(f"extractvalue {facts.returns} {returned}, 0") if e.results else returned
            well = self._label("well")
            self._line(f"br i1 {status}, label %trap.0, label %{well}, !prof !1")
            self._start(well, self._known)
            self._traps = True
        return returned

    def _copy(self, region: f.Expression, source: f.Expression, length: f.Expression, target: f.Expression) -> None:
        """The library's `copy` of a known number of entries, in portions. Each portion is read before it is written."""
        assert isinstance(region, f.Local)
        assert isinstance(length, f.Literal)
        places = [self._address(region, each) for each in (source, target)]
        for first in range(0, int(length.value), _PORTION):
            origin, to = (self._value(f"getelementptr inbounds i64, ptr {place}, i64 {first}") for place in places)
            size = 8 * min(_PORTION, int(length.value) - first)
            self._line(f"call void @llvm.memmove.p0.p0.i64(ptr align 8 {to}, ptr align 8 {origin}, i64 {size}, i1 false)")

    def _argument(self, e: f.Expression) -> str:
        return f"%{e.name}" if isinstance(e, f.Local) and e.type in REGIONS else self.expression(e)


_TRUE = f.Literal(True, Type.BOOL)

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

_EXPRESSIONS: dict[type[Any], Callable[[_Writer, Any], str]] = {
    f.Literal: _Writer._literal,
    f.Local: _Writer._local,
    f.Load: _Writer._load,
    f.Apply: _Writer._apply,
    f.All: _Writer._all,
    f.Any: _Writer._all,
    f.Choose: _Writer._choose,
    f.Call: _Writer._call_for_one,
}


def _is_short(length: f.Expression) -> bool:
    return isinstance(length, f.Literal) and _FEW < length.value <= _MANY


def _never_wraps(stop: f.Expression, step: int) -> bool:
    """Whether what comes after the last round of a loop is a word for sure."""
    if not isinstance(stop, f.Literal):
        return False
    last = int(stop.value) + step
    return -(1 << 63) <= last < 1 << 63


def _agreed(first: _Known, *others: _Known) -> _Known:
    """The values known on all ways to a block: a value made on one of them only is not the same on another."""
    return {name: value for name, value in first.items() if all(other.get(name) == value for other in others)}
