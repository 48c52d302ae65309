"""The facts about a variable that the text may leave out: a start that nothing reads, limits that nothing exceeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ggl.model.definition import Variable
from ggl.narration.facts import Facts
from ggl.syntax import tree as t


def is_set_before_read(facts: Facts, name: str) -> bool:
    """Whether the set-up, or the beginning of each turn, gives a variable a value before anything reads it."""
    definition = facts.checked.definition
    for effect in (definition.setup, definition.turn.begin):
        if effect is None:
            continue
        for part in _in_order(facts.folding.tree(effect)):
            if _sets(facts, part, name):
                return True
            if _mentions(facts, part, name) or isinstance(part, t.Routine):
                return False
    return False


def _mentions(facts: Facts, tree: t.Tree, name: str) -> bool:
    """Whether a tree speaks of a variable, perhaps by a definition."""
    return any(
        (isinstance(part, t.Name) and part.name == name) or (isinstance(part, t.Phrase) and name in (part.kind, part.adjective))
        for part in facts.reached(tree)
    )


def is_written(facts: Facts, name: str) -> bool:
    """Whether an effect speaks of a variable."""
    parts = (part for effect, _ in _effects(facts) for part in t.nodes(facts.folding.tree(effect)))
    return any(isinstance(part, t.Name | t.Dot) and part.name == name for part in parts)


def _in_order(tree: t.Effect) -> Iterator[t.Effect]:
    if isinstance(tree, t.Block):
        for part in tree.parts:
            yield from _in_order(part)
    else:
        yield tree


def _sets(facts: Facts, tree: t.Effect, name: str) -> bool:
    match tree:
        case t.Roll(places=places, source=source):
            return any(t.is_name(place, name) for place in places) and not _mentions(facts, source, name)
        case t.Change(what=what, to=to):
            emptied = isinstance(to, t.SetOf | t.ListOf) and not to.items  # an empty set, whose members have no type
            return t.is_name(what, name) and not emptied and not _mentions(facts, to, name)
    return False


def may_pass_limits(facts: Facts, variable: Variable) -> tuple[bool, bool]:
    """Whether some effect could bring a number below its least or above its greatest value."""
    limits, below, above = _limits(facts, variable.allowed), False, False
    if limits is None:
        return True, True
    for effect, known in _effects(facts):
        for tree in t.nodes(effect):
            match tree:
                case t.Add(place=place, what=what) if _is(place, variable.name):
                    least, most = _range(facts, what, known)
                    falls = tree.verb != "add"
                    below |= falls or least is None or least < 0
                    above |= not falls or least is None or least < 0
                case t.Change(what=what, to=to) if _is(what, variable.name):
                    least, most = _range(facts, to, known)
                    below |= least is None or least < limits[0]
                    above |= most is None or most > limits[1]
                case t.Roll(places=places, source=source) if any(_is(one, variable.name) for one in places):
                    of = source.left if isinstance(source, t.Binary) and source.op == "-" else source
                    if not _within(_limits(facts, of), limits):
                        below = above = True
    return below, above and not (_ends_first(facts, variable, limits) or _rounds_end_first(facts, variable, limits))


Range = tuple[Fraction | None, Fraction | None]
"""The least and the greatest that a number can be, as far as they are known."""

Chosen = tuple[Range, t.Expr]
"""The range from which a number is chosen, and the end of that range as it is written."""


def _effects(facts: Facts) -> Iterator[tuple[t.Effect, dict[str, Chosen]]]:
    """All effects of a game, each with the ranges of the numbers that are chosen before it."""
    definition, turn = facts.checked.definition, facts.checked.definition.turn
    for move in definition.moves.values():
        known: dict[str, Chosen] = {}
        for binder in move.binders:
            if isinstance(binder.source, t.Binary) and binder.source.op == "..":
                ends = (_range(facts, end, known) for end in (binder.source.left, binder.source.right))
                known[binder.name] = ((next(ends)[0], next(ends)[1]), facts.folding.tree(binder.source.right))
        yield move.do, known
    others = [*(one.body for one in definition.routines.values()), definition.setup, turn.begin, turn.finish]
    others += [part.resolve for part in turn.at_once]
    yield from ((tree, {}) for tree in others if tree is not None)


def _range(facts: Facts, tree: t.Expr, known: Mapping[str, Chosen]) -> Range:
    tree = facts.folding.tree(tree)
    match tree:
        case t.Number(value=value):
            return value, value
        case t.Name(name=name) if name in known:
            return known[name][0]
        case t.Name(name=name) | t.Dot(name=name) if name in facts.checked.definition.state:
            return _limits(facts, facts.checked.definition.state[name].allowed) or (None, None)
        case t.Call(
            name="max" | "min", args=(t.Gen(body=t.Call(name="size"), binders=(t.Binder(source=t.Call(name="groups")),)),)
        ):
            others = [_range(facts, each.value, known) for each in tree.named]
            return _both([(Fraction(1), Fraction(len(facts.checked.board.cells))), *others])
        case t.Call(name="size" | "count", args=(t.Name(name="players"),)):
            return (Fraction(len(facts.checked.players)),) * 2
        case t.Call(name=name) if name in facts.definitions and not isinstance(facts.definitions[name].body, t.Lined):
            if name not in facts.ranges:  # a definition may use others twice each
                facts.ranges[name] = _range(facts, facts.definitions[name].body, {})
            return facts.ranges[name]
        case t.Call(name="count" | "size" | "hand") | t.Dot(name="count"):
            return Fraction(0), None
        case t.Dot(name="size") if _only_tiles_have_sizes(facts):
            sizes = [Fraction(len(tile.places)) for tile in facts.checked.board.tiles]
            return min(sizes), max(sizes)
        case t.Binary(op="-", left=left, right=t.Name(name=name)) if (
            name in known
            and known[name][1] == left
            and not any(
                isinstance(part, t.Name | t.Dot) and part.name in facts.checked.definition.state for part in t.nodes(left)
            )
        ):
            return Fraction(0), _range(facts, left, known)[1]
        case t.Binary(op="+" | "-" as op, left=left, right=right):
            one, two = _range(facts, left, known), _range(facts, right, known)
            if op == "-":
                two = (None if two[1] is None else -two[1], None if two[0] is None else -two[0])
            least, most = (None if a is None or b is None else a + b for a, b in zip(one, two, strict=True))
            return least, most
        case t.IfElse(then=then, other=other):
            return _both([_range(facts, then, known), _range(facts, other, known)])
    return None, None


def _only_tiles_have_sizes(facts: Facts) -> bool:
    world = facts.checked.world
    of_values = (name for each in world.value_properties.values() for name in each)
    others = {*world.player_constants, *facts.checked.definition.state, *of_values}
    return bool(facts.checked.board.tiles) and "size" not in others


def _both(ranges: list[Range]) -> Range:
    least, most = zip(*ranges, strict=True)
    return None if None in least else min(least), None if None in most else max(most)


def _ends_first(facts: Facts, variable: Variable, limits: tuple[Fraction, Fraction]) -> bool:
    """Whether the game ends when a count of turns reaches a number within its limits: a turn adds at most 1, in a move, and what
    else the count becomes is less than that number."""
    definition, fold = facts.checked.definition, facts.folding
    most, start = _most_at_the_end(facts, variable.name), fold.constant(fold.tree(variable.start))
    if variable.each or definition.turn.again_while is not None or definition.turn.at_once or most is None or most > limits[1]:
        return False
    values = [_range(facts, part.to, known)[1] for effect, known in _effects(facts) for part in t.nodes(effect)
              if isinstance(part, t.Change) and _changes(part, variable.name)]  # fmt: skip
    if not isinstance(start, Fraction) or any(value is None or value > most - 1 for value in (start, *values)):
        return False
    moves = [move.do for move in definition.moves.values() if move.then is None]
    for effect, _ in _effects(facts):
        adds = [part for part in t.nodes(effect) if isinstance(part, t.Add | t.Roll) and _changes(part, variable.name)]
        ones = all(isinstance(part, t.Add) and part.verb == "add" and fold.constant(fold.tree(part.what)) == 1 for part in adds)
        again = not any(effect is do for do in moves) or any(isinstance(part, t.ForEach | t.Repeat) for part in t.nodes(effect))
        if not ones or len(adds) > 1 or (adds and again):
            return False
    return True


def _rounds_end_first(facts: Facts, variable: Variable, limits: tuple[Fraction, Fraction]) -> bool:
    """Whether the game ends when a number of rounds within the limits is played, since a round adds at most 1 for each player."""
    turn, fold = facts.checked.definition.turn, facts.folding
    start, rounds = fold.constant(fold.tree(variable.start)), _most_at_the_end(facts, "ply")
    if variable.each != "players" or start != 0 or rounds is None or rounds > limits[1]:
        return False
    changes = [part for effect, _ in _effects(facts) for part in t.nodes(effect)
               if isinstance(part, t.Add | t.Change | t.Roll) and _changes(part, variable.name)]  # fmt: skip
    match turn.resolve, changes:
        case t.ForEach(binder=binder, body=body), [t.Add(verb="add", what=what, place=t.Dot(of=of)) as add]:
            once = add in t.nodes(body) and not any(isinstance(part, t.ForEach | t.Repeat) for part in t.nodes(body))
            of_each = t.is_name(binder.source, "players") and t.is_name(of, binder.name)
            return once and of_each and fold.constant(fold.tree(what)) == 1 and turn.again_while is None
    return False


def _most_at_the_end(facts: Facts, name: str) -> Fraction | None:
    """The number at which a count ends the game."""
    for _, asked in facts.end_conditions():
        for _, (_, condition) in asked:
            match facts.folding.tree(condition):
                case t.Chain(first=t.Name(name=counted), rest=(("==" | ">=" as op, of),)) if counted == name:
                    least, most = _range(facts, of, {})
                    return most if op == ">=" or least == most else None  # the count could pass a number that falls
    return None


def _changes(tree: t.Add | t.Change | t.Roll, name: str) -> bool:
    places = tree.places if isinstance(tree, t.Roll) else (tree.place if isinstance(tree, t.Add) else tree.what,)
    return any(_is(place, name) for place in places)


def _limits(facts: Facts, tree: t.Expr | None) -> tuple[Fraction, Fraction] | None:
    """`1..6`, `sums(2, 1..6)`"""
    if isinstance(tree, t.Call) and tree.name == "sums" and isinstance(of := _limits(facts, tree.args[-1]), tuple):
        number = facts.folding.constant(facts.folding.tree(tree.args[0]))
        return (number * of[0], number * of[1]) if isinstance(number, Fraction) else None
    if not isinstance(tree, t.Binary) or tree.op != "..":
        return None
    low, high = (facts.folding.constant(facts.folding.tree(end)) for end in (tree.left, tree.right))
    return (low, high) if isinstance(low, Fraction) and isinstance(high, Fraction) else None


def _within(some: tuple[Fraction, Fraction] | None, limits: tuple[Fraction, Fraction] | None) -> bool:
    return some is not None and limits is not None and limits[0] <= some[0] and some[1] <= limits[1]


def _is(place: t.Expr, name: str) -> bool:
    return t.is_name(place, name) or (isinstance(place, t.Dot) and place.name == name)
