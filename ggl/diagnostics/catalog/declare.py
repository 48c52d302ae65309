"""How a code is declared: one call with its number, title and explanation.

The explanation is Markdown: what the finding means; then, under `Wrong:` and `Right:`, the smallest example of each.
"""

from __future__ import annotations

import textwrap

from ggl.diagnostics.diagnostic import Code


def error(code: str, title: str, explanation: str) -> Code:
    """The game cannot be played until this is mended."""
    return Code(code, title, "error", textwrap.dedent(explanation).strip())


def warning(code: str, title: str, explanation: str) -> Code:
    """The game can be played, and probably not as meant."""
    return Code(code, title, "warning", textwrap.dedent(explanation).strip())


def note(code: str, title: str, explanation: str) -> Code:
    """Worth knowing; nothing is wrong."""
    return Code(code, title, "note", textwrap.dedent(explanation).strip())
