"""YAML text as a tree in which every scalar knows the place of each of its characters.

Takes a `Source` (or bytes: `decode_text`). Gives a `Mapping` of `Scalar`, `Mapping` and `Sequence` nodes, or None after a
finding that leaves no sound tree. All scalars stay text as written: `on`, `NO`, `012`, `1:30`, `null` are words like
any other. Nothing that a file holds raises, recurses without bound or takes long: size, depth and number of values
are bounded. This is the only package that imports yaml.
"""

from ggl.syntax.document.comma import comma_in_flow_map, unclosed_bracket
from ggl.syntax.document.edits import entry_removal, first_row, fitted_fix, last_row, left_out_value, readable_fix
from ggl.syntax.document.nodes import Entry, Mapping, Node, Scalar, Sequence, Style, node_at, raw, to_plain
from ggl.syntax.document.parts import read_document
from ggl.syntax.document.reader import MAX_DEPTH, MAX_NODES
from ggl.syntax.document.text import MAX_BYTES, decode_text, read_bytes

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_NODES",
    "Entry",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "Style",
    "comma_in_flow_map",
    "decode_text",
    "entry_removal",
    "first_row",
    "fitted_fix",
    "last_row",
    "left_out_value",
    "node_at",
    "raw",
    "read_bytes",
    "read_document",
    "readable_fix",
    "to_plain",
    "unclosed_bracket",
]  # fmt: skip
