"""`ggl perft`: the number of ways to play a number of turns, as chess engines print it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.common import position_at, position_options

if TYPE_CHECKING:
    from ggl.play.game import Game, State


@click.command("perft")
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 99))
@click.option("--divide", is_flag=True, help="Also print the count below each first turn.")
@position_options
def command(game: str, depth: int, divide: bool, after: str, test: str) -> None:
    """Count the ways to play DEPTH turns, the usual test that two programs agree on the rules. A turn of several steps counts
    once. A game that has ended adds nothing at greater depths.

    \b
    Example: ggl perft tiku 3 --divide
    """
    if divide and not depth:
        raise click.UsageError("--divide needs a DEPTH of 1 or more")
    state = position_at(game, after, test)
    loaded = state.game
    start = time.perf_counter()
    if divide:
        count = 0
        for text, below in _divided(loaded, state, depth):
            terminal.data(f"{text}: {below}")
            count += below
        terminal.data(f"\nNodes searched: {count}")
    else:
        with terminal.noting_if_slow("still counting: every way to play counts, and each outcome of a roll"):
            count = loaded.perft(state, depth)
        terminal.data(str(count))
    taken = time.perf_counter() - start
    if terminal.is_terminal(sys.stderr):
        terminal.note(f"{taken:.2f} s, {count / max(taken, 1e-9):,.0f} a second")


def _divided(game: Game, state: State, depth: int) -> Iterator[tuple[str, int]]:
    """The first turns, each as its steps, with the number of ways to continue."""
    from ggl.play.perft import MOST_ROLLED, check_rolls, turns

    check_rolls(game.engine, state.position, depth, MOST_ROLLED)
    for steps, _ in turns(game.engine, state.position):
        after, written = state, []
        for step in steps:
            written.append(after.move_of(step))
            after = after.after(written[-1])
        yield " ".join(map(str, written)), game.perft(after, depth - 1)
