"""The words that query the position: the pieces on a site, the next player, the supplies, and the legal moves."""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.calls.arguments import check_order, word_around
from ggl.checker.static import tab
from ggl.checker.typer import Typer
from ggl.checker.world import SITES, Scope
from ggl.core import forms as f
from ggl.core.types import STORED_LIMIT, Fin, ListOf, Num, Opt, SetOf, Type, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse


def is_empty(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    names = expressions.names
    names.not_constant(tree.span, scope, "what stands on a site")
    site = expressions.infer(tree.args[0], scope)
    where = strip_opt(site.type)
    if isinstance(site.type, SetOf | ListOf):
        message = f"`{tree.name}` takes one site, not {singular_of(site.type)}"
        free = names.a_free_one(scope)
        every = f"all({tree.name}({free}) for {free} in {unparse(tree.args[0])})"
        word, whole = word_around(tree.span)
        if word in ("all", "any"):
            every = f"{word}{every[3:]}"
        else:
            whole = tree.span
        fix = Fix(whole, every, f"for a set, write `{every}`")
        expressions.world.refuse(codes.WRONG_TYPE, tree.args[0].span, message, fix=fix)
    if not isinstance(where, Fin) or where.domain.name not in SITES:
        if make.is_none(site):
            return make.FALSE
        expressions.world.refuse(codes.WRONG_TYPE, tree.args[0].span, f"`{tree.name}` takes a site, not {singular_of(site.type)}")
    layers = expressions.world.layers_on(where.domain.name)
    if not layers:
        expressions.world.refuse(board_codes.WRONG_SITES, tree.args[0].span, f"no piece ever stands on {singular_of(where)}")
    piece = Opt(expressions.world.fin("piece"))
    nothing = f.Lit(piece.of.domain.size, piece)  # type: ignore[union-attr]
    parts: list[f.Expr] = [f.Compare("eq", f.Get(layer.field, (site,), piece), nothing) for layer in layers]
    if tree.name == "empty":
        return make.conj([make.not_none(site), *parts])
    return make.disj([f.Not(part) for part in parts])


def other(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    player = expressions.infer(tree.args[0], scope)
    wanted: Type = Opt(expressions.world.player) if isinstance(player.type, Opt) else expressions.world.player
    player = expressions.converted(player, wanted, tree.args[0].span, "a player")
    if tree.name == "other":
        return expressions.names.other(player, tree.span)
    count = len(expressions.world.players)
    return tab(expressions.world, "next", [player], expressions.world.player, lambda p: (p + 1) % count, tree.span)


def hand(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    world = expressions.world
    expressions.names.not_constant(tree.span, scope, "a supply")
    if len(tree.args) == 2:
        check_order(expressions, tree, (world.player, world.fin("kind")), scope)
    player = expressions.want(tree.args[0], scope, world.player, "a player")
    if len(tree.args) == 1:
        kinds = [kind.name for kind in world.kinds.values() if kind.supplied]
    else:
        kind = expressions.want(tree.args[1], scope, world.fin("kind"), "a kind of piece")
        if not isinstance(kind, f.Lit):
            return f.Get(_supply(expressions, tree.span), (player, kind), Num(0, STORED_LIMIT))
        kinds = [list(world.kinds)[kind.code]]
    parts = []
    for name in kinds:
        if not world.kinds[name].supplied:
            message = f"the supply of {name} has no limit"
            world.refuse(board_codes.NO_SUPPLY, tree.span, message, "", f"give `{name}` a `supply:` under `pieces`")
        parts.append(f.Get(_supply(expressions, tree.span), (player, world.kind_literal(name)), Num(0, STORED_LIMIT)))
    if not parts:
        _supply(expressions, tree.span)
    return parts[0] if len(parts) == 1 else make.arith("add", list(parts))


def _supply(expressions: Typer, span: Span) -> str:
    if "supply" not in expressions.world.fields:
        help_ = "give a kind `supply: N` under `pieces`"
        if "hand" in expressions.world.variables:
            help_ += "; the variable `hand` of a player is written `mover.hand`"
        expressions.world.refuse(board_codes.NO_SUPPLY, span, "no kind of piece has a supply", "", help_)
    return "supply"


def stuck(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    expressions.names.only_after(tree.span, scope, "`stuck`")
    player = expressions.want(tree.args[0], scope, expressions.world.player, "a player")
    expressions.reads.setdefault("can", tree.span)
    return f.Not(f.After(f.Write("mover", (), player), f.Can("", ())))


def total(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    player = expressions.want(tree.args[0], scope, expressions.world.player, "a player")
    if scope.stage not in ("match", "define") or "total" not in expressions.world.fields:
        expressions.world.refuse(codes.NOT_HERE, tree.span, "`total` can be read only in `match`")
    expressions.reads.setdefault("starter", tree.span)
    return f.Get("total", (player,), expressions.world.fields["total"].values)


def able(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    """`able(move)` and `able(move(a=x))`: some such move is legal now."""
    expressions.names.only_after(tree.span, scope, "`able`")
    expressions.reads.setdefault("can", tree.span)
    expressions.reads.setdefault("mover", tree.span)
    inner = tree.args[0]
    name = inner.name if isinstance(inner, t.Call | t.Name) else ""
    moves = expressions.world.moves
    if name not in moves:
        expressions.world.unknown_move(name, inner.span, f"`{name or inner.span.text}` is not a move", moves)
    fixed: list[tuple[str, f.Expr]] = []
    if isinstance(inner, t.Call):
        if inner.args:
            expressions.world.refuse(codes.WRONG_ARGUMENTS, inner.args[0].span, "name the parameter: `name=value`")
        for named in inner.named:
            if named.name not in moves[name]:
                message = f"`{name}` has no parameter `{named.name}`"
                label = "its parameters are " + ", ".join(moves[name]) if moves[name] else ""
                expressions.world.refuse(codes.WRONG_ARGUMENTS, named.span, message, label)
            if any(param == named.name for param, _ in fixed):
                expressions.world.refuse(codes.WRONG_ARGUMENTS, named.span, f"`{named.name}` is given twice")
            if any(choice.name == named.name for choice in expressions.world.choices.get(name, ())):
                message = f"`{named.name}` is a set, and sets cannot be fixed here"
                help_ = f"use `able({name})`, or compare sets within the move"
                expressions.world.refuse(codes.WRONG_ARGUMENTS, named.span, message, "", help_)
            wanted = expressions.world.param_types.get((name, named.name))
            value = expressions.infer(named.value, scope)
            if isinstance(wanted, Fin) and strip_opt(value.type) == wanted and isinstance(value.type, Opt):
                wanted = Opt(wanted)
            if wanted is not None:
                value = expressions.converted(value, wanted, named.value.span)
            fixed.append((named.name, value))
    return f.Can(name, tuple(fixed))
