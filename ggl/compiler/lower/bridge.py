"""Emitted text to a module of the kernel language.

The emitter writes functions as Python has them, without types but those of regions and truth values: what gives a truth value is
a `bool`, all else a word, and a float is a real. Here each function gets its types, and what emitted text may say in short
gets the kernel's own form: `x += 1`, `0 <= x < n`, a truth value that is counted, a word that is asked as if it were one.
Statements that are never reached are left out.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.comments import Comments
from ggl.compiler.kernel.expression_reader import SYMBOLS, Signature, error_at
from ggl.compiler.kernel.forms import Type
from ggl.compiler.kernel.operations import BY_SYMBOL, RESERVED, wrap
from ggl.compiler.kernel.reader import signature
from ggl.compiler.kernel.runtime_library import library
from ggl.compiler.kernel.walk import blocks, parts, walk

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
"""What emitted text calls by another name than the library and the kernel do."""

_OWN = "own_"
"""Goes before the names of emitted functions that the library has too, and of locals that mean something to the kernel."""

_TRUTHS = (ast.BitAnd, ast.BitOr, ast.BitXor)
"""Operators that give a truth value for two of them."""

_BITWISE: dict[str, type[k.All] | type[k.Any]] = {"&": k.All, "|": k.Any}

_ZERO = {Type.WORD: k.Literal(0, Type.WORD), Type.BOOL: k.Literal(False, Type.BOOL), Type.REAL: k.Literal(0.0, Type.REAL)}

Results = tuple[Type, ...]


def kernel_of(text: str) -> k.Module:
    """The module of an emitted text. Raises `KernelError` where the text is none."""
    tree = ast.parse(text)
    nodes = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    names = {name: kernel_name(name) for name in nodes}
    outlines = _Outlines(nodes)
    known = {name: signature(function) for name, function in library().functions.items()}
    called = {name: (name, found) for name, found in known.items()}
    called |= {emitted: (name, known[name]) for emitted, name in LIBRARY_NAMES.items() if name in known}
    called |= {name: (names[name], Signature(_parameters(node), outlines.results(name))) for name, node in nodes.items()}
    comments = Comments(text)
    functions = [_Writer(names[name], node, called, comments).function() for name, node in nodes.items()]
    entries = tuple(names[name] for name, node in nodes.items() if node.decorator_list)
    return k.Module({function.name: function for function in functions}, entries)


def kernel_name(emitted: str) -> str:
    """What an emitted function is called in the kernel."""
    return _OWN + emitted if emitted in library().functions or emitted in RESERVED else emitted


def _parameters(node: ast.FunctionDef) -> tuple[Type, ...]:
    """The types of a function's parameters."""
    given = (argument.annotation for argument in node.args.args)
    return tuple(Type(each.id) if isinstance(each, ast.Name) else Type.WORD for each in given)


class _Outlines:
    """What functions give, found from their `return` statements before any is read."""

    def __init__(self, nodes: Mapping[str, ast.FunctionDef]) -> None:
        self._nodes = nodes
        self._known: dict[str, Results | None] = {}

    def results(self, name: str) -> Results:
        """A function that is looked at already calls itself: another `return` tells."""
        return self._found(name) or ()

    def _found(self, name: str) -> Results | None:
        if name not in self._known:
            self._known[name] = None
            node = self._nodes[name]
            values = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value is not None]
            told = [results for value in values if (results := self._of(value, node)) is not None]
            if told or not values:
                self._known[name] = tuple(map(_widest, zip(*told, strict=True)))
        return self._known[name]

    def _of(self, value: ast.expr, inside: ast.FunctionDef) -> Results | None:
        if isinstance(value, ast.Tuple):
            return tuple((self._of(each, inside) or (Type.WORD,))[0] for each in value.elts)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in self._nodes:
            return self._found(value.func.id)
        if isinstance(value, ast.Name):
            return self._of_local(value.id, inside)
        return (Type.BOOL if self._is_truth(value, inside) else Type.WORD,)

    def _of_local(self, name: str, inside: ast.FunctionDef) -> Results | None:
        for argument, type_ in zip(inside.args.args, _parameters(inside), strict=True):
            if argument.arg == name:
                return (type_,)
        for each in ast.walk(inside):
            match each:
                case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                    return self._of(value, inside)
        return (Type.WORD,)

    def _is_truth(self, value: ast.expr, inside: ast.FunctionDef) -> bool:
        match value:
            case ast.Constant(value=bool()) | ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.IfExp(body=then, orelse=otherwise):
                return all(self._of(each, inside) == (Type.BOOL,) for each in (then, otherwise))
            case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _TRUTHS):
                return all(self._of(each, inside) == (Type.BOOL,) for each in (left, right))
            case ast.Call(func=ast.Name(id="bool")):
                return True
            case ast.Call(func=ast.Name(id=name)):
                name = LIBRARY_NAMES.get(name, name)
                if name in library().functions:
                    return library().functions[name].results == (Type.BOOL,)
                return name in BY_SYMBOL and all(operation.result is Type.BOOL for operation in BY_SYMBOL[name])
        return False


