"""Decides which expressions need brackets in a sentence, since the following words could be taken for a part of them.

Takes trees of the surface language; tells nothing itself.
"""

from __future__ import annotations

from ggl.narration.nouns import Noun
from ggl.syntax import tree as t


def noun_in_brackets(noun: Noun) -> Noun:
    return Noun(f"({noun.text})", noun.person)


def is_put_together(tree: t.Expr) -> bool:
    """Whether a value has several parts, so that it needs brackets among other values."""
    match tree:
        case t.Call(name="min" | "max", args=args):
            return len(args) > 1
    return isinstance(tree, t.IfElse | t.Lined) or (isinstance(tree, t.Binary) and tree.op != "..")


def is_open_ended(tree: t.Expr) -> bool:
    """Whether "plus 1" behind a value could belong to its last part."""
    match tree:
        case t.Call(name="min" | "max" | "sum", args=(t.Gen(body=t.Call(name="size", args=(t.Name(),)), binders=(binder,)),)):
            return _has_parts(binder.test)
        case t.Call(name="min" | "max" | "sum"):
            return True
        case t.Binary(left=left, right=right):
            return is_open_ended(right) or is_open_ended(left) or ends_with_a_condition(tree)
        case t.Unary(of=of):
            return is_open_ended(of)
        case t.Call(args=(*_, last)) if not is_put_together(last):
            return is_open_ended(last)
    return any(isinstance(part, t.Gen) and any(_has_parts(binder.test) for binder in part.binders) for part in t.nodes(tree))


def _has_parts(test: t.Expr | None) -> bool:
    """Whether more could be added to a condition."""
    match test:
        case None | t.Chain(rest=((_, t.SetOf()),)):
            return False
    return any(isinstance(part, t.Chain | t.And | t.Or | t.IfElse) for part in t.nodes(test))


def ends_with_a_condition(tree: t.Expr) -> bool:
    """`a + (b if t else 0)`: "a, plus b if t holds"."""
    match tree:
        case t.Binary(op="+", right=t.IfElse(other=other)):
            return is_zero(other)
    return False


def is_zero(tree: t.Expr) -> bool:
    return isinstance(tree, t.Number) and tree.value == 0


def has_a_condition(tree: t.Expr) -> bool:
    """Whether it picks members, so that their condition would run into the words that follow."""
    return any(isinstance(part, t.Gen) and any(binder.test is not None for binder in part.binders) for part in t.nodes(tree))
