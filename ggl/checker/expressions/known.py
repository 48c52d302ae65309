"""The trees of a condition that cannot be none if it holds, or if it does not hold."""

from __future__ import annotations

from ggl.syntax import tree as t


def known_by(tree: t.Expr) -> list[t.Expr]:
    """The trees that cannot be none where a condition holds."""
    match tree:
        case t.And():
            return [known for part in tree.parts for known in known_by(part)]
        case t.Not():
            return known_by_not(tree.of)
        case t.Stands():
            known: list[t.Expr] = [tree.site, t.Dot(tree.site, "kind", tree.span, span=tree.span)]
            if not tree.under and (tree.phrase.adjective or tree.phrase.owner is not None):  # the owner is that of the top
                known.append(t.Dot(tree.site, "owner", tree.span, span=tree.span))
            return known
        case t.Call(name="occupied" | "empty", args=(site,)):
            return [site]
        case t.Chain(rest=((op, right),)):
            if op == "in":
                return [tree.first]
            if op == "==":
                sides = ((tree.first, right), (right, tree.first))
                return [side for side, other in sides if _surely(other) and not _is_none(side)]
            if op == "!=":
                return _beside_none(tree.first, right)
    return []


def known_by_not(tree: t.Expr) -> list[t.Expr]:
    """The trees that cannot be none where a condition does not hold."""
    match tree:
        case t.Chain(rest=(("==", right),)):
            return _beside_none(tree.first, right)
        case t.Not():
            return known_by(tree.of)
        case t.Or():
            return [known for part in tree.parts for known in known_by_not(part)]
    return []


def _beside_none(left: t.Expr, right: t.Expr) -> list[t.Expr]:
    """What is compared with none."""
    return [side for side, other in ((left, right), (right, left)) if _is_none(other)]


def _is_none(tree: t.Expr) -> bool:
    return isinstance(tree, t.Name) and tree.name == "none"


def _surely(tree: t.Expr) -> bool:
    """A plain word or number, which cannot be none: the other side of an equality is then there too."""
    return isinstance(tree, t.Number) or (isinstance(tree, t.Name) and tree.name in ("mover", "opponent"))
