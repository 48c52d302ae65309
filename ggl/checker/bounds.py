"""The greatest number of members that a set or a list can have, derived from its form."""

from __future__ import annotations

from collections.abc import Mapping

from ggl.core import forms as f
from ggl.core.types import LONGEST_LIST, SetOf, set_size


def most_members(expr: f.Expr, tables: Mapping[str, f.Table], definitions: Mapping[str, f.Definition]) -> int:
    """An upper bound for the number of members of a set or a list."""

    def most(e: f.Expr) -> int:
        if isinstance(e.type, SetOf):
            return set_size(e.type)
        match e:
            case f.Lit(value=tuple(items)):
                return len(items)
            case f.Tab(table=name):
                lengths = [len(entry) for entry in tables[name].entries if isinstance(entry, tuple)]
                return max(lengths, default=0)
            case f.Leading(source=source) | f.Filter(source=source) | f.Convert(part=source):
                return most(source)
            case f.Listing(source=source, body=body, join=join):
                return most(source) * (most(body) if join else 1)
            case f.ListOp(op="literal", args=args):
                return len(args)
            case f.ListOp(op="concat", args=args):
                return sum(most(arg) for arg in args)
            case f.ListOp(op="sort" | "descending" | "reverse", args=(of,)):
                return most(of)
            case f.If(then=then, other=other) | f.Some(then=then, other=other):
                return max(most(then), most(other))
            case f.Let(body=body):
                return most(body)
            case f.Blocks(within=within):
                return most(within)
            case f.Call(name=name) if name in definitions:
                return most(definitions[name].body)
        return LONGEST_LIST

    return min(most(expr), LONGEST_LIST)
