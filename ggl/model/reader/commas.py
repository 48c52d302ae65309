"""Maps in braces that a comma inside an expression took apart, in a whole file.

Takes a tree as written. Reports each such map once and gives their places, so that their remains cause no further findings.
"""

from __future__ import annotations

from ggl.diagnostics import Findings
from ggl.source import Span
from ggl.syntax.document import Mapping, Node, Sequence, comma_in_flow_map

PLAIN_TEXTS = ("glyph", "glyphs", "legend", "notation", "says", "sign")
"""Keys below which a bracket may well stand alone."""


def broken_maps(node: Node, findings: Findings) -> frozenset[Span]:
    """The maps in braces that a comma took apart, each reported."""
    broken: set[Span] = set()
    stack: list[Node] = [node]
    while stack:
        at = stack.pop()
        if isinstance(at, Sequence):
            stack.extend(at.items)
        elif isinstance(at, Mapping):
            entries = tuple(entry for entry in at.entries if entry.key.text not in PLAIN_TEXTS)
            if comma_in_flow_map(Mapping(entries, at.span, at.flow), findings):
                broken.add(at.span)
            else:
                stack.extend(entry.value for entry in entries)
    return frozenset(broken)
