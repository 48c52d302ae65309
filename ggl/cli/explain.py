"""`ggl explain`: what the code of a finding means."""

from __future__ import annotations

import click

from ggl.cli import terminal


@click.command("explain")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """What a finding's CODE means, with the smallest example; without CODE, all of them.

    \b
    Example: ggl explain GGL203
    """
    from ggl.diagnostics import CODES, near

    if code is None:
        for each in CODES.values():
            terminal.data(f"{each.code}  {each.severity:7}  {each.title}")
        return
    name = code.strip().upper()
    name = f"GGL{name}" if name.isdigit() else name
    found = CODES.get(name)
    if found is None:
        close = near(name, CODES)
        hint = f"near: {', '.join(close)}" if close else "`ggl explain` lists all codes"
        raise click.UsageError(f"there is no code `{code}`; {hint}")
    terminal.data(f"{found.severity}[{found.code}]: {found.title}\n\n{found.explanation}")
