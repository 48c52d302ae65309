"""One text of a game, read as far as possible: the findings of `ggl check`, and the data for every answer about it.

Takes a source and the files around it. Gives a `Reading`, which is a pure function of these texts: no answer depends on what the
text was before. Nothing here raises for what a file says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ggl.checker.game import CheckedGame, Notes, check
from ggl.checker.world import Typed, World
from ggl.core.types import Type
from ggl.diagnostics import Diagnostic, Findings
from ggl.host.desk.files import Files
from ggl.model.definition import Definition
from ggl.model.extends import SourceChain, load_parts
from ggl.play.filetests import misread
from ggl.source import Source, Span
from ggl.syntax.document import Mapping, read_document


@dataclass(frozen=True)
class Reading:
    """`definition` may hold values that stand for nothing, where there are findings; it is None where YAML cannot be read."""

    source: Source
    files: Files
    tree: Mapping | None
    chain: SourceChain | None
    definition: Definition | None
    checked: CheckedGame | None
    notes: Notes
    own_findings: tuple[Diagnostic, ...]
    """The findings from before the tests of the file were read."""

    _was_checked: bool

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The findings of `ggl check`, in its order."""
        return self.own_findings if self.checked is None else (*self.own_findings, *misread(self.checked))

    @cached_property
    def types(self) -> dict[Span, tuple[Typed, ...]]:
        """The types of the expression at each place: one for each way in which a definition is used."""
        found: dict[Span, dict[Type, Typed]] = {}
        for one in self.notes.typed:
            found.setdefault(one.tree.span, {}).setdefault(one.type, one)
        return {span: tuple(types.values()) for span, types in found.items()}

    @property
    def world(self) -> World | None:
        """The names with their meanings; None where the declarations are not sound."""
        return self.notes.world

    @property
    def is_read(self) -> bool:
        """Whether all of the text could be read, so that names and types were looked at."""
        return self.checked is not None or self._was_checked


def read_text(source: Source, files: Files) -> Reading:
    findings = Findings()
    notes = Notes()
    parts = load_parts(source, findings, files.bases(findings))
    tree = parts.chain.files[0][1] if parts is not None else read_document(source, Findings())
    checked = None
    was_read = parts is not None and not findings.has_errors
    if parts is not None and was_read:
        checked = check(parts.whole, {}, findings, notes)
    return Reading(
        source,
        files,
        tree,
        parts.chain if parts else None,
        checked.definition if checked else parts.definition if parts else None,
        checked,
        notes,
        findings.sorted(),
        was_read,
    )
