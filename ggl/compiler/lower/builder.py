"""Building functions of the kernel: statements one after the other, blocks, locals for intermediate values.

A value is an expression of the kernel for a number or a condition, one for each word of a set, place and length for a list
(`Words`). It is evaluated where it is used, so a value that is needed twice, or after a change of the position, must be bound
to locals first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.declare import with_declarations
from ggl.compiler.kernel.forms import Operand, Type, all_typed, as_expression, cast
from ggl.compiler.kernel.operations import RESERVED
from ggl.compiler.kernel.runtime_library import library
from ggl.compiler.kernel.walk import completes, forms_in
from ggl.compiler.memory import Memory

Words = tuple[k.Expression, ...]

MOST_LOOPS = 8
"""The deepest nesting of loops in one function; deeper parts become separate functions: Python allows 20."""

MOST_BLOCKS = 50
"""The same of blocks of all kinds: Python takes 100."""

V, T = k.Local("v", Type.WORDS), k.Local("t", Type.WORD)
"""The first parameters of each function: the memory, and the top of the arena in it."""


@dataclass(frozen=True, slots=True)
class Callee:
    """A function that can be called."""

    name: str
    parameters: tuple[Type, ...]
    results: tuple[Type, ...]

    def __call__(self, *arguments: Operand) -> k.Call:
        return k.Call(self.name, all_typed(arguments, self.parameters), self.results)


@cache
def library_function(name: str) -> Callee:
    """A function of the library."""
    function = library().functions[name]
    return Callee(name, tuple(parameter.type for parameter in function.parameters), function.results)


def bit(place: Operand) -> k.Call:
    """The word with one bit."""
    return library_function("bit")(place)


def local(name: str, type_: Type = Type.WORD) -> k.Local:
    return k.Local(name, type_)


def word_locals(stem: str, count: int) -> tuple[k.Local, ...]:
    """Locals of words, numbered."""
    return tuple(local(f"{stem}{number}") for number in range(count))


class Surroundings(Protocol):
    """The module, as a function being built sees it."""

    @property
    def memory(self) -> Memory: ...

    def callee(self, name: str) -> Callee: ...


class FunctionBuilder:
    """A function being built. `grown` counts what moves the top of the arena."""

    def __init__(self, name: str, parameters: tuple[k.Local, ...], module: Surroundings) -> None:
        self.name = name
        self.module = module
        self.parameters = parameters
        self.types = {parameter.name: parameter.type for parameter in parameters}
        self.grown = 0
        self._body: list[k.Statement] = []
        self._around: list[list[k.Statement]] = []
        """The bodies that the present one stands in, or beside: of blocks, and of lines that are put in later."""
        self._returned: list[tuple[Type, ...]] = []
        self._depth = 1
        self._asides = 0
        self._loops = 0
        self._count = 0
        self._spare = 0

    @property
    def itself(self) -> Callee:
        """The callee for calls of itself; its results have been declared."""
        return self.module.callee(self.name)

    # ---- statements

    def emit(self, statement: k.Statement) -> None:
        self._body.append(statement)

    def set(self, target: k.Local | str, value: Operand) -> k.Local:
        """Sets a local; a name that is new gets the type of the value."""
        name, value = target if isinstance(target, str) else target.name, as_expression(value)
        local = k.Local(name, self.types.setdefault(name, value.type))
        self.emit(k.Assign((local,), cast(value, local.type)))
        return local

    def set_results(self, targets: Sequence[k.Local], call: k.Call) -> None:
        """Sets locals to the results of a call."""
        for target in targets:
            self.types.setdefault(target.name, target.type)
        self.emit(k.Assign(tuple(targets), call))

    def spare(self, type_: Type) -> k.Local:
        self._spare += 1
        self.types[f"spare_{self._spare}"] = type_
        return k.Local(f"spare_{self._spare}", type_)

    def store(self, index: Operand, value: Operand, region: k.Local = V) -> None:
        self.emit(k.Store(region, cast(index, Type.WORD), cast(value, k.REGIONS[region.type])))

    def do(self, call: k.Call) -> None:
        self.emit(k.Do(call))

    def ret(self, *values: Operand) -> None:
        found = tuple(map(as_expression, values))
        if len(found) == 1 and isinstance(found[0], k.Call) and len(found[0].results) > 1:
            kept = tuple(map(self.spare, found[0].results))
            self.set_results(kept, found[0])
            found = kept
        self._returned.append(tuple(value.type for value in found))
        self.emit(k.Return(found))

    def copy(self, source: Operand, length: Operand, target: Operand) -> None:
        """Copies a number of entries of the memory to another place."""
        self.do(library_function("copy")(V, source, length, target))

    def leave(self) -> None:
        """Leaves the innermost loop."""
        self.emit(k.Break())

    def go_on(self) -> None:
        """Goes on with the next round of the innermost loop."""
        self.emit(k.Continue())

    def trap(self) -> None:
        """The memory is too small."""
        self.emit(k.Trap())

    # ---- blocks

    @contextmanager
    def if_(self, test: Operand) -> Iterator[None]:
        asked = cast(test, Type.BOOL)
        with self._within() as body:
            yield
        self.emit(k.If(asked, _reached(body)))

    @contextmanager
    def elif_(self, test: Operand) -> Iterator[None]:
        before, asked = self._body.pop(), cast(test, Type.BOOL)
        with self._within() as body:
            yield
        self.emit(_with_otherwise(before, (k.If(asked, _reached(body)),)))

    @contextmanager
    def else_(self) -> Iterator[None]:
        before = self._body.pop()
        with self._within() as body:
            yield
        self.emit(_with_otherwise(before, _reached(body)))

    @contextmanager
    def while_(self, test: Operand) -> Iterator[None]:
        asked = cast(test, Type.BOOL)
        with self._within(loops=1) as body:
            yield
        self.emit(k.While(asked, _reached(body)))

    @contextmanager
    def for_(self, name: str, first: Operand, stop: Operand, step: int = 1) -> Iterator[k.Local]:
        """A loop with a local that counts."""
        local = k.Local(name, self.types.setdefault(name, Type.WORD))
        bounds = cast(first, Type.WORD), cast(stop, Type.WORD)
        with self._within(loops=1) as body:
            yield local
        self.emit(k.For(local, *bounds, step, _reached(body)))

    @contextmanager
    def _within(self, loops: int = 0) -> Iterator[list[k.Statement]]:
        self._around.append(self._body)
        body = self._body = []
        self._depth += 1
        self._loops += loops
        yield body
        self._body = self._around.pop()
        self._depth -= 1
        self._loops -= loops

    @contextmanager
    def aside(self) -> Iterator[list[k.Statement]]:
        """Collects the statements built within in the list, for `take` to put in where they are needed."""
        self._around.append(self._body)
        body = self._body = []
        self._asides += 1
        yield body
        self._asides -= 1
        self._body = self._around.pop()

    @property
    def is_deep(self) -> bool:
        """Whether the current nesting is so deep that code with more blocks should be a separate function."""
        return self._loops >= MOST_LOOPS or self._depth + self._asides >= MOST_BLOCKS

    def take(self, statements: list[k.Statement]) -> None:
        self._body += statements

    # ---- values

    def fresh(self, stem: str) -> str:
        self._count += 1
        return f"{stem}_{self._count}"

    def let(self, value: Operand, stem: str = "x") -> k.Local:
        """A new local with the value, evaluated now."""
        return self.set(self.fresh(stem), value)

    def bind(self, values: Words, stem: str = "x") -> Words:
        """The values, evaluated now."""
        return tuple(value if atomic(value) else self.let(value, stem) for value in values)

    def set_all(self, targets: Sequence[k.Local | str], values: Sequence[Operand]) -> tuple[k.Local, ...]:
        """Sets locals at once: each value is evaluated before any is set."""
        names = [target if isinstance(target, str) else target.name for target in targets]
        read = {part.name for value in values[1:] for part in forms_in(as_expression(value)) if isinstance(part, k.Local)}
        if read & {*names[:-1]}:
            values = [self.set(self.spare(as_expression(value).type), value) for value in values]
        return tuple(self.set(name, value) for name, value in zip(names, values, strict=True))

    def call(self, targets: Sequence[k.Local], call: k.Call) -> tuple[k.Local, ...]:
        """Locals set to the results of a call."""
        self.set_results(targets, call)
        return tuple(targets)

    def store_results(self, place: k.Expression, call: k.Call) -> None:
        """The results of a call are put into the memory, one after the other."""
        kept = tuple(map(self.spare, call.results))
        self.set_results(kept, call)
        for number, each in enumerate(kept):
            self.store(place + number, each)

    def sees(self, value: k.Expression) -> bool:
        """Whether a local is set wherever the next statement is reached, not only in an ended block or in omitted code."""
        return (
            not isinstance(value, k.Local)
            or value in self.parameters
            or any(
                isinstance(statement, k.Assign) and statement.targets == (value,)
                for body in (self._body, *self._around)
                for statement in body
            )
        )

    def reserve(self, length: Operand) -> k.Local:
        """Reserves a number of entries at the top of the arena; gives their first place."""
        start = self.let(T, "o")
        self.set(T, self.room(T, length))
        self.grown += 1
        return start

    def room(self, place: Operand, length: Operand) -> k.Call:
        """The place after a number of entries, if the memory extends that far."""
        return library_function("reserve")(V, place, length, self.module.memory.end)

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Frees what is put into the arena within."""
        before = self.grown
        with self.aside() as lines:
            yield
        if self.grown > before:
            mark = self.let(T, "top")
            self.take(lines)
            self.set(T, mark)
            self.grown = before
        else:
            self.take(lines)

    def note(self, text: str) -> None:
        """A comment: where in the author's file this comes from."""
        if text:
            self.emit(k.Note(comment(text)))

    # ---- the whole

    def results(self) -> tuple[Type, ...]:
        """The types of its results: a truth value that is a number in another `return` counts as one."""
        return tuple(found[0] if len(set(found)) == 1 else Type.WORD for found in zip(*self._returned, strict=True))

    def built(self) -> k.Function:
        results, body = self.results(), _reached(self._body)
        notes = 0
        while notes < len(body) and isinstance(body[notes], k.Note):
            notes += 1
        note = "\n".join(each.text for each in body[:notes] if isinstance(each, k.Note))
        body = body[notes:]
        if any(found != results for found in self._returned):
            body = _returning(body, results)
        return k.Function(self.name, self.parameters, results, with_declarations(body, self.parameters), note)


