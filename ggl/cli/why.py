"""`ggl why`: whether a move is legal, and if not, which condition failed, with which values."""

from __future__ import annotations

import click

from ggl.cli import terminal
from ggl.cli.common import position_at, position_options


@click.command("why")
@click.argument("game")
@click.argument("move", nargs=-1, required=True)
@position_options
@click.pass_context
def command(ctx: click.Context, game: str, move: tuple[str, ...], after: str, test: str) -> None:
    """Explain why a move is legal or not. Exits with 1 if it is not.

    \b
    Example: ggl why sgibun place c4 --after "place c4"
    """
    state = position_at(game, after, test)
    explanation = state.explain(" ".join(move))
    terminal.data(str(explanation))
    ctx.exit(0 if explanation.legal else 1)
