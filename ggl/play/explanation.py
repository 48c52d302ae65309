"""Explanations and their text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ggl.diagnostics.diagnostic import Code, Diagnostic, Note
from ggl.diagnostics.escape import escape
from ggl.diagnostics.render_full import render_below
from ggl.play.frozen import Frozen
from ggl.play.values import Value
from ggl.source import Span

Stage = Literal["", "over", "turn", "domain", "guard", "ensure", "choice"]
"""The stage at which a move failed: the end of the game, the turn, a parameter's set, a guard, a condition after the move, or
the choice among whole turns."""

PLAIN = Code("", "", "note", "")
"""The code of an explanation, which is shown like a finding."""

_LONGEST_LIST = 8


@dataclass(frozen=True, repr=False)
class Explanation:
    """Why a move is legal or not.

    `text` is the move in notation, or as typed; `is_move` says whether the text names a move with all its arguments, a pass
    or a pie choice. `stage` says at what it failed, empty if it did not. `condition` is the failing condition's name, or its
    text; `span` its place in the author's file. `bindings` are the parameters and lets, as written; `values` the parts of the
    condition that show why, with their values; `changed` the sites that the move's effects changed, when an `ensure` failed
    after them; `nearest` the legal moves most like the text.
    """

    text: str
    legal: bool
    is_move: bool
    what: str
    label: str = ""
    stage: Stage = ""
    condition: str = ""
    span: Span | None = None
    bindings: Mapping[str, str] = field(default_factory=dict)
    values: tuple[tuple[str, Value], ...] = ()
    changed: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "bindings", Frozen(self.bindings))

    def __repr__(self) -> str:
        verdict = "legal" if self.legal else "not legal" if self.is_move else "no move"
        return f"<{escape(self.text)}: {verdict}>" if self.legal else f"<{escape(self.text)}: {verdict}, {escape(self.reason)}>"

    @property
    def reason(self) -> str:
        """The reason in one line."""
        return f"{self.what}: {self.label}" if self.label else self.what

    def __str__(self) -> str:
        """The problem, the line of the file that states it, the values, and the nearest legal moves."""
        if self.legal:
            return f"`{escape(self.text)}` is legal"
        verdict = "is not legal" if self.is_move else "is not a move"
        about = [Note(line) for line in self._remarks()]
        near = f"the nearest legal {'move is' if len(self.nearest) == 1 else 'moves are'} " + ", ".join(
            f"`{move}`" for move in self.nearest
        )
        found = Diagnostic(PLAIN, self.span, "", self.label, (*about, *self.notes), near if self.nearest else None)
        head = self.what if self.span is not None else self.reason
        if self.span is None:
            found = Diagnostic(PLAIN, None, "", "", found.notes, found.help)
        subject = f"`{escape(self.text)}`" if self.text else "this"
        return f"{subject} {verdict}: {escape(head)}\n{render_below(found)}".rstrip("\n")

    def _remarks(self) -> list[str]:
        lines = []
        if self.bindings:
            lines.append(", ".join(f"{name} = {value}" for name, value in self.bindings.items()))
        if self.changed:
            more = ", .." if len(self.changed) > _LONGEST_LIST else ""
            lines.append("the move would change " + ", ".join(self.changed[:_LONGEST_LIST]) + more)
        return lines
