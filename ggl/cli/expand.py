"""`ggl expand`: a game with all its bases merged in, as one file."""

from __future__ import annotations

import click

from ggl.cli import terminal
from ggl.cli.common import merged, split_argument


@click.command("expand")
@click.argument("game")
def command(game: str) -> None:
    """Print a variant as one complete file. Comments name the file that each part comes from.

    \b
    Example: ggl expand tirnabun > whole.yaml
    """
    from ggl.model.expand import expand, without
    from ggl.play.loading import check_source, find_source

    name, options = split_argument(game)
    if options:
        raise click.UsageError("`expand` takes no options of a game: the file keeps all their values")
    source = find_source(name)
    checked, _ = check_source(source)
    tree = merged(source)
    terminal.data(expand(tree if checked is None else without(tree, checked.world.idle)))
