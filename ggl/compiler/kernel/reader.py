"""Text to forms: reads the language of docs/internals/kernel.md, which is written as Python is.

Python's parser makes the tree; nothing is executed. Text that is anything else raises `KernelError` with the line and what was
expected there. Rules that look at more than one statement at a time, such as whether a local is set on every way to where it
is read, are the verifier's.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.comments import Comments
from ggl.compiler.kernel.expression_reader import CalleeTypes, ExpressionReader, error_at
from ggl.compiler.kernel.forms import REGIONS
from ggl.compiler.kernel.operations import is_identifier, type_names


def read_module(text: str, library: k.Module | None = None) -> k.Module:
    """The module that a text describes; it may also call functions of a library that it will be linked with."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise k.KernelError(f"line {getattr(error, 'lineno', None) or 1}: not written as Python is: {error.args[0]}") from None
    comments = Comments(text)
    outlines: dict[str, _Outline] = {}
    for node in tree.body:
        outline = _Outline(node)
        if outline.name in outlines:
            raise error_at(node, f"there are two functions {outline.name}")
        outlines[outline.name] = outline
    signatures = {name: _signature(function) for name, function in library.functions.items()} if library else {}
    signatures |= {name: outline.signature for name, outline in outlines.items()}
    return k.Module(
        {name: _FunctionReader(outline, signatures, comments).function() for name, outline in outlines.items()},
        tuple(name for name, outline in outlines.items() if outline.is_entry),
    )


def _signature(function: k.Function) -> CalleeTypes:
    """The types of a function's parameters and results."""
    return CalleeTypes(tuple(parameter.type for parameter in function.parameters), function.results)


class _Outline:
    """A function but for its body: all outlines are read first, so that functions may call each other in any order."""

    def __init__(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef(
                name=name, args=ast.arguments(posonlyargs=[], vararg=None, kwonlyargs=[], kwarg=None, defaults=[])
            ):
                self.node = node
                self.name = _named(name, node)
            case _:
                raise error_at(node, f"expected a function such as def f(x: word) -> word, found {_first_line(node)}")
        self.parameters = tuple(self._parameter(argument) for argument in node.args.args)
        self.signature = CalleeTypes(tuple(parameter.type for parameter in self.parameters), self._results(node.returns))
        self.is_entry = bool(node.decorator_list)
        self.line = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        match node.decorator_list:
            case [] | [ast.Name(id="entry")]:
                pass
            case [first, *_]:
                raise error_at(first, f"expected @entry, found @{ast.unparse(first)}")

    def _parameter(self, argument: ast.arg) -> k.Local:
        return k.Local(_named(argument.arg, argument), _type(argument.annotation, argument, list(k.Type)))

    def _results(self, node: ast.expr | None) -> tuple[k.Type, ...]:
        values = [type_ for type_ in k.Type if type_ not in REGIONS]
        match node:
            case None:
                return ()
            case ast.Tuple(elts=[_, _, *_] as elements):
                return tuple(_type(element, element, values) for element in elements)
        return (_type(node, node, values),)


def _named(name: str, node: ast.AST) -> str:
    if not is_identifier(name):
        raise error_at(node, f"{name} cannot be a name: it has a meaning of its own, or letters beyond ASCII")
    return name


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0]


def _type(node: ast.expr | None, at: ast.AST, types: Sequence[k.Type]) -> k.Type:
    for type_ in types:
        if isinstance(node, ast.Name) and node.id == type_.value:
            return type_
    raise error_at(at, f"expected a type: {', '.join(type_.value for type_ in types)}")


