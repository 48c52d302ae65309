"""The forms of the kernel language: a small typed program with structured control.

A module is a list of functions. A function has typed parameters, mutable locals and a body of statements; it may give several
results. Control is structured, so the same tree becomes LLVM IR, WebAssembly and Python. There is no SSA form: LLVM makes it.

Expressions have no effects, except `Call`. Operands are evaluated from left to right, each once. `All`, `Any` and `Choose`
evaluate only the operands that they need; every other form evaluates all of them.

`operations.py` lists the operations with their meaning. The evaluator defines the language; `docs/internals/kernel.md`
describes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ggl.compiler.kernel.types import REGIONS as REGIONS
from ggl.compiler.kernel.types import Type as Type


class KernelError(Exception):
    """Text that is not of the kernel language, or a module that breaks one of its rules: a mistake in the compiler."""


# ---------------------------------------------------------------------------------------------------------- expressions


class Operators:
    """Expressions written with Python's operators, as in `v[start + i] & ~mask`: each gives the `Apply` or `Load` of that form.

    A number stands for its literal. A truth value beside a word counts as 1 or 0, and a word beside a real becomes one.
    Comparisons are functions (`kernel/build.py`): Python's `==` compares forms.
    """

    __slots__ = ()

    def __add__(self, other: Operand) -> Apply:
        return applied_operation("add", self, other)

    def __radd__(self, other: int | float) -> Apply:
        return applied_operation("add", other, self)

    def __sub__(self, other: Operand) -> Apply:
        return applied_operation("sub", self, other)

    def __rsub__(self, other: int | float) -> Apply:
        return applied_operation("sub", other, self)

    def __mul__(self, other: Operand) -> Apply:
        return applied_operation("mul", self, other)

    def __rmul__(self, other: int | float) -> Apply:
        return applied_operation("mul", other, self)

    def __floordiv__(self, other: Operand) -> Apply:
        return applied_operation("floordiv", self, other)

    def __rfloordiv__(self, other: int | float) -> Apply:
        return applied_operation("floordiv", other, self)

    def __mod__(self, other: Operand) -> Apply:
        return applied_operation("mod", self, other)

    def __truediv__(self, other: Operand) -> Apply:
        return applied_operation("div", self, other)

    def __and__(self, other: Operand) -> Apply:
        return applied_operation("and", self, other)

    def __rand__(self, other: int | float) -> Apply:
        return applied_operation("and", other, self)

    def __or__(self, other: Operand) -> Apply:
        return applied_operation("or", self, other)

    def __xor__(self, other: Operand) -> Apply:
        return applied_operation("xor", self, other)

    def __lshift__(self, other: Operand) -> Apply:
        return applied_operation("shl", self, other)

    def __rshift__(self, other: Operand) -> Apply:
        return applied_operation("sar", self, other)

    def __invert__(self) -> Apply:
        return applied_operation("invert", self)

    def __neg__(self) -> Apply:
        return applied_operation("neg", self)


@dataclass(frozen=True, slots=True)
class Literal(Operators):
    """A constant: an `int` from -2**63 to 2**63 - 1 for a word, a `bool`, or a finite `float`."""

    value: int | bool | float
    type: Type


@dataclass(frozen=True, slots=True)
class Local(Operators):
    """The value of a local variable or a parameter."""

    name: str
    type: Type

    def __getitem__(self, index: Operand) -> Load:
        return Load(self, cast(index, Type.WORD))

    def fixed(self, index: Operand) -> Load:
        """An entry of a region that nothing writes."""
        return Load(self, cast(index, Type.WORD), invariant=True)


@dataclass(frozen=True, slots=True)
class Load(Operators):
    """The entry of a region at an index, in entries from where the region begins.

    An invariant load reads an entry that nothing writes while the module runs, so it may be moved or merged.
    """

    region: Local
    index: Expression
    invariant: bool = False

    @property
    def type(self) -> Type:
        return REGIONS[self.region.type]


@dataclass(frozen=True, slots=True)
class Apply(Operators):
    """The result of an operation on its operands: `operation` is a name in `operations.OPERATIONS`."""

    operation: str
    operands: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class All(Operators):
    """Whether all operands are true; stops at the first that is false."""

    operands: tuple[Expression, ...]
    type: Type = Type.BOOL


@dataclass(frozen=True, slots=True)
class Any(Operators):
    """Whether any operand is true; stops at the first that is true."""

    operands: tuple[Expression, ...]
    type: Type = Type.BOOL


@dataclass(frozen=True, slots=True)
class Choose(Operators):
    """`then` if the test is true, else `otherwise`; the other one is not evaluated."""

    test: Expression
    then: Expression
    otherwise: Expression

    @property
    def type(self) -> Type:
        return self.then.type


@dataclass(frozen=True, slots=True)
class Call(Operators):
    """A call of a function of the module. Within an expression it gives exactly one result."""

    function: str
    arguments: tuple[Expression, ...]
    results: tuple[Type, ...]

    @property
    def type(self) -> Type:
        (only,) = self.results
        return only


Expression = Literal | Local | Load | Apply | All | Any | Choose | Call

Operand = Expression | Operators | int | float
"""The values an expression may be built from: an expression, or a number for its literal."""


def as_expression(value: Operand) -> Expression:
    """An expression, or the literal of a number: of a word, whose 64 low bits count, of a truth value or of a real."""
    if isinstance(value, bool):
        return Literal(value, Type.BOOL)
    if isinstance(value, int):
        return Literal(((value + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63), Type.WORD)
    if isinstance(value, float):
        return Literal(value, Type.REAL)
    return value  # type: ignore[return-value]


def cast(value: Operand, wanted: Type) -> Expression:
    """A value as one of another type: a truth value counts as 1 or 0, and a word asks whether it is not 0."""
    value = as_expression(value)
    if value.type is wanted:
        return value
    match value, value.type, wanted:
        case Literal(value=number), Type.BOOL, Type.WORD:
            return Literal(int(number), Type.WORD)
        case Literal(value=number), Type.WORD, Type.REAL:
            return Literal(float(number), Type.REAL)
        case _, Type.BOOL, Type.WORD:
            return Apply("word", (value,), Type.WORD)
        case _, Type.WORD, Type.BOOL:
            return Apply("ne", (value, Literal(0, Type.WORD)), Type.BOOL)
        case _, Type.WORD, Type.REAL:
            return Apply("real", (value,), Type.REAL)
    raise KernelError(f"a {value.type.value} where a {wanted.value} belongs")


def all_typed(values: Sequence[Operand], wanted: Sequence[Type]) -> tuple[Expression, ...]:
    """Values converted to other types, one type for each."""
    return tuple(cast(value, type_) for value, type_ in zip(values, wanted, strict=True))


def applied_operation(operation: str, *operands: Operand, result: Type | None = None) -> Apply:
    """An operation on words, or the one of the same name on reals if an operand is one."""
    values = tuple(as_expression(operand) for operand in operands)
    if any(value.type is Type.REAL for value in values):
        return Apply("f" + operation, tuple(cast(value, Type.REAL) for value in values), result or Type.REAL)
    return Apply(operation, tuple(cast(value, Type.WORD) for value in values), result or Type.WORD)


# ----------------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Assign:
    """Sets locals: one to the value of an expression, or several to the results of a call.

    The first assignment of a name declares it for the whole function; its type never changes.
    """

    targets: tuple[Local, ...]
    value: Expression


@dataclass(frozen=True, slots=True)
class Store:
    """Writes an entry of a region. The value is evaluated after the index."""

    region: Local
    index: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Do:
    """Calls a function and drops its results."""

    call: Call


@dataclass(frozen=True, slots=True)
class If:
    """Runs one of two blocks."""

    test: Expression
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class While:
    """Runs a block as long as a test is true, which is evaluated before each time."""

    test: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class For:
    """Runs a block with a word that counts from `first` by `step`, which is not 0, and ends before it reaches `stop`.

    Both bounds are evaluated once, before. The loop counts by itself: assigning to the local in the block changes only the local
    until the next time round. After the loop the local keeps its last value; it is not set if the block never ran.
    """

    local: Local
    first: Expression
    stop: Expression
    step: int
    body: Block


@dataclass(frozen=True, slots=True)
class ForBits:
    """Runs a block with the place of each set bit of a word, the lowest first. The word is evaluated once."""

    local: Local
    bits: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Goes on with the next round of the innermost loop."""


@dataclass(frozen=True, slots=True)
class Return:
    """Leaves the function with its results, evaluated from left to right."""

    values: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Trap:
    """Ends the whole call from outside: the memory is too small. Words already written stay."""


@dataclass(frozen=True, slots=True)
class Note:
    """A comment: the rule's line that the next statements stand for. Does nothing."""

    text: str


Statement = Assign | Store | Do | If | While | For | ForBits | Break | Continue | Return | Trap | Note
Block = tuple[Statement, ...]


# ------------------------------------------------------------------------------------------------------------- programs


@dataclass(frozen=True, slots=True)
class Function:
    """A function. Where it has results, every way through the body ends in `Return` or `Trap`."""

    name: str
    parameters: tuple[Local, ...]
    results: tuple[Type, ...]
    body: Block
    note: str = field(default="", compare=False)
    """The line of the rules that it stands for."""


@dataclass(frozen=True, slots=True)
class Module:
    """Functions by name, in an order in which they are printed; `entries` can be called from outside."""

    functions: dict[str, Function]
    entries: tuple[str, ...] = ()
