"""Pictures as PNG, by resvg (the package `resvg-py` of the extra `png`), which needs no system libraries.

Takes the text of an SVG document; returns the bytes of a PNG. Raises `MissingExtraError` if the extra is not installed. The
same document gives the same picture on one machine; letters use a font of that machine.
"""

from __future__ import annotations

from math import inf
from numbers import Real
from xml.etree import ElementTree as ET

from ggl.play.errors import GglError, shown

MOST_PIXELS = 1 << 26
"""The most pixels: more would take over 256 MiB while they are drawn."""


class MissingExtraError(GglError):
    """A library that comes with an extra is not installed."""


class RasterError(GglError):
    """A document that cannot be drawn: it is not SVG, or has too many pixels."""


def png(svg: str, scale: float = 2.0) -> bytes:
    """A document of `svg(..)` as PNG, `scale` times its preferred width and height in pixels.

    Raises `RasterError` for more than `MOST_PIXELS`, and for any other text or scale.
    """
    try:
        import resvg_py
    except ImportError:
        message = "PNG needs the extra `png`, which is not installed: pip install 'ggl-games[png]'"
        raise MissingExtraError(message) from None
    if not isinstance(scale, Real) or isinstance(scale, bool) or not 0 < scale < inf:
        raise RasterError(f"the scale of a PNG is a number above 0, not {shown(scale)}")
    try:
        root = ET.fromstring(svg)
        width, height = (float(root.get(side, "0")) * scale for side in ("width", "height"))
    except (ET.ParseError, ValueError, TypeError):
        raise RasterError("this is not a document of `svg(..)`, which a PNG is made of") from None
    if width * height > MOST_PIXELS:
        message = f"a PNG of {width:,.0f} x {height:,.0f} pixels is too large; ask for less by the size, or for SVG"
        raise RasterError(message)
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale))
    except ValueError as error:
        raise RasterError(f"resvg cannot draw it: {str(error)[:200]}") from None