def _widest(types: Sequence[Type]) -> Type:
    """The type that values of all these can have: a truth value may count as a word."""
    return types[0] if len(set(types)) == 1 else Type.WORD


class _Writer:
    """Makes one function; `_types` has the locals set so far."""

    def __init__(self, name: str, node: ast.FunctionDef, called: Mapping[str, tuple[str, Signature]], comments: Comments) -> None:
        self._name = name
        self._node = node
        self._called = called
        self._comments = comments
        self._results = called[node.name][1].results
        self._types: dict[str, Type] = {}
        self._spare = 0

    def function(self) -> k.Function:
        node = self._node
        self._comments.of_function(node.decorator_list[0].lineno if node.decorator_list else node.lineno)
        parameters = tuple(
            self._set(argument.arg, type_, node) for argument, type_ in zip(node.args.args, _parameters(node), strict=True)
        )
        body = self._block(node.body)
        notes = _leading(body)
        first = [k.Assign((k.Local(name, type_),), _ZERO[type_]) for name, type_ in _read_beyond(body, parameters).items()]
        note = "\n".join(each.text for each in notes)
        return k.Function(self._name, parameters, self._results, (*first, *body[len(notes) :]), note)

    # ---- statements

    def _block(self, nodes: Sequence[ast.stmt]) -> k.Block:
        column, found = nodes[0].col_offset, list[k.Statement]()
        ended = False
        for node in nodes:
            notes = self._comments.before(node.lineno, column)
            made = self._statement(node)
            if not ended:
                found += [*notes, *made]
                ended = bool(made) and _ends(made[-1])
        after = self._comments.after(nodes[-1].end_lineno or 0, column)
        return (*found, *([] if ended else after))

    def _statement(self, node: ast.stmt) -> list[k.Statement]:
        match node:
            case ast.Pass():
                return []
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return [self._assigned(name, self._read(value), node)]
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                return self._together(targets, values, node)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Call() as value):
                return self._several(targets, self._call(value), node)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=index)], value=value):
                region = self._local(name, node)
                return [k.Store(region, self._typed(index, Type.WORD), self._typed(value, k.REGIONS[region.type]))]
            case ast.AugAssign(target=ast.Name() | ast.Subscript() as target, op=operator, value=value):
                if isinstance(target, ast.Subscript):
                    self._asked_twice(self._read(target.slice), node)
                now = _as_read(target)
                both = ast.copy_location(ast.BinOp(now, operator, value), node)
                return self._statement(ast.copy_location(ast.Assign([target], both), node))
            case ast.Expr(value=ast.Call() as call):
                return [k.Do(self._call(call))]
            case ast.Raise():
                return [k.Trap()]
            case ast.Return(value=None):
                return [k.Return()]
            case ast.Return(value=ast.Call() as call) if len(self._results) > 1:
                made = self._call(call)
                locals_ = tuple(self._another(type_, node) for type_ in made.results)
                return [k.Assign(locals_, made), k.Return(locals_)]
            case ast.Return(value=ast.expr() as value):
                given = value.elts if isinstance(value, ast.Tuple) else [value]
                return [k.Return(tuple(self._typed(*pair) for pair in zip(given, self._results, strict=True)))]
            case ast.Break():
                return [k.Break()]
            case ast.Continue():
                return [k.Continue()]
            case ast.If(test=test, body=then, orelse=otherwise):
                condition = self._typed(test, Type.BOOL)
                return [k.If(condition, self._block(then), self._block(otherwise) if otherwise else ())]
            case ast.While(test=test, body=body, orelse=[]):
                return [k.While(self._typed(test, Type.BOOL), self._block(body))]
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds), orelse=[]):
                first, stop, step = self._bounds(bounds, node)
                return [k.For(self._set(name, Type.WORD, node), first, stop, step, self._block(node.body))]
        raise error_at(node, f"no statement of emitted text: {ast.unparse(node).splitlines()[0]}")

    def _assigned(self, name: str, value: k.Expression, node: ast.AST) -> k.Assign:
        wanted = self._types.get(_spelt(name), value.type)
        return k.Assign((self._set(name, wanted, node),), self._turned(value, wanted, node))

    def _together(self, targets: Sequence[ast.expr], values: Sequence[ast.expr], node: ast.stmt) -> list[k.Statement]:
        """Several values at once: each is worked out before any is written."""
        read = [self._read(value) for value in values]
        kept = [self._another(value.type, node) for value in read]
        first = [k.Assign((local,), value) for local, value in zip(kept, read, strict=True)]
        return [*first, *self._put(targets, kept, node)]

    def _several(self, targets: Sequence[ast.expr], call: k.Call, node: ast.stmt) -> list[k.Statement]:
        """The results of a call."""
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if len(names) == len(targets):
            return [k.Assign(tuple(self._set(*pair, node) for pair in zip(names, call.results, strict=True)), call)]
        kept = tuple(self._another(type_, node) for type_ in call.results)
        return [k.Assign(kept, call), *self._put(targets, kept, node)]

    def _put(self, targets: Sequence[ast.expr], values: Sequence[k.Local], node: ast.stmt) -> list[k.Statement]:
        found: list[k.Statement] = []
        for target, value in zip(targets, values, strict=True):
            match target:
                case ast.Name(id=name):
                    found.append(self._assigned(name, value, node))
                case ast.Subscript(value=ast.Name(id=name), slice=index):
                    found.append(k.Store(self._local(name, node), self._typed(index, Type.WORD), value))
                case _:
                    raise error_at(node, "no target of emitted text")
        return found

    def _asked_twice(self, value: k.Expression, node: ast.AST) -> None:
        """Refuses what the kernel would evaluate twice and the text once, where that may make a difference."""
        if any(isinstance(each, k.Call) and each.function not in library().functions for each in walk(value)):
            raise error_at(node, "a call that would be made twice")

    def _bounds(self, bounds: Sequence[ast.expr], node: ast.stmt) -> tuple[k.Expression, k.Expression, int]:
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
        return self._turned(self._read(node), wanted, node)

    def _turned(self, value: k.Expression, wanted: Type, node: ast.AST) -> k.Expression:
        """A value as one of another type: a truth value counts as 1 or 0, and a word asks whether it is not 0."""
        match value, value.type, wanted:
            case _, type_, _ if type_ is wanted:
                return value
            case k.Literal(value=number), Type.BOOL, Type.WORD:
                return k.Literal(int(number), Type.WORD)
            case _, Type.BOOL, Type.WORD:
                return k.Apply("word", (value,), Type.WORD)
            case _, Type.WORD, Type.BOOL:
                return k.Apply("ne", (value, k.Literal(0, Type.WORD)), Type.BOOL)
            case k.Literal(value=number), Type.WORD, Type.REAL:
                return k.Literal(float(number), Type.REAL)
            case _, Type.WORD, Type.REAL:
                return k.Apply("real", (value,), Type.REAL)
        raise error_at(node, f"a {value.type.value} where a {wanted.value} belongs")

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
                return k.Choose(condition, self._turned(a, type_, node), self._turned(b, type_, node))
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
            made = self._apply(symbol, [self._turned(each, Type.WORD, node) for each in (a, b)], node)
            return self._turned(made, Type.BOOL, node) if symbol in ("&", "|", "^") else made
        wide = Type.REAL if Type.REAL in (a.type, b.type) else Type.WORD
        return self._apply(symbol, [self._turned(each, wide, node) for each in (a, b)], node)

    def _apply(self, symbol: str, operands: Sequence[k.Expression], node: ast.AST) -> k.Expression:
        types = tuple(operand.type for operand in operands)
        for operation in BY_SYMBOL[symbol]:
            if operation.operands == types:
                return k.Apply(operation.name, tuple(operands), operation.result)
        for operation in BY_SYMBOL[symbol]:
            if len(operation.operands) == len(operands) and Type.REAL in operation.operands:
                return k.Apply(
                    operation.name,
                    tuple(self._turned(*pair, node) for pair in zip(operands, operation.operands, strict=True)),
                    operation.result,
                )
        raise error_at(node, f"{symbol} of {', '.join(type_.value for type_ in types)}")

    def _call(self, node: ast.Call) -> k.Call:
        assert isinstance(node.func, ast.Name)
        if node.func.id not in self._called:
            raise error_at(node, f"there is no function {node.func.id}")
        name, of = self._called[node.func.id]
        arguments = tuple(self._typed(*pair) for pair in zip(node.args, of.parameters, strict=True))
        return k.Call(name, arguments, of.results)

    # ---- locals

    def _local(self, name: str, node: ast.AST) -> k.Local:
        spelt = _spelt(name)
        if spelt not in self._types:
            raise error_at(node, f"{name} is not set before")
        return k.Local(spelt, self._types[spelt])

    def _set(self, name: str, type_: Type, node: ast.AST) -> k.Local:
        spelt = _spelt(name)
        if self._types.setdefault(spelt, type_) is not type_:
            raise error_at(node, f"{name} is a {self._types[spelt].value} and is set to a {type_.value}")
        return k.Local(spelt, type_)

    def _another(self, type_: Type, node: ast.AST) -> k.Local:
        self._spare += 1
        return self._set(f"spare_{self._spare}", type_, node)


