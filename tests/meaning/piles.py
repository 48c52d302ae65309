"""Piles in plain values: a list of kinds and owners from the bottom up, kept in the scene as the stone on top."""

from __future__ import annotations

from ggl.topology import Site
from tests.meaning.scene import Scene, Stone
from tests.meaning.world import World

Pile = list[Stone]


def pile_at(scene: Scene, place: tuple[str, Site]) -> Pile:
    """The pieces there, each as a stone alone."""
    top = scene.standing.get(place)
    if top is None:
        return []
    return [Stone(kind, owner) for kind, owner in (*top.below, (top.kind, top.owner))]


def pile_up(world: World, scene: Scene, place: tuple[str, Site], pile: Pile) -> None:
    """The pieces there are these from now on."""
    if not pile:
        scene.standing.pop(place, None)
        return
    assert len(pile) <= world.most_in_pile(*place)
    top = pile[-1]
    scene.standing[place] = Stone(
        top.kind, top.owner, None, {}, len(pile), tuple((stone.kind, stone.owner) for stone in pile[:-1])
    )
