"""Reports mistakes that a variant causes in its base at the variant's own line.

Takes a finding and the definition of a variant. An error in a base file at a name that the variant removed belongs to the
variant's line; `blame_findings` reports it there as one finding. The same holds for errors from the variant's board, its labels
or its number of players. Consequences elsewhere in the base are left out. Any other error in the base names the change that may
have caused it, without advice, which would change the base. A key of the base that does not go with one of the variant is
reported where the variant can remove it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ggl.diagnostics import Diagnostic, Fix, Note
from ggl.diagnostics.catalog import options_and_variants as codes
from ggl.diagnostics.catalog.board_and_pieces import BAD_DRAWING, BAD_TILE, WRONG_OWNER, WRONG_PLAYERS
from ggl.diagnostics.catalog.names_and_types import NOT_HERE, UNKNOWN_NAME, UNKNOWN_PROPERTY, WRONG_ARGUMENTS
from ggl.diagnostics.catalog.shape import KEY_NOT_ALLOWED
from ggl.diagnostics.near import list_names
from ggl.model.definition import Definition
from ggl.model.keys import REMOVED
from ggl.source import Span
from ggl.syntax.document import Mapping

MOST_NOTES = 3

UNKNOWN = (UNKNOWN_NAME, UNKNOWN_PROPERTY, WRONG_OWNER)
"""The findings about a name that there is not: of anything, of a property, of a player who owns a kind."""

UNFIT = {
    "board": (UNKNOWN_NAME, NOT_HERE, BAD_DRAWING, BAD_TILE),
    "labels": (UNKNOWN_NAME,),
    "players": (WRONG_PLAYERS, NOT_HERE, BAD_DRAWING),
}
"""The findings about a sound base on another board: no such cell, direction or side, no directions, a drawing of another size,
a tile that does not fit; with other labels: no such cell; and for another number of players: no pie rule, no one other player,
no glyphs for two."""

_CHANGED = {"board": "the board", "labels": "the labels", "players": "the number of players"}


def blame_findings(found: Iterable[Diagnostic], definition: Definition) -> list[Diagnostic]:
    """The findings as the author of the definition's own file should read them."""
    own: list[Diagnostic] = []
    elsewhere: list[Diagnostic] = []
    named: dict[str, list[Span]] = {}
    gone: dict[Span, list[Span]] = {}
    unfit: list[Diagnostic] = []
    for finding in found:
        span = finding.span
        if span is None or finding.code.severity != "error" or span.source not in definition.bases:
            is_ours = span is None or span.source is definition.source
            (own if is_ours or finding.code.severity != "error" else elsewhere).append(finding)
        elif span.text in definition.removed:
            named.setdefault(span.text, []).append(span)
        elif finding.code in UNKNOWN and span.text in definition.replaced:
            gone.setdefault(definition.replaced[span.text], []).append(span)
        elif any(finding.code in UNFIT[key] for key in definition.changed):
            unfit.append(finding)
        else:
            text = (
                f"this is in `{span.source.name}`, which `{definition.source.name}` extends; what that changes may be the cause"
            )
            elsewhere.append(replace(finding, notes=(*finding.notes, Note(text)), help=None, fix=None))
    if definition.bare and any(finding.code is WRONG_ARGUMENTS for finding in elsewhere):  # a rule that stays uses brackets
        return [_bare(key, text) for key, text in definition.bare.items()]
    own += [_removed(name, spans, definition) for name, spans in named.items()]
    own += [_replaced(key, spans) for key, spans in gone.items()]
    if unfit:
        own.append(_unfit(unfit, definition.changed))
    return own if any(finding.code.severity == "error" for finding in own) else [*own, *elsewhere]


