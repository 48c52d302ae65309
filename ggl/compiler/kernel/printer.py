"""Forms to text that `reader.read` reads back: the same forms again, with no more brackets than it takes.

It prints forms that break a rule as well, for the messages of the verifier; those need not read back.
"""

from __future__ import annotations

from collections.abc import Iterator

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.operations import OPERATIONS

_INDENT = "    "
_HEXADECIMAL_FROM = 1 << 32
"""From here on a word is more likely a set of bits than a number."""

# The precedence of Python's operators: an operand of lower precedence than its place needs gets brackets.
_CHOOSE, _ANY, _ALL, _NOT, _COMPARE, _SIGN, _ATOM = 1, 2, 3, 4, 5, 12, 13
_BINARY = {"|": 6, "^": 7, "&": 8, "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "//": 11, "%": 11}
_COMPARES = frozenset({"==", "!=", "<", "<=", ">", ">="})


def printed(module: k.Module) -> str:
    """The text of a module."""
    return "\n".join(_function(function, function.name in module.entries) for function in module.functions.values())


def printed_form(form: k.Statement | k.Expression) -> str:
    """The text of a statement, or of an expression."""
    return _expression(form) if isinstance(form, k.Expression) else "\n".join(_statement(form))


def _function(function: k.Function, is_entry: bool) -> str:
    lines = [_comment(line) for line in function.note.splitlines()]
    if is_entry:
        lines.append("@entry")
    parameters = ", ".join(f"{parameter.name}: {parameter.type.value}" for parameter in function.parameters)
    lines.append(f"def {function.name}({parameters}){_results(function.results)}:")
    return "\n".join((*lines, *_block(function.body))) + "\n"


def _results(types: tuple[k.Type, ...]) -> str:
    match types:
        case ():
            return ""
        case (only,):
            return f" -> {only.value}"
    return f" -> ({', '.join(type_.value for type_ in types)})"


def _comment(text: str) -> str:
    return f"# {text}".rstrip()


# ----------------------------------------------------------------------------------------------------------- statements


def _block(block: k.Block) -> Iterator[str]:
    for statement in block:
        for line in _statement(statement):
            yield _INDENT + line
    if all(isinstance(statement, k.Note) for statement in block):
        yield _INDENT + "pass"


def _statement(statement: k.Statement) -> Iterator[str]:
    match statement:
        case k.Assign(targets, value):
            yield f"{', '.join(target.name for target in targets)} = {_expression(value)}"
        case k.Store(region, index, value):
            yield f"{region.name}[{_expression(index)}] = {_expression(value)}"
        case k.Do(call):
            yield _expression(call)
        case k.If():
            yield from _if("if", statement)
        case k.While(test, body):
            yield f"while {_expression(test)}:"
            yield from _block(body)
        case k.For(local, first, stop, step, body):
            yield f"for {local.name} in range({', '.join(_bounds(first, stop, step))}):"
            yield from _block(body)
        case k.ForBits(local, bits, body):
            yield f"for {local.name} in bits({_expression(bits)}):"
            yield from _block(body)
        case k.Break():
            yield "break"
        case k.Continue():
            yield "continue"
        case k.Return(values):
            yield f"return {', '.join(map(_expression, values))}".rstrip()
        case k.Trap():
            yield "trap()"
        case k.Note(text):
            yield _comment(text)


def _if(word: str, statement: k.If) -> Iterator[str]:
    yield f"{word} {_expression(statement.test)}:"
    yield from _block(statement.then)
    match statement.otherwise:
        case ():
            pass
        case (k.If() as chained,):
            yield from _if("elif", chained)
        case otherwise:
            yield "else:"
            yield from _block(otherwise)


def _bounds(first: k.Expression, stop: k.Expression, step: int) -> Iterator[str]:
    if step != 1 or first != k.Literal(0, k.Type.WORD):
        yield _expression(first)
    yield _expression(stop)
    if step != 1:
        yield str(step)


# ---------------------------------------------------------------------------------------------------------- expressions


def _expression(expression: k.Expression, least: int = _CHOOSE) -> str:
    """The text of an expression, in brackets where it binds less than `least`."""
    text, binds = _text(expression)
    return text if binds >= least else f"({text})"


def _text(expression: k.Expression) -> tuple[str, int]:
    """The text of an expression, and how tightly it binds."""
    match expression:
        case k.Literal(value, _):
            return _literal(value), _SIGN
        case k.Local(name, _):
            return name, _ATOM
        case k.Load(region, index, invariant):
            text = _expression(index)
            return f"fixed({region.name}, {text})" if invariant else f"{region.name}[{text}]", _ATOM
        case k.Apply(operation, operands, _):
            return _application(operation, operands)
        case k.All(operands, _):
            return " and ".join(_expression(operand, _NOT) for operand in operands), _ALL
        case k.Any(operands, _):
            return " or ".join(_expression(operand, _ALL) for operand in operands), _ANY
        case k.Choose(test, then, otherwise):
            return f"{_expression(then, _ANY)} if {_expression(test, _ANY)} else {_expression(otherwise)}", _CHOOSE
        case k.Call(function, arguments, _):
            return _called(function, arguments), _ATOM


def _application(operation: str, operands: tuple[k.Expression, ...]) -> tuple[str, int]:
    symbol = OPERATIONS[operation].symbol if operation in OPERATIONS else operation
    match operands:
        case (operand,) if symbol == "not":
            return f"not {_expression(operand, _NOT)}", _NOT
        case (k.Literal() as number,) if symbol == "-" and not _literal(number.value).startswith("-"):
            return f"-({_literal(number.value)})", _SIGN  # without brackets, the sign would belong to the number
        case (operand,) if symbol in {"-", "~"}:
            return symbol + _expression(operand, _SIGN), _SIGN
        case (left, right) if symbol in _COMPARES:
            return f"{_expression(left, _COMPARE + 1)} {symbol} {_expression(right, _COMPARE + 1)}", _COMPARE
        case (left, right) if symbol in _BINARY:
            binds = _BINARY[symbol]
            return f"{_expression(left, binds)} {symbol} {_expression(right, binds + 1)}", binds
    return _called(symbol, operands), _ATOM


def _called(name: str, operands: tuple[k.Expression, ...]) -> str:
    return f"{name}({', '.join(map(_expression, operands))})"


def _literal(value: int | bool | float) -> str:
    if isinstance(value, bool | float) or abs(value) < _HEXADECIMAL_FROM:
        return repr(value)
    return hex(value)
