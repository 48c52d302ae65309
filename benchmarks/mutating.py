"""Small faults: the mutants of a Python module, each as one replacement of text.

Takes the text of a module. Gives for each place that can be turned wrong what stands there and what is put instead. Docstrings,
annotations, assertions, raised errors and imports are left alone.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip
EXTREMES = {"min": "max", "max": "min", "all": "any", "any": "all"}


@dataclass(frozen=True)
class Mutant:
    """One replacement in a file: the characters from `start` to `end` become `new`."""

    path: str
    function: str
    """The qualified name of the function around it; empty at the top of the module."""

    line: int
    column: int
    """In bytes, as the syntax tree counts."""

    start: int
    end: int
    old: str
    new: str
    number: int
    """Which of the same replacements in this function."""

    @property
    def name(self) -> str:
        """What it is called, whatever lines stand before its function."""
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.path} {self.function or '(module)'}: {old} -> {new} #{self.number}"

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


def mutants(path: str, text: str) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    tree = ast.parse(text)
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    encoded = [line.encode() for line in text.splitlines()]

    def at(line: int, column: int) -> int:
        return lines[line - 1] + len(encoded[line - 1][:column].decode())

    times: Counter[tuple[str, str, str]] = Counter()
    found = []
    for node, function, new in _walk(tree, ""):
        start, end = at(node.lineno, node.col_offset), at(node.end_lineno or 0, node.end_col_offset or 0)
        old = text[start:end]
        times[function, old, new] += 1
        found.append(Mutant(path, function, node.lineno, node.col_offset, start, end, old, new, times[function, old, new]))
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end, mutant.new))


def _walk(node: ast.AST, function: str) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """Each place with the function it stands in and what is put there."""
    if isinstance(node, ast.Assert | ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr) or _for_types(node):
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        function = f"{function}.{node.name}" if function else node.name
        children: list[ast.AST] = [*node.body]
        if isinstance(node, ast.FunctionDef):
            children += [default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None]
    elif isinstance(node, ast.AnnAssign):
        children = [node.value] if node.value is not None else []
    else:
        children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.expr | ast.stmt):
        for new in _instead(node):
            yield node, function, new
    if isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(node.test, ast.Name | ast.Attribute | ast.Call):
        yield node.test, function, f"(not {ast.unparse(node.test)})"
    for child in children:
        if not _is_docstring(child):
            yield from _walk(child, function)


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _instead(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.Compare():
            for place, op in enumerate(node.ops):
                other = deepcopy(node)
                other.ops[place] = COMPARISONS[type(op)]()
                yield f"({ast.unparse(other)})"
        case ast.BoolOp():
            other_op = deepcopy(node)
            other_op.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield f"({ast.unparse(other_op)})"
            for place in range(len(node.values)):
                fewer = [value for other, value in enumerate(node.values) if other != place]
                yield f"({ast.unparse(ast.BoolOp(node.op, fewer) if len(fewer) > 1 else fewer[0])})"
        case ast.UnaryOp(op=ast.Not()):
            yield f"({ast.unparse(node.operand)})"
        case ast.UnaryOp(op=ast.USub()):
            yield f"({ast.unparse(node.operand)})"
        case ast.BinOp() if type(node.op) in OPERATORS and not _is_text(node.left) and not _is_text(node.right):
            turned = deepcopy(node)
            turned.op = OPERATORS[type(node.op)]()
            yield f"({ast.unparse(turned)})"
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)):
            yield str(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in EXTREMES:
            changed = deepcopy(node)
            changed.func = ast.Name(EXTREMES[name])
            yield ast.unparse(changed)
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Delete():
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case ast.Break():
            yield "continue"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
