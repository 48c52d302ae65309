"""A tree that stands for a value, and a tree in which names have been replaced by values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import TypeVar

from ggl.source import Source, Span
from ggl.syntax import tree as t
from ggl.topology import Site
from tests.meaning.values import Value

_T = TypeVar("_T")


def literal(value: Value, span: Span | None = None) -> t.Expr:
    """The tree of a value."""
    at = span or Source("<value>", " ").span(0, 0)
    match value:
        case None:
            return t.Name("none", span=at)
        case bool():
            return t.Name("true" if value else "false", span=at)
        case Fraction():
            number = t.Number(abs(value), span=at)
            return t.Unary("-", number, span=at) if value < 0 else number
        case str():
            return t.Name(value, span=at)
        case Site():
            return _site(value, at)
        case tuple():
            return t.ListOf(tuple(literal(item, at) for item in value), span=at)
        case frozenset():
            return t.SetOf(tuple(literal(item, at) for item in sorted(value, key=str)), span=at)
    raise AssertionError(value)


def _site(site: Site, at: Span) -> t.Expr:
    if site.type == "cell":
        return t.Name(site.name, span=at)
    if len(site.cells) == 2 and site.type == "edge":
        a, b = (t.Name(cell.name, span=at) for cell in site.cells)
        return t.Call("edge", (a, b), (), at, span=at)
    if site.type == "link":
        a, b = (t.Name(cell.name, span=at) for cell in site.cells)
        return t.Call("link", (a, b), (), at, span=at)
    x = t.Name("site_", span=at)
    whole = t.Name("rim" if site.type == "edge" else "vertices", span=at)
    place = t.Dot(x, "number", at, span=at)
    here = t.Chain(place, (("==", t.Number(Fraction(site.index + 1), span=at)),), span=at)
    return t.Call("first", (t.Gen(x, (t.Binder("site_", whole, here, at, span=at),), True, span=at),), (), at, span=at)


def closed(tree: _T, names: Mapping[str, t.Expr]) -> _T:
    """The tree with these names replaced, wherever they are read."""
    if isinstance(tree, t.Name):
        return names.get(tree.name, tree)  # type: ignore[return-value]
    if isinstance(tree, tuple):
        return tuple(closed(item, names) for item in tree)  # type: ignore[return-value]
    if isinstance(tree, t.Phrase) and tree.adjective in names:
        owner = names[tree.adjective]
        return closed(replace(tree, adjective="", owner=owner), names)  # type: ignore[return-value]
    if isinstance(tree, t.Phrase) and isinstance(kind := names.get(tree.kind), t.Name):
        return closed(replace(tree, kind=kind.name), {n: v for n, v in names.items() if n != tree.kind})  # type: ignore[return-value]
    if isinstance(tree, t.Tree):
        changed = {spec.name: closed(getattr(tree, spec.name), names) for spec in fields(tree) if spec.name not in _PLACES}
        return replace(tree, **changed)  # type: ignore[return-value]
    return tree


_PLACES = ("span", "name_span", "kind_span")


def nodes(tree: t.Tree) -> list[t.Expr]:
    """The expressions inside a tree, itself included, that are no part of a generator and so mean something alone."""
    found: list[t.Expr] = []
    if isinstance(tree, t.Expr):
        found.append(tree)
    if isinstance(tree, t.Gen):
        found.append(tree.binders[0].source)
        return found
    for child in t.children(tree):
        if not isinstance(child, t.Phrase):
            found += nodes(child)
    return found
