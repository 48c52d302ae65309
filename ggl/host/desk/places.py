"""The declarations, uses and renaming of a name: in a file, its bases, and the files that extend it.

Takes readings of a text and of the files around it. Gives places, and for a new name the changes to each file. A rename is
tried first: the files are read with its changes, and a rename that adds a finding or changes what a name refers to is rejected
with the reason.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources as package_files
from pathlib import Path

from ggl import resources
from ggl.checker.game import CheckedGame
from ggl.checker.vocabulary.board_words import DOTS
from ggl.checker.vocabulary.names import taken
from ggl.checker.vocabulary.position_names import SITE_DOTS
from ggl.checker.vocabulary.prelude import prelude
from ggl.diagnostics import Findings
from ggl.host.desk.family import Member, family, file_of
from ggl.host.desk.files import path_of, real_path
from ggl.host.desk.names import occurrences
from ggl.host.desk.occurrence import QUOTED, Occurrence, Thing
from ggl.host.desk.reading import Reading, read_text
from ggl.host.desk.text import Lines, TextChange, applied_together
from ggl.host.desk.tree_names import all_in
from ggl.model.keys import NAMES_HAVE, is_valid_name
from ggl.model.reader.combining import member_prefix
from ggl.play.filetests import run_tests
from ggl.play.game import Game
from ggl.source import Source, Span
from ggl.syntax import tree as t
from ggl.syntax.document import read_document


class RenameRefused(Exception):  # noqa: N818
    """A name that is not available here; the text gives the reason."""


@dataclass(frozen=True)
class Edits:
    """Changes to one file, each a place of its text."""

    source: Source
    changes: tuple[TextChange, ...]

    @property
    def text(self) -> str:
        return applied_together(self.source.text, self.changes)


def name_at(found: tuple[Occurrence, ...], source: Source, offset: int) -> Occurrence | None:
    """The name at a place, or just before it."""
    here = [one for one in found if one.span.source == source and one.span.start <= offset <= one.span.end]
    return min(here, key=lambda one: (one.span.end == offset, one.span.start), default=None)


def definitions(reading: Reading, found: tuple[Occurrence, ...], offset: int) -> tuple[Span, ...]:
    """The declarations of the name at a place: in this file, else in the nearest one that it extends, else in the prelude."""
    here = name_at(found, reading.source, offset)
    if here is None:
        word = _word(reading.source.text, offset)
        return (_prelude_place(word),) if word in prelude() and reading.chain is not None else ()
    spans = [one.span for one in found if one.declares and one.thing == here.thing]
    order = [source.name for source, _ in reading.chain.files] if reading.chain else []
    if not spans:
        return ()
    nearest = min(spans, key=lambda span: order.index(span.source.name)).source.name
    return tuple(span for span in spans if span.source.name == nearest)


def references(reading: Reading, found: tuple[Occurrence, ...], offset: int, *, declared: bool = True) -> tuple[Span, ...]:
    """All places of the name at a place, in all files that share it; of a word of the language, all places in this game."""
    here = name_at(found, reading.source, offset)
    if here is None:
        return _places_of_word(reading, _word(reading.source.text, offset), declared=declared)
    spans: dict[tuple[str, int], Span] = {}
    for each in family(reading, found, here.thing):
        for one in each.names:
            if one.thing == here.thing and (declared or not one.declares):
                spans.setdefault((file_of(one.span.source), one.span.start), one.span)
    return tuple(spans[key] for key in sorted(spans))


def _places_of_word(reading: Reading, word: str, *, declared: bool) -> tuple[Span, ...]:
    """The uses of a word of the language in the rules of a game, with its place in the prelude if `declared`."""
    if not word or not _is_word(word):
        return ()
    spans: dict[tuple[str, int], Span] = {}
    for value in all_in(reading.definition):
        if isinstance(value, t.Name | t.Call) and value.name == word:
            span = value.name_span if isinstance(value, t.Call) else value.span
            if span.text == word:
                spans[file_of(span.source), span.start] = span
    own = tuple(spans[key] for key in sorted(spans))
    return (_prelude_place(word), *own) if declared and word in prelude() and own else own


def rename(reading: Reading, found: tuple[Occurrence, ...], offset: int, name: str) -> tuple[Edits, ...]:
    """The changes that rename the thing at a place. Raises `RenameRefused`."""
    here = renamable(reading, found, offset)
    thing = here.thing
    if name == thing.name:
        return ()
    quoted = thing.sort in QUOTED
    if quoted and (not name.strip() or name != name.strip() or "\n" in name or "\r" in name):
        raise RenameRefused("a quoted name is a text on one line")
    if not quoted and not is_valid_name(name):
        raise RenameRefused(f"`{name}` is not a name: {NAMES_HAVE}")
    meant = None if quoted else _taken(thing, name)
    if meant:
        raise RenameRefused(f"`{name}` is taken: {meant}")
    members = family(reading, found, thing)
    _see_that_all_is_read(members, thing.name)
    changes: dict[str, dict[int, TextChange]] = {}
    sources: dict[str, Source] = {}
    for each in members:
        for one in each.names:
            if one.thing == thing:
                if _is_ours(one.span.source, reading):
                    raise RenameRefused(f"`{thing.name}` is declared in `{one.span.source.file}`, which comes with ggl")
                file = file_of(one.span.source)
                sources.setdefault(file, one.span.source)
                change = TextChange(one.span.start, one.span.end, _as_written(one, name))
                changes.setdefault(file, {})[one.span.start] = change
    edits = tuple(Edits(sources[key], tuple(changes[key][at] for at in sorted(changes[key]))) for key in sorted(changes))
    try:
        _try(members, edits, thing, name)
    except RenameRefused:
        if thing.sort == "constant" and thing.name in read_by_prelude():
            words = " and ".join(f"`{word}`" for word in read_by_prelude()[thing.name])
            raise RenameRefused(f"words of the language read the constant `{thing.name}`: {words}") from None
        raise
    return edits


def _as_written(one: Occurrence, name: str) -> str:
    """A new name in the form that the old one has at a place: `card_1` of `cards`, `take-black` of `Black`."""
    if one.singular:
        return member_prefix(name)
    old = one.thing.name
    return name.lower() if one.span.text != old and one.span.text == old.lower() else name


@cache
def read_by_prelude() -> dict[str, list[str]]:
    """The constants of players that words of the prelude read, each with these words."""
    known = {name for _, name in DOTS} | set(SITE_DOTS)
    found: dict[str, list[str]] = {}
    for word, one in prelude().items():
        for tree in t.nodes(one.body):
            if isinstance(tree, t.Dot) and tree.name not in known:
                found.setdefault(tree.name, []).append(word)
    return found


def renamable(reading: Reading, found: tuple[Occurrence, ...], offset: int) -> Occurrence:
    """The occurrence that a rename at a place concerns. Raises `RenameRefused`."""
    if reading.definition is None:
        raise RenameRefused("this file cannot be read; fix its errors first")
    here = name_at(found, reading.source, offset)
    if here is None:
        word = _word(reading.source.text, offset)
        if word and (word in prelude() or _is_word(word)):
            raise RenameRefused(f"`{word}` is a word of the language")
        raise RenameRefused("there is no name of this file here")
    return here


def _is_ours(source: Source, reading: Reading) -> bool:
    """Whether a file is one that comes with ggl, and is not itself the one that is edited."""
    ours = real_path(resources.games_folder())
    is_inside = Path(file_of(source)).parent == ours
    return source != reading.source and is_inside and (reading.files.folder is None or real_path(reading.files.folder) != ours)


def _see_that_all_is_read(members: list[Member], name: str) -> None:
    for each in members:
        if (place := each.unread(name)) is not None:
            line = Lines(place.source.text).line_of(place.start) + 1
            raise RenameRefused(f"`{name}` stands in line {line} of `{place.source.file}`, which has errors; fix them first")


def _try(members: list[Member], edits: tuple[Edits, ...], thing: Thing, name: str) -> None:
    """See that the changed files have no finding more, as many places of each name as before, and no test that fails more."""
    after = {file_of(one.source): one.text for one in edits}
    texts = {real_path(path): one.text for one in edits if (path := path_of(one.source)) is not None}
    for each in members:
        reading = each.reading
        files = replace(reading.files, open_texts={**reading.files.open_texts, **texts})
        now = read_text(Source(reading.source.name, after.get(file_of(reading.source), reading.source.text)), files)
        known = Counter(finding.code for finding in reading.findings)
        for finding in now.findings:
            known[finding.code] -= 1
            if known[finding.code] < 0:
                raise RenameRefused(f"`{name}` is not possible in `{reading.source.file}`: {finding.message}")
        before = Counter((one.thing.sort, name if one.thing == thing else one.thing.name) for one in each.names)
        if before != Counter((one.thing.sort, one.thing.name) for one in occurrences(now)):
            raise RenameRefused(f"the name `{name}` would change the meaning of `{reading.source.file}`")
        fails = _failing(now.checked)
        for number in fails - _failing(reading.checked) if fails else ():
            test = now.checked.definition.tests[number].name if now.checked is not None else ""
            raise RenameRefused(f"with the name `{name}` the test `{test}` of `{reading.source.file}` would fail")


def _failing(checked: CheckedGame | None) -> set[int]:
    """The numbers of the tests of a game that fail. Positions are not counted: tests that only count them read no names."""
    if checked is None:
        return set()
    definition = checked.definition
    quick = tuple(replace(test, expect=tuple(each for each in test.expect if each[0] != "perft")) for test in definition.tests)
    game = replace(checked, definition=replace(definition, tests=quick))
    return {number for number, each in enumerate(run_tests(game, lambda game: Game(game, "interpreter"))) if not each.passed}


_AS = {
    "cell": "cell of `links`",
    "kind": "kind of piece",
    "property": "property of pieces on cells",
    "constant": "constant of a player",
    "values": "set of values",
}


def _taken(thing: Thing, name: str) -> str:
    found = taken(_AS.get(thing.sort, thing.sort), name) if thing.sort not in QUOTED else None
    return found.meaning if found is not None else ""


def _is_word(word: str) -> bool:
    return taken("variable", word) is not None or taken("definition", word) is not None


def _word(text: str, offset: int) -> str:
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    end = offset
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return text[start:end]


def _prelude_place(word: str) -> Span:
    """The declaration of a word of the prelude, in the file that is installed with ggl."""
    path = package_files.files("ggl.checker.vocabulary").joinpath("prelude.yaml")
    source = Source(str(path), path.read_text("utf-8"))
    tree = read_document(source, Findings())
    assert tree is not None
    entry = tree.entry(word)
    assert entry is not None
    return entry.key.span
