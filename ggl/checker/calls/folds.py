"""The words that fold a set or a list: counting, testing, adding up, and choosing one member."""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.lengths import most_of
from ggl.checker.typer import Typer
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import BOOL, Fin, ListOf, Num, Opt, SetOf, Type, plural_of, singular_of
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse, unparse_binders


def count(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    name, source, test, body = _members(expressions, tree, scope)
    _check_some_are_left_out(expressions, tree, body)
    if isinstance(body.type, Opt):
        test = make.conj([test, make.not_none(body)])
    if isinstance(source, f.Lit) and test == make.TRUE:
        value = source.value.bit_count() if isinstance(source.value, int) else len(source.value)
        return make.number(value)
    return f.Fold("count", name, source, test, make.number(1), None, Num(0, most_of(expressions, source, scope)))


def any_holds(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    name, source, test, body = _members(expressions, tree, scope)
    if body.type != BOOL:
        _check_some_are_left_out(expressions, tree, body)
        body = make.not_none(body)
    if isinstance(source, f.Lit) and test == body == make.TRUE:
        return f.Lit(int(bool(source.value)), BOOL)
    return f.Fold("any", name, source, test, body, None, BOOL)


def all_hold(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    name, source, test, body = _members(expressions, tree, scope)
    if body.type != BOOL:
        message, help_ = "`all` needs a condition on each member", "write `all(CONDITION for x in SET)`"
        expressions.world.refuse(codes.WRONG_TYPE, tree.args[0].span, message, singular_of(body.type), help_)
    return f.Fold("all", name, source, test, body, None, BOOL)


def _numbers(expressions: Typer, tree: t.Call, scope: Scope) -> tuple[str, f.Expr, f.Expr, f.Expr]:
    """The members of a call that wants numbers."""
    found = _members(expressions, tree, scope)
    if not isinstance(found[-1].type, Num):
        arg, type_ = tree.args[0], found[-1].type
        if isinstance(type_, SetOf | ListOf) and not isinstance(arg, t.Gen):
            each = f"{tree.name}(count(x) for x in {unparse(arg)})"
            message = f"expected numbers, found {plural_of(type_)}"
            help_ = f"for the numbers of their members write `{each}`"
            fix = Fix(tree.span, each, help_) if not tree.named else None
            expressions.world.refuse(codes.WRONG_TYPE, arg.span, message, "", help_, fix=fix)
        expressions.converted(found[-1], make.WHOLE, arg.body.span if isinstance(arg, t.Gen) else arg.span, "numbers")
    return found


def sum_over(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    name, source, test, body = _numbers(expressions, tree, scope)
    assert isinstance(body.type, Num)
    most = most_of(expressions, source, scope)
    type_ = make.checked(Num(min(body.type.lo, 0) * most, max(body.type.hi, 0) * most, body.type.scale))
    return f.Fold("sum", name, source, test, body, None, type_)


def extreme(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    if len(tree.args) > 1:
        return _least_of(expressions, tree, scope)
    name, source, test, body = _numbers(expressions, tree, scope)
    default_tree = next((named.value for named in tree.named if named.name == "default"), None)
    default: f.Expr | None = None
    type_: Type = body.type
    if default_tree is not None:
        default = expressions.number(default_tree, scope)
        both = make.unified(body, default)
        assert both is not None
        body, default, type_ = both
    elif not (test == make.TRUE and isinstance(source, f.Lit) and source.value):
        type_ = Opt(body.type)  # type: ignore[arg-type]
    return f.Fold(tree.name, name, source, test, body, default, type_)


def _least_of(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    if tree.named:
        message = "there is always a number here, so no default is needed"
        expressions.world.refuse(codes.WRONG_ARGUMENTS, tree.named[0].span, message)
    numbers = [expressions.number(arg, scope) for arg in tree.args]
    result = numbers[0]
    for item in numbers[1:]:
        both = make.unified(result, item)
        assert both is not None
        result = make.arith(tree.name, [both[0], both[1]])
    return result


def first(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    name, source, test, body = _members(expressions, tree, scope)
    if isinstance(body.type, Opt):
        test, body = make.conj([test, make.not_none(body)]), make.there(body)
    type_: Type = Opt(body.type) if isinstance(body.type, Fin | Num) else body.type
    return f.Fold("first", name, source, test, body, None, type_)


def the(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    of = expressions.as_set(tree.args[0], scope)
    assert isinstance(of.type, SetOf)
    name, member = make.fresh("s"), make.fresh("x")
    var = f.Var(name, of.type)
    count = f.Fold("count", member, var, make.TRUE, make.number(1), None, Num(0, most_of(expressions, of, scope)))
    first = f.Fold("first", member, var, make.TRUE, f.Var(member, of.type.of), None, Opt(of.type.of))
    nothing = make.convert(make.none_of(), Opt(of.type.of))
    return f.Let(name, of, f.If(make.comparison("eq", count, make.number(1)), first, nothing, Opt(of.type.of)))


def size(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    of = expressions.set_or_list(tree.args[0], scope)
    if isinstance(of, f.Lit):
        return make.number(of.value.bit_count() if isinstance(of.value, int) else len(of.value))
    most = Num(0, most_of(expressions, of, scope))
    if isinstance(of.type, ListOf):
        return f.ListOp("length", (of,), most)
    return f.Fold("count", make.fresh("x"), of, make.TRUE, make.number(1), None, most)


def _members(expressions: Typer, tree: t.Call, scope: Scope) -> tuple[str, f.Expr, f.Expr, f.Expr]:
    """The variable, the source, the test and the body of a fold's argument."""
    arg = tree.args[0]
    if isinstance(arg, t.Gen) and len(arg.binders) == 1:
        source, name, inner = expressions.bind(arg.binders[0], scope)
        test, inner = expressions.binder_test(arg.binders[0], inner)
        return name, source, test, expressions.infer(arg.body, inner)
    _check_members_meant(expressions, tree, arg, scope)
    source = expressions.set_or_list(arg, scope)
    assert isinstance(source.type, SetOf | ListOf)
    name = make.fresh("x")
    return name, source, make.TRUE, f.Var(name, source.type.of)


def _check_members_meant(expressions: Typer, tree: t.Call, arg: t.Expr, scope: Scope) -> None:
    """`any(x in S)` asks whether x is in S; where there is no x, the members of S were meant."""
    match arg:
        case t.Chain(first=t.Name(name=name) as first, rest=(("in", source),)):
            if not expressions.names.is_known(name, scope):
                message = f"unknown name `{name}`"
                help_ = f"write `{tree.name}({source.span.text})`, or `{tree.name}({arg.span.text} if ..)`"
                expressions.world.refuse(codes.UNKNOWN_NAME, first.span, message, "this tests whether it is in the set", help_)


def _check_some_are_left_out(expressions: Typer, tree: t.Call, body: f.Expr) -> None:
    """Reports a fold that counts values which are never none: it would count every member, so something else was meant."""
    arg = tree.args[0]
    if not isinstance(arg, t.Gen) or isinstance(body.type, Opt):
        return
    if isinstance(arg.body, t.Name) and arg.body.name in {binder.name for binder in arg.binders}:
        return
    plain = not isinstance(body.type, SetOf | ListOf) and body.type != BOOL
    if plain and (len(arg.binders) > 1 or arg.binders[0].test is not None):
        return  # a list, whose members of none were dropped before; or the condition after `if` excludes them
    word, written, binder = tree.name, unparse(arg.body), arg.binders[0]
    over = " ".join(f"for {unparse_binders((each,))}" for each in arg.binders)
    if word == "count":
        message = "`count` counts values other than none, but this is never none"
        help_ = f"write `count({unparse_binders((binder,))} if {written if body.type == BOOL else '..'})`"
        if body.type != BOOL:
            help_ += f", or `size({unparse(binder.source if len(arg.binders) == 1 else arg)})` for how many there are"
    else:
        message = "`any` needs a condition on each member"
        is_set = isinstance(body.type, SetOf | ListOf)
        help_ = f"write `any({f'any({written})' if is_set else f'{written} == ..'} {over})`"
    expressions.world.refuse(codes.WRONG_TYPE, arg.body.span, message, f"this is {singular_of(body.type)}", help_)
