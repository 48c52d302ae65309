"""`ggl rules`: the rules in English, made from the rules themselves."""

from __future__ import annotations

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument


@click.command("rules")
@click.argument("game")
def command(game: str) -> None:
    """The rules in English, for these options.

    \b
    Example: ggl rules sgibun:side=5
    """
    terminal.data(load_argument(game).rules_text())
