"""`ggl expand`: a game with all its bases merged in, as one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.common import read_argument, split_argument

if TYPE_CHECKING:
    from ggl.model.extends import FindBase
    from ggl.source import Source
    from ggl.syntax.document import Mapping


@click.command("expand")
@click.argument("game")
def command(game: str) -> None:
    """A variant as one whole file; comments tell which file each part came from.

    \b
    Example: ggl expand tirnabun > whole.yaml
    """
    from ggl.model.expand import expand

    name, options = split_argument(game)
    if options:
        raise click.UsageError("`expand` takes no options of a game: a file holds all of their values")
    terminal.data(expand(merged_tree(read_argument(name), name)))


def merged_tree(source: Source, name: str) -> Mapping:
    """The tree of a game's file with its bases merged in. Raises `InvalidGameError`."""
    from ggl.diagnostics import Findings
    from ggl.model.extends import load_chain
    from ggl.play.errors import InvalidGameError

    findings = Findings()
    chain = load_chain(source, findings, bases_of(source))
    tree = chain.merged(findings) if chain is not None else None
    if tree is None or findings.has_errors:
        raise InvalidGameError(name, findings.sorted())
    return tree


def bases_of(source: Source) -> FindBase:
    """Where a file's bases are looked for: among the bundled games, and beside it."""
    from pathlib import Path

    from ggl.model.extends import find_beside

    return find_beside(None if source.name.startswith("<") else Path(source.name).parent)
