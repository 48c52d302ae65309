"""Steps a second of a batch, for code that learns: `python benchmarks/batch.py [GAME[:OPTION=VALUE] ..]`.

For each game, in one run on one thread: how many actions there are, and steps a second of masks, random actions, and a step of
all 1,024 rows, those that are over beginning anew; beside it the same work in a loop of Python over the compiled engine, one
position at a time (legal steps, a mask of them, a step), and the ratio. The last columns tell how the time of a step is spent, in
nanoseconds. `past` is how many times as long random steps (`sample` and `step`) from positions late in plays take as from the
same positions without their past: what it costs that the rules compare positions. It is the least of twenty measurements of each.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time

import numpy as np

GAMES = ["tic-tac-toe", "tabik", "othello", "breakthrough", "sgibun", "draughts", "backgammon", "chess", "go:size=9"]
ROWS = 1024
LATE = 200
"""A ply late in a play; earlier where a fifth of the plays is over before."""

LONG = 2.0
"""Seconds of a measurement, at least."""


def main(games: list[str]) -> None:
    import ggl
    from ggl.cli.common import load_argument

    print(
        f"{'game':<16}{'actions':>9}{'batch/s':>13}{'loop/s':>10}{'times':>7}{'masks':>10}{'random':>9}{'step':>9}{'reset':>8}{'past':>7}"
    )
    for name in games:
        game: ggl.Game = load_argument(name)
        fast, spent = of_batch(game)
        slow = of_loop(game)
        print(f"{name:<16}{game.actions.size:>9,}{fast:>13,.0f}{slow:>10,.0f}{fast / slow:>7.0f}"
              f"{spent[0]:>10,.0f}{spent[1]:>9,.0f}{spent[2]:>9,.0f}{spent[3]:>8,.0f}{past_of(game)}", flush=True)  # fmt: skip


def of_batch(game: object) -> tuple[float, list[float]]:
    """Steps a second, and the nanoseconds a step that each part of it takes."""
    import ggl

    assert isinstance(game, ggl.Game)
    batch = game.batch(ROWS, seed=1)
    masks = batch.masks()  # compiles
    spent, count = [0.0] * 4, 0
    while sum(spent) < LONG:
        times = [time.perf_counter()]
        batch.masks(masks)
        times.append(time.perf_counter())
        actions = batch.random()
        times.append(time.perf_counter())
        batch.step(actions)
        times.append(time.perf_counter())
        batch.reset(batch.over)
        times.append(time.perf_counter())
        spent = [so_far + after - before for so_far, before, after in zip(spent, times, times[1:], strict=False)]
        count += ROWS
    return count / sum(spent), [each / count * 1e9 for each in spent]


def past_of(game: object) -> str:
    """The ratio of the time of random steps from late positions to that from the same ones without a past; a dash without one."""
    import ggl

    assert isinstance(game, ggl.Game)
    batch = game.batch(256, seed=1)
    while batch.ply.max() < LATE and batch.over.mean() < 0.2:
        batch.step(batch.sample())
    states = [batch.state(row) for row in range(len(batch)) if not batch.over[row]]
    if not states[0].position.history:
        return f"{'-':>7}"
    least = {True: 1e9, False: 1e9}
    for keeps in (True, False) * 20:
        for row in range(len(batch)):
            batch.put(row, states[row % len(states)])
        if not keeps:
            batch._many.played[:] = 0  # nothing is remembered
        batch.step(batch.sample())
        since, steps = time.process_time(), 0
        for _ in range(8):
            steps += int((~batch.over).sum())
            batch.step(batch.sample())
        least[keeps] = min(least[keeps], (time.process_time() - since) / steps)
    return f"{least[True] / least[False]:>7.2f}"


def of_loop(game: object) -> float:
    """Steps a second, a position at a time: what a program had to do without a batch."""
    import ggl

    assert isinstance(game, ggl.Game)
    engine, actions, drawn = game.fast.required(), game.actions, random.Random(1)
    start, over = engine.start(), game.layout.at("over")
    engine.steps(start)  # compiles
    engine.play(start, engine.steps(start)[0])
    mask, position, count, since = np.zeros(actions.size, dtype=np.bool_), start, 0, time.perf_counter()
    while count % 64 or time.perf_counter() - since < LONG:
        steps = engine.steps(position)
        mask[:] = False
        mask[[actions.number(step) for step in steps]] = True
        position = engine.play(position, steps[drawn.randrange(len(steps))])
        if position.vector[over]:
            position = start
        count += 1
    return count / (time.perf_counter() - since)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as kept:
        os.environ.setdefault("GGL_CACHE", kept)
        main(sys.argv[1:] or GAMES)
