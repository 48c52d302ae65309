"""Random programs of the kernel language: modules that the verifier accepts, calls of them, and what the evaluator says.

    @given(examples())
    def test_the_back_end_agrees(example: Example) -> None:
        assert outcome(run, example.entry, example.arguments) == example.outcome

`modules()` gives modules with entries; their loops are bounded and they recurse a few levels deep. `examples()` gives calls: of
programs that reach an undefined operation, or take too many steps, none is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.evaluator import Evaluator, StepsError
from ggl.compiler.kernel.forms import Type
from ggl.compiler.kernel.operations import OPERATIONS, TrapError, UndefinedError
from ggl.compiler.kernel.verifier import verify_module

SIZE = 8
"""How many entries each region has: a power of 2."""

STEPS = 5000
"""How many steps a call may take."""

LEAST, GREATEST = -(1 << 63), (1 << 63) - 1
EDGES = [0, 1, -1, 2, 3, 5, 31, 32, 63, 64, 65, 0xFF, 0xFFFFFFFF, 1 << 32, (1 << 53) + 1, GREATEST, LEAST, LEAST + 1]
WORDS = st.sampled_from(EDGES) | st.integers(-8, 8) | st.integers(LEAST, GREATEST)
REALS = st.sampled_from([0.0, -0.0, 0.5, 1.0, -2.5, 1e300, 1e-300]) | st.floats(allow_nan=False, allow_infinity=False)
VALUES: dict[Type, st.SearchStrategy[Any]] = {
    Type.WORD: WORDS,
    Type.BOOL: st.booleans(),
    Type.REAL: REALS,
    Type.WORDS: st.lists(WORDS, min_size=SIZE, max_size=SIZE),
    Type.BOOLS: st.lists(st.integers(0, 1), min_size=SIZE, max_size=SIZE),
}
PLAIN = (Type.WORD, Type.BOOL, Type.REAL)

# Names that a back end could trip over: of functions of the module, of Python and of its library.
NAMES = {Type.WORD: ("i", "x", "f1", "len", "match", "int"), Type.BOOL: ("ok", "f0", "type"), Type.REAL: ("y", "float", "z")}

V, W, MARKS = f.Local("v", Type.WORDS), f.Local("w", Type.WORDS), f.Local("marks", Type.BOOLS)
TABLE = f.Local("table", Type.WORDS)
"""Nothing writes to it, so that it may be read with `fixed`."""
REGIONS = (V, W, MARKS, TABLE)
"""What each function takes. `v` and `w` may be the same region in a function that is called by another."""

FUEL = f.Local("fuel", Type.WORD)
"""How many levels of calls there may still be: a parameter of each function but the entries."""


def word(value: int) -> f.Literal:
    return f.Literal(value, Type.WORD)


def apply(operation: str, *operands: f.Expression) -> f.Apply:
    return f.Apply(operation, operands, OPERATIONS[operation].result)


# ---------------------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True)
class Scope:
    """What a form may use: the locals that are set, the functions that can be called, and the fuel that calls are handed."""

    draw: Callable[[st.SearchStrategy[Any]], Any]
    functions: tuple[f.Function, ...]
    results: tuple[Type, ...]
    """The results of the function at hand."""
    fuel: f.Expression
    locals: frozenset[f.Local]
    loops: int = 0
    """How many loops are around."""

    def pick(self, among: Sequence[Any]) -> Any:
        return self.draw(st.sampled_from(among))

    def having(self, *more: f.Local) -> Scope:
        return replace(self, locals=self.locals | {*more})

    def literal(self, type_: Type) -> f.Literal:
        return f.Literal(self.draw(VALUES[type_]), type_)

    def expression(self, type_: Type, depth: int = 2) -> f.Expression:
        makers: list[Callable[[], f.Expression | None]] = [lambda: self.literal(type_), *[lambda: self.local(type_)] * 2]
        if depth > 0:
            makers += [lambda: self.operation(type_, depth - 1)] * 3
            makers += [lambda: self.choice(type_, depth - 1), *[lambda: self.call((type_,), depth - 1)] * 2]
            if type_ is not Type.REAL:
                makers += [lambda: self.load(type_, depth - 1)] * 2
            if type_ is Type.BOOL:
                makers += [lambda: self.connected(depth - 1)]
        return self.pick(makers)() or self.literal(type_)

    def local(self, type_: Type) -> f.Local | None:
        known = sorted((local for local in self.locals if local.type is type_), key=lambda local: local.name)
        return self.pick(known) if known else None

    def choice(self, type_: Type, depth: int) -> f.Expression:
        return f.Choose(self.expression(Type.BOOL, depth), self.expression(type_, depth), self.expression(type_, depth))

    def connected(self, depth: int) -> f.Expression:
        operands = tuple(self.expression(Type.BOOL, depth) for _ in range(self.draw(st.integers(2, 3))))
        return f.All(operands) if self.draw(st.booleans()) else f.Any(operands)

    def index(self, depth: int) -> f.Expression:
        """A word that is an index of every region."""
        if self.draw(st.booleans()):
            return word(self.draw(st.integers(0, SIZE - 1)))
        return apply("and", self.expression(Type.WORD, depth), word(SIZE - 1))

    def load(self, type_: Type, depth: int) -> f.Expression:
        region = self.pick([region for region in REGIONS if f.REGIONS[region.type] is type_])
        return f.Load(region, self.index(depth), region == TABLE and self.draw(st.booleans()))

    def operation(self, type_: Type, depth: int) -> f.Expression:
        """An operation with operands for which it is defined."""
        operation = self.pick([operation for operation in OPERATIONS.values() if operation.result is type_])
        operands = [self.expression(operand, depth) for operand in operation.operands]
        match operation.name:
            case "floordiv" | "mod":
                operands[1] = self.pick(
                    [apply("max", operands[1], word(1)), apply("min", operands[1], word(-2)), word(7), word(64)]
                )
            case "fdiv":
                is_zero = apply("feq", operands[1], f.Literal(0.0, Type.REAL))
                operands[1] = f.Choose(is_zero, f.Literal(3.0, Type.REAL), operands[1])
            case "sqrt" | "log":
                small = apply("real", apply("and", self.expression(Type.WORD, depth), word(0xFFFF)))
                operands[0] = apply("fadd", small, f.Literal(0.5, Type.REAL))
        return apply(operation.name, *operands)

    def call(self, results: tuple[Type, ...], depth: int) -> f.Call | None:
        """A call that gives some results, if there is such a function."""
        functions = [function for function in self.functions if function.results == results]
        if not functions:
            return None
        function = self.pick(functions)
        return f.Call(function.name, tuple(self.argument(parameter, depth) for parameter in function.parameters), results)

    def argument(self, parameter: f.Local, depth: int) -> f.Expression:
        if parameter == FUEL:
            return self.fuel
        if parameter in (V, W):
            return self.draw(st.sampled_from((V, W)))
        return parameter if parameter in REGIONS else self.expression(parameter.type, depth)


# ----------------------------------------------------------------------------------------------------------- statements

Made = tuple[f.Block, Scope | None]
"""Statements and the scope after them, None where they leave their block."""


def block(scope: Scope, depth: int, least: int = 0) -> Made:
    found: f.Block = ()
    for _ in range(scope.draw(st.integers(least, 2 * least + 3))):
        made, after = statement(scope, depth)
        found += made
        if after is None:
            return found, None
        scope = after
    return found, scope


def statement(scope: Scope, depth: int) -> Made:
    makers = [assign, assign, store, store, several, do, do, note]
    if depth > 0:
        makers += [if_, if_, for_, for_, for_again, for_bits, for_bits, while_, forever, leave]
    return scope.pick(makers)(scope, depth - 1)


def target(scope: Scope, type_: Type) -> f.Local:
    return f.Local(scope.pick(NAMES[type_]), type_)


def assign(scope: Scope, _: int) -> Made:
    local = target(scope, scope.pick(PLAIN))
    return (f.Assign((local,), scope.expression(local.type)),), scope.having(local)


def several(scope: Scope, _: int) -> Made:
    functions = [function for function in scope.functions if len(function.results) > 1]
    if not functions:
        return assign(scope, 0)
    call = scope.call(scope.pick(functions).results, 1)
    assert call is not None
    targets: list[f.Local] = []
    for type_ in call.results:
        left = [name for name in NAMES[type_] if name not in [local.name for local in targets]]
        targets.append(f.Local(scope.pick(left), type_))
    return (f.Assign(tuple(targets), call),), scope.having(*targets)


def store(scope: Scope, _: int) -> Made:
    region = scope.pick([V, W, MARKS])
    return (f.Store(region, scope.index(1), scope.expression(f.REGIONS[region.type])),), scope


def do(scope: Scope, _: int) -> Made:
    call = scope.call(scope.pick(scope.functions).results, 1) if scope.functions else None
    return ((f.Do(call),) if call else (), scope)


def note(scope: Scope, _: int) -> Made:
    return (f.Note(scope.pick(["", "game.yaml:12: empty(c)", "# 'x' = \"y\": ä"])),), scope


def if_(scope: Scope, depth: int) -> Made:
    then, after_then = block(scope, depth)
    otherwise, after_otherwise = block(scope, depth) if scope.draw(st.booleans()) else ((), scope)
    ways = [after.locals for after in (after_then, after_otherwise) if after is not None]
    after = replace(scope, locals=frozenset.intersection(*ways)) if ways else None
    return (f.If(scope.expression(Type.BOOL), then, otherwise),), after


def body(scope: Scope, depth: int) -> f.Block:
    return block(replace(scope, loops=scope.loops + 1), depth)[0]


def for_(scope: Scope, depth: int, local: f.Local | None = None) -> Made:
    local, few = local or target(scope, Type.WORD), scope.draw(st.integers(0, 4))
    near, far = word(GREATEST - few), word(LEAST + few)
    small = [apply("and", scope.expression(Type.WORD, 1), word(SIZE - 1)) for _ in range(2)]
    bounds = [(word(0), word(few)), (word(few), word(-1)), small, (near, word(GREATEST)), (word(LEAST), far), (far, word(LEAST))]
    first, stop = scope.pick(bounds)
    step = scope.pick([1, 1, -1, -1, 2, -3, GREATEST, LEAST])
    return (f.For(local, first, stop, step, body(scope.having(local), depth)),), scope


def for_again(scope: Scope, depth: int) -> Made:
    """A loop within one that counts with the same local, which is read behind it."""
    local = target(scope, Type.WORD)
    (outer,), _ = for_(scope, 0, local)
    inner, _ = for_(replace(scope.having(local), loops=scope.loops + 1), depth, local)
    assert isinstance(outer, f.For)
    read = f.Store(W, word(0), apply("xor", f.Load(W, word(0)), local))
    return (replace(outer, body=(*inner, read, *outer.body)),), scope


def for_bits(scope: Scope, depth: int) -> Made:
    local, bits = target(scope, Type.WORD), scope.expression(Type.WORD)
    if scope.loops:
        bits = apply("and", bits, word(scope.pick([7, LEAST + 1, 0x8001])))
    return (f.ForBits(local, bits, body(scope.having(local), depth)),), scope


def counter(scope: Scope) -> tuple[f.Local, f.Assign, f.Assign]:
    """A local that bounds a loop, which no other statement sets; and how it is set and counted."""
    local = f.Local(f"left{scope.loops}", Type.WORD)
    few = word(scope.draw(st.integers(0, 4)))
    return local, f.Assign((local,), few), f.Assign((local,), apply("sub", local, word(1)))


def while_(scope: Scope, depth: int) -> Made:
    local, begins, counts = counter(scope)
    scope = scope.having(local)
    test = f.All((apply("gt", local, word(0)), scope.expression(Type.BOOL)))
    return (begins, f.While(test, (counts, *body(scope, depth)))), scope


def forever(scope: Scope, depth: int) -> Made:
    local, begins, counts = counter(scope)
    scope = scope.having(local)
    ends = f.If(apply("lt", local, word(0)), (f.Break(),))
    return (begins, f.While(f.Literal(True, Type.BOOL), (ends, counts, *body(scope, depth)))), scope


def leave(scope: Scope, _: int) -> Made:
    ways: list[f.Statement] = [results(scope)]
    if scope.loops:
        ways += [f.Break(), f.Continue()] * 2
    if scope.draw(st.integers(0, 3)) == 3:
        ways = [f.Trap()]
    return (scope.pick(ways),), None


def results(scope: Scope) -> f.Return:
    return f.Return(tuple(scope.expression(type_) for type_ in scope.results))


def shown(scope: Scope) -> f.Block:
    """Leaves the locals in the memory, so that a wrong one is seen."""
    words = sorted(local.name for local in scope.locals if local.type is Type.WORD)
    bools = sorted(local.name for local in scope.locals if local.type is Type.BOOL)
    found: list[f.Statement] = []
    for place, name in enumerate(words):
        at = word(place % SIZE)
        found.append(f.Store(W, at, apply("xor", f.Load(W, at), f.Local(name, Type.WORD))))
    for place, name in enumerate(bools):
        found.append(f.Store(MARKS, word(place % SIZE), f.Local(name, Type.BOOL)))
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------- programs


@st.composite
def modules(draw: Any) -> f.Module:
    """Modules that the verifier accepts, with one entry or more."""
    outlines = [draw(_outlines(f"f{number}", [FUEL])) for number in range(draw(st.integers(1, 3)))]
    entries = [draw(_outlines(f"entry{number}", [])) for number in range(draw(st.integers(1, 2)))]
    callable_ = tuple(outlines)
    functions = [_function(draw, outline, callable_) for outline in draw(st.permutations(outlines + entries))]
    names = tuple(function.name for function in functions if FUEL not in function.parameters)
    module = f.Module({function.name: function for function in functions}, names)
    verify_module(module)
    return module


@st.composite
def _outlines(draw: Any, name: str, more: list[f.Local]) -> f.Function:
    """A function without a body."""
    locals_ = [f.Local(name, type_) for type_ in PLAIN for name in NAMES[type_]]
    values = draw(st.lists(st.sampled_from(locals_), max_size=3, unique=True))
    given = draw(st.lists(st.sampled_from(PLAIN), max_size=3))
    note = draw(st.sampled_from(["", "game.yaml:3: a rule", "two\nlines"]))
    return f.Function(name, tuple(draw(st.permutations([*REGIONS, *values, *more]))), tuple(given), (), note)


def _function(draw: Any, outline: f.Function, functions: tuple[f.Function, ...]) -> f.Function:
    fuelled = FUEL in outline.parameters
    fuel = apply("sub", FUEL, word(1)) if fuelled else word(draw(st.integers(0, 2)))
    values = frozenset(parameter for parameter in outline.parameters if parameter.type in PLAIN)
    scope = Scope(draw, functions, outline.results, fuel, values)
    made, after = block(scope, 2, 1 if fuelled else 2)
    if fuelled:
        dry = f.Return(tuple(scope.literal(type_) for type_ in outline.results))
        made = (f.If(apply("lt", FUEL, word(0)), (dry,)), *made)
    if after is not None:
        made += (*shown(after), *([results(after)] if outline.results else []))
    return replace(outline, body=made)


# ------------------------------------------------------------------------------------------------------------- examples


@dataclass(frozen=True)
class Outcome:
    """The results of a call, None after a trap, and its regions as they are then. Two are equal if they are written the same."""

    results: tuple[Any, ...] | None
    regions: list[list[int]]

    def __eq__(self, other: object) -> bool:
        return repr(self) == repr(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Example:
    """A call of an entry, with a list for each region, and what comes of it."""

    module: f.Module
    entry: str
    arguments: tuple[Any, ...]
    outcome: Outcome


@st.composite
def examples(draw: Any) -> Example:
    """Calls that have a meaning and end soon."""
    module = draw(modules())
    entry = draw(st.sampled_from(module.entries))
    arguments = tuple(draw(VALUES[parameter.type]) for parameter in module.functions[entry].parameters)
    try:
        found = outcome(Evaluator(module, STEPS).call, entry, arguments)
    except (UndefinedError, StepsError):
        assume(False)
    return Example(module, entry, arguments, found)


def outcome(call: Callable[..., Any], entry: str, arguments: Sequence[Any]) -> Outcome:
    """What comes of a call `call(entry, *arguments)`, which raises `TrapError` or gives results as the evaluator does."""
    handed = [list(argument) if isinstance(argument, list) else argument for argument in arguments]
    found: tuple[Any, ...] | None
    try:
        result = call(entry, *handed)
        found = () if result is None else result if isinstance(result, tuple) else (result,)
    except TrapError:
        found = None
    return Outcome(found, [list(map(int, argument)) for argument in handed if isinstance(argument, list)])
