"""Colours: a light and a dark one for everything that is drawn.

Takes colours as a file writes them. Gives `Ink`s, each two colours `#rrggbb`. Text of a file reaches a picture only through the
table of names (`ggl.model.colours`), or as six hexadecimal digits.
"""

from __future__ import annotations

from typing import NamedTuple

from ggl.model.colours import NAMED


class Ink(NamedTuple):
    """A colour in a light and in a dark picture."""

    light: str
    dark: str


DEFAULTS = ("blue", "orange", "green", "purple", "red", "cyan", "brown", "grey")
"""The colours of players whose names are not colours, in turn order; distinguishable with colour blindness."""


def mix(one: str, other: str, share: float) -> str:
    """A colour mixed with a share, from 0 to 1, of another one."""
    parts = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def _parts(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def brightness(text: str) -> float:
    """The perceived brightness of a colour, from 0 to 1 (the weights of ITU-R BT.601)."""
    red, green, blue = _parts(text)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def single_ink(text: str) -> Ink:
    return Ink(text, text)


def outline(ink: Ink) -> Ink:
    """The outline of a coloured shape: darker, or lighter around dark shapes in a dark picture."""
    dark = mix(ink.dark, WHITE, 0.5) if brightness(ink.dark) < 0.3 else mix(ink.dark, BLACK, 0.55)
    return Ink(mix(ink.light, BLACK, 0.5), dark)


def over(ink: Ink) -> Ink:
    """An ink that is readable on a colour."""
    return Ink(*("#ffffff" if brightness(each) < 0.58 else "#1d1f24" for each in ink))


def _apart(ground: str, shade: str, share: float) -> str:
    """A darker tone than a ground; on a dark ground a lighter one."""
    return mix(ground, shade, share) if brightness(ground) > 0.34 else mix(ground, WHITE, 0.8 * share)


WHITE, BLACK = "#ffffff", "#000000"
PAPER = Ink("#ffffff", "#15181d")
TEXT = Ink("#22252b", "#e4e7ec")
FAINT = Ink("#6b7280", "#99a1ae")
LAST = Ink("#e0561b", "#ff9a5a")
"""The frame of the last move, which is solid; the frame of marked sites is dashed."""

MARKED = Ink("#7a2fb8", "#cf9bff")
HEAT = Ink("#c0301c", "#ff6a45")
NOBODY = Ink("#4c5058", "#2c3037")
"""Pieces of nobody."""


class BoardInks(NamedTuple):
    """The colours of a board, made from one."""

    cell: Ink
    other: Ink
    third: Ink
    line: Ink
    pit: Ink

    @classmethod
    def of(cls, base: str) -> BoardInks:
        """In a dark picture a board keeps a middle tone, so that dark pieces are visible on it."""
        other = _PAIRED.get(base) or _apart(base, BLACK, 0.2)
        night, late = mix(base, _DUSK, 0.45), mix(other, _DUSK, 0.45)
        return cls(
            Ink(base, night),
            Ink(other, late),
            Ink(mix(base, other, 0.5), mix(night, late, 0.5)),
            Ink(_apart(base, "#1c140a", 0.56), _apart(night, BLACK, 0.55)),
            Ink(_apart(base, "#20140a", 0.3), _apart(night, BLACK, 0.4)),
        )

    @property
    def tones(self) -> tuple[Ink, Ink, Ink]:
        return self.cell, self.other, self.third

    def lighter_first(self) -> BoardInks:
        """The same with the darker of the two tones as the second one, which may be the ground's own."""
        pairs = [sorted(tones, key=brightness) for tones in zip(self.cell, self.other, strict=True)]
        darker, lighter = (Ink(*tones) for tones in zip(*pairs, strict=True))
        return self._replace(cell=lighter, other=darker)


_PAIRED = {NAMED["ivory"]: "#c49a6e", NAMED["wood"]: "#b07f45", NAMED["sand"]: "#c2a679"}
"""The second tone of some boards."""

_DUSK = "#281604"
