"""`ggl fmt`: expressions in their canonical spelling, in place."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import failures, terminal
from ggl.cli.common import files_of

if TYPE_CHECKING:
    from ggl.model.definition import Definition
    from ggl.source import Source
    from ggl.syntax.fmt import Read


@click.command("fmt")
@click.argument("files", metavar="FILE..", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="As --check, and show what would change.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], check: bool, diff: bool) -> None:
    """Write the expressions of game files in their one spelling, in place. Comments and the layout of the YAML stay.

    A folder stands for the game files in it; `-` reads standard input and writes to standard output.

    \b
    Example: ggl fmt mygame.yaml --diff
    """
    from ggl.play.loading import find_source

    code = changes = 0
    for name in files_of(files):
        try:
            source = find_source(name, bundled=False)
            text = formatted(source)
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

            replace_file(Path(name), text)
        if changed and name != "-":
            terminal.note(f"{'would change' if check or diff else 'changed'} {name}")
    ctx.exit(max(code, failures.FINDINGS if changes and (check or diff) else failures.CLEAN))


def formatted(source: Source) -> str:
    """A file's text, formatted. Raises `InvalidGameError` for a file that cannot be read whole."""
    from ggl.diagnostics import Findings
    from ggl.model.extends import bases_of, load_definition
    from ggl.play.errors import InvalidGameError
    from ggl.source import Source
    from ggl.syntax.document import read
    from ggl.syntax.fmt import format_text

    findings = Findings()
    bases = bases_of(source)
    definition = load_definition(source, findings, bases)
    tree = read(source, Findings())
    if definition is None or tree is None:
        raise InvalidGameError(source.name, findings.sorted())
    text = format_text(source, tree, trees_of(definition))
    again = load_definition(Source(source.name, text), Findings(), bases)
    if again is None or _rules(again) != _rules(definition):
        raise AssertionError(f"formatting would change what {source.name} says")
    return text


def _rules(definition: Definition) -> dict[str, object]:
    """A definition as it is compared: by what it says, in the canonical choice of words."""
    from ggl.source import Span
    from ggl.syntax import tree as t
    from ggl.syntax.unparse import canonical

    def settled(value: object) -> object:
        if isinstance(value, t.Tree):
            return canonical(value)
        if isinstance(value, Span):
            return None  # where something is taken out of the game it extends
        if isinstance(value, dict):
            return {key: settled(item) for key, item in value.items()}
        if isinstance(value, tuple):
            return tuple(settled(item) for item in value)
        if is_dataclass(value) and not isinstance(value, type):
            return (type(value), *(settled(getattr(value, spec.name)) for spec in fields(value) if spec.compare))
        return value

    return {spec.name: settled(getattr(definition, spec.name)) for spec in fields(definition) if spec.name != "source"}


def trees_of(value: object) -> Iterator[Read]:
    """The trees in a definition, outermost first, as their texts were read."""
    from ggl.syntax import tree as t

    if isinstance(value, t.Lined):
        for each in (value.by, value.rows, value.other):
            yield from trees_of(each)
    elif isinstance(value, t.Tree):
        yield value  # type: ignore[misc]
    elif isinstance(value, tuple) and value and all(isinstance(item, t.Binder) for item in value):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from trees_of(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from trees_of(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for spec in fields(value):
            yield from trees_of(getattr(value, spec.name))


def _difference(source: Source, text: str) -> str:
    lines = difflib.unified_diff(
        source.text.splitlines(keepends=True), text.splitlines(keepends=True), source.name, f"{source.name}, formatted"
    )
    shown = [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
    if not terminal.colour(sys.stdout):
        return "".join(shown)
    colours = {"+": "green", "-": "red", "@": "cyan"}
    return "".join(click.style(line, fg=colours.get(line[:1])) for line in shown)
