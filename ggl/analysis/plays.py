"""Random plays, made by the thousand in a batch of the compiled engine, as `Sample`s.

Takes a game, a seed, and how many; the plays are determined by the rules, the seed and their numbers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from ggl.analysis.columns import Columns
from ggl.analysis.play_sampling import MOST_STEPS
from ggl.analysis.tally import Sample, SiteTally
from ggl.engine.draws import seeded
from ggl.engine.protocol import Step
from ggl.play.errors import ArgumentError, OptionError
from ggl.play.game import Game

ROWS = 512
"""Plays in one batch."""


def random_plays(
    game: Game, n: int, seed: int, keep: int, threads: int, end: float | None = None
) -> Iterator[tuple[Sample, list[tuple[Step, ...]]]]:
    """Samples of n random plays in all, and the steps of the first `keep` of them.

    After `end`, by `time.monotonic`, plays are broken off: those of a first batch are given as they are then, as there would be
    none at all otherwise; a later batch is left out, or long plays would be missing. Raises `OptionError` or `ArgumentError`
    where the game has no batches.
    """
    columns = Columns.of(game)
    for first in range(0, n, ROWS):
        rows = min(ROWS, n - first)
        batch = game.batch(rows, seeded(seed, first) >> 1, rolls=False, workers=threads)
        tally = SiteTally(columns, batch.positions)
        kept = max(0, min(keep - first, rows))
        chosen: list[list[int]] = []
        for _ in range(MOST_STEPS):
            live = np.nonzero(~batch.over)[0]
            if not len(live):
                break
            if end is not None and chosen and time.monotonic() > end:
                if first:
                    return
                break
            starts, _ = batch.legal()
            legal, chance = np.diff(starts)[live], batch.chance[live]
            before = batch.positions[live]
            actions = batch.random()
            batch.step(actions)
            chosen.append(actions[:kept].tolist())
            tally.step(live, before, batch.positions[live], legal, chance)
        steps = [tuple(game.actions.step(row[k]) for row in chosen if row[k] >= 0) for k in range(kept)]
        yield tally.sample(batch.positions), steps


def has_batches(game: Game) -> bool:
    try:
        game.actions  # noqa: B018 -- raises where steps have no numbers
        game.fast.emitted  # noqa: B018
    except (OptionError, ArgumentError):
        return False
    return True
