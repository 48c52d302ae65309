"""Entries of static tables: what the board and the names of a game fix, by codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ggl.checker import make
from ggl.checker.world import World
from ggl.core import forms as f
from ggl.core.types import Domain, Fin, ListOf, Num, Opt, Type, coder, none_code, strip_opt
from ggl.source import Span


def tab(
    world: World,
    name: str,
    index: list[f.Expr],
    values: Type,
    value: Callable[..., object],
    span: Span | None,
    *,
    of_board: bool = False,
) -> f.Expr:
    """An entry of a static table over the domains of the index; a constant where the index is constant.

    The entries of a table `of_board` follow from its name, the domains and the board alone.
    """
    if all(isinstance(i, f.Lit) and not isinstance(i.type, Opt) for i in index):
        codes_ = [i.code for i in index if isinstance(i, f.Lit)]
        key = (name, values, *((i.type, i.value) for i in index if isinstance(i, f.Lit)))
        entry = world.constant_entries.get(key)
        if entry is None:
            world.hold(1, values, span)
            entry = coder(values)(world.asked(lambda: value(*codes_), span))
            world.constant_entries[key] = entry
        assert isinstance(entry, int | tuple)
        return f.Lit(entry, values, span=span)
    domains: list[Domain] = []
    for i in index:
        inner = strip_opt(i.type)
        assert isinstance(inner, Fin)
        domains.append(inner.domain)
    name = world.table(name, tuple(domains), values, value, span, of_board=of_board)
    if isinstance(values, Opt) and none_code(values.of) not in world.tables[name].entries:
        values = values.of
    return f.Tab(name, tuple(index), absorbing(values, index), span=span)


def table_entry(world: World, table: f.Table, codes_: Iterable[int]) -> object:
    """The entry of a table that is made, by the codes of its index."""
    at = 0
    for domain, code in zip(table.index, codes_, strict=True):
        at = at * world.domain(domain).size + code
    return table.entries[at]


def _possible_codes(world: World, e: f.Expr) -> tuple[Any, ...]:
    """The codes that a constant can have, or an entry of a static table; empty for anything else."""
    if isinstance(e, f.Lit):
        return (e.value,)
    return world.tables[e.table].entries if isinstance(e, f.Tab) else ()


def within_entries(world: World, number: f.Expr) -> f.Expr:
    """An entry of a table of numbers without bounds, with those of its entries, or of the entry that it always is."""
    type_ = number.type
    if make.is_wide(type_) and (entries := _possible_codes(world, number)):
        return make.retyped(number, Num(min(entries), max(entries), type_.scale))
    return number


def as_set_within_entries(world: World, expr: f.Expr) -> f.Expr:
    """A list as a set, as `make.as_set` makes it; one of numbers of a table has their bounds."""
    if isinstance(expr, f.Listing) and make.is_wide(expr.body.type):
        body = within_entries(world, expr.body)
        expr = replace(expr, body=body, type=ListOf(body.type))
    return make.as_set(expr)


def absorbing(values: Type, index: list[f.Expr]) -> Type:
    """The type of a table's or field's entry: an entry at none is none, nothing, or false."""
    if any(isinstance(i.type, Opt) for i in index) and isinstance(values, Fin | Num):
        return Opt(values)
    return values


LARGE = 1024
"""A list of the members of a larger domain is run over as it is, since a set of them would be very wide."""


def is_large_list(type_: Type) -> bool:
    """Whether a type is a list of the members of a large domain."""
    return isinstance(type_, ListOf) and isinstance(type_.of, Fin) and type_.of.domain.size > LARGE


def is_in_order(world: World, e: f.Expr) -> bool:
    """Whether a list that never changes, or each list of a static table, has its members once and in ascending order."""
    lists = _possible_codes(world, e)
    return bool(lists) and all(list(one) == sorted(set(one)) for one in lists)
