"""Entries of static tables: what the board and the names of a game fix, by codes."""

from __future__ import annotations

from collections.abc import Callable

from ggl.checker.world import World, code_of
from ggl.core import forms as f
from ggl.core.types import Domain, Fin, Num, Opt, Type, none_code, strip_opt
from ggl.source import Span


def tab(world: World, name: str, index: list[f.Expr], values: Type, value: Callable[..., object], span: Span | None) -> f.Expr:
    """An entry of a static table over the domains of the index; a constant where the index is constant."""
    if all(isinstance(i, f.Lit) and not isinstance(i.type, Opt) for i in index):
        if name in world.tables:
            return _entry(world, name, [i for i in index if isinstance(i, f.Lit)], values)
        codes_ = [i.value for i in index if isinstance(i, f.Lit)]
        key = (name, *codes_)
        entry = world.constant_entries.get(key)
        if entry is None:
            world.hold(1, values, span)
            entry = code_of(world.asked(value, codes_, span), values)  # type: ignore[arg-type]
            world.constant_entries[key] = entry
        assert isinstance(entry, int | tuple)
        return f.Lit(entry, values, span=span)
    domains: list[Domain] = []
    shifted: list[f.Expr] = []
    for i in index:
        inner = strip_opt(i.type)
        assert isinstance(inner, Fin)
        domains.append(inner.domain)
        shifted.append(i)
    world.table(name, tuple(domains), values, value, span)
    if isinstance(values, Opt) and none_code(values.of) not in world.tables[name].entries:
        values = values.of
    return f.Tab(name, tuple(shifted), absorbing(values, index), span=span)


def _entry(world: World, name: str, index: list[f.Lit], values: Type) -> f.Expr:
    table = world.tables[name]
    at = 0
    for i, domain in zip(index, table.index, strict=True):
        assert isinstance(i.value, int)
        at = at * world.domain(domain).size + i.value
    entry = table.entries[at]
    assert isinstance(entry, int | tuple)
    return f.Lit(entry, values)


def absorbing(values: Type, index: list[f.Expr]) -> Type:
    """The type of a table's or field's entry: an entry at none is none, nothing, or false."""
    if any(isinstance(i.type, Opt) for i in index) and isinstance(values, Fin | Num):
        return Opt(values)
    return values
