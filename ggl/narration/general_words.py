"""The words that a rule sheet explains once, with what this board and this game fill in."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from ggl.checker.says import slot_of
from ggl.core import forms as f
from ggl.core.types import Fin, Num
from ggl.core.walk import walk
from ggl.model.definition import MovePart, Variable
from ggl.narration import board, carried, plain_pieces, said, turn_order
from ggl.narration.facts import ORDER_OF, Facts, is_compared
from ggl.narration.layout import Line, Section
from ggl.narration.nouns import Noun, conjugated, listed, plural, words
from ggl.narration.plainer import plain_trees
from ggl.narration.speech import Speaker
from ggl.narration.templates import EXPLAINED, PLAINLY
from ggl.syntax import tree as t


def the_explanations(facts: Facts, told_before: Collection[str] = ()) -> Section:
    told = EXPLAINED if facts.exact else EXPLAINED | PLAINLY
    keys = facts.explained.keys() - set(told_before) - ({"none"} if board.is_endless(facts.checked.board) else set())
    if {"chance", "weights"} <= facts.explained.keys():
        keys = keys - {"chance"}  # not all outcomes are equally likely
    lines = dict.fromkeys(_explained(facts, text) for key, text in told.items() if key in keys)
    lines |= dict.fromkeys(
        _order_of(facts, key.removeprefix(ORDER_OF)) for key in facts.explained if key in keys and key.startswith(ORDER_OF)
    )
    return Section("General words" if facts.exact else "What words mean", tuple(Line(line) for line in lines if line))


_MOST_IN_ORDER = 40
"""The most values of a sort that are listed in their order."""


def _order_of(facts: Facts, sort: str) -> str:
    """`The order of the cards is by suit (clubs, then hearts), then by rank.`"""
    world = facts.checked.world
    own = {
        "player": facts.checked.players,
        "kind": (*world.kinds,),
        "direction": facts.checked.board.directions,
    } | world.own_values
    properties = world.value_properties.get(sort, {})
    codes = [*zip(*(values for _, values in properties.values()), strict=True)]
    if codes and codes == sorted(codes):
        by = (_by(words(name), own.get(type_.domain.name) if isinstance(type_, Fin) else None)
              for name, (type_, _) in properties.items())  # fmt: skip
        told = f"by {', then by '.join(by)}"
    elif len(names := [*map(words, own[sort])]) <= _MOST_IN_ORDER:
        told = ", ".join(names)
    else:
        told = f"{names[0]}, {names[1]}, {names[2]} and so on to {names[-1]}"
    return f"The order of the {plural(Speaker(facts).called(sort))} is {told}."


def _by(name: str, values: Collection[str] | None) -> str:
    return name if values is None else f"{name} ({', then '.join(map(words, values))})"


_OF_GROUPS = frozenset(("groups", "territories", "components", "chain"))


def side_by_side(facts: Facts) -> str:
    """The meaning of neighbours on a board of squares, if groups or chains are mentioned: a reader may think of corners."""
    if facts.checked.board.basis == "square" and "neighbors" in facts.explained and _OF_GROUPS & facts.explained.keys():
        return _explained(facts, PLAINLY["neighbors"])
    return ""


def _explained(facts: Facts, text: str) -> str:
    """An explanation with what this board and this game fill in."""
    board_, turn = facts.checked.board, facts.checked.definition.turn
    has_pie = bool(turn.pie) and facts.folding.is_on(turn.pie_if)
    places: dict[str, Callable[[], str]] = {
        "order": lambda: board.order(board_),
        "far": lambda: board.how_far(board_),
        "share": lambda: board.shared_part(board_, facts.cell),
        "way": lambda: (
            "in any one direction along drawn lines"
            if board_.basis == "graph"
            else "along a row, a column or a diagonal"
            if board_.basis == "square"
            else "in any one direction"
        ),
        "straight": lambda: ", straight or diagonal," if board_.basis == "square" else "",
        "corner": lambda: ", not only a corner" if board_.basis == "square" and facts.cell == "cell" else "",
        "all": lambda: plain_pieces.at_any_level(facts),
        "full": lambda: plain_pieces.full_stack(facts),
        "room": lambda: plain_pieces.room(facts),
        "removed": lambda: f" What is removed goes to no {facts.supply} unless that is said." if _removes(facts) else "",
        "even": lambda: "Where no chances are told, each" if "chances" in facts.explained else "Each",
        "forward": lambda: _forward(facts),
        "ranks": lambda: _ranks(facts),
        "supply": lambda: facts.supply,
        "emptied": lambda: _from_an_empty_supply(facts),
        "held": lambda: _held(facts),
        "carried": lambda: _held(facts, on_board=True) or ",",
        "carries": lambda: carried.counts_as(facts),
        "passing": lambda: "" if turn.passing == "never" else ", and a pass counts too",
        "choice": lambda: " or a choice of sides" if has_pie else "",
        "counted": lambda: "; so does a choice by the pie rule" if has_pie else "",
        "sides": lambda: board.sides(board_),
        "middle": lambda: board.middle(board_, facts.cell),
        "edges": lambda: board.edges(board_, facts.cell, facts.reaches_rim),
        "inner": lambda: board.inner_edges(board_, facts.cell, facts.reaches_rim),
        "vertices": lambda: board.vertices(board_, facts.cell),
        "columns": lambda: board.line_numbers(board_, "column"),
        "rows": lambda: board.line_numbers(board_, "row"),
        "numbers": lambda: board.cell_numbers(board_, facts.cell),
        "remainder": lambda: _of_negative(facts),
        "cells": lambda: f"{facts.cell}s",
        "cell": lambda: facts.cell,
    }
    return re.sub(r"\{(\w+)\}", lambda slot: places[slot[1]](), text)


def _of_negative(facts: Facts) -> str:
    """What a remainder is, if a rule may divide a number below 0."""
    mods = (form.args[0].type for form in walk(facts.checked.core) if isinstance(form, f.Arith) and form.op == "mod")
    if not any(isinstance(dividend, Num) and dividend.lo < 0 for dividend in mods):
        return ""
    return "A remainder is what is left when the result of a division is rounded down: that of -1 divided by 8 is 7."


def _removes(facts: Facts) -> bool:
    """Whether some piece is removed without returning to a supply."""
    definition = facts.checked.definition
    effects = [*(move.do for move in definition.moves.values()), *(one.body for one in definition.routines.values())]
    return any(isinstance(part, t.Take) and part.supply is None for effect in effects for part in t.nodes(effect))


def _from_an_empty_supply(facts: Facts) -> str:
    """The sentence on a supply with no piece for a move that needs one; empty where each asks what is left, or a phase does."""
    definition, supply = facts.checked.definition, facts.supply

    def may_find_none(move: MovePart) -> bool:
        asked = (tree for part in (move.where, move.ensure) for _, tree in part.parts)
        trees = [*facts.reached(*move.binders, *(let.value for let in move.lets), *asked, move.do)]
        return any(isinstance(part, t.Put) and part.from_supply for part in trees) and not _asks_what_is_left(trees)

    phases = [*facts.reached(*(phase.until for phase in definition.turn.phases))]
    if _asks_what_is_left(phases) or not any(map(may_find_none, definition.moves.values())):
        return ""
    none = f"a move that puts a piece from a {supply} may be made even if none is left there"
    return f" Unless its conditions say otherwise, {none}; then none is put."


def _asks_what_is_left(trees: Iterable[t.Tree]) -> bool:
    return any(isinstance(part, t.Call) and part.name == "hand" for part in trees)


def _forward(facts: Facts) -> str:
    if not _slant(facts, _constants(facts, "forward")):
        return "from that player's own edge of the board, looking forward"
    return f"looking forward: {_row_ahead(facts)}"


def _ranks(facts: Facts) -> str:
    calls = (part for part in t.nodes(*plain_trees(facts.checked)) if isinstance(part, t.Call) and part.name == "ranks")
    if not _slant(facts, [call.args[0] for call in calls]):
        return ""
    which = " along neither rows nor columns" if facts.checked.board.basis == "square" else ""
    return f"Where rows are counted in a direction{which}, {_row_ahead(facts)}."


def _row_ahead(facts: Facts) -> str:
    cells = f"{facts.cell}s"
    ahead = (
        f"a row has all {cells} with equally many {cells} ahead of them, up to the edge of the board or a missing {facts.cell}"
    )
    return f"{ahead}; the first row has those with the most"


def _slant(facts: Facts, ways: Iterable[t.Expr]) -> bool:
    """Whether one of these directions may be one along which the board has no rows of squares."""
    board_ = facts.checked.board
    straight = {board_.directions[way] for way in board_.orthogonal} if board_.basis == "square" else set()
    given = [each for way in ways for each in (_constants(facts, way.name) if isinstance(way, t.Dot) else [way])]
    return any(not isinstance(way, t.Name) or way.name not in straight for way in map(facts.folding.tree, given))


def _constants(facts: Facts, name: str) -> list[t.Expr]:
    players = facts.checked.definition.players.values()
    return [player.constants[name] for player in players if name in player.constants]


def _held(facts: Facts, on_board: bool = False) -> str:
    """The parts of a position, or of the board's contents, other than the pieces and their places."""
    definition = facts.checked.definition
    pieces = definition.pieces.values()
    marks = dict.fromkeys(_carried(facts, name, tree) for piece in pieces for name, tree in piece.has.items())
    faced = ["the ways in which pieces face"] if any(piece.faces is not None for piece in pieces) else []
    supplies = [f"the {plural(facts.supply)}"] if any(piece.supply is not None for piece in pieces) else []
    kept = [_spoken_of(facts, variable) for variable in definition.state.values() if is_compared(variable)]
    unnamed = bool(definition.turn.phases) and turn_order.has_unnamed_phases(facts)
    phase = ["the moves that a turn offers" if unnamed else "the phase"] if definition.turn.phases else []
    same = [*marks, *faced, *([] if on_board else [*supplies, *kept, *phase])]
    one = len(same) == 1 and not (marks or faced or supplies)
    return f", {listed(same)} {conjugated('be', 'one' if one else 'many', True)} the same," if same else ""


def _carried(facts: Facts, name: str, tree: t.Expr) -> str:
    kind = "marks" if isinstance(facts.folding.constant(facts.folding.tree(tree)), bool) else "pieces' own"
    return f'the {kind} "{words(name)}"'


def _spoken_of(facts: Facts, variable: Variable) -> str:
    text = facts.said(variable.name)
    if not text or variable.start in (t.Name("true", span=variable.span), t.Name("false", span=variable.span)):
        return f'"{words(variable.name)}"'
    return said.author_value(text, {slot_of(variable): Noun(f"each {slot_of(variable)}")}).text
