"""Lines from a cell on, and the directions beside another: sets with shorter wordings than their parts.

Takes a speaker and a tree; returns members, or nothing for any other tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ggl.narration import brackets, filling
from ggl.narration.nouns import Many, Noun, plain
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker

_SLANTED = "slanting to the left or right of"


def ray_set(speaker: Speaker, tree: t.Expr) -> Many | None:
    match tree:
        case t.Binary(op="+", left=t.ListOf(items=(c,)), right=t.Call(name="ray", args=(start, d))) if c == start:
            return _from_itself(speaker, c, d)
        case t.Call(name="ray", args=(c, d, n)) if (
            " " in speaker.value(n).text and not brackets.is_put_together(n) and "ray" not in speaker.facts.definitions
        ):
            speaker.use("ray")
            said = filling.fill(speaker, " among the first ({n}) on the line from {c} {d:towards}", {"n": n, "c": c, "d": d})
            return plain(speaker.facts.cell, said)
        case t.Call(name="aslant", args=(d,)) if "aslant" not in speaker.facts.definitions:
            return plain("direction", f" {_SLANTED} {speaker.value(d).text}")
    return None


def _from_itself(speaker: Speaker, c: t.Expr, d: t.Expr) -> Many:
    """`[c] + ray(c, d)`: what is said of the whole must not be read as said of the cells behind c alone."""
    speaker.use("ray")
    said = filling.fill(speaker, " on the line that begins with {c} itself and goes on {d:towards},", {"c": c, "d": d})
    return plain(speaker.facts.cell, said)


def ray_value(speaker: Speaker, tree: t.Expr) -> Noun | None:
    """A set told as the whole of its members."""
    many = ray_set(speaker, tree)
    return Noun(many.all().rstrip(","), "many") if many is not None else None
