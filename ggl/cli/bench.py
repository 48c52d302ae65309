"""`ggl bench`: random playouts a second, with how long the games are."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument

if TYPE_CHECKING:
    from ggl.play.game import Game

PLAYS = 10_000
"""The most random games that are played in one go."""


def _finite(ctx: click.Context, option: click.Parameter, seconds: float) -> float:
    """Not a number is in every range, as click compares."""
    if math.isnan(seconds):
        raise click.BadParameter("nan is not a number of seconds", ctx, option)
    return seconds


@click.command("bench")
@click.argument("game")
@click.option("--seconds", default=3.0, show_default=True, type=click.FloatRange(0.1, 3600), callback=_finite,
              help="How long to measure.")  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--engine", default="interpreter", show_default=True, type=click.Choice(("interpreter", "compiled")),
              help="The engine.")  # fmt: skip
def command(game: str, seconds: float, seed: int, engine: str) -> None:
    """Play random games and print how many a second. The first game, which includes warming up or compiling, does not
    count.

    \b
    Example: ggl bench tabik:size=5 --seconds 5 --engine compiled
    """
    start = time.perf_counter()
    loaded = load_argument(game)
    play = _compiled(loaded, seed) if engine == "compiled" else _interpreted(loaded, seed)
    loading = time.perf_counter() - start
    start = time.perf_counter()
    play(0, 1)
    first = time.perf_counter() - start
    games, steps, count = 0, 0, 1
    start = time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds or not games:
        steps += play(games, count)
        games += count
        if taken < seconds / 20:
            count = min(count * 2, PLAYS)
    terminal.data(f"game\t{loaded!r}")
    terminal.data(f"load\t{loading * 1000:.0f} ms")
    terminal.data(f"first\t{first * 1000:.0f} ms")
    terminal.data(f"games\t{games} in {taken:.2f} s, {games / taken:.2f} a second")
    terminal.data(f"steps\t{steps}, {steps / games:.1f} a game, {steps / taken:.0f} a second")


def _interpreted(game: Game, seed: int) -> Callable[[int, int], int]:
    """Plays a number of games, from a given number on; gives the steps they took."""
    from ggl.play.fast import plays_in_sequence
    from ggl.play.playout import LONGEST_PLAYOUT

    def play(first: int, count: int) -> int:
        return sum(len(steps) for _, _, steps in plays_in_sequence(game.engine, count, seed, LONGEST_PLAYOUT, first=first))

    return play


def _compiled(game: Game, seed: int) -> Callable[[int, int], int]:
    from ggl.play.playout import LONGEST_PLAYOUT

    engine = game.fast.required()
    return lambda first, count: int(engine.playouts(count, seed, LONGEST_PLAYOUT, first=first)[:, 0].sum())