class _FunctionReader:
    """Reads the body of one function; `types` has the locals set so far."""

    def __init__(self, outline: _Outline, signatures: Mapping[str, CalleeTypes], comments: Comments) -> None:
        self._outline = outline
        self._comments = comments
        self._types: dict[str, k.Type] = {}
        self._read = ExpressionReader(signatures, self._types)

    def function(self) -> k.Function:
        outline = self._outline
        note = self._comments.of_function(outline.line)
        for parameter in outline.parameters:
            self._set(parameter.name, parameter.type, outline.node)
        return k.Function(outline.name, outline.parameters, outline.signature.results, self._block(outline.node.body), note)

    def _block(self, nodes: Sequence[ast.stmt]) -> k.Block:
        column = nodes[0].col_offset
        found: list[k.Statement] = []
        for node in nodes:
            found += self._comments.before(node.lineno, column)
            if not isinstance(node, ast.Pass):
                found.append(self._statement(node))
            elif len(nodes) > 1:
                raise error_at(node, "pass stands for a block without statements")
        return (*found, *self._comments.after(nodes[-1].end_lineno or 0, column))

    def _statement(self, node: ast.stmt) -> k.Statement:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found = self._read.value(value)
                return k.Assign((self._set(name, found.type, node),), found)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Call() as value):
                return self._several(node, targets, value)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=index)], value=value):
                region = self._read.region(name, node)
                return k.Store(region, self._read.typed(index, k.Type.WORD), self._read.typed(value, REGIONS[region.type]))
            case ast.Expr(value=ast.Call(func=ast.Name(id="trap"), args=[], keywords=[])):
                return k.Trap()
            case ast.Expr(value=ast.Call() as call):
                return k.Do(self._read.call(call))
            case ast.Return(value=value):
                return self._return(node, value)
            case ast.Break():
                return k.Break()
            case ast.Continue():
                return k.Continue()
            case ast.If(test=test, body=then, orelse=otherwise):
                return k.If(self._read.typed(test, k.Type.BOOL), self._block(then), self._otherwise(node, otherwise))
            case ast.While(test=test, body=body, orelse=[]):
                return k.While(self._read.typed(test, k.Type.BOOL), self._block(body))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="bits"), args=[bits], keywords=[]), orelse=[]):
                word = self._read.typed(bits, k.Type.WORD)
                return k.ForBits(self._set(name, k.Type.WORD, node), word, self._block(node.body))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds, keywords=[]), orelse=[]):
                first, stop, step = self._bounds(node, bounds)
                return k.For(self._set(name, k.Type.WORD, node), first, stop, step, self._block(node.body))
        raise error_at(node, f"expected a statement of the kernel language, found {_first_line(node)}")

    def _several(self, node: ast.stmt, targets: Sequence[ast.expr], value: ast.Call) -> k.Assign:
        call = self._read.call(value)
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if not len(names) == len(targets) == len(call.results):
            raise error_at(node, f"expected names for the results of {call.function}, which gives {type_names(call.results)}")
        return k.Assign(tuple(self._set(*pair, node) for pair in zip(names, call.results, strict=True)), call)

    def _return(self, node: ast.stmt, value: ast.expr | None) -> k.Return:
        wanted = self._outline.signature.results
        parts = [] if value is None else value.elts if isinstance(value, ast.Tuple) else [value]
        if len(parts) != len(wanted):
            raise error_at(
                node, f"{self._outline.name} gives {type_names(wanted)}: expected {len(wanted)} results, not {len(parts)}"
            )
        return k.Return(tuple(map(self._read.typed, parts, wanted)))

    def _otherwise(self, node: ast.If, otherwise: Sequence[ast.stmt]) -> k.Block:
        match otherwise:
            case []:
                return ()
            case [ast.If(col_offset=column) as chained] if column == node.col_offset:  # an `elif` has no block of its own
                return (self._statement(chained),)
        return self._block(otherwise)

    def _bounds(self, node: ast.stmt, bounds: Sequence[ast.expr]) -> tuple[k.Expression, k.Expression, int]:
        """The first number, the stop and the step of a `range`, which may leave out a step of 1 and a first number of 0."""
        found = [self._read.typed(bound, k.Type.WORD) for bound in bounds]
        match found:
            case [stop]:
                return k.Literal(0, k.Type.WORD), stop, 1
            case [first, stop]:
                return first, stop, 1
            case [first, stop, k.Literal(value=int(step))] if step:
                return first, stop, step
        raise error_at(node, "expected range(first, stop, step); the step is a number other than 0")

    def _set(self, name: str, type_: k.Type, node: ast.AST) -> k.Local:
        known = self._types.setdefault(_named(name, node), type_)
        if known is not type_:
            raise error_at(node, f"{name} is of type {known.value} and cannot be set to a value of type {type_.value}")
        return k.Local(name, type_)
