"""`ggl rules`: the rules in English, made from the rules themselves."""

from __future__ import annotations

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument


@click.command("rules")
@click.argument("game")
@click.option("--exact", is_flag=True, help="Each part of the rules as the file says it, word by word.")
def command(game: str, exact: bool) -> None:
    """The rules in English, for these options.

    \b
    Example: ggl rules sgibun:side=5
    """
    terminal.data(load_argument(game).rules_text(exact=exact))
