"""`ggl why`: whether a move is legal, and if not, which condition failed, with which values."""

from __future__ import annotations

import click

from ggl.cli import terminal
from ggl.cli.common import after_option, load_argument, play_moves


@click.command("why")
@click.argument("game")
@click.argument("move", nargs=-1, required=True)
@after_option
@click.pass_context
def command(ctx: click.Context, game: str, move: tuple[str, ...], after: str) -> None:
    """Why a move is legal or not. Exits with 1 if it is not.

    \b
    Example: ggl why sgibun place c4 --after "place c4"
    """
    state = play_moves(load_argument(game).initial_state(), after)
    explanation = state.explain(" ".join(move))
    terminal.data(str(explanation))
    ctx.exit(0 if explanation.legal else 1)
