"""Folds table entries at known indices and sums of known numbers, and unrolls conditions over a few known members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ggl.compiler.passes.expression_queries import TRUE
from ggl.core import forms as f
from ggl.core.substitution import Fresh, copied
from ggl.core.types import BOOL, Fin, Num, SetOf
from ggl.core.walk import rebuilt

FEW = 4
"""Known members over which a condition is written out."""


def fold_constants(core: f.CoreGame) -> f.CoreGame:
    """Entries of tables at known places; conditions over a few known members; comparisons with known sets, member by member."""
    fresh = Fresh(core)
    tables = {table.name: table for table in core.tables}
    sizes = {domain.name: domain.size for domain in core.domains}

    def change(form: f.Form) -> f.Form:
        match form:
            case f.Arith(op, args) if all(isinstance(each, f.Lit) and isinstance(each.type, Num) for each in args):
                return _worked_out(op, [each.value for each in args if isinstance(each, f.Lit)], form)
            case f.Tab(name, index, type_) if all(isinstance(each, f.Lit) for each in index):
                return _entry(tables[name], [each.value for each in index if isinstance(each, f.Lit)], sizes, type_) or form
            case f.Fold("any" | "all", name, f.Lit(value=int(mask), type=SetOf(of=Fin())) as source, test, body) if (
                mask.bit_count() <= FEW
            ):
                assert isinstance(source.type, SetOf)
                known = [
                    (copied(test, {name: member}, fresh), copied(body, {name: member}, fresh))
                    for member in _members(mask, source.type)
                ]
                if form.monoid == "any":
                    return rebuilt(f.Or(tuple(_and(a, b) for a, b in known)), change)
                return rebuilt(f.And(tuple(f.Or((f.Not(a), b)) if a != TRUE else b for a, b in known)), change)
            case f.Compare(
                "eq", f.Filter(name, f.Lit(value=int(mask), type=SetOf(of=Fin()) as of), test), f.Lit(value=int(wanted))
            ) if mask.bit_count() <= FEW:
                if wanted & ~mask:
                    return f.Lit(0, BOOL)
                tests = [(member, copied(test, {name: member}, fresh)) for member in _members(mask, of)]
                asked = tuple(each if wanted >> int(member.value) & 1 else f.Not(each) for member, each in tests)  # type: ignore[arg-type]
                return rebuilt(f.And(asked), change)
        return form

    return rebuilt(core, change)


def _worked_out(op: str, args: list[Any], form: f.Arith) -> f.Expr:
    """Sums and differences of known numbers."""
    if op not in ("add", "sub"):
        return form
    return f.Lit(sum(args) if op == "add" else args[0] - args[1], form.type)


def _and(a: f.Expr, b: f.Expr) -> f.Expr:
    if a == TRUE or b == TRUE:
        return b if a == TRUE else a
    return f.And((a, b))


def _members(mask: int, type_: SetOf) -> Iterator[f.Lit]:
    for place in range(mask.bit_length()):
        if mask >> place & 1:
            yield f.Lit(place, type_.of)


def _entry(table: f.Table, index: list[Any], sizes: dict[str, int], type_: Any) -> f.Lit | None:
    place = 0
    for code, domain in zip(index, table.index, strict=True):
        if not isinstance(code, int) or not 0 <= code < sizes[domain]:
            return None
        place = place * sizes[domain] + code
    entry = table.entries[place]
    if isinstance(type_, Fin) and not (isinstance(entry, int) and entry < type_.domain.size):
        return None
    return f.Lit(entry, type_) if isinstance(entry, int | tuple) else None
