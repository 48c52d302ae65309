"""Calibration: a ladder of levels with equal steps, measured by play.

Takes a game; gives a `Ladder` (`ggl.agents.ladders`). From the random agent upwards, the next level is the least number of
simulations with about the desired score against the level below: a few plays find a candidate, and many others then measure it.
A step that is too small or not significant (its interval reaches one half) is enlarged, and one that is too large is reduced.
The ladder ends at `most` simulations, or when more simulations bring no improvement. The top level plays its best move; the
others play any move that is nearly as good.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ggl import agents as makers
from ggl.agents.ladders import MOST_LEVELS, NEAR, Ladder, Level
from ggl.arena import unrecorded
from ggl.arena.jobs import Backend, Told
from ggl.arena.processes import crew_of
from ggl.arena.seeds import seed_of
from ggl.play.errors import ArgumentError, must_be, must_count, whole_seed
from ggl.play.game import Game
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.statistics import Interval, elo

PAIRS = 100
PROBES = 20
"""Pairs of plays that test whether an agent could be the next level."""

WANTED = 0.7
"""The score against the level below that makes a step: 147 Elo."""

LEAST, LARGEST = 0.62, 0.78
"""The least and the greatest score of a step, 85 and 220 Elo."""

MOST = 1000
GRID = tuple(sorted({round(2 ** (k / 2)) for k in range(2, 41)}))
"""The numbers of simulations to try: 2, 3, 4, 6, 8, 11, 16 .. With one simulation an agent plays at random."""


@dataclass(frozen=True)
class Trial:
    """The progress of calibration: the result of `spec` against `below`; `kept` if it is a level now."""

    spec: str
    below: str
    score: float
    low: float
    high: float
    plays: int
    kept: bool


class _Meetings:
    """Plays between pairs of agents, with their progress."""

    def __init__(
        self,
        game: Game,
        seed: int,
        most_steps: int,
        crew: Backend,
        told: Told,
        on_trial: Callable[[Trial], None],
        on_play: Callable[[str, int, int], None],
    ) -> None:
        self._game, self._seed, self._most_steps = game, seed, most_steps
        self._crew, self._told, self._on_trial, self._on_play = crew, told, on_trial, on_play
        self._scores: dict[tuple[str, str, int, str], Interval] = {}

    def score(self, spec: str, below: str, pairs: int, use: str) -> Interval:
        """The score of one agent against the other. Each use has separate plays, so that a choice is not measured by the plays
        that selected it. A repeated request returns the known score."""
        asked = spec, below, pairs, use
        if asked not in self._scores:
            setup = unrecorded.UnrecordedSetup(self._game, (spec, below), seed_of(self._seed, use, spec, below), self._most_steps)
            on_play = partial(self._on_play, spec)
            self._scores[asked] = unrecorded.score(setup, pairs, self._crew, self._told, on_play)
        return self._scores[asked]

    def spec(self, simulations: int) -> str:
        return _spec(self._game, simulations)

    def told(self, spec: str, below: str, score: Interval, kept: bool) -> None:
        self._on_trial(Trial(spec, below, score.value, score.low, score.high, score.n, kept))


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
    told: Told = lambda _: None,
    on_trial: Callable[[Trial], None] = lambda _: None,
    on_ladder: Callable[[Ladder], None] = lambda _: None,
    on_play: Callable[[str, int, int], None] = lambda *_: None,
) -> Ladder:
    """The ladder up to `most` simulations a step, of `levels` levels at most; `pairs` measure each.

    The same seed gives the same ladder, with any number of workers. `told` takes notes, such as that a worker died; `on_ladder`
    takes the ladder whenever it has another level; `on_play` takes the agent being measured, the number of plays done and the
    number planned. Raises `ArgumentError`, and `AgentError` for a game that tree search cannot play.
    """
    must_be(game, Game, "what is calibrated", "a game: `ggl.load(..)`")
    must_count(pairs, "the number of pairs")
    seed = whole_seed(seed)
    must_count(most, "the most simulations of a level")
    must_count(levels, "the most levels")
    must_count(most_steps, "`most_steps`")
    if pairs < 8:
        raise ArgumentError(f"a level needs at least 8 pairs of plays, not {pairs}")
    if len(game.players) != 2:
        raise ArgumentError(f"ladders are for two players, but {game.name} has {len(game.players)}")
    crew = backend if backend is not None else crew_of(workers)
    makers.make(_spec(game, GRID[0]), game).close()  # raises at once if it cannot play
    meetings = _Meetings(game, seed, most_steps, crew, told, on_trial, on_play)
    grid = [sims for sims in GRID if sims <= most]
    found: list[tuple[str, Interval]] = []
    below, place, stride = "random", -1, 1
    while place + 1 < len(grid) and len(found) < levels:
        at = _next(meetings, grid, below, place, stride, min(PROBES, pairs))
        step = _measured(meetings, grid, below, place, at, pairs)
        if step is None:
            break
        stride, place, score = step[0] - place, *step
        below = _spec(game, grid[place])
        found.append((below, score))
        on_ladder(Ladder(game.name, game.fingerprint, _rated(found)))
    if found and not game.hides:  # the sampled positions vary enough, so each level plays its best move
        found[-1] = _best_play(meetings, found, pairs)
    return Ladder(game.name, game.fingerprint, _rated(found))


def _next(meetings: _Meetings, grid: list[int], below: str, place: int, stride: int, pairs: int) -> int:
    """The first place above `place` that seems to score as wanted, the last one if none does; `stride` is how far it might be."""

    def enough(at: int) -> bool:
        found = meetings.score(meetings.spec(grid[at]), below, pairs, "probe")
        meetings.told(meetings.spec(grid[at]), below, found, False)
        return found.value >= WANTED

    low, at, leap = place, min(place + stride, len(grid) - 1), 1
    if enough(at):
        high = at
        while high - low > 1 and leap:
            at = max(high - leap, low + 1)
            if enough(at):
                high, leap = at, 2 * leap
            else:
                low, leap = at, 0
    else:
        low, high = at, len(grid)
        while high == len(grid) and low < len(grid) - 1:
            at = min(low + leap, len(grid) - 1)
            if enough(at):
                high = at
            else:
                low, leap = at, 2 * leap
        if high == len(grid):
            return high - 1
    while high - low > 1:
        middle = (low + high) // 2
        if enough(middle):
            high = middle
        else:
            low = middle
    return high


def _measured(meetings: _Meetings, grid: list[int], below: str, place: int, at: int, pairs: int) -> tuple[int, Interval] | None:
    """The place of a significant step, with its score: at or near `at`; None if there is none up to the end."""
    kept: tuple[int, Interval] | None = None
    leap = 1
    while at < len(grid):
        score = meetings.score(meetings.spec(grid[at]), below, pairs, "level")
        sure = score.low > 0.5 and score.value >= LEAST
        better = kept is None or abs(score.value - WANTED) < abs(kept[1].value - WANTED)
        meetings.told(meetings.spec(grid[at]), below, score, sure and better)
        if kept is not None:
            return (at, score) if sure and better else kept
        if sure:
            kept = at, score
            if score.value <= LARGEST or at == place + 1:
                return kept
            at -= 1
        else:
            at, leap = at + leap, 2 * leap
    return kept


def _best_play(meetings: _Meetings, found: list[tuple[str, Interval]], pairs: int) -> tuple[str, Interval]:
    """The top level, which is to choose the best alone, if that is as surely a step; else as it was."""
    spec = found[-1][0].partition(",near")[0] + ",reuse=off"
    below = found[-2][0] if len(found) > 1 else "random"
    score = meetings.score(spec, below, pairs, "level")
    kept = score.low > 0.5 and score.value >= LEAST
    meetings.told(spec, below, score, kept)
    return (spec, score) if kept else found[-1]


def _rated(found: list[tuple[str, Interval]]) -> tuple[Level, ...]:
    """Ratings add up the leads over the levels below; their intervals grow as for independent measurements."""
    rated: list[Level] = []
    rating, spread = 0.0, 0.0
    for spec, score in found:
        lead = score.map(elo)
        rating += lead.value if math.isfinite(lead.value) else lead.low
        spread = math.hypot(spread, (lead.high - lead.low) / 2 if math.isfinite(lead.high - lead.low) else lead.low)
        rated.append(Level(spec, rating, rating - spread, rating + spread, score.value, score.low, score.high, score.n))
    return tuple(rated)


def _spec(game: Game, simulations: int) -> str:
    """With an empty tree for each step, so that the search does exactly this work and spends no time on an old tree."""
    if game.hides:
        return f"ismcts:sims={simulations}"
    return f"mcts:sims={simulations},near={NEAR},reuse=off"
