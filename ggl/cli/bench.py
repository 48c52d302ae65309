"""`ggl bench`: random playouts a second, with how long the games are."""

from __future__ import annotations

import math
import random
import time

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument


def _finite(ctx: click.Context, option: click.Parameter, seconds: float) -> float:
    """Not a number is in every range, as click compares."""
    if math.isnan(seconds):
        raise click.BadParameter("nan is no number of seconds", ctx, option)
    return seconds


@click.command("bench")
@click.argument("game")
@click.option("--seconds", default=3.0, show_default=True, type=click.FloatRange(0.1, 3600), callback=_finite,
              help="How long to measure.")  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="The same seed plays the same games.")
def command(game: str, seconds: float, seed: int) -> None:
    """Play random games and tell how many a second. The first game, which warms up, is not counted.

    \b
    Example: ggl bench tabik:size=5 --seconds 5
    """
    start = time.perf_counter()
    loaded = load_argument(game)
    loading = time.perf_counter() - start
    loaded.playout(random.Random(f"{seed}/warm"))
    games = steps = 0
    start = time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds or not games:
        steps += len(loaded.playout(random.Random(f"{seed}/{games}")).steps)
        games += 1
    terminal.data(f"game\t{loaded!r}")
    terminal.data(f"load\t{loading * 1000:.0f} ms")
    terminal.data(f"games\t{games} in {taken:.2f} s, {games / taken:.2f} a second")
    terminal.data(f"steps\t{steps}, {steps / games:.1f} a game, {steps / taken:.0f} a second")
