"""Which lines of `end` are asked after the begin of a turn, told from the trees of the file as docs/manual/turns.md says it."""

from __future__ import annotations

from collections.abc import Iterator

from ggl.syntax import tree as t
from tests.meaning.effects import asks_shown
from tests.meaning.world import World

PIECES = "pieces on the board"
SUPPLY = "pieces in supplies"

READS_PIECES = frozenset({"vacant", "taken_cells", "full", "territories", "empty", "occupied", "owners", "group", "groups"})
UNLESS_BLOCKED = {"slides": 3, "sees": 3, "sight": 3, "slides_along": 3, "sight_along": 4}
"""Words that read what stands where, unless they are given what blocks, in so many arguments or by name."""

ATTRIBUTES = frozenset({"owner", "kind", "facing", "count"})
"""What a piece has, asked of a site with a dot."""

LEGAL_MOVES = frozenset({"stuck", "able"})


def first_after_begin(world: World) -> int:
    """The place of the first line that only a turn that has begun can answer; the number of lines if there is none."""
    out = set(world.definition.players) - set(world.players)
    lines = [(part, tree) for part in world.definition.end for _, tree in part.conditions.parts]
    begin = world.definition.turn.begin
    chooses = {"mover"} if world.definition.turn.at_once else set()
    if begin is None and not world.passing and not chooses:
        return len(lines)
    changed = chooses | (set() if begin is None else set(_changes(world, begin)))
    compared = chooses | {what for what in changed if what in (PIECES, SUPPLY, "phase") or what in world.compared}
    for place, (part, tree) in enumerate(lines):
        if part.subject in out and not part.each:
            continue
        read = set(reads(world, tree, set()))
        if read & ((changed - set(world.passing)) | LEGAL_MOVES):  # a variable of each turn is that of the turn that is over
            return place
        if ("repetitions" in read and compared) or ("board_repetitions" in read and PIECES in changed):
            return place
    return len(lines)


def _is_mark(world: World, name: str) -> bool:
    return any(name in marks for marks in world.marks.values())


def _says_what_blocks(tree: t.Tree) -> bool:
    if not isinstance(tree, t.Call):
        return False
    return len(tree.args) >= UNLESS_BLOCKED[tree.name] or any(named.name == "blocked" for named in tree.named)


def _changes(world: World, effect: t.Tree) -> Iterator[str]:
    match effect:
        case t.Roll():
            yield from (what.name for what in effect.places if isinstance(what, t.Name | t.Dot))
        case t.Deal(source=t.Name(name=one) | t.Dot(name=one), to=t.Name(name=other) | t.Dot(name=other)):
            yield from (one, other)
        case t.Change(verb="set", what=what) | t.Add(place=what):
            yield SUPPLY if isinstance(what, t.Call) else what.name  # type: ignore[attr-defined]
            if isinstance(what, t.Dot) and _is_mark(world, what.name):
                yield PIECES
        case t.Reveal(what=what):
            variable = world.definition.state.get(what.name) if isinstance(what, t.Name | t.Dot) else None
            if variable is None or variable.seen_by is None or not asks_shown(variable.seen_by):
                yield PIECES
        case t.Put(from_supply=supplied) | t.Take(supply=supplied):
            yield PIECES
            if supplied:
                yield SUPPLY
        case t.Move() | t.Exchange() | t.Flip() | t.Change():
            yield PIECES
        case t.PhaseTo():
            yield "phase"
        case t.Routine(name=name):
            yield from _changes(world, world.definition.routines[name].body)
        case _:
            for child in t.children(effect):
                yield from _changes(world, child)


def reads(world: World, tree: t.Tree, seen: set[str]) -> Iterator[str]:
    match tree:
        case t.Stands() | t.With():
            yield PIECES
        case t.Dot(name=name):
            yield name
            if _is_mark(world, name) or (name in ATTRIBUTES and all(constant != name for _, constant in world.player_constants)):
                yield PIECES
        case t.Name(name=name) | t.Call(name=name):
            yield name
            if name in READS_PIECES or (name in UNLESS_BLOCKED and not _says_what_blocks(tree)):
                yield PIECES
            if name == "hand":
                yield SUPPLY
            if name in world.definition.definitions and name not in seen:
                yield from reads(world, world.definition.definitions[name].body, seen | {name})
    for child in t.children(tree):
        yield from reads(world, child, seen)
