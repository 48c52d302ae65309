"""The tree of a play to what a record keeps of it, and back; the places are numbered as `ggl.play.record.in_progress` says.

`record_of_tree` takes a tree and gives nothing of one in which nothing was played. `grown` takes a tree that is that line, as
far as it could be played, and adds the rest. Steps that are not legal (any more) are kept as text, with what follows them: they
are written again, and can be played again when the rules allow them.
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.play.errors import GglError, IllegalMoveError
from ggl.play.record.in_progress import Branch, InProgress
from ggl.play.record.record import Record
from ggl.play.record.replaying import read_filed
from ggl.play.tree import Lost, Node, Tree, Unplayed

NOBODY_LOST = "nobody can have lost there"


def record_of_tree(tree: Tree, thinking: int = 0) -> InProgress | None:
    main = tree.tip.path()
    on_main = {id(node) for node in main}
    others: list[Node | Unplayed] = [node for node in tree.nodes if id(node) not in on_main]
    others = sorted([*others, *tree.unplayed], key=lambda place: place.made)
    places: list[Node | Unplayed] = [*main, *others]
    if len(places) == 1 and not thinking:
        return None
    number = {id(place): count for count, place in enumerate(places)}
    branches = tuple(_branch(place, number) for place in others)
    typed = tuple(count for count, place in enumerate(places) if place.entry)
    made = tuple(sorted(range(len(places)), key=lambda count: places[count].made))
    order = made if made != tuple(range(len(places))) else ()
    return InProgress(branches, number[id(tree.here)], _ways(tree, number), thinking, typed, order)


def _branch(place: Node | Unplayed, number: dict[int, int]) -> Branch:
    lost = None if place.lost is None else (place.lost.side, place.lost.reason)
    return Branch(number[id(place.parent)], _filed(place), place.spent, lost)


def _filed(place: Node | Unplayed) -> str | None:
    """The step that leads to a place, in the form of records."""
    if isinstance(place, Unplayed):
        return place.step
    return None if place.move is None else place.state.game.notation.filed(place.move.step)


def _ways(tree: Tree, number: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """The way to take from places with several ways; an impossible one stays on file until another is taken."""
    ways = {}
    with_unplayed = {id(place.parent) for place in tree.unplayed}
    for node in tree.nodes:
        if node.way is not None and (len(node.children) > 1 or id(node) in with_unplayed):
            ways[number[id(node)]] = number[id(node.way)]
    for above, below, instead in tree.old_ways:
        if isinstance(above, Unplayed) or above.way is instead:
            ways[number[id(above)]] = number[id(below)]
    return tuple(sorted(ways.items()))


def has_all_of(tree: Tree, record: Record) -> bool:
    """Whether each place of a record is in a tree: its line with a resignation, and its variations."""
    ending, kept = record.ending, record.session
    branches = [Branch(number, step, 0) for number, step in enumerate(record.steps)]
    if ending is not None and ending.resigned is not None:
        branches.append(Branch(len(record.steps), None, 0, (ending.resigned, ending.reason)))
    places: list[Node | Unplayed] = [tree.root]
    for branch in (*branches, *(kept.branches if kept is not None else ())):
        parent = places[branch.after]
        ways = [*(parent.children if isinstance(parent, Node) else ()), *(way for way in tree.unplayed if way.parent is parent)]
        place = next((way for way in ways if _is_way_of(way, branch, record.form)), None)
        if place is None:
            return False
        places.append(place)
    return True


def _is_way_of(place: Node | Unplayed, branch: Branch, form: int) -> bool:
    if branch.lost is not None:
        return place.lost == Lost(*branch.lost)
    return branch.step == (str(place.move) if form == 1 and isinstance(place, Node) else _filed(place))


def grown(tree: Tree, record: Record, is_asked: Callable[[Node], bool], broken: str = "") -> None:
    """Add to the line of a record what else is known of the play. `broken` tells why the line could not be played to its end;
    `is_asked` whether a step from a place begins what was typed, where the file does not tell."""
    kept = record.session
    places: list[Node | Unplayed] = [*tree.tip.path()]
    places += _rest(tree, record, broken)
    for branch in kept.branches if kept is not None else ():
        places.append(_child(tree, places[branch.after], branch, is_asked, record.form))
    if kept is None:
        return
    here = places[kept.here]
    tree.show(here if isinstance(here, Node) else tree.tip)
    for above_number, below_number in kept.ways:
        above, below = places[above_number], places[below_number]
        if below.parent is not above:
            continue
        if isinstance(below, Unplayed):
            tree.old_ways.append((above, below, above.way if isinstance(above, Node) else None))
        elif isinstance(above, Node):
            above.way = below
    if kept.typed is not None:
        for place in places:
            place.entry = False
        for number in kept.typed:
            places[number].entry = True
    _order(tree, places, kept.made)


def _rest(tree: Tree, record: Record, broken: str) -> list[Unplayed]:
    """The unplayed rest of the record's own line: its steps and a resignation."""
    clock, ending = record.clock, record.ending
    played = sum(node.move is not None for node in tree.tip)
    left: list[tuple[str | None, Lost | None, int]] = []
    for number, step in enumerate(record.steps[played:], played):
        left.append((step, None, 0 if clock is None else clock.spent[number]))
    if ending is not None and ending.resigned is not None and tree.tip.lost is None:
        left.append((None, Lost(ending.resigned, ending.reason), 0))
        broken = broken or NOBODY_LOST
    above: Node | Unplayed = tree.tip
    for text, who, spent in left:
        why = broken if isinstance(above, Node) else ""
        above = Unplayed(text, above, why, who, True, spent, tree.count())
        tree.unplayed.append(above)
    return tree.unplayed[:]


def _child(tree: Tree, parent: Node | Unplayed, branch: Branch, is_asked: Callable[[Node], bool], form: int) -> Node | Unplayed:
    lost = None if branch.lost is None else Lost(*branch.lost)
    reason = ""
    if isinstance(parent, Node):
        node = _played(tree, parent, branch.step, lost, form)
        if isinstance(node, Node):
            if lost is None:
                node.entry, node.spent = is_asked(parent), branch.spent
                parent.state = parent.state.bare()
            return node
        reason = node
    tree.unplayed.append(Unplayed(branch.step, parent, reason, lost, True, branch.spent, tree.count()))
    return tree.unplayed[-1]


def _played(tree: Tree, parent: Node, step: str | None, lost: Lost | None, form: int) -> Node | str:
    """The place to which a step leads, or the reason why it leads nowhere."""
    state = parent.state
    if parent.lost is not None:
        return "the play is over there"
    if lost is not None:
        fits = not state.is_over and len(state.game.players) == 2 and lost.side in state.game.players
        return tree.grow(parent, None, state, lost) if fits else NOBODY_LOST
    try:
        move = read_filed(state, step or "", form)
    except GglError as error:
        return _why_not(error)
    return parent.child(move) or tree.grow(parent, move, state.after(move))


def _why_not(error: GglError) -> str:
    """Why a step on file cannot be played, in one line."""
    return error.explanation.reason if isinstance(error, IllegalMoveError) else str(error).split("\n", 1)[0]


def _order(tree: Tree, places: list[Node | Unplayed], made: tuple[int, ...]) -> None:
    """Number the places as they came to be, if what the file says of it can be true."""
    if not made:
        return
    turn = {id(places[number]): count for count, number in enumerate(made)}
    if all(place.parent is None or turn[id(place.parent)] < turn[id(place)] for place in places):
        for place in places:
            place.made = turn[id(place)]
        tree.sort()