def blame_keys(found: Iterable[Diagnostic], variant: Mapping, bases: Iterable[Mapping]) -> Iterator[Diagnostic]:
    """The findings of reading a variant laid over its bases: a key that cannot stay is one for the variant to remove."""
    parts = {
        entry.key.span: part.key.text
        for base in bases
        for part in base.entries
        if isinstance(part.value, Mapping)
        for entry in part.value.entries
    }
    stay: dict[str, list[tuple[Span, Diagnostic]]] = {}
    for finding in found:
        key = finding.span
        if key is None or key not in parts or finding.code is not KEY_NOT_ALLOWED:
            yield finding
        else:
            stay.setdefault(parts[key], []).append((key, finding))
    for part, keys in stay.items():
        yield from _not_beside(keys, part, variant)


def _not_beside(keys: list[tuple[Span, Diagnostic]], part: str, variant: Mapping) -> Iterator[Diagnostic]:
    """Keys of a base that cannot stay: one finding at the same part of the variant, if it has that."""
    removals = list_names([f"{key.text}: {REMOVED}" for key, _ in keys], len(keys))
    help_, written = f"write {removals} under `{part}`", variant.entry(part)
    if written is None:
        for _, finding in keys:
            yield replace(finding, help=f"{help_} in `{variant.span.source.name}`", fix=None)
        return
    notes = tuple(
        Note(": ".join(filter(None, (f"`{key.text}` of `{key.source.name}`", finding.label))), key)
        for key, finding in keys[:MOST_NOTES]
    )
    message = keys[0][1].message
    if len(keys) > 1:
        message = f"{list_names([key.text for key, _ in keys], len(keys))} of the base cannot stay beside what is here"
    yield Diagnostic(KEY_NOT_ALLOWED, written.key.span, message, notes=notes, help=help_)


def _bare(key: Span, written: str) -> Diagnostic:
    return Diagnostic(
        codes.STILL_NAMED,
        key,
        f"the game that this extends writes `{written}`, and rules that stay use it so",
        help=f"write `{written}`",
        fix=Fix.write(key, written),
    )


def _replaced(key: Span, spans: list[Span]) -> Diagnostic:
    names = list(dict.fromkeys(span.text for span in sorted(spans, key=_place)))
    return Diagnostic(
        codes.STILL_NAMED,
        key,
        f"`{key.text}` is replaced as a whole, but rules that stay name {list_names(names, MOST_NOTES)}",
        notes=_still_named(spans),
        help="name them here too, or rewrite those rules in the variant",
    )


def _unfit(found: list[Diagnostic], changed: dict[str, Span]) -> Diagnostic:
    places = sorted(((finding.span, finding) for finding in found if finding.span is not None), key=lambda one: _place(one[0]))
    keys = [key for key in changed if any(finding.code in UNFIT[key] for finding in found)]
    message, help_ = "`board` is replaced, but rules that stay do not fit it", "use a board that they fit"
    if keys != ["board"]:
        what = " and ".join(_CHANGED[key] for key in keys)
        message = f"{what} {'are' if len(keys) > 1 or keys == ['labels'] else 'is'} changed, but rules that stay do not fit"
        help_ = "keep what they fit"
    return Diagnostic(
        codes.STILL_NAMED,
        changed[keys[0]],
        message,
        notes=tuple(
            Note(": ".join(filter(None, (finding.message, finding.label))), span) for span, finding in places[:MOST_NOTES]
        ),
        help=f"rewrite those rules in the variant, or {help_}",
    )


def _still_named(spans: list[Span]) -> tuple[Note, ...]:
    return tuple(Note("it is still named here", span) for span in sorted(spans, key=_place)[:MOST_NOTES])


def _place(span: Span) -> tuple[str, int]:
    return span.source.name, span.start


def _removed(name: str, spans: list[Span], definition: Definition) -> Diagnostic:
    message, help_ = f"`{name}` is removed, but rules that stay name it", "rewrite those rules in the variant, or remove them too"
    if name in definition.definitions:
        message = f"`{name}` is removed, and these rules are read before the definition of `{name}`"
        help_ += f"; to fix an option at one value, narrow its range, as in `{name}: 5 in 5..5`"
    return Diagnostic(codes.STILL_NAMED, definition.removed[name], message, notes=_still_named(spans), help=help_)
