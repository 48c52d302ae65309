"""`ggl fmt`: expressions in their canonical spelling, in place."""

from __future__ import annotations

import codecs
import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import failures, terminal
from ggl.cli.common import files_of

if TYPE_CHECKING:
    from ggl.source import Source


@click.command("fmt")
@click.argument("files", metavar="FILE..", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Like --check, and show the changes.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], check: bool, diff: bool) -> None:
    """Format the expressions of game files, in place. Keeps comments and the layout of the YAML.

    A folder means the game files in it; `-` reads standard input and writes to standard output.

    \b
    Example: ggl fmt mygame.yaml --diff
    """
    from ggl.play.loading import find_source

    code = changes = 0
    for name in files_of(files):
        try:
            source = find_source(name, bundled=False)
            text = formatted_file(source)
        except Exception as error:
            code = max(code, failures.tell(error, name))
            continue
        changed = text != source.text
        changes += changed
        if diff and changed:
            terminal.data(_difference(source, text))
        elif name == "-" and not check:
            terminal.data(text) if text else None
        elif changed and not (check or diff):
            from ggl.play.storage import replace_file

            with Path(name).open("rb") as file:
                mark = "\ufeff" if file.read(3) == codecs.BOM_UTF8 else ""
            replace_file(Path(name), mark + text)
        if changed and name != "-":
            terminal.note(f"{'would change' if check or diff else 'changed'} {name}")
    ctx.exit(max(code, failures.FINDINGS if changes and (check or diff) else failures.CLEAN))


def formatted_file(source: Source) -> str:
    """A file's text, formatted. Raises `InvalidGameError` for a file that cannot be read whole."""
    from ggl.diagnostics import Findings
    from ggl.model.extends import bases_of
    from ggl.model.formatting import formatted
    from ggl.play.errors import InvalidGameError

    findings = Findings()
    text = formatted(source, findings, bases_of(source))
    if text is None:
        raise InvalidGameError(source.name, findings.sorted())
    return text


def _difference(source: Source, text: str) -> str:
    lines = difflib.unified_diff(
        source.text.splitlines(keepends=True), text.splitlines(keepends=True), source.name, f"{source.name}, formatted"
    )
    shown = [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
    if not terminal.uses_colour(sys.stdout):
        return "".join(shown)
    colours = {"+": "green", "-": "red", "@": "cyan"}
    return "".join(click.style(line, fg=colours.get(line[:1])) for line in shown)
