"""What a viewer sees of a scene, as docs/manual/hidden.md says it: pieces as they look, and the variables that are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ggl.core.types import Fin
from ggl.play.game import State
from ggl.syntax import tree as t
from ggl.topology import Site
from tests.meaning.evaluate import Evaluator, Names
from tests.meaning.scene import Scene, Stone
from tests.meaning.values import Value, plain
from tests.meaning.world import World


def seen_scene(world: World, scene: Scene, viewer: str) -> Scene:
    """The scene with each piece that the viewer does not see replaced by its face, or by nothing. Variables stay."""
    found = scene.copy()
    for (layer, site), stone in scene.standing.items():
        if sees_piece(world, scene, viewer, site, stone):
            found.standing[layer, site] = replace(stone, shown=stone.shown & {viewer})
            continue
        face = world.definition.pieces[stone.kind].others_see
        del found.standing[layer, site]
        if face is not None:  # it was revealed to nobody, as far as the viewer knows
            kind = world.definition.pieces[face.text]
            owner = stone.owner if kind.of is None or kind.of.text == stone.owner else None
            found.standing[layer, site] = Stone(face.text, owner, None, dict(world.marks[face.text]))
    return found


def sees_piece(world: World, scene: Scene, viewer: str, site: Site, stone: Stone) -> bool:
    tree = world.definition.pieces[stone.kind].seen_by
    return tree is None or _sees(
        world, scene, tree, viewer, {"owner": stone.owner == viewer, "c": site, "shown": viewer in stone.shown}
    )


def knows_entry(world: World, scene: Scene, viewer: str, name: str, key: Value = None) -> bool:
    """Whether the viewer knows what a variable holds, for a player or a site if there are several."""
    variable = world.definition.state[name]
    if variable.seen_by is None:
        return True
    shown = viewer in scene.shown.get((name, key), ())
    return _sees(world, scene, variable.seen_by, viewer, {"owner": key == viewer, "c": key, "shown": shown})


def announced(before: State, after: State, viewer: str) -> Counter[tuple[str, Value]]:
    """What a step of ggl announced to a player, read from the two positions."""
    game, seen = after.game, after.view(viewer)
    found: Counter[tuple[str, Value]] = Counter()
    for one in game.checked.world.announcements:
        turned, told = game.layout.slots[one.turned], game.layout.slots[one.place.field]
        width = (told.stop - told.start) // (turned.stop - turned.start)
        for number, at in enumerate(range(turned.start, turned.stop)):
            if seen.knows(at) and seen.vector[at] != before.vector[at]:
                codes = seen.vector[told.start + number * width : told.start + (number + 1) * width]
                value: Value = plain(game.values.value(codes[0], told.field.values))
                if one.place.is_set:
                    domain = Fin(game.checked.world.domain(one.place.index[-1]))
                    value = frozenset(plain(game.values.value(code, domain)) for code, there in enumerate(codes) if there)
                found[one.words, value] += 1
    return found


def unlike_announcements(scene: Scene, before: State, after: State) -> Iterator[str]:
    """What a step announced otherwise to a player than the file says."""
    for viewer in after.game.players:
        ours = Counter((words, value) for told, words, value, _ in scene.announced if viewer in told)
        if ours != (theirs := announced(before, after, viewer)):
            yield f"announced to {viewer}: the manual has {dict(ours)}, ggl {dict(theirs)}"


def _sees(world: World, scene: Scene, tree: t.Expr, viewer: str, names: Names) -> bool:
    every = {"viewer": viewer, "everybody": True, "nobody": False, **names}
    value = Evaluator(world, scene).value(tree, every)
    return value == viewer if isinstance(value, str) else bool(value)


def seen(world: World, scene: Scene, tree: t.Expr, names: Names) -> Value:
    """`seen(E)`: E in the eyes of the side to move."""
    looked = seen_scene(world, scene, scene.mover)
    for name, variable in world.definition.state.items():
        start = world.starts[name]
        unknown: Value = frozenset() if isinstance(start, frozenset) else () if isinstance(start, tuple) else start
        held = looked.variables[name]
        if variable.seen_by is None:
            continue
        if isinstance(held, dict):
            looked.variables[name] = {
                key: value if knows_entry(world, scene, scene.mover, name, key) else unknown for key, value in held.items()
            }
        elif not knows_entry(world, scene, scene.mover, name):
            looked.variables[name] = unknown
    return Evaluator(world, looked).value(tree, names)
