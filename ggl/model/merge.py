"""A variant's tree laid over its base's.

Takes two trees of game files as written. Gives one in which what the variant says replaces what the base says, key by
key down to the level that `MERGED_LEVELS` names; the value `removed` takes a key away. Reports keys that one file writes
twice in two spellings, and what cannot be removed because it is not there.
"""

from __future__ import annotations

from ggl.diagnostics import Findings, Note, near
from ggl.diagnostics.catalog import options_and_variants as variant_codes
from ggl.diagnostics.catalog import yaml_and_shape as codes
from ggl.model.keys import MERGED_LEVELS, OWN, identity, is_set_literal
from ggl.syntax.document import Entry, Mapping, Node, Scalar

REMOVED = "removed"


def merge(base: Mapping, variant: Mapping, findings: Findings) -> Mapping:
    """The keys come in the base's order, new ones after them."""
    kept = tuple(e for e in base.entries if identity(e.key.text) not in (*OWN, "extends"))
    own = tuple(e for e in variant.entries if identity(e.key.text) in OWN)
    rules = tuple(e for e in variant.entries if identity(e.key.text) not in (*OWN, "extends"))
    merged = _laid_over(Mapping(kept, base.span), Mapping(rules, variant.span), None, findings)
    return Mapping((*own, *merged.entries), variant.span)


def _laid_over(base: Mapping, variant: Mapping, levels: int | None, findings: Findings) -> Mapping:
    """`levels` of keys are merged below this map's own; None at the top, where it depends on the key."""
    entries = {identity(entry.key.text): entry for entry in reversed(base.entries)}
    entries = dict(reversed(entries.items()))
    written: dict[str, Entry] = {}
    for entry in variant.entries:
        key = identity(entry.key.text)
        if key in written:
            _report_twice(entry, written[key], findings)
            continue
        written[key] = entry
        old = entries.get(key)
        if _is_removed(entry.value):
            if old is None:
                _report_removed(entry, base, findings)
            entries.pop(key, None)
            continue
        below = MERGED_LEVELS.get(key, 0) if levels is None else levels - 1
        value = _merged(old.value if old else None, entry.value, below, findings)
        entries[key] = Entry(entry.key, value)
    return Mapping(tuple(entries.values()), variant.span, variant.flow)


def _merged(base: Node | None, variant: Node, levels: int, findings: Findings) -> Node:
    if levels == 0 or not isinstance(variant, Mapping) or (is_set_literal(variant) and variant.entries):
        return variant
    below = base if isinstance(base, Mapping) and not (is_set_literal(base) and base.entries) else Mapping((), variant.span)
    return _laid_over(below, variant, levels, findings)


def _is_removed(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and node.text == REMOVED


def _report_removed(entry: Entry, base: Mapping, findings: Findings) -> None:
    key = " ".join(entry.key.text.split())
    close = near(key, base.keys)
    findings.report(
        variant_codes.REMOVED_NOTHING,
        entry.key.span,
        f"there is no `{key}` to remove",
        label=f"near: {', '.join(f'`{each}`' for each in close)}" if close else "",
        help="leave this line out",
    )


def _report_twice(entry: Entry, first: Entry, findings: Findings) -> None:
    same = entry.key.text == first.key.text
    message = f"the key `{entry.key.text}` is written twice in one map"
    if not same:
        message = f"`{entry.key.text}` is declared twice, the first time as `{first.key.text}`"
    findings.report(
        codes.DUPLICATE_KEY,
        entry.key.span,
        message,
        label="written again here",
        notes=(Note("it was first written here", first.key.span),),
        help="keep one, or give one of them another name",
    )
