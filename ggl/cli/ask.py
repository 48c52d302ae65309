"""`ggl ask`: evaluates an expression of the language in a position."""

from __future__ import annotations

import click

from ggl.cli import terminal
from ggl.cli.common import position_at, position_options


@click.command("ask", context_settings={"ignore_unknown_options": True})  # `-3 + ply` is not an option
@click.argument("game")
@click.argument("expression", nargs=-1, required=True)
@position_options
def command(game: str, expression: tuple[str, ...], after: str, test: str) -> None:
    """Evaluate an expression of the language as the game's own rules would. Explains a condition that is false.

    \b
    Example: ggl ask othello "count(cells with own disc)" --after "d3; c3"
    """
    from ggl.play.asking import ask

    answer = ask(position_at(game, after, test), " ".join(expression))
    terminal.data(answer.text)
    if answer.because:
        terminal.note(answer.because)
