"""`ggl explain`: what the code of a finding means."""

from __future__ import annotations

import re
import sys

import click

from ggl.cli import terminal


@click.command("explain")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain the CODE of a finding, with a minimal example. Without CODE, explains all codes.

    \b
    Example: ggl explain GGL203
    """
    from ggl.diagnostics import CODES
    from ggl.diagnostics.near import near_or

    if code is None:
        for each in CODES.values():
            terminal.data(f"{each.code}  {each.severity:7}  {each.title}")
        return
    name = code.strip().upper()
    name = f"GGL{name}" if name.isdigit() else name
    found = CODES.get(name)
    if found is None:
        raise click.UsageError(f"there is no code `{code}`; {near_or(name, CODES, '`ggl explain` lists all codes')}")
    colour = terminal.uses_colour(sys.stdout)
    head = f"{found.severity}[{found.code}]"
    if colour:
        head = click.style(head, fg="red" if found.severity == "error" else "yellow", bold=True)
    terminal.data(f"{head}: {found.title}\n\n{_plain(found.explanation, colour)}")


def _plain(markdown: str, colour: bool) -> str:
    """An explanation for a terminal: examples indented, without their fences."""
    lines: list[str] = []
    fenced = False
    for line in markdown.strip().splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            example = f"    {line}".rstrip()
            lines.append(click.style(example, fg="cyan") if colour and line else example)
        else:
            lines.append(re.sub(r"`[^`]+`", lambda found: click.style(found[0], fg="cyan"), line) if colour else line)
    return "\n".join(lines)
