"""A game written as a variant of another: `extends`, and what differs.

Takes the reading of a game and the name of a base. Gives the text of a file that means the same game; raises `VariantRefused`
where a variant cannot say it, such as an order of ends that is not the base's. Comments are dropped.
"""

from __future__ import annotations

from ggl.diagnostics import Findings
from ggl.errors import GglError
from ggl.host.desk.reading import Reading, read_text
from ggl.model.expand import expand
from ggl.model.extends import load_chain
from ggl.model.keys import MERGED_LEVELS, OWN, REMOVED, exact_key, identity
from ggl.model.stale_sentences import without_stale
from ggl.play.fingerprint import fingerprint
from ggl.source import Source
from ggl.syntax.document import Entry, Mapping, Node, read_document, to_plain


class VariantRefused(GglError):  # noqa: N818
    """A game that cannot be written as a variant of that base; the text says why."""


def variant(reading: Reading, base: str) -> str:
    if reading.checked is None or reading.chain is None:
        raise VariantRefused("this is not a game yet; fix its errors first")
    findings = Findings()
    source = reading.files.base(base, findings)
    if source is None or source.text == reading.source.text:
        raise VariantRefused(f"there is no other game `{base[:60]}` to extend")
    chain = load_chain(source, findings, lambda name: reading.files.base(name, findings))
    if chain is None or findings.has_errors:
        raise VariantRefused(f"`{base[:60]}` has errors; fix them first")
    mine, theirs = reading.chain.merged(Findings()), chain.merged(Findings())
    own = [entry for entry in mine.entries if identity(entry.key.text) in OWN]
    untold = without_stale(theirs, theirs, mine)
    entries = (*own, _said("extends", base), *_differing(untold, mine, None))
    text = expand(Mapping(entries, mine.span), telling=False)
    again = read_text(Source(reading.source.name, text), reading.files)
    if again.checked is None or fingerprint(again.checked) != fingerprint(reading.checked):
        raise VariantRefused(
            f"a variant of `{base[:60]}` cannot express this game: some parts are in another order than in the base"
        )
    return text


def _differing(base: Mapping, mine: Mapping, levels: int | None, part: str = "") -> tuple[Entry, ...]:
    """The entries that lay `mine` over `base`; `levels` of keys are merged below these maps, None at the top."""
    known_by = exact_key if part == "says" else identity
    old = {known_by(entry.key.text): entry for entry in base.entries}
    new = {known_by(entry.key.text): entry for entry in mine.entries}
    left_to_itself = {*OWN, "extends"} if levels is None else set()
    found = []
    for key, entry in new.items():
        before = old.get(key)
        if key in left_to_itself or (before is not None and to_plain(before.value) == to_plain(entry.value)):
            continue
        below = MERGED_LEVELS.get(key, 0) if levels is None else levels - 1
        value: Node = entry.value
        if below and before is not None and isinstance(before.value, Mapping) and isinstance(value, Mapping):
            value = Mapping(_differing(before.value, value, below, key if levels is None else ""), value.span)
        found.append(Entry(entry.key, value))
    gone = [entry for key, entry in old.items() if key not in new and key not in left_to_itself]
    return (*found, *(Entry(entry.key, _said("x", REMOVED).value) for entry in gone))


def _said(key: str, value: str) -> Entry:
    tree = read_document(Source("", f"{key}: {value}\n"), Findings())
    assert tree is not None
    return tree.entries[0]
