"""A match: contestants play many openings, and in each opening every contestant has every seat.

Takes a game and specs; returns plays, and a `Match` that summarizes them. The plays come in rounds (`ggl.arena.rounds`). With a
sequential test the match ends as soon as the plays, in order, decide it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Generator, Sequence

from ggl.arena.jobs import Backend, Told
from ggl.arena.playing import Opening, Play
from ggl.arena.rounds import OPENING_PLIES, PAIRS, MatchRun, match_run
from ggl.arena.runs import Execution, plays_of_run, way_of
from ggl.arena.standing import Match, Standings
from ggl.play.game import Game
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.statistics import Sprt


def match_plays(run: MatchRun, way: Execution, standings: Standings) -> Generator[Play, None, None]:
    """The plays of a match in order, which are added to its standings; they end when a test is decided."""
    with contextlib.closing(plays_of_run(run, way, standings.add)) as coming:
        for play in coming:
            yield play
            if standings.decided:
                break


def match(
    game: Game,
    specs: Sequence[object],
    pairs: int = PAIRS,
    seed: int = 0,
    *,
    gauntlet: bool = False,
    opening_plies: int = OPENING_PLIES,
    openings: tuple[Opening, ...] = (),
    sprt: Sprt | None = None,
    anchor: str | None = None,
    most_steps: int = LONGEST_PLAYOUT,
    visits: bool = False,
    workers: int = 1,
    backend: Backend | None = None,
    file: str | os.PathLike[str] | None = None,
    told: Told = lambda _: None,
    on_play: Callable[[Play, Standings], None] = lambda *_: None,
) -> Match:
    """Play the match that `match_run` plans; summarize it. Contestants are specs, objects with `think(state, budget)`, or their
    classes.

    `workers` are processes; `backend` replaces them. `file` keeps the plays, and with `visits` what agents thought; if it
    already holds some of this match, the match is resumed. `told` takes notes, such as that a worker died; `on_play` takes every
    play, in order.
    """
    run = match_run(game, specs, pairs, seed, gauntlet=gauntlet, opening_plies=opening_plies, openings=openings, sprt=sprt,
                 anchor=anchor, most_steps=most_steps, visits=visits)  # fmt: skip
    standings = Standings(run)
    for play in match_plays(run, way_of(workers, backend, file, told), standings):
        on_play(play, standings)
    return standings.match()
