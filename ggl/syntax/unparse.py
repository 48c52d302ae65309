"""Trees back to text, in the one canonical spelling.

Takes a tree of `ggl.syntax.tree`. Gives text from which the parser makes the same tree again, with as few brackets as the
grammar allows, but for those that make `A + (B with P)` clear, where they were written. `canonical` first chooses between ways
of writing that mean the same: `p man`, not `man of p`. A `Lined` table is written in YAML, not in an expression, and is no tree
for this module.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any, TypeVar

from ggl.syntax import tree as t

# The precedence of the grammar's parts, loosest first; each is the number of a rule of `grammar.lark`.
GEN, EXPR, OR, AND, NOT, COMPARE, RANGE, MEET, SUM, PRODUCT, FILTERED, UNARY, ATOM, PRIMARY = range(14)

_BINARY = {
    "..": (RANGE, MEET, MEET),
    "&": (MEET, MEET, SUM),
    **dict.fromkeys(("+", "-"), (SUM, SUM, PRODUCT)),
    **dict.fromkeys(("*", "/", "//", "%"), (PRODUCT, PRODUCT, FILTERED)),
}
"""For each operator: how tightly it binds, and how tightly its two sides must."""

STEP = "  "
T = TypeVar("T", bound=t.Tree)


def unparse(tree: t.Expr | t.Gen) -> str:
    """An expression on one line."""
    return _expr(tree, EXPR)


def in_brackets(tree: t.Expr) -> str:
    """An expression as a part of any other: in brackets, unless it holds together without them."""
    return _expr(tree, PRIMARY)


def unparse_binders(binders: Iterable[t.Binder]) -> str:
    found: list[tuple[list[str], t.Binder]] = []
    for binder in binders:
        if binder.beside:
            found[-1][0].append(binder.name)
        else:
            found.append(([binder.name], binder))
    return ", ".join(f"{' and '.join(names)} in {_expr(binder.source, OR)}" for names, binder in found)


def unparse_plan(plan: t.Plan) -> str:
    text, comma = "", ""
    for tier in plan.tiers:
        for number, clause in enumerate(tier):
            text += (", or " if number else f"{comma} otherwise ") if text else ""
            text += " or ".join(map(_picked, clause.picks)) + _if(clause.test)
            comma = "" if clause.test is None else ","
    return text


def unparse_effects(effect: t.Effect) -> str:
    """Effects, one a line, without a line end after the last. Blocks are written where one line cannot say it."""
    return "\n".join(_statements(effect, ""))


def unparse_line(effect: t.Effect) -> str | None:
    """An effect on one line, with its `for` and `if` behind it; None where it needs a block."""
    tails: list[t.Binder] = []
    if isinstance(effect, t.ForEach) and effect.at_once:
        return f"{_effect(effect.body)} for {_in(effect.binder)}{_if(effect.binder.test)} at once"
    while isinstance(effect, t.ForEach):
        if effect.at_once:
            return None
        tails.append(effect.binder)
        effect = effect.body
    test: t.Expr | None = None
    if isinstance(effect, t.IfThen):
        if effect.other is not None or (tails and tails[-1].test is None):
            return None  # the `if` would be read as the last `for`'s own
        test, effect = effect.test, effect.then
    if isinstance(effect, t.Block | t.ForEach | t.IfThen | t.Repeat):
        return None
    return _effect(effect) + "".join(f" for {_in(tail)}{_if(tail.test)}" for tail in tails) + _if(test)


def broken(tree: t.Expr) -> list[str]:
    """An expression over several lines: one for each part of an `or` or `and` at the top, else one line."""
    if isinstance(tree, t.Or | t.And):
        word, level = ("or", AND) if isinstance(tree, t.Or) else ("and", NOT)
        return [("" if at == 0 else f"{word} ") + _expr(part, level) for at, part in enumerate(tree.parts)]
    return [unparse(tree)]


def canonical(tree: T) -> T:
    """The tree with each phrase whose player is a single word in its adjective form, all the way down."""
    changed: dict[str, Any] = {spec.name: _canonical(getattr(tree, spec.name)) for spec in fields(tree)}
    tree = replace(tree, **changed)
    if isinstance(tree, t.Phrase) and isinstance(tree.owner, t.Name):
        return replace(tree, adjective=tree.owner.name, owner=None)
    if isinstance(tree, t.Pieces) and isinstance(tree.owner, t.Name) and len(tree.words) < 3:
        return replace(tree, words=(*tree.words[:-1], tree.owner, tree.words[-1]), owner=None)
    return tree


def _canonical(value: object) -> object:
    if isinstance(value, t.Tree):
        return canonical(value)
    if isinstance(value, tuple):
        return tuple(_canonical(item) for item in value)
    return value


# ---------------------------------------------------------------------------------------------------------- expressions


def _expr(tree: t.Expr, level: int) -> str:
    """The text of an expression where the grammar wants something that binds at least as tightly as `level`."""
    text, own = _written(tree)
    return text if own >= level else f"({text})"


def _written(tree: t.Expr) -> tuple[str, int]:
    """The text, and how tightly it binds."""
    match tree:
        case t.Number(value):
            return _number(value), ATOM
        case t.Name(name):
            return name, PRIMARY
        case t.Dot(of, name):
            return f"{_expr(of, PRIMARY)}.{name}", PRIMARY
        case t.Index(of, at):
            return f"{_expr(of, PRIMARY)}[{_expr(at, EXPR)}]", PRIMARY
        case t.Call(name, args, named):
            return f"{name}({_args(args, named)})", PRIMARY
        case t.SetOf(items):
            return "{" + ", ".join(_expr(item, EXPR) for item in items) + "}", PRIMARY
        case t.ListOf(items):
            return "[" + ", ".join(_expr(item, EXPR) for item in items) + "]", PRIMARY
        case t.Gen():
            return _gen(tree), GEN
        case t.Unary(op, of):
            return f"{op}{_expr(of, UNARY)}", UNARY
        case t.Binary(op, left, right):
            own, left_level, right_level = _BINARY[op]
            sign = op if op == ".." else f" {op} "
            if op in ("+", "-") and isinstance(right, t.With) and t.right_in_brackets(tree):
                right_level = ATOM  # brackets show how far `with` reaches
            return f"{_expr(left, left_level)}{sign}{_expr(right, right_level)}", own
        case t.Chain(first, rest):
            return _expr(first, RANGE) + "".join(f" {op} {_expr(item, RANGE)}" for op, item in rest), COMPARE
        case t.Not(of):
            return f"not {_expr(of, NOT)}", NOT
        case t.And(parts):
            return " and ".join(_expr(part, NOT) for part in parts), AND
        case t.Or(parts):
            return " or ".join(_expr(part, AND) for part in parts), OR
        case t.IfElse(then, test, other):
            return f"{_expr(then, OR)} if {_expr(test, OR)} else {_expr(other, EXPR)}", EXPR
        case t.Stands(phrase, site, under):
            return f"{_phrase(phrase)} {'under' if under else 'on'} {_expr(site, ATOM)}", UNARY
        case t.With(of, phrase):
            return f"{_expr(of, FILTERED)} with {_phrase(phrase)}", FILTERED
        case t.Lined():
            raise ValueError("a table is written in YAML")


def _number(value: Fraction) -> str:
    """The decimal digits of a number; the grammar has no others."""
    if value.denominator == 1:
        return str(value.numerator)
    places = next(n for n in range(1, 10_000) if (10**n) % value.denominator == 0)
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def _gen(gen: t.Gen) -> str:
    if gen.short:
        (binder,) = gen.binders
        return f"{binder.name} in {_expr(binder.source, RANGE)}{_if(binder.test)}"
    return _expr(gen.body, OR) + "".join(f" for {_in(binder)}{_if(binder.test)}" for binder in gen.binders)


def _in(binder: t.Binder) -> str:
    return f"{binder.name} in {_expr(binder.source, OR)}"


def _if(test: t.Expr | None) -> str:
    return "" if test is None else f" if {_expr(test, OR)}"


def _args(args: tuple[t.Expr, ...], named: tuple[t.Named, ...]) -> str:
    texts = [_expr(arg, GEN) for arg in args]
    return ", ".join(texts + [f"{each.name}={_expr(each.value, EXPR)}" for each in named])


def _phrase(phrase: t.Phrase) -> str:
    if phrase.owner is not None:
        return f"{phrase.kind} of {_expr(phrase.owner, ATOM)}"
    return f"{phrase.adjective} {phrase.kind}" if phrase.adjective else phrase.kind


def _picked(pick: t.Picked) -> str:
    brackets = f"({_args(pick.args, pick.named)})" if pick.args or pick.named or pick.span.text.endswith(")") else ""
    return ("optional " if pick.optional else "") + pick.name + brackets


# -------------------------------------------------------------------------------------------------------------- effects


def _statements(effect: t.Effect, indent: str) -> list[str]:
    if isinstance(effect, t.Block):
        return [line for part in effect.parts for line in _statements(part, indent)]
    line = unparse_line(effect)
    if line is not None:
        return [indent + line]
    deeper = indent + STEP
    if isinstance(effect, t.ForEach):
        return [f"{indent}for {_in(effect.binder)}{_if(effect.binder.test)}:", *_statements(effect.body, deeper)]
    if isinstance(effect, t.Repeat):
        head = f"{indent}repeat at most {_expr(effect.most, OR)} while {_expr(effect.test, OR)}:"
        return [head, *_statements(effect.body, deeper)]
    assert isinstance(effect, t.IfThen)
    lines = [f"{indent}if {_expr(effect.test, OR)}:", *_statements(effect.then, deeper)]
    if effect.other is not None:
        lines += [f"{indent}else:", *_statements(effect.other, deeper)]
    return lines


def _supply(supply: t.Supply | None) -> str:
    if supply is None:
        return ""
    owner = "" if supply.owner is None else f" of {_expr(supply.owner, ATOM)}"
    kind = "" if supply.kind is None else f" as {_expr(supply.kind, OR)}"
    return f" to supply{owner}{kind}"


def _effect(effect: t.Effect) -> str:
    match effect:
        case t.Put(pieces, on, facing, from_supply, under):
            turned = "" if facing is None else f" facing {_expr(facing, OR)}"
            where = f"{'under' if under else 'on'} {_expr(on, OR)}"
            return f"put {_pieces(pieces)} {where}{turned}{' from supply' if from_supply else ''}"
        case t.Take(pieces, source, supply, under):
            return f"take {_pieces(pieces)} from {'under ' if under else ''}{_expr(source, OR)}{_supply(supply)}"
        case t.Move(pieces, source, target, from_under, under):
            end = "under " if from_under else ""
            start = _expr(source, ATOM) if pieces is None else f"{_pieces(pieces)} from {end}{_expr(source, OR)}"
            return f"move {start} to {'under ' if under else ''}{_expr(target, OR)}"
        case t.Exchange(left, right):
            return f"exchange {_expr(left, OR)}" + ("" if right is None else f", {_expr(right, OR)}")
        case t.Change("set", what, to):
            return f"set {_expr(what, PRIMARY)} to {_expr(to, OR)}"
        case t.Change(verb, what, to):
            return f"{verb} {_expr(what, OR)} to {_expr(to, OR)}"
        case t.Flip(what):
            return f"flip {_expr(what, OR)}"
        case t.Add(verb, what, place):
            return f"{verb} {_expr(what, OR)} {'to' if verb == 'add' else 'from'} {_expr(place, PRIMARY)}"
        case t.Roll(source=source):
            return f"roll {', '.join(_expr(place, PRIMARY) for place in effect.places)} from {_expr(source, OR)}"
        case t.Deal(number, source, to):
            return f"deal {_expr(number, OR)} from {_expr(source, PRIMARY)} to {_expr(to, PRIMARY)}"
        case t.Announce(what, to):
            return f"announce {_expr(what, OR)}{'' if to is None else f' to {_expr(to, OR)}'}"
        case t.Reveal(verb, what, to):
            joint = "to" if verb == "reveal" else "from"
            return f"{verb} {_expr(what, OR)}{'' if to is None else f' {joint} {_expr(to, OR)}'}"
        case t.LetBe(name, value):
            return f"let {name} be {_expr(value, OR)}"
        case t.Result(verb, player):
            return verb if player is None else f"{verb} {_expr(player, OR)}"
        case t.AgainTurn():
            return "again"
        case t.PhaseTo(name):
            return f"phase {name}"
        case t.Routine(name, args):
            return f"{name}({_args(args, ())})"
        case _:
            raise ValueError(f"a {type(effect).__name__} is not a single effect")


def _pieces(pieces: t.Pieces) -> str:
    words = _side_by_side([_expr(word, ATOM) for word in pieces.words])
    return words if pieces.owner is None else f"{words} of {_expr(pieces.owner, ATOM)}"


def _side_by_side(words: list[str]) -> str:
    """Words in a row, so separated that none reads as the arguments or the index of the word before it."""
    written = ""
    for at, word in reversed(list(enumerate(words))):
        if (at and word.startswith("[")) or (word.isidentifier() and written.startswith("(")):
            word = f"({word})"
        written = f"{word} {written}".rstrip()
    return written
