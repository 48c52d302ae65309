"""Learning by self-play, as small as it can be: which cells to choose, from who won, for any game that ggl can load.

    python examples/self_play.py [GAME]

A policy is one weight for each action and side, alike in all positions. It plays against itself in a batch, with the masks
keeping it to legal actions; after each play the weights of what the winner did go up, those of what the loser did go down. In
place of `chosen`, put a network that is given `batch.planes()`.
"""

from __future__ import annotations

import sys

import numpy as np

import ggl


def chosen(weights: np.ndarray, batch: ggl.Batch, noise: np.random.Generator) -> np.ndarray:
    """An action for each row, drawn from the legal ones by their weights: the largest of weight and Gumbel noise."""
    logits = weights[np.maximum(batch.mover, 0)] + noise.gumbel(size=(len(batch), weights.shape[1]))
    return np.where(batch.masks(), logits, -np.inf).argmax(axis=1)


def learned(game: ggl.Game, *, rows: int, rounds: int, rate: float) -> tuple[float, float]:
    """What the first side's policy comes to against random moves, before and after: 1 is all won, -1 all lost."""
    noise = np.random.default_rng(1)
    weights = np.zeros((len(game.players), game.actions.size), dtype=np.float32)
    before = against_random(game, weights, noise, rows)
    batch, each = game.batch(rows, seed=1), np.arange(rows)
    made = np.zeros((rows, *weights.shape), dtype=np.float32)  # what each side has done in the present play of a row
    for _ in range(rounds):
        actions = chosen(weights, batch, noise)
        made[each, batch.mover, actions] += 1
        batch.step(actions)
        over = batch.over
        by_side = np.take_along_axis(batch.rewards, batch.seats, axis=1)
        weights += rate * (by_side[over, :, None] * made[over]).sum(axis=0)
        made[over] = 0
        batch.reset(over)
    return before, against_random(game, weights, noise, rows)


def against_random(game: ggl.Game, weights: np.ndarray, noise: np.random.Generator, rows: int) -> float:
    batch = game.batch(rows, seed=2)
    while not batch.over.all():
        batch.step(np.where(batch.mover == 0, chosen(weights, batch, noise), batch.random()))
    first = batch.seats[:, 0]
    return float(batch.rewards[np.arange(rows), first].mean())


if __name__ == "__main__":
    before, after = learned(ggl.load(sys.argv[1] if len(sys.argv) > 1 else "tic-tac-toe"), rows=1024, rounds=300, rate=0.02)
    print(f"against random moves: {before:+.2f} before, {after:+.2f} after")