def _spelt(name: str) -> str:
    return _OWN + name if name in RESERVED else name


def _as_read(target: ast.Name | ast.Subscript) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id), target)
    return ast.copy_location(ast.Subscript(target.value, target.slice), target)


def _leading(body: k.Block) -> list[k.Note]:
    """The notes at the beginning of a body."""
    found = []
    for statement in body:
        if not isinstance(statement, k.Note):
            break
        found.append(statement)
    return found


def _read_beyond(body: k.Block, parameters: Sequence[k.Local]) -> dict[str, Type]:
    """The locals that are read outside the blocks in which they are set: they need a value before it.

    The emitter knows that what sets them has run; the verifier does not.
    """
    set_in: dict[str, list[tuple[int, ...]]] = {each.name: [()] for each in parameters}
    found: dict[str, Type] = {}

    def look(statements: k.Block, path: tuple[int, ...]) -> None:
        for number, statement in enumerate(statements):
            inside = {id(part) for block in blocks(statement) for part in block}
            for part in parts(statement):
                if id(part) not in inside:
                    read(part, path)
            if isinstance(statement, k.Store):
                read(statement.region, path)
            if isinstance(statement, k.Assign):
                for target in statement.targets:
                    set_in.setdefault(target.name, []).append(path)
            if isinstance(statement, k.For | k.ForBits):
                set_in.setdefault(statement.local.name, []).append((*path, number, 0))
            for at, block in enumerate(blocks(statement)):
                look(block, (*path, number, at))

    def read(expression: k.Expression | k.Statement, path: tuple[int, ...]) -> None:
        for each in walk(expression):
            if isinstance(each, k.Local) and not any(path[: len(where)] == where for where in set_in.get(each.name, ())):
                found[each.name] = each.type

    look(body, ())
    return found


def _ends(statement: k.Statement) -> bool:
    """Whether nothing that stands after a statement is reached."""
    match statement:
        case k.Return() | k.Trap() | k.Break() | k.Continue():
            return True
        case k.If(then=[*_, a], otherwise=[*_, b]):
            return _ends(a) and _ends(b)
        case k.While(test=k.Literal(value=True), body=body):
            return not _breaks(body)
    return False


def _breaks(body: k.Block) -> bool:
    """Whether a body leaves the loop that it is of."""
    return any(isinstance(each, k.Break) or (isinstance(each, k.If) and any(map(_breaks, blocks(each)))) for each in body)
