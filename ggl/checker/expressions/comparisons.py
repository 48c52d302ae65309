"""Comparisons and membership, alone or in a chain: `a < b <= c`, `x in S`."""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.expressions.operators import number_in, operation_text
from ggl.checker.make import Mismatch
from ggl.checker.static import as_set_within_entries
from ggl.checker.typer import Typer
from ggl.checker.world import SITES, Scope
from ggl.core import forms as f
from ggl.core.types import BOOL, Bool, Fin, ListOf, Num, Opt, SetOf, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse

_COMPARISONS = {"==": ("eq", False, False), "!=": ("eq", False, True), "<": ("lt", False, False), "<=": ("le", False, False),
                ">": ("lt", True, False), ">=": ("le", True, False)}  # fmt: skip


def comparison_chain(expressions: Typer, tree: t.Chain, scope: Scope) -> f.Expr:
    parts: list[f.Expr] = []
    left_tree = tree.first
    for op, right_tree in tree.rest:
        if op in ("in", "not in"):
            part = _membership(expressions, left_tree, right_tree, scope)
            parts.append(make.negation(part) if op == "not in" else part)
        else:
            parts.append(_compare(expressions, op, left_tree, right_tree, scope, tree))
        left_tree = right_tree
    result = make.conj(parts)
    if isinstance(result, f.Lit):
        expressions.unasked += parts
    return result


def _membership(expressions: Typer, item_tree: t.Expr, set_tree: t.Expr, scope: Scope) -> f.Expr:
    item = expressions.infer(item_tree, scope)
    of = expressions.infer(set_tree, scope, only_asked=True)
    if not isinstance(of.type, SetOf | ListOf):
        expressions.wrong(of, None, set_tree.span, "a set or a list", "", scope)
    if not isinstance(of.type.of, Fin | Num):
        span = item_tree.span
        name = make.fresh("x")
        same = make.unified(item, f.Var(name, of.type.of))
        if same is None:
            message, inner, help_, fix = f"{singular_of(item.type)} is never in {singular_of(of.type)}", of.type.of, None, None
            if isinstance(inner, SetOf | ListOf) and make.common(strip_opt(item.type), inner.of) is not None:
                free = expressions.names.a_free_one(scope)
                one = t.Binder(free, set_tree, None, span, span=span)
                inside = t.Chain(item_tree, (("in", t.Name(free, span=span)),), span=span)
                some = unparse(t.Call("any", (t.Gen(inside, (one,), False, span=span),), (), span, span=span))
                whole = span.source.span(item_tree.span.start, set_tree.span.end)
                help_, is_balanced = f"write `{some}`", whole.text.count("(") == whole.text.count(")")
                fix = Fix.write(whole, some) if is_balanced else None  # not half of what stands in brackets
            expressions.world.refuse(codes.MIXED_TYPES, span, message, help=help_, fix=fix)
        return f.Fold("any", name, of, make.TRUE, make.comparison("eq", same[0], same[1]), None, BOOL)
    try:
        of = as_set_within_entries(expressions.world, of)
    except Mismatch as mismatch:
        expressions.wrong(of, None, set_tree.span, "a set", str(mismatch))
    element = of.type.of if isinstance(of.type, SetOf) else None
    if of.type == make.EMPTY_SET:
        expressions.unasked.append(item)
        return f.Lit(0, BOOL)
    have = strip_opt(item.type)
    if isinstance(element, Num) and isinstance(have, Num):
        if isinstance(item.type, Opt):
            expressions.wrong(item, have, item_tree.span, "a number", "")
        return number_in(expressions, item, of, item_tree.span)
    if have != element:
        message, help_, fix = f"{singular_of(item.type)} is never in {singular_of(of.type)}", None, None
        if item.type == of.type and isinstance(item_tree, t.SetOf) and len(item_tree.items) == 1:
            fix = Fix.write(item_tree.span, item_tree.items[0].span.text)
        elif item.type == of.type and isinstance(item_tree, t.Name) and item_tree.name in scope.parameters:
            help_ = f"pass one site for `{item_tree.name}`, such as `the(..)`, the only member of a set"
        elif item.type == of.type:
            missing, common = (operation_text(op, (item_tree, set_tree)) for op in ("-", "&"))
            help_ = f"`not any({missing})` tests whether all of it is there, `any({common})` whether some is"
        expressions.world.refuse(codes.MIXED_TYPES, item_tree.span, message, "", help_, fix=fix)
    if isinstance(item, f.Lit) and isinstance(of, f.Lit):
        return f.Lit(of.code >> item.code & 1, BOOL)
    return f.In(item, of)


def _piece_there(site: f.Expr, other: f.Expr, tree: t.Expr) -> t.Dot | None:
    """What a site is compared with: the kind or the owner of the piece on it."""
    place, piece = strip_opt(site.type), strip_opt(other.type)
    if not isinstance(place, Fin) or not isinstance(piece, Fin) or place.domain.name not in SITES:
        return None
    asked = {"kind": "kind", "player": "owner"}.get(piece.domain.name)
    return t.Dot(tree, asked, tree.span, span=tree.span) if asked is not None else None


