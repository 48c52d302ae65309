"""Diagnostics of a game as data, and their renderers.

Takes findings of any stage, each with a code from the catalog and a span of the author's file. Gives them sorted, without
repetition, as text for people (full, concise) or for programs (json, github, sarif). Independent of what is checked.
"""

from ggl.diagnostics.catalog import CODES
from ggl.diagnostics.diagnostic import Code, Diagnostic, Fix, Note, Severity
from ggl.diagnostics.findings import NO_LIMIT, Findings
from ggl.diagnostics.near import near, nearest
from ggl.diagnostics.render import FORMATS, Format, render

__all__ = [
    "CODES", "FORMATS", "NO_LIMIT", "Code", "Diagnostic", "Findings", "Fix", "Format", "Note", "Severity", "near", "nearest",
    "render",
]  # fmt: skip
