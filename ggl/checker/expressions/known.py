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
                if _is_none_name(tree.first) or _is_none_name(right):
                    return []
                return [side for side, other in ((tree.first, right), (right, tree.first)) if _surely(other)]
            if op == "!=" and _is_none_name(right):
                return [tree.first]
            if op == "!=" and _is_none_name(tree.first):
                return [right]
    return []


def known_by_not(tree: t.Expr) -> list[t.Expr]:
    """The trees that cannot be none where a condition does not hold."""
    match tree:
        case t.Chain(rest=(("==", right),)):
            if _is_none_name(right):
                return [tree.first]
            if _is_none_name(tree.first):
                return [right]
        case t.Not():
            return known_by(tree.of)
        case t.Or():
            return [known for part in tree.parts for known in known_by_not(part)]
    return []


def _is_none_name(tree: t.Expr) -> bool:
    return isinstance(tree, t.Name) and tree.name == "none"


def _surely(tree: t.Expr) -> bool:
    """A plain word or number, which cannot be none: the other side of an equality is then there too."""
    return isinstance(tree, t.Number) or (isinstance(tree, t.Name) and tree.name in ("mover", "opponent"))
