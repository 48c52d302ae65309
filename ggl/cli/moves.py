"""`ggl moves`: the legal moves of a position, one a line, in the game's fixed order."""

from __future__ import annotations

import sys

import click

from ggl.cli import terminal
from ggl.cli.common import position_at, position_options
from ggl.cli.words import has_all


@click.command("moves")
@click.argument("game")
@click.argument("words", metavar="[FILTER]", required=False, nargs=-1)
@position_options
@click.option("--turns", is_flag=True, help="List complete turns, for games whose turns have several steps.")
def command(game: str, words: tuple[str, ...], after: str, test: str, turns: bool) -> None:
    """List the legal moves, one a line. With FILTER, one or more words, lists only moves that contain all of them.

    \b
    Example: ggl moves tabik place c3 --after "place a1 b1"
    """
    state = position_at(game, after, test)
    if turns:
        with terminal.noting_if_slow("still listing: each outcome of a roll begins whole turns of its own"):
            listed = [" ".join(map(str, turn)) for turn in state.legal_turns()]
    else:
        with terminal.noting_if_slow("still listing: each move is tried, to its end, before it counts as legal"):
            listed = [str(move) for move in state.legal_moves()]
    moves = list(dict.fromkeys(listed))  # an outcome that a roll reaches in two ways occurs twice
    wanted = [word.lower() for text in words for word in text.split()]
    found = [move for move in moves if has_all(move, wanted)]
    for move in found:
        terminal.data(move)
    if state.is_over:
        terminal.note(f"the game is over: {state.result}")
    elif not found and wanted:
        terminal.note(f"none of {len(moves)} legal moves has `{' '.join(wanted)}`")
        if wanted[0] in state.game.options:
            value = wanted[1] if len(wanted) > 1 else "VALUE"
            terminal.note(f"`{wanted[0]}` is an option of the game: write `{game.partition(':')[0]}:{wanted[0]}={value}`")
    elif terminal.is_terminal(sys.stderr):
        terminal.note(f"{len(found)} of {len(moves)} moves, {state.mover} to move")
