"""The tree of a play to what a record keeps of it, and back; the places are numbered as `ggl.play.record.going_on` says.

`written` takes a tree and gives nothing where the record's own line says it all. `grown` takes a tree that is that line, and adds
the rest: steps that are not legal (any more) are left out with what follows them, and counted.
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.play.errors import GglError
from ggl.play.record.going_on import Branch, GoingOn
from ggl.play.state import State
from ggl.play.tree import Lost, Node, Tree


def written(tree: Tree, thinking: int = 0) -> GoingOn | None:
    main = tree.tip.path()
    number = {id(node): place for place, node in enumerate(main)}
    others = [node for node in tree.nodes if id(node) not in number]
    if not others and not tree.looking and not thinking:
        return None
    for place, node in enumerate(others, len(main)):
        number[id(node)] = place
    branches = []
    for node in others:
        lost = None if node.lost is None else (node.lost.side, node.lost.reason)
        branches.append(Branch(number[id(node.parent)], None if node.move is None else str(node.move), node.spent, lost))
    ways = [(number[id(node)], number[id(node.way)]) for node in tree.nodes if node.way is not None and len(node.children) > 1]
    return GoingOn(tuple(branches), number[id(tree.here)], tuple(sorted(ways)), thinking)


def grown(tree: Tree, kept: GoingOn, is_asked: Callable[[State], bool]) -> int:
    """The number of steps that were left out. `is_asked` tells whether a step from a state begins what was typed."""
    main = tree.tip.path()
    places: list[Node | None] = [*main]
    places += [None] * len(kept.branches)
    for place, branch in enumerate(kept.branches, len(main)):
        parent = places[branch.after]
        if parent is not None and parent.lost is None:
            places[place] = _child(tree, parent, branch, is_asked)
    here = places[kept.here]
    tree.show(here or tree.tip)
    for above, below in kept.ways:
        one, other = places[above], places[below]
        if one is not None and other is not None and other.parent is one:
            one.way = other
    return places.count(None)


def _child(tree: Tree, parent: Node, branch: Branch, is_asked: Callable[[State], bool]) -> Node | None:
    state = parent.state
    if branch.lost is not None:
        side, reason = branch.lost
        fits = not state.is_over and len(state.game.players) == 2 and side in state.game.players
        return tree.grow(parent, None, state, Lost(side, reason)) if fits else None
    try:
        move = state.read(branch.step or "")
    except GglError:
        return None
    node = parent.child(move) or tree.grow(parent, move, state.after(move))
    node.entry, node.spent = is_asked(state), branch.spent
    parent.state = state.bare()
    return node