def _check_is_one_value(expressions: Typer, left: f.Expr, chain: t.Chain, right: t.Or, scope: Scope) -> None:
    """Refuse `x == (a or b)`, where one of several values is meant."""
    if isinstance(strip_opt(left.type), Bool):
        return
    values = [expressions.infer(each, scope) for each in right.parts]
    if all(make.common(strip_opt(left.type), each.type) is not None for each in values):
        message = f"`or` joins conditions, but this is {singular_of(values[0].type)}"
        if _is_row(chain):
            expressions.world.refuse(codes.WRONG_TYPE, right.parts[0].span, message, "", _FOR_EACH)
        ((op, _),) = chain.rest
        if isinstance(left.type, SetOf | ListOf) or (isinstance(left.type, Opt) and any(isinstance(x.type, Opt) for x in values)):
            one_by_one = [t.Chain(chain.first, ((op, each),), span=chain.span) for each in right.parts]
            instead = f"({(' or ' if op == '==' else ' and ').join(map(unparse, one_by_one))})"  # no set has none, or a set
        else:
            among = t.SetOf(right.parts, span=right.span)
            instead = unparse(t.Chain(chain.first, (("in" if op == "==" else "not in", among),), span=chain.span))
        fix = Fix.write(chain.span, instead, " to compare with each")
        expressions.world.refuse(codes.WRONG_TYPE, right.parts[0].span, message, fix=fix)


_FOR_EACH = "a row is for one value: write a row for each"


def _is_row(chain: t.Chain) -> bool:
    """Whether this is the key of a row in a table, whose `==` nobody wrote."""
    return chain.span == chain.rest[0][1].span


def _player_meant(expressions: Typer, one: f.Expr, other: f.Expr, number: t.Expr) -> Fix | None:
    """What to write for the number of a player: `mover == Red` for `mover == 1`."""
    names = expressions.world.players
    if strip_opt(one.type) != expressions.world.player or not isinstance(other, f.Lit) or not isinstance(other.type, Num):
        return None
    if other.code % other.type.scale:
        return None
    place = other.code // other.type.scale - 1
    return Fix.write(number.span, names[place], "; players have names") if 0 <= place < len(names) else None


def _compare(expressions: Typer, op: str, left_tree: t.Expr, right_tree: t.Expr, scope: Scope, chain: t.Chain) -> f.Expr:
    form, swapped, negated = _COMPARISONS[op]
    left = expressions.infer(left_tree, scope)
    if form == "eq" and isinstance(right_tree, t.Or) and len(chain.rest) == 1:
        _check_is_one_value(expressions, left, chain, right_tree, scope)
    right = expressions.infer(right_tree, scope)
    if form == "eq":
        if make.is_none(left) and make.is_none(right):
            return f.Lit(int(not negated), BOOL)
        for one, other, at, none in ((left, right, left_tree, right_tree), (right, left, right_tree, left_tree)):
            if make.is_none(other) and isinstance(one.type, SetOf | ListOf):
                what, empty = ("set", "{}") if isinstance(one.type, SetOf) else ("list", "[]")
                write = Fix(none.span, empty, f"for the empty {what} write `{empty}`")
                expressions.world.refuse(codes.WRONG_TYPE, at.span, f"{singular_of(one.type)} is never none", "", fix=write)
            if make.is_none(other) and isinstance(one.type, Fin | Num):
                expressions.unasked.append(one)
                return f.Lit(int(negated), BOOL)
            if make.is_none(other) and not isinstance(one.type, Opt):
                expressions.wrong(one, None, at.span, "something that may be none", "")
    else:
        for one, at in ((left, left_tree), (right, right_tree)):
            if isinstance(one.type, Opt):
                expressions.wrong(one, one.type.of, at.span, f"something to compare by `{op}`", "")
            if isinstance(one.type, SetOf | Bool):
                wanted = make.WHOLE if isinstance(one.type, SetOf) else None
                expressions.wrong(one, wanted, at.span, "a number, a list or a site", "")
            if isinstance(one.type, ListOf) and not isinstance(one.type.of, Fin | Num):
                expressions.wrong(one, None, at.span, f"a list of numbers or sites to compare by `{op}`", "")
    both, span = make.unified(left, right), chain.span
    for one, other, at in ((left, right, left_tree), (right, left, right_tree)):
        if isinstance(one.type, SetOf) and not isinstance(one.type.of, Num) and isinstance(other.type, Num):
            expressions.wrong(one, make.WHOLE, at.span, "a number", "")
    if both is None:
        message = f"{singular_of(left.type)} and {singular_of(right.type)} cannot be compared"
        fix = None
        of = right.type.of if isinstance(right.type, SetOf) else None  # by == or !=: others take no sets
        if strip_opt(left.type) == of or (isinstance(left.type, Num) and isinstance(of, Num)):
            if _is_row(chain):
                expressions.world.refuse(codes.MIXED_TYPES, span, message, "", _FOR_EACH)
            word = "not in" if negated else "in"
            member = unparse(t.Chain(left_tree, ((word, right_tree),), span=span))
            sign = span.source.text.index(op, left_tree.span.end)
            fix = Fix(span.source.span(sign, sign + len(op)), word, f"write `{member}`")
        elif form == "eq":
            there = _piece_there(left, right, left_tree) or _piece_there(right, left, right_tree)
            if there is not None:
                sides = (there if there.span == each.span else each for each in (left_tree, right_tree))
                fix = Fix(there.span, unparse(there), f"write `{f' {op} '.join(map(unparse, sides))}`")
            else:
                fix = _player_meant(expressions, left, right, right_tree) or _player_meant(expressions, right, left, left_tree)
        expressions.world.refuse(codes.MIXED_TYPES, span, message, fix=fix)
    left, right = (both[1], both[0]) if swapped else (both[0], both[1])
    result = make.comparison(form, left, right)
    return make.negation(result) if negated else result
