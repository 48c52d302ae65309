"""A desk: one text during editing, and the answers to an editing tool's questions about it.

Takes a name, a text and the files around it; edits as they come. Each answer is one of plain frozen values, with offsets in
characters of the text. Answers are a function of the text and the files alone. Only completion and signature help may use names
and types of an earlier text, so that they need not wait for the checker; after `settle` they do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from ggl.checker.game import CheckedGame
from ggl.diagnostics import Diagnostic, Findings
from ggl.host.desk import places
from ggl.host.desk.completion import Completion, complete
from ggl.host.desk.error_blanking import mended, playable
from ggl.host.desk.files import Files
from ggl.host.desk.fixes import QuickFix, fix_all, fixes, fixes_at
from ggl.host.desk.formatting import format_changes
from ggl.host.desk.hints import Hint, Lens, hints, lenses
from ggl.host.desk.hover import Hover, hover
from ggl.host.desk.known import Known
from ggl.host.desk.names import occurrences
from ggl.host.desk.occurrence import Occurrence
from ggl.host.desk.outline import Fold, Symbol, folds, symbols
from ggl.host.desk.places import Edits
from ggl.host.desk.reading import Reading, read_text
from ggl.host.desk.signature import CallHelp, signature
from ggl.host.desk.text import Lines, TextChange, with_changes
from ggl.host.desk.tokens import Token, tokens
from ggl.host.desk.variant import variant
from ggl.model.extends import FindBase
from ggl.play.game import Game
from ggl.source import Source, Span


class Desk:
    def __init__(self, name: str, text: str, files: Files | None = None) -> None:
        self.name = name
        self.version = 0
        self._files = files or Files()
        self._view = _View(Source(name, text), self._files)
        self._known: Known | None = None

    @property
    def text(self) -> str:
        return self._view.source.text

    @property
    def lines(self) -> Lines:
        return self._view.lines

    def edit(self, changes: Iterable[TextChange]) -> None:
        """Changes one after another, each in the text that the one before left."""
        self.replace(with_changes(self.text, changes))

    def replace(self, text: str) -> None:
        """Another text as a whole."""
        self.version += 1
        if text != self.text:
            self._view = _View(Source(self.name, text), self._files)

    def bases(self, findings: Findings) -> FindBase:
        """The games that may stand behind `extends`."""
        return self._files.bases(findings)

    def beside(self) -> Iterator[Source]:
        """The other game files of its folder."""
        return self._files.beside(self.name)

    def look_around(self, files: Files | None = None) -> None:
        """The files around the text, or these others, have changed; results that depend on them are computed again."""
        self._files = files or self._files
        self._view = _View(self._view.source, self._files)

    def settle(self) -> None:
        """Read the text as it is, so that all answers are about it."""
        self._known = self._view.known

    # ---- answers about the text

    def findings(self) -> tuple[Diagnostic, ...]:
        return self._view.reading.findings

    def fixes(self) -> tuple[QuickFix, ...]:
        return fixes(self._view.reading)

    def fixes_at(self, start: int, end: int) -> tuple[QuickFix, ...]:
        return fixes_at(self._view.reading, start, end)

    def fix_all(self) -> str:
        return fix_all(self._view.reading)

    def complete(self, offset: int) -> Completion:
        return complete(self._latest, self.text, offset)

    def signature(self, offset: int) -> CallHelp | None:
        return signature(self._latest, self.text, offset)

    @property
    def _latest(self) -> Known:
        if self._known is None:
            self.settle()
        assert self._known is not None
        return self._known

    def hover(self, offset: int) -> Hover | None:
        return hover(self._view.known, self._view.names, offset)

    def definitions(self, offset: int) -> tuple[Span, ...]:
        return places.definitions(self._view.sound, self._view.names, offset)

    def references(self, offset: int, *, declared: bool = True) -> tuple[Span, ...]:
        return places.references(self._view.sound, self._view.names, offset, declared=declared)

    def highlights(self, offset: int) -> tuple[Occurrence, ...]:
        """The places of this text that name the same thing."""
        here = places.name_at(self._view.names, self._view.sound.source, offset)
        if here is None:
            return ()
        return tuple(one for one in self._view.names if one.thing == here.thing and one.span.source == here.span.source)

    def renamable(self, offset: int) -> Occurrence:
        """Raises `RenameRefused`."""
        return places.renamable(self._view.reading, self._view.own_names, offset)

    def rename(self, offset: int, name: str) -> tuple[Edits, ...]:
        """Raises `RenameRefused`."""
        return places.rename(self._view.reading, self._view.own_names, offset, name)

    def symbols(self) -> tuple[Symbol, ...]:
        return symbols(self._view.sound.tree)

    def folds(self) -> tuple[Fold, ...]:
        return folds(self._view.source, self._view.reading.tree)

    def tokens(self) -> tuple[Token, ...]:
        return tokens(self._view.sound, self._view.names)

    def hints(self) -> tuple[Hint, ...]:
        return hints(self._view.known, self._view.names)

    def lenses(self) -> tuple[Lens, ...]:
        return lenses(self._view.sound.tree)

    def format(self, first: int = 0, last: int | None = None) -> tuple[TextChange, ...]:
        return format_changes(self._view.reading, first, last)

    def variant(self, base: str) -> str:
        """The text as a variant of another game. Raises `VariantRefused`."""
        return variant(self._view.reading, base)

    def rules(self) -> str | None:
        """The rules in English; None while there are errors."""
        return Game(self._view.reading.checked).rules_text() if self._view.reading.checked is not None else None

    @property
    def is_variant(self) -> bool:
        tree = self._view.reading.tree
        return tree is not None and tree.get("extends") is not None

    @property
    def checked(self) -> CheckedGame | None:
        return self._view.reading.checked


class _View:
    """The results for one text, each computed on demand."""

    def __init__(self, source: Source, files: Files) -> None:
        self.source = source
        self._files = files

    @cached_property
    def lines(self) -> Lines:
        return Lines(self.source.text)

    @cached_property
    def reading(self) -> Reading:
        return read_text(self.source, self._files)

    @cached_property
    def sound(self) -> Reading:
        return mended(self.reading)

    @cached_property
    def known(self) -> Known:
        return Known(self.sound, None if self.sound.checked is not None else playable(self.sound))

    @cached_property
    def names(self) -> tuple[Occurrence, ...]:
        return occurrences(self.sound)

    @cached_property
    def own_names(self) -> tuple[Occurrence, ...]:
        return self.names if self.sound is self.reading else occurrences(self.reading)
