"""A variant as one whole file: its bases merged in, without what has become idle.

A variant may take over sentences and looks of things that it has no more: they say nothing, and no finding is made of them. In a
file of its own they would be mistakes, so the whole file leaves them out.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.diagnostics import Findings
from ggl.model.expand import expand
from ggl.play.loading import check_source
from ggl.source import Source, Span
from ggl.syntax.document import Mapping, read

_TELLING = ("look", "says")
"""The parts that no rule needs."""


def without_idle(tree: Mapping) -> Mapping:
    """The tree of a merged game without the entries under `look` and `says` that say nothing in it."""
    own = tree.span.source
    while True:
        source = Source("whole.yaml", expand(tree, telling=False))
        written = read(source, Findings())
        _, found = check_source(source)
        smaller = tree
        for finding in found:
            if written is not None and finding.span is not None:
                smaller = _without(smaller, _path(written, finding.span), own)
        if smaller == tree:
            return tree
        tree = smaller


def _path(tree: Mapping, span: Span) -> list[str]:
    """The keys that lead to an entry under `look` or `says` with a place in it; empty for another place."""
    path: list[str] = []
    at: object = tree
    while isinstance(at, Mapping):
        inside = [each for each in at.entries if each.key.span.start <= span.start < max(each.key.span.end, each.value.span.end)]
        if not inside or (not path and inside[0].key.text not in _TELLING):
            break
        path.append(inside[0].key.text)
        at = inside[0].value
    return path if len(path) > 1 else []


def _without(tree: Mapping, path: list[str], own: Source) -> Mapping:
    """The tree without the entry at the end of a path, unless the variant's own file has it."""
    if not path:
        return tree
    entries = []
    for entry in tree.entries:
        if entry.key.text != path[0]:
            entries.append(entry)
        elif len(path) > 1 and isinstance(entry.value, Mapping):
            rest = _without(entry.value, path[1:], own)
            if rest.entries:
                entries.append(replace(entry, value=rest))
        elif entry.key.span.source is own:
            entries.append(entry)
    return replace(tree, entries=tuple(entries))
