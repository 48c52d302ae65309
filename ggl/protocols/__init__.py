"""ggl as an engine that other programs drive, by UGI or a GTP-like protocol: see docs/internals/protocols.md."""

from ggl.protocols.gtp import GtpEngine
from ggl.protocols.lines import LineWriter
from ggl.protocols.serving import serve_gtp, serve_ugi
from ggl.protocols.table import Table
from ggl.protocols.ugi import UgiEngine

__all__ = ["GtpEngine", "LineWriter", "Table", "UgiEngine", "serve_gtp", "serve_ugi"]
