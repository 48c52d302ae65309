"""A variant's tree laid over its base's.

Takes two trees of game files as written. Gives one in which the variant's values replace the base's, key by key down to the
level that `MERGED_LEVELS` names; the value `removed` removes a key. Reports keys that one file writes twice in two spellings,
and removals of keys that do not exist. Leaves out the base's sentences
that are stale in the variant.
"""

from __future__ import annotations

import re
from typing import TypeGuard

from ggl.diagnostics import Findings, Fix, Note, near
from ggl.diagnostics.catalog import file_and_yaml as codes
from ggl.diagnostics.catalog import options_and_variants as variant_codes
from ggl.diagnostics.near import list_names, near_label
from ggl.frozen import frozen
from ggl.model.keys import MERGED_LEVELS, OWN, REQUIRED, exact_key, identity, is_set_literal
from ggl.model.reader.values import is_removed
from ggl.model.stale_sentences import without_stale
from ggl.source import Span
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence, entry_removal

MOST_TOLD = 8
"""Keys of the base that a help lists at most."""


def merge(base: Mapping, variant: Mapping, findings: Findings, broken: frozenset[Span] = frozenset()) -> Mapping:
    """The keys come in the base's order, new ones after them, but for those of parts that are `IN_ORDER`.

    Maps at `broken` places stay as they are."""
    kept = tuple(e for e in base.entries if identity(e.key.text) not in (*OWN, "extends"))
    own = tuple(e for e in variant.entries if identity(e.key.text) in OWN)
    rules = tuple(e for e in variant.entries if identity(e.key.text) not in (*OWN, "extends"))
    merged = _Merging(findings, broken).laid_over(Mapping(kept, base.span), Mapping(rules, variant.span), None)
    told = without_stale(merged, base, merged, variant.span.source)
    return Mapping((*own, *told.entries), variant.span)


IN_ORDER = ("players", "end")
"""Parts whose keys have the order of a variant that names all that stay."""

OF_SETS = ("regions", "state")
"""The parts whose values may be sets: `{}` is the empty one there, and no map without keys."""

_OF_PLAYERS = re.compile(r"(players?) \w+ (wins?|loses?)")


@frozen
class _Merging:
    findings: Findings
    broken: frozenset[Span]

    def laid_over(self, base: Mapping, variant: Mapping, levels: int | None, part: str = "") -> Mapping:
        """`levels` of keys are merged below this map's own; None at the top, where it depends on the key.

        `part` is the key of the top that has the maps as its values.
        """
        by_key = exact_key if part == "says" else identity
        known_by = _by_any_name if part == "end" and not _tells_names_apart(base, variant) else by_key
        entries = {known_by(entry.key.text): entry for entry in reversed(base.entries)}
        entries = dict(reversed(entries.items()))
        written: dict[str, Entry] = {}
        for entry in variant.entries:
            key = known_by(entry.key.text)
            if key in written:
                _report_twice(entry, written[key], self.findings)
                continue
            written[key] = entry
            old = entries.get(key)
            if is_removed(entry.value):
                if old is None:
                    _report_removed(entry, base, self.findings)
                elif levels is None and key in REQUIRED:
                    _report_required(entry, self.findings)
                else:
                    del entries[key]
                continue
            below = MERGED_LEVELS.get(key, 0) if levels is None else levels - 1
            base_value = old.value if old else None
            if levels is None and isinstance(base_value, Sequence):
                base_value = _players_as_a_map(base_value)
            if part == "state" and base_value is not None and not _is_map(base_value):
                base_value = Mapping((Entry(Scalar("start", base_value.span), base_value),), base_value.span)  # `n: 3` in full
            value = entry.value
            if part not in OF_SETS or not (isinstance(value, Mapping) and is_set_literal(value)):
                value = self._merged(base_value, value, below, key if levels is None else "")
            entries[key] = Entry(entry.key, value)
        if part in IN_ORDER and entries.keys() <= written.keys():
            entries = {key: entries[key] for key in written if key in entries}
        return Mapping(tuple(entries.values()), variant.span, variant.flow)

    def _merged(self, base: Node | None, variant: Node, levels: int, part: str) -> Node:
        if levels == 0 or not _is_map(variant) or variant.span in self.broken:
            return variant
        below = base if _is_map(base) else Mapping((), variant.span)
        return self.laid_over(below, variant, levels, part)


def _by_any_name(key: str) -> str:
    """The identity of a key of `end`: `player p wins` and `player q wins` are the same line."""
    of_players = _OF_PLAYERS.fullmatch(" ".join(key.split()))
    return f"{of_players[1]} .. {of_players[2]}" if of_players else identity(key)


def _tells_names_apart(*maps: Mapping) -> bool:
    """Whether a map has the same line of `end` under two names."""
    return any(len({_by_any_name(key) for key in one.keys}) < len({identity(key) for key in one.keys}) for one in maps)


def _players_as_a_map(players: Sequence) -> Mapping:
    """A list of players is a map of players without constants. No other list is at the top of a base and a map in its variant."""
    named = (item for item in players.items if isinstance(item, Scalar))
    return Mapping(tuple(Entry(item, Mapping((), item.span)) for item in named), players.span)


def _is_map(node: Node | None) -> TypeGuard[Mapping]:
    """A map of keys: not a set in braces, nor text."""
    return isinstance(node, Mapping) and not (is_set_literal(node) and node.entries)


def _report_removed(entry: Entry, base: Mapping, findings: Findings) -> None:
    key = " ".join(entry.key.text.split())
    there = {identity(each): " ".join(each.split()) for each in base.keys}
    close = [there[each] for each in near(identity(entry.key.text), there)]
    leave_out = "remove this line"
    if there:
        leave_out += f"; there is {list_names(list(there.values()), MOST_TOLD)}"
    findings.report(
        variant_codes.REMOVED_NOTHING,
        entry.key.span,
        f"there is no `{key}` to remove",
        label=near_label(close),
        help=None if close else leave_out,
        fix=Fix.write(entry.key.span, close[0]) if close else entry_removal(entry.key.span, leave_out),
    )


def _report_required(entry: Entry, findings: Findings) -> None:
    key = entry.key.text
    message = f"`{key}` cannot be removed, since every game has it"
    help_ = f"write the `{key}` of this game, or remove this line"
    if key in MERGED_LEVELS:
        help_ = f"remove those of the {key} that go, each by its name"
    findings.report(variant_codes.REMOVED_NOTHING, entry.key.span, message, help=help_)


def _report_twice(entry: Entry, first: Entry, findings: Findings) -> None:
    same = entry.key.text == first.key.text
    message = f"the key `{entry.key.text}` is written twice in one map"
    if not same:
        message = f"`{entry.key.text}` is declared twice, first as `{first.key.text}`"
    findings.report(
        codes.DUPLICATE_KEY,
        entry.key.span,
        message,
        label="again here",
        notes=(Note("first written here", first.key.span),),
        help="keep one, or give one of them another name",
    )
