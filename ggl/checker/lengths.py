"""The most members that a list may have, as far as its form tells.

Takes core expressions of a scope. Gives a bound for a list and for each level of lists inside it. A name has the bounds of
what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ggl.checker.scope import Lengths, Scope
from ggl.checker.typer import Typer
from ggl.core import forms as f
from ggl.core.types import LONGEST_LIST, ListOf, SetOf, Type, set_size


def most_of(expressions: Typer, expr: f.Expr, scope: Scope) -> int:
    """The most members a set or a list can have."""
    return set_size(expr.type) if isinstance(expr.type, SetOf) else lengths_of(expressions, expr, scope)[0]


def lengths_of(expressions: Typer, expr: f.Expr, scope: Scope) -> Lengths:
    """The most members of a list, of its members that are lists, and so on inwards."""
    if not isinstance(expr.type, ListOf):
        return ()
    definitions = {one.name: one for one in expressions.definitions.made}
    return _Bounds(expressions.world.tables, definitions).of(expr, scope.lengths)


class _Bounds:
    def __init__(self, tables: Mapping[str, f.Table], definitions: Mapping[str, f.Definition]) -> None:
        self._tables = tables
        self._definitions = definitions
        self._calls: dict[tuple[str, tuple[Lengths, ...]], Lengths] = {}

    def of(self, e: f.Expr, known: Mapping[str, Lengths]) -> Lengths:
        depth = _depth(e.type)
        found = self._of(e, known) if depth else ()
        return tuple(min(most, LONGEST_LIST) for most in (*found, *[LONGEST_LIST] * depth)[:depth])

    def _most(self, e: f.Expr, known: Mapping[str, Lengths]) -> int:
        return set_size(e.type) if isinstance(e.type, SetOf) else self.of(e, known)[0]

    def _of(self, e: f.Expr, known: Mapping[str, Lengths]) -> Lengths:
        match e:
            case f.Lit(value=value):
                return _written([value], e.type)
            case f.Var(name=name):
                return known.get(name, ())
            case f.Tab(table=name):
                return _written(self._tables[name].entries, e.type)
            case f.Leading(source=source) | f.Filter(source=source):
                return self.of(source, known)
            case f.Convert(part=part):
                return (self._most(part, known),)
            case f.Listing(name=name, source=source, body=body, join=join):
                each = self.of(body, {**known, name: self.of(source, known)[1:]})
                most = self._most(source, known)
                return (most * each[0], *each[1:]) if join else (most, *each)
            case f.Fold(monoid="first", name=name, source=source, body=body, default=None):
                return self.of(body, {**known, name: self.of(source, known)[1:]})
            case f.ListOp(op="literal", args=args):
                return (len(args), *_widest(self.of(arg, known) for arg in args))
            case f.ListOp(op="at", args=(of, _)):
                return self.of(of, known)[1:]
            case f.ListOp(op="concat", args=args):
                parts = [self.of(arg, known) for arg in args]
                return (sum(part[0] for part in parts), *_widest(part[1:] for part in parts))
            case f.ListOp(op="sort" | "descending" | "reverse", args=(of,)):
                return self.of(of, known)
            case f.If(then=then, other=other) | f.Some(then=then, other=other):
                return _widest([self.of(then, known), self.of(other, known)])
            case f.Let(name=name, value=value, body=body):
                return self.of(body, {**known, name: self.of(value, known)})
            case f.Blocks(within=within):
                return (self._most(within, known),)
            case f.Call(name=name, args=args) if name in self._definitions:
                return self._call(self._definitions[name], tuple(self.of(arg, known) for arg in args))
        return ()

    def _call(self, definition: f.Definition, given: tuple[Lengths, ...]) -> Lengths:
        key = definition.name, given
        if key not in self._calls:
            names = [name for name, _ in definition.params]
            self._calls[key] = self.of(definition.body, dict(zip(names, given, strict=True)))
        return self._calls[key]


def _depth(type_: Type) -> int:
    return 1 + _depth(type_.of) if isinstance(type_, ListOf) else 0


def _widest(each: Iterable[Lengths]) -> Lengths:
    """Level by level; lists of one type are equally deep."""
    return tuple(map(max, zip(*each, strict=True)))


def _written(values: Iterable[object], type_: Type) -> Lengths:
    """Those of lists that are written out; a list that is empty says nothing of what would be inside."""
    if not isinstance(type_, ListOf):
        return ()
    lists = [value for value in values if isinstance(value, tuple)]
    inner = _written((item for each in lists for item in each), type_.of)
    return (max(map(len, lists), default=0), *inner)