def atomic(value: k.Expression) -> bool:
    """Whether it costs nothing to have a value twice, and none of its parts can change."""
    return isinstance(value, k.Local | k.Literal)


def _reached(body: Sequence[k.Statement]) -> k.Block:
    """The statements of a body without those that are never reached."""
    for number, statement in enumerate(body):
        if not completes((statement,)):
            return tuple(body[: number + 1])
    return tuple(body)


def _with_otherwise(before: k.Statement, otherwise: k.Block) -> k.If:
    """A statement `if`, with the block for when none of its tests holds."""
    assert isinstance(before, k.If)
    if before.otherwise:
        (chained,) = before.otherwise
        otherwise = (_with_otherwise(chained, otherwise),)
    return k.If(before.test, before.then, otherwise)


def _returning(body: k.Block, results: tuple[Type, ...]) -> k.Block:
    """A body that returns values of these types."""

    def changed(statement: k.Statement) -> k.Statement:
        match statement:
            case k.Return(values):
                return k.Return(all_typed(values, results))
            case k.If(test, then, otherwise):
                return k.If(test, _returning(then, results), _returning(otherwise, results))
            case k.While(test, inner):
                return k.While(test, _returning(inner, results))
            case k.For(local, first, stop, step, inner):
                return k.For(local, first, stop, step, _returning(inner, results))
        return statement

    return tuple(map(changed, body))


def comment(text: str) -> str:
    """A text that can stand in a comment: one line of printable ASCII."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in " ".join(text.split()))[:120].strip()


class FunctionNames:
    """Names for functions: a kind and a number. No name of a file goes into code; it stands in a comment."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._count: dict[str, int] = {}

    def of(self, kind: str, key: str) -> str:
        if not key:
            return f"own_{kind}" if kind in library().functions or kind in RESERVED else kind
        if (kind, key) not in self._given:
            self._count[kind] = self._count.get(kind, 0) + 1
            self._given[kind, key] = f"{kind}{self._count[kind]}"
        return self._given[kind, key]
