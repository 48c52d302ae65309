"""The words of a picture: short values, names without underscores, and a description for screen readers.

Takes a scene; returns texts.
"""

from __future__ import annotations

from collections.abc import Mapping

from ggl.checker.world import SITES
from ggl.play.look_values import DrawnMark
from ggl.play.scene import Scene, named
from ggl.play.values import Value, each_written, written

DOT = "•"
"""The mark of a site where a value is true."""


def short(scene: Scene, name: str, value: Value) -> str:
    """A value of a variable or a property that is written on a site or a piece."""
    return scene.sign(name, value) or (DOT if value is True else scene.short(name, value))


def in_short(scene: Scene, values: Mapping[str, Value]) -> str:
    """The values of a site as they are written on it."""
    return " ".join(short(scene, *each) for each in values.items())


def spaced(name: str) -> str:
    return name.replace("_", " ")


def mark_name(mark: DrawnMark, scene: Scene) -> str:
    return spaced(mark.part.name) + (f" of {scene.game.players[mark.player]}" if mark.player is not None else "")


def _marked(mark: DrawnMark) -> list[str]:
    """The sites of a mark, those of several sets in braces, with the values on them."""
    if mark.values:
        return [f"{site.name} {written(value)}" for site, value in zip(mark.groups[0], mark.values, strict=True)]
    groups = [", ".join(site.name for site in group) for group in mark.groups if group]
    return groups if len(groups) < 2 else [f"{{{group}}}" for group in groups]


def picture_text(scene: Scene) -> str:
    """A description of everything in the picture."""
    found: dict[str, list[str]] = {}
    valued: dict[str, list[str]] = {}
    for type_ in SITES:
        for site in scene.board.sites(type_) if type_ in scene.played else ():
            for each in scene.standing(site):
                facing = f" facing {scene.board.directions[each.facing]}" if each.facing is not None else ""
                times = f" ({each.count})" if each.count > 1 and not each.below else ""
                bears = f" with {' and '.join(named(each.bears))}" if each.bears else ""
                found.setdefault(scene.name(each.piece), []).append(f"{site.name}{facing}{times}{bears}")
            for name, value in scene.values(site).items():
                valued.setdefault(name, []).append(site.name if value is True else f"{site.name} {written(value)}")
    lines = [f"{name} on {', '.join(places)}." for name, places in found.items()]
    lines += [f"{spaced(name)}: {', '.join(places)}." for name, places in valued.items()]
    lines = lines or ["The board is empty."]
    lines += [f"{mark_name(mark, scene)}: {', '.join(places)}." for mark in scene.drawn if (places := _marked(mark))]
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
