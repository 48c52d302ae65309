"""The facts about a loop for a reader: whether the order of its members matters, and whether they are found beforehand.

Takes the core, in which each loop of a file keeps its place; returns facts by that place. They may wrongly report that an order
matters, but never the opposite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ggl.core import forms as f
from ggl.core.types import ListOf, SetOf
from ggl.core.walk import parts, uses, variables, walk
from ggl.source import Span


@dataclass(frozen=True)
class Loop:
    """`ordered`: another order of the members could leave another position. `beforehand`: the body changes what picks them."""

    ordered: bool = False
    beforehand: bool = False


def loops(core: f.CoreGame) -> dict[Span, Loop]:
    """All loops of a game by their place; a loop in a routine with several callers combines its copies."""
    reading = _Reading(core)
    found: dict[Span, Loop] = {}
    for form in walk(core):
        if isinstance(form, f.ForDo) and form.span is not None:
            before = found.get(form.span, Loop())
            loop = reading.loop(form)
            found[form.span] = Loop(before.ordered or loop.ordered, before.beforehand or loop.beforehand)
    return found


def fields_read(core: f.CoreGame) -> frozenset[str]:
    """The fields that some rule reads, other than to update them."""
    found: set[str] = set()
    waiting: list[object] = [core]
    while waiting:
        part = waiting.pop()
        for form in parts(part):
            if isinstance(form, f.Write) and _grows(form):
                waiting += [form.index, tuple(form.value.args[1:])]  # type: ignore[union-attr]
                continue
            if isinstance(form, f.Get | f.Plane):
                found.add(form.field)
            waiting.append(form)
    return frozenset(found)


class _Reading:
    def __init__(self, core: f.CoreGame) -> None:
        self._definitions = {definition.name: definition.body for definition in core.definitions}
        self._layers = {layer.name: {layer.field, *layer.attributes} for layer in core.layers}

    def loop(self, loop: f.ForDo) -> Loop:
        writes = self._written(loop.body)
        assert isinstance(loop.source.type, SetOf | ListOf)
        at = f.Var(loop.name, loop.source.type.of)
        elsewhere = self._written(loop.body, at)
        beforehand = any(name in (elsewhere if at_own else writes) for name, at_own in self._picking(loop.source, at.name))
        ordered = uses(loop.body, f.Finish, f.Roll) or any(self._collides(form, at, writes) for form in _steps(loop.body))
        return Loop(ordered, beforehand)

    def _picking(self, source: f.Expr, member: str) -> Iterator[tuple[str, bool]]:
        """The fields by which members are picked, each with whether it is read of the member itself only."""
        match source:
            case f.SetOp(left=left, right=right):
                yield from self._picking(left, member)
                yield from self._picking(right, member)
            case f.Filter(name=name, source=inner, test=test):
                yield from self._picking(inner, name)
                yield from ((field, _is_var(index, name)) for field, index in self._read(test))
            case f.Plane(field=field, values=values):
                yield field, True
                yield from ((name, False) for name, _ in self._read(values))
            case f.Call(name=name, args=()) if name in self._definitions:
                yield from self._picking(self._definitions[name], member)
            case _:
                yield from ((field, False) for field, _ in self._read(source))

    def _collides(self, form: f.Form, at: f.Var, writes: set[str]) -> bool:
        """Whether the writes or tests of an effect may depend on those for another member."""
        match form:
            case f.Move() | f.Exchange():
                return True
            case f.Write(field=field, index=index, value=value):
                if _grows(form):
                    rest = (index, tuple(arg for arg in value.args if arg != f.Get(field, index, arg.type)))  # type: ignore[union-attr]
                    return self._asks(rest, at, writes)
                return (at not in index and at.name in variables(value)) or self._asks((index, value), at, writes)
            case f.WriteAll(value=value):
                return self._asks(value, at, writes) or at.name in variables(value)
            case f.Put(site=site, piece=piece, attributes=attributes):
                given = (piece, tuple(value for _, value in attributes))
                return (site != at and at.name in variables(given)) or self._asks((site, given), at, writes)
            case f.Take(site=site):
                return self._asks(site, at, writes)
            case f.IfDo(test=test):
                return self._asks(test, at, writes)
            case f.LetDo(value=value):
                return self._asks(value, at, writes)
            case f.ForDo(source=source):
                return self._asks(source, at, writes)
        return False

    def _asks(self, form: object, at: f.Var, writes: set[str]) -> bool:
        """Whether an expression reads what the loop writes, other than at the member at hand."""
        return any(name in writes and at not in index for name, index in self._read(form))

    def _read(self, form: object) -> Iterator[tuple[str, tuple[f.Form, ...]]]:
        """The fields that an expression reads, each with the place; what definitions read, as if anywhere."""
        called: dict[str, None] = {}
        yield from self._read_here(form, called)
        read: set[str] = set()
        while name := next((name for name in called if name not in read), None):
            read.add(name)
            yield from ((field, ()) for field, _ in self._read_here(self._definitions[name], called))

    def _read_here(self, form: object, called: dict[str, None]) -> Iterator[tuple[str, tuple[f.Form, ...]]]:
        for inner in walk(form):
            match inner:
                case f.Get(field=field, index=index):
                    yield field, index
                case f.Plane(field=field):
                    yield field, ()
                case f.Seen() | f.Can():
                    yield from ((name, ()) for names in self._layers.values() for name in names)
                case f.Call(name=name) if name in self._definitions:
                    called.setdefault(name)

    def _written(self, effect: f.Form, but: f.Var | None = None) -> set[str]:
        """The fields that an effect writes; with a member, those that it writes elsewhere than there."""
        written: set[str] = set()
        for form in walk(effect):
            match form:
                case f.Write(index=(index,)) if index == but:
                    pass
                case f.Put(site=site) | f.Take(site=site) if site == but:
                    pass
                case f.Write(field=field) | f.WriteAll(field=field):
                    written.add(field)
                case f.Put(layer=layer) | f.Take(layer=layer) | f.Move(layer=layer) | f.Exchange(layer=layer):
                    written |= self._layers[layer]
        return written


def _grows(write: f.Write) -> bool:
    """Whether a number changes by a fixed amount, so that the order does not matter."""
    value = write.value
    if not isinstance(value, f.Arith) or value.op not in ("add", "sub"):
        return False
    first = value.args[0]
    return isinstance(first, f.Get) and first.field == write.field and first.index == write.index


def _steps(effect: f.Form) -> Iterator[f.Form]:
    """The effects in a body, and the loops and choices among them."""
    for form in walk(effect):
        if isinstance(form, f.Write | f.WriteAll | f.Put | f.Take | f.Move | f.Exchange | f.IfDo | f.LetDo | f.ForDo):
            yield form


def _is_var(index: tuple[f.Form, ...], name: str) -> bool:
    return len(index) == 1 and isinstance(index[0], f.Var) and index[0].name == name
