"""Pictures of positions: SVG from any state of any game, and PNG from that with an extra."""

from ggl.render.picture import RenderError, ground_of, svg
from ggl.render.raster import MissingExtraError, RasterError, png

__all__ = ["MissingExtraError", "RasterError", "RenderError", "ground_of", "png", "svg"]
