"""The words of a picture: short values, names without underscores, and a description for screen readers.

Takes a scene; returns texts.
"""

from __future__ import annotations

from ggl.checker.world import SITES
from ggl.play.scene import Scene
from ggl.play.values import Value, each_written, written
from ggl.topology import Site

DOT = "•"
"""The mark of a site where a value is true."""


def short(value: Value) -> str:
    """A value that is written on a piece or a site: names are cut to two letters."""
    if value is True:
        return DOT
    return written(value)[:2] if isinstance(value, str | Site) else written(value)


def spaced(name: str) -> str:
    return name.replace("_", " ")


def picture_text(scene: Scene) -> str:
    """A description of everything in the picture."""
    found: dict[str, list[str]] = {}
    for type_ in SITES:
        for site in scene.board.sites(type_) if type_ in scene.played else ():
            for each in scene.standing(site):
                facing = f" facing {scene.board.directions[each.facing]}" if each.facing is not None else ""
                times = f" ({each.count})" if each.count > 1 else ""
                found.setdefault(scene.name(each.piece), []).append(f"{site.name}{facing}{times}")
    lines = [f"{name} on {', '.join(places)}." for name, places in found.items()] or ["The board is empty."]
    for p, side in enumerate(scene.game.players):
        held = [f"{hand.count} {scene.kind(hand.piece).name}" for hand in scene.hands(p)]
        lines += [f"{side} has in supply: {', '.join(held)}."] if held else []
    if scene.state.scores is not None:
        lines.append(f"Scores: {each_written(scene.state.scores.items())}.")
    lines += [f"Pile on {site.name}, from the bottom up: {', '.join(scene.runs(each))}." for site, each in scene.piles()]
    lines += [f"{spaced(fact.name)}: {fact.text}." for fact in scene.facts() if fact.says]
    if scene.last:
        lines.append("Last: " + ", ".join(map(str, scene.last)) + ".")
    return " ".join(lines)
