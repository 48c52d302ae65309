"""Calibration: a ladder of levels whose steps are alike, found by playing.

Takes a game; gives a `Ladder` (`ggl.agents.ladders`). From the random agent upwards, the next level is the least number of
simulations that scores about as much as wanted against the level below: some few plays tell which it might be, many then measure
it. A step that is too small, or not surely one (its interval reaches one half), is made larger, and the ladder ends where
simulations would be more than `most`, or where more of them bring no more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from ggl.agents.ladders import MOST_LEVELS, NEAR, Ladder, Level
from ggl.arena.matching import match
from ggl.arena.standing import Encounter
from ggl.arena.working import Backend
from ggl.play.errors import ArgumentError, must_be, must_count
from ggl.play.game import LONGEST_PLAYOUT, Game

PAIRS = 100
PROBES = 16
"""Pairs that tell whether an agent might be the next level."""

WANTED = 0.7
"""The score against the level below that makes a step: 147 Elo."""

LEAST = 0.62
"""A score that is no step yet: 85 Elo."""

MOST = 1000
GRID = tuple(sorted({round(2 ** (k / 2)) for k in range(2, 41)}))
"""Numbers of simulations that are tried: 2, 3, 4, 6, 8, 11, 16 .. With one simulation an agent plays at random."""


@dataclass(frozen=True)
class Step:
    """What calibration is at: `spec` against `below`, and how it came out; `kept` if it is a level now."""

    spec: str
    below: str
    score: float
    low: float
    high: float
    plays: int
    kept: bool


def calibrate(
    game: Game,
    pairs: int = PAIRS,
    seed: int = 0,
    *,
    most: int = MOST,
    levels: int = MOST_LEVELS,
    workers: int = 1,
    backend: Backend | None = None,
    most_steps: int = LONGEST_PLAYOUT,
    on_step: Callable[[Step], None] = lambda _: None,
) -> Ladder:
    """The ladder up to `most` simulations a step, of `levels` levels at most; `pairs` measure each.

    The same seed gives the same ladder, with any number of workers. Raises `ArgumentError`, and `AgentError` for a game that tree
    search cannot play.
    """
    must_be(game, Game, "what is calibrated", "a game: `ggl.load(..)`")
    must_count(pairs, "the number of pairs")
    if pairs < 8:
        raise ArgumentError(f"a level is measured by 8 pairs of plays or more, not {pairs}")
    if len(game.players) != 2:
        raise ArgumentError(f"ladders are for two players, and {game.name} has {len(game.players)}")

    def met(spec: str, below: str, pairs: int) -> Encounter:
        found = match(game, [spec, below], pairs, seed, workers=workers, backend=backend, most_steps=most_steps)
        return found.encounters[0]

    def told(spec: str, below: str, encounter: Encounter, kept: bool) -> None:
        score = encounter.score
        on_step(Step(spec, below, score.value, score.low, score.high, score.n, kept))

    def probed(at: int) -> float:
        encounter = met(_spec(grid[at]), below, min(PROBES, pairs))
        told(_spec(grid[at]), below, encounter, False)
        return encounter.score.value

    found: list[Level] = []
    below, rating, spread, place = "random", 0.0, 0.0, 0
    grid = [sims for sims in GRID if sims <= most]
    while place < len(grid) and len(found) < levels:
        place = _next(probed, place, len(grid))
        while place < len(grid):
            spec = _spec(grid[place])
            encounter = met(spec, below, pairs)
            sure = encounter.score.low > 0.5 and encounter.score.value >= LEAST
            told(spec, below, encounter, sure)
            if sure:
                break
            place += 2
        else:
            break
        lead = encounter.lead
        rating += lead.value
        spread = math.hypot(spread, (lead.high - lead.low) / 2 if math.isfinite(lead.high - lead.low) else lead.value)
        score = encounter.score
        found.append(Level(spec, rating, rating - spread, rating + spread, score.value, score.low, score.high, score.n))
        below = spec
        place += 1
    return Ladder(game.name, game.fingerprint, tuple(found))


def _spec(simulations: int) -> str:
    return f"mcts:sims={simulations},near={NEAR}"


def _next(score: Callable[[int], float], place: int, count: int) -> int:
    """The first place that seems to score as wanted: further and further, and then between; the last one if none does."""
    below, at, stride = place - 1, place, 1
    while score(at) < WANTED:
        if at == count - 1:
            return at
        below, at, stride = at, min(at + stride, count - 1), 2 * stride
    while at - below > 1:
        middle = (below + at) // 2
        if score(middle) < WANTED:
            below = middle
        else:
            at = middle
    return at
