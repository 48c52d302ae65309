"""`ggl ask`: what an expression of the language comes to at a position."""

from __future__ import annotations

import click

from ggl.cli import terminal
from ggl.cli.common import after_option, load_argument, play_moves


@click.command("ask", context_settings={"ignore_unknown_options": True})  # `-3 + ply` is no option
@click.argument("game")
@click.argument("expression", nargs=-1, required=True)
@after_option
def command(game: str, expression: tuple[str, ...], after: str) -> None:
    """What an expression of the language comes to, asked as the game's own rules would ask it; of a condition that is false, why.

    \b
    Example: ggl ask othello "count(cells with own disc)" --after "d3; c3"
    """
    from ggl.play.asking import ask

    answer = ask(play_moves(load_argument(game).initial_state(), after), " ".join(expression))
    terminal.data(answer.text)
    if answer.because:
        terminal.note(answer.because)
