"""Pictures of positions: SVG from any state of any game, and PNG from that with an extra."""

from ggl.render.picture import RenderError, svg
from ggl.render.raster import MissingExtraError, RasterError, png

__all__ = ["MissingExtraError", "RasterError", "RenderError", "png", "svg"]
