"""Text that some rooms of lowering still write, to forms of the kernel, line by line.

Such text is written as Python has it, without types: what gives a truth value is a `bool`, all else a word, and a float is a
real. What it may say in short gets the kernel's own form: `x += 1`, `0 <= x < n`, a truth value that is counted, a word that is
asked as if it were one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.expression_reader import SYMBOLS, error_at
from ggl.compiler.kernel.forms import Type, all_typed, typed
from ggl.compiler.kernel.operations import BY_SYMBOL, RESERVED, wrap
from ggl.compiler.kernel.runtime_library import library
from ggl.compiler.kernel.walk import walk
from ggl.compiler.lower.builder import Function

LIBRARY_NAMES = {
    "upto": "bits_below",
    "copied": "copy",
    "mixed": "mix",
    "seeded": "seed_play",
    "drawn": "draw",
    "compare_words": "compare_sets",
    "deposited": "deposit",
    "extracted": "extract",
    "float": "real",
}
"""What text calls by another name than the library and the kernel do."""

_OWN = "own_"
"""Goes before the names of locals that mean something to the kernel."""

_BITWISE: dict[str, type[k.All] | type[k.Any]] = {"&": k.All, "|": k.Any}


@cache
def _parsed(text: str) -> ast.stmt:
    (node,) = ast.parse(text).body
    return node


def write_line(fn: Function, text: str) -> None:
    """A line of text becomes statements of a function."""
    _Writer(fn).statement(_parsed(text))


@contextmanager
def open_block(fn: Function, head: str) -> Iterator[None]:
    """What is written within stands under a head, such as `if x:`."""
    if head == "else:":
        block = fn.else_()
    elif head.startswith("elif "):
        block = fn.elif_(_Writer(fn).condition(_parsed(head[2:] + " pass")))
    else:
        node, writer = _parsed(head + " pass"), _Writer(fn)
        match node:
            case ast.If():
                block = fn.if_(writer.condition(node))
            case ast.While():
                block = fn.while_(writer.condition(node))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds)):
                first, stop, step = writer.bounds(bounds, node)
                counter: AbstractContextManager[object] = fn.for_(_spelt(name), first, stop, step)
                with counter:
                    yield
                return
            case _:
                raise error_at(node, "no block")
    with block:
        yield


class _Writer:
    """Reads text within a function."""

    def __init__(self, fn: Function) -> None:
        self._fn = fn

    def condition(self, node: ast.stmt) -> k.Expression:
        assert isinstance(node, ast.If | ast.While)
        return self._typed(node.test, Type.BOOL)

    # ---- statements

    def statement(self, node: ast.stmt) -> None:
        fn = self._fn
        match node:
            case ast.Pass():
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                fn.set(_spelt(name), self._read(value))
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                self._together(targets, values, node)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Call() as value):
                self._several(targets, self._call(value), node)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=index)], value=value):
                fn.store(self._read(index), self._read(value), self._local(name, node))
            case ast.AugAssign(target=ast.Name() | ast.Subscript() as target, op=operator, value=value):
                if isinstance(target, ast.Subscript):
                    self._asked_twice(self._read(target.slice), node)
                both = ast.copy_location(ast.BinOp(_as_read(target), operator, value), node)
                self.statement(ast.copy_location(ast.Assign([target], both), node))
            case ast.Expr(value=ast.Call() as call):
                fn.do(self._call(call))
            case ast.Raise():
                fn.trap()
            case ast.Return(value=None):
                fn.ret()
            case ast.Return(value=ast.Tuple(elts=given)):
                fn.ret(*map(self._read, given))
            case ast.Return(value=ast.expr() as value):
                fn.ret(self._read(value))
            case ast.Break():
                fn.emit(k.Break())
            case ast.Continue():
                fn.emit(k.Continue())
            case _:
                raise error_at(node, f"no statement of emitted text: {ast.unparse(node).splitlines()[0]}")

    def _together(self, targets: Sequence[ast.expr], values: Sequence[ast.expr], node: ast.stmt) -> None:
        """Several values at once: each is worked out before any is written."""
        read = [self._read(value) for value in values]
        kept = [self._fn.spare(value.type) for value in read]
        for local, value in zip(kept, read, strict=True):
            self._fn.set(local, value)
        self._put(targets, kept, node)

    def _several(self, targets: Sequence[ast.expr], call: k.Call, node: ast.stmt) -> None:
        """The results of a call."""
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if len(names) == len(targets):
            self._fn.set_results([k.Local(_spelt(name), type_) for name, type_ in zip(names, call.results, strict=True)], call)
            return
        kept = tuple(map(self._fn.spare, call.results))
        self._fn.set_results(kept, call)
        self._put(targets, kept, node)

    def _put(self, targets: Sequence[ast.expr], values: Sequence[k.Local], node: ast.stmt) -> None:
        for target, value in zip(targets, values, strict=True):
            match target:
                case ast.Name(id=name):
                    self._fn.set(_spelt(name), value)
                case ast.Subscript(value=ast.Name(id=name), slice=index):
                    self._fn.store(self._read(index), value, self._local(name, node))
                case _:
                    raise error_at(node, "no target of emitted text")

    def _asked_twice(self, value: k.Expression, node: ast.AST) -> None:
        """Refuses what the kernel would evaluate twice and the text once, where that may make a difference."""
        if any(isinstance(each, k.Call) and each.function not in library().functions for each in walk(value)):
            raise error_at(node, "a call that would be made twice")

    def bounds(self, bounds: Sequence[ast.expr], node: ast.stmt) -> tuple[k.Expression, k.Expression, int]:
        found = [self._typed(bound, Type.WORD) for bound in bounds]
        match found:
            case [stop]:
                return k.Literal(0, Type.WORD), stop, 1
            case [first, stop]:
                return first, stop, 1
            case [first, stop, k.Literal(value=int(step))]:
                return first, stop, step
        raise error_at(node, "the step of a loop is a number")

    # ---- expressions

    def _typed(self, node: ast.expr, wanted: Type) -> k.Expression:
        return typed(self._read(node), wanted)

    def _read(self, node: ast.expr) -> k.Expression:
        match node:
            case ast.Constant(value=bool() as value):
                return k.Literal(value, Type.BOOL)
            case ast.Constant(value=int() as value):
                return k.Literal(wrap(value), Type.WORD)
            case ast.Constant(value=float() as value):
                return k.Literal(value, Type.REAL)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return self._read(ast.copy_location(ast.Constant(-value), node))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return k.Apply("not", (self._typed(operand, Type.BOOL),), Type.BOOL)
            case ast.UnaryOp(op=operator, operand=operand):
                return self._apply(SYMBOLS[type(operator)], [self._read(operand)], node)
            case ast.Name(id=name):
                return self._local(name, node)
            case ast.BinOp(left=left, op=operator, right=right):
                return self._binary(SYMBOLS[type(operator)], self._read(left), self._read(right), node)
            case ast.Compare(left=left, ops=operators, comparators=others):
                values = [self._read(each) for each in (left, *others)]
                for middle in values[1:-1]:
                    self._asked_twice(middle, node)
                pairs = zip(operators, values, values[1:], strict=False)
                made = tuple(self._binary(SYMBOLS[type(operator)], a, b, node) for operator, a, b in pairs)
                return made[0] if len(made) == 1 else k.All(made)
            case ast.BoolOp(op=operator, values=values_):
                kind = k.All if isinstance(operator, ast.And) else k.Any
                return kind(tuple(self._typed(value, Type.BOOL) for value in values_))
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                condition, a, b = self._typed(test, Type.BOOL), self._read(then), self._read(otherwise)
                type_ = a.type if a.type is b.type else Type.REAL if Type.REAL in (a.type, b.type) else Type.WORD
                return k.Choose(condition, typed(a, type_), typed(b, type_))
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return k.Load(self._local(name, node), self._typed(index, Type.WORD))
            case ast.Call(func=ast.Name(id="known"), args=[ast.Name(id=name), index]):
                return k.Load(self._local(name, node), self._typed(index, Type.WORD), invariant=True)
            case ast.Call(func=ast.Name(id="int"), args=[value]):
                return self._typed(value, Type.WORD)
            case ast.Call(func=ast.Name(id="bool"), args=[value]):
                return self._typed(value, Type.BOOL)
            case ast.Call(func=ast.Name(id=name), args=operands) if LIBRARY_NAMES.get(name, name) in BY_SYMBOL:
                symbol = LIBRARY_NAMES.get(name, name)
                made_, *more = [self._read(operand) for operand in operands]
                if not more:
                    return self._apply(symbol, [made_], node)
                for other in more:
                    made_ = self._binary(symbol, made_, other, node)
                return made_
            case ast.Call():
                return self._call(node)
        raise error_at(node, f"no expression of emitted text: {ast.unparse(node)}")

    def _binary(self, symbol: str, a: k.Expression, b: k.Expression, node: ast.AST) -> k.Expression:
        if a.type is b.type is Type.BOOL:
            if symbol in _BITWISE and not any(isinstance(each, k.Call) for each in walk(b)):
                return _BITWISE[symbol]((a, b))
            made = self._apply(symbol, [typed(each, Type.WORD) for each in (a, b)], node)
            return typed(made, Type.BOOL) if symbol in ("&", "|", "^") else made
        wide = Type.REAL if Type.REAL in (a.type, b.type) else Type.WORD
        return self._apply(symbol, [typed(each, wide) for each in (a, b)], node)

    def _apply(self, symbol: str, operands: Sequence[k.Expression], node: ast.AST) -> k.Expression:
        types = tuple(operand.type for operand in operands)
        for operation in BY_SYMBOL[symbol]:
            if operation.operands == types:
                return k.Apply(operation.name, tuple(operands), operation.result)
        for operation in BY_SYMBOL[symbol]:
            if len(operation.operands) == len(operands) and Type.REAL in operation.operands:
                return k.Apply(
                    operation.name,
                    all_typed(operands, operation.operands),
                    operation.result,
                )
        raise error_at(node, f"{symbol} of {', '.join(type_.value for type_ in types)}")

    def _call(self, node: ast.Call) -> k.Call:
        assert isinstance(node.func, ast.Name)
        called = self._fn.module.callee(LIBRARY_NAMES.get(node.func.id, node.func.id))
        return called(*map(self._read, node.args))

    def _local(self, name: str, node: ast.AST) -> k.Local:
        spelt = _spelt(name)
        if spelt not in self._fn.types:
            raise error_at(node, f"{name} is not set before")
        return k.Local(spelt, self._fn.types[spelt])


def _spelt(name: str) -> str:
    return _OWN + name if name in RESERVED else name


def _as_read(target: ast.Name | ast.Subscript) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id), target)
    return ast.copy_location(ast.Subscript(target.value, target.slice), target)
