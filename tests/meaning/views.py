"""What a viewer sees of a scene, as docs/manual/hidden.md says it: pieces as they look, and the variables that are known."""

from __future__ import annotations

from ggl.syntax import tree as t
from ggl.topology import Site
from tests.meaning.evaluate import Evaluator, Names
from tests.meaning.scene import Scene, Stone
from tests.meaning.values import Value
from tests.meaning.world import World


def seen_scene(world: World, scene: Scene, viewer: str) -> Scene:
    """The scene with each piece that the viewer does not see replaced by its face, or by nothing. Variables stay."""
    found = scene.copy()
    for (layer, site), stone in scene.standing.items():
        if sees_piece(world, scene, viewer, site, stone):
            continue
        face = world.definition.pieces[stone.kind].others_see
        del found.standing[layer, site]
        if face is not None:
            kind = world.definition.pieces[face.text]
            owner = stone.owner if kind.of is None or kind.of.text == stone.owner else None
            found.standing[layer, site] = Stone(face.text, owner, None, dict(world.marks[face.text]))
    return found


def sees_piece(world: World, scene: Scene, viewer: str, site: Site, stone: Stone) -> bool:
    tree = world.definition.pieces[stone.kind].seen_by
    return tree is None or _sees(world, scene, tree, viewer, {"owner": stone.owner == viewer, "c": site})


def knows_entry(world: World, scene: Scene, viewer: str, name: str, key: Value = None) -> bool:
    """Whether the viewer knows what a variable holds, for a player or a site if there are several."""
    variable = world.definition.state[name]
    if variable.seen_by is None:
        return True
    return _sees(world, scene, variable.seen_by, viewer, {"owner": key == viewer, "c": key})


def _sees(world: World, scene: Scene, tree: t.Expr, viewer: str, names: Names) -> bool:
    every = {"viewer": viewer, "everybody": True, "nobody": False, **names}
    value = Evaluator(world, scene).value(tree, every)
    return value == viewer if isinstance(value, str) else bool(value)


def seen(world: World, scene: Scene, tree: t.Expr, names: Names) -> Value:
    """`seen(E)`: E in the eyes of the side to move."""
    return Evaluator(world, seen_scene(world, scene, scene.mover)).value(tree, names)
