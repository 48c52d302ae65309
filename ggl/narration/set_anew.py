"""What need not be told of a variable: a start that nobody reads, limits that nothing passes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ggl.model.definition import Variable
from ggl.narration.facts import Facts
from ggl.narration.folds import mentions
from ggl.syntax import tree as t


def before_read(facts: Facts, name: str) -> bool:
    """Whether the set-up, or the beginning of each turn, gives a variable a value before anything reads it."""
    definition = facts.checked.definition
    for effect in (definition.setup, definition.turn.begin):
        if effect is None:
            continue
        for part in _in_order(facts.folding.tree(effect)):
            if _sets(part, name):
                return True
            if mentions(part, name) or isinstance(part, t.Routine):
                return False
    return False


def _in_order(tree: t.Effect) -> Iterator[t.Effect]:
    if isinstance(tree, t.Block):
        for part in tree.parts:
            yield from _in_order(part)
    else:
        yield tree


def _sets(tree: t.Effect, name: str) -> bool:
    match tree:
        case t.Roll(places=places, source=source):
            return any(t.is_name(place, name) for place in places) and not mentions(source, name)
        case t.Change(what=what, to=to):
            return t.is_name(what, name) and not mentions(to, name)
    return False


def may_pass_limits(facts: Facts, variable: Variable) -> bool:
    """Whether some effect could take a number past its limits: it gives more than a number within them, or a roll."""
    definition, fold = facts.checked.definition, facts.folding
    effects: list[t.Tree] = [
        *(move.do for move in definition.moves.values()),
        *(one.body for one in definition.routines.values()),
    ]
    turn = definition.turn
    of_turn = (turn.begin, *(part.resolve for part in turn.at_once), turn.finish)
    effects += [tree for tree in (definition.setup, *of_turn) if tree is not None]
    limits = _limits(facts, variable.allowed)
    while effects:
        tree = effects.pop()
        match tree:
            case t.Add(place=place) if _is(place, variable.name):
                return True
            case t.Change(what=what, to=to) if _is(what, variable.name):
                value = fold.constant(fold.tree(to))
                if not isinstance(value, Fraction) or not _within((value, value), limits):
                    return True
            case t.Roll(places=places, source=source) if any(_is(one, variable.name) for one in places):
                of = source.left if isinstance(source, t.Binary) and source.op == "-" else source
                if not _within(_limits(facts, of), limits):
                    return True
        effects += t.children(tree)
    return False


def _limits(facts: Facts, tree: t.Expr | None) -> tuple[Fraction, Fraction] | None:
    """`1..6`"""
    if not isinstance(tree, t.Binary) or tree.op != "..":
        return None
    low, high = (facts.folding.constant(facts.folding.tree(end)) for end in (tree.left, tree.right))
    return (low, high) if isinstance(low, Fraction) and isinstance(high, Fraction) else None


def _within(some: tuple[Fraction, Fraction] | None, limits: tuple[Fraction, Fraction] | None) -> bool:
    return some is not None and limits is not None and limits[0] <= some[0] and some[1] <= limits[1]


def _is(place: t.Expr, name: str) -> bool:
    return t.is_name(place, name) or (isinstance(place, t.Dot) and place.name == name)
