"""What cannot come about in a game with its options: ends that no line needs to tell, equal scores.

Takes folded trees. Each answer is a proof: where none is found, the rule is told.
"""

from __future__ import annotations

from ggl.narration.facts import Facts
from ggl.syntax import tree as t

_REPEATED = ("repetitions", "board_repetitions")
_COUNTS = ("count", "size", "hand")


def holds(facts: Facts, tree: t.Expr) -> bool:
    """Whether a condition of the end never holds: a move may not repeat a position, and it asks for one repeated by a move."""
    turn, parts = facts.checked.definition.turn, tree.parts if isinstance(tree, t.And) else (tree,)
    if turn.pie or turn.begin is not None or turn.finish is not None:
        return False  # what is done there may bring an earlier position back
    passed = any(way != "never" for way, _ in turn.ways_to_pass)
    if passed and not any(_is(part, "passes", "==", 0) for part in parts):
        return False
    asked = [name for name in _REPEATED if any(_is(part, name, ">", 1) or _is(part, name, ">=", 2) for part in parts)]
    return any(_is_new_after_each_move(facts, name) for name in asked)


def _is_new_after_each_move(facts: Facts, name: str) -> bool:
    """Whether each move is allowed only if it leaves what did not stand before."""
    moves = (facts.folding.conditions(move.ensure) for move in facts.checked.definition.moves.values())
    return all(left is None or any(_is(part, name, "==", 1) for _, part in left.parts) for left in moves)


def _is(tree: t.Expr, name: str, op: str, value: int) -> bool:
    match tree:
        case t.Chain(first=first, rest=((sign, t.Number(value=number)),)):
            return t.is_name(first, name) and sign == op and number == value
    return False


def equal(facts: Facts, score: t.Expr) -> bool:
    """Whether the scores of two players never are: whole numbers, and a part of a whole for one of them alone."""
    match score:
        case t.Binary(op="+", left=whole, right=t.IfElse(then=t.Number(value=more), test=test, other=t.Number(value=none))):
            one = _is_of_one(facts, test) and len(facts.checked.players) == 2
            return one and none == 0 and more.denominator != 1 and _is_whole(whole)
    return False


def _is_of_one(facts: Facts, test: t.Expr) -> bool:
    """`p == White`, of the player whose score it is."""
    params = facts.checked.definition.score.params if facts.checked.definition.score is not None else ()
    match test:
        case t.Chain(first=t.Name(name=player), rest=(("==", t.Name(name=name)),)):
            return player in params and name in facts.checked.players
    return False


def _is_whole(tree: t.Expr) -> bool:
    match tree:
        case t.Number(value=value):
            return value.denominator == 1
        case t.Call(name=name) if name in _COUNTS:
            return True
        case t.Call(name="sum", args=(t.Gen(body=body),)):
            return _is_whole(body)
        case t.Binary(op="+" | "-" | "*", left=left, right=right):
            return _is_whole(left) and _is_whole(right)
    return False
