"""How a code is declared: one call with its number, title and explanation.

The explanation is Markdown: what the finding means; then, under `Wrong:` and `Right:`, the smallest example of each, given as
YAML with `wrong` and `right`. Codes with several examples, or none of YAML, have them in the text.
"""

from __future__ import annotations

from functools import partial
from inspect import cleandoc
from textwrap import dedent

from ggl.diagnostics.diagnostic import Code, Severity


def _declared(severity: Severity, code: str, title: str, explanation: str, *, wrong: str = "", right: str = "") -> Code:
    text = cleandoc(explanation)
    for heading, example in (("Wrong", wrong), ("Right", right)) if wrong else ():
        text += f"\n\n{heading}:\n\n```yaml\n{dedent(example).strip()}\n```"
    return Code(code, title, severity, text)


error = partial(_declared, "error")
"""The game cannot be played until this is mended."""

warning = partial(_declared, "warning")
"""The game can be played, and probably not as meant."""

note = partial(_declared, "note")
"""Worth knowing; nothing is wrong."""
