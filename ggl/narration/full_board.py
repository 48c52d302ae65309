"""Whether one of two players has won when the board is full, by a theorem on boards of hexagons.

Takes folded trees. On a full rhombus either one player's pieces join one pair of opposite sides, or the other's join the other
pair (Hex). On a full triangle a group of one of the two touches all three sides (Y).
"""

from __future__ import annotations

from ggl.narration import constant_sets
from ggl.narration.facts import Facts
from ggl.syntax import tree as t


def has_a_winner(facts: Facts) -> bool:
    """Whether an end holds of one of two players as soon as each cell has a piece of either."""
    definition = facts.checked.definition
    kinds = [piece for piece in definition.pieces.values() if piece.sites == "cells"]
    whole = definition.board.without is None and definition.board.drawing is None
    if len(facts.checked.players) != 2 or len(kinds) != 1 or not kinds[0].owned or kinds[0].side or not whole:
        return False
    return any(
        _joins_opposite_sides(facts, tree, part.subject) or _touches_three_sides(facts, tree, part.subject)
        for part in definition.end
        if part.each and not part.together
        for _, tree in facts.folding.any_of(part.conditions).parts
    )


def _is_board(facts: Facts, shape: str) -> bool:
    match facts.checked.definition.board.shape:
        case t.Call(name=name):
            return name == shape
    return False


def _joins_opposite_sides(facts: Facts, tree: t.Expr, player: str) -> bool:
    """`connected(cells with p stone, p.home, p.goal)`, each player's two being opposite sides of a rhombus."""
    match tree:
        case t.Call(name="connected", args=(t.With(of=t.Name(name="cells"), phrase=phrase), one, two)) if _is_board(
            facts, "rhombus"
        ):
            pass
        case _:
            return False
    if phrase.owner is not None or phrase.adjective != player:
        return False
    sides = {way: _cells(facts, t.Call("side", (t.Name(way, span=tree.span),), (), tree.span, span=tree.span)) for way in _WAYS}
    pairs = {frozenset((sides["north"], sides["south"])), frozenset((sides["east"], sides["west"]))}
    wanted = set()
    for name in facts.checked.players:
        its: dict[str, t.Expr] = {player: t.Name(name, span=tree.span)}
        wanted.add(frozenset(_cells(facts, facts.folding.tree(end, its)) for end in (one, two)))
    return None not in sides.values() and wanted == pairs


_WAYS = ("north", "south", "east", "west")


def _cells(facts: Facts, tree: t.Expr) -> frozenset[int] | None:
    found = constant_sets.cells(facts.checked, tree)
    return None if found is None else frozenset(found)


def _touches_three_sides(facts: Facts, tree: t.Expr, player: str) -> bool:
    """`any(g in groups(p) if all(any(g & s) for s in sides))` on a triangle."""
    match tree:
        case t.Call(
            name="any",
            args=(
                t.Gen(body=t.Name(name=g), binders=(t.Binder(name=group, source=t.Call(name="groups", args=(of,)), test=test),)),
            ),
        ) if g == group and t.is_name(of, player) and _is_board(facts, "triangle"):
            pass
        case _:
            return False
    match test:
        case t.Call(
            name="all",
            args=(
                t.Gen(
                    body=t.Call(name="any", args=(t.Binary(op="&", left=one, right=two),)),
                    binders=(t.Binder(name=side, source=t.Name(name="sides"), test=None),),
                ),
            ),
        ):
            return (t.is_name(one, group) and t.is_name(two, side)) or (t.is_name(one, side) and t.is_name(two, group))
    return False
