"""Many plays of agents: one play, self-play, matches; on several processes, or on several machines.

    arena.play(game, ["mcts:sims=400", "greedy"], seed=1)       a Play, with its record
    arena.plays(game, "mcts:sims=100", 1000, workers=4)         plays, as they are done
    arena.selfplay(game, "mcts:sims=100", 1000, file="it.jsonl")
    arena.match(game, ["mcts:sims=400", "greedy"], pairs=50)    a Match: scores, ratings, all with intervals

The result depends only on rules, specs and seed, not on workers, unless an agent thinks by the clock. See `ggl.arena.seeds`.
Nothing here prints. `ggl.statistics` does the arithmetic.
"""

import warnings

from ggl.arena.cluster import Cluster
from ggl.arena.jobs import ArenaError
from ggl.arena.matching import match
from ggl.arena.openings import OpeningError, read_openings
from ggl.arena.playing import Opening, Play, play
from ggl.arena.processes import Processes
from ggl.arena.run_file import RunFileError
from ggl.arena.selfplaying import Selfplay, plays, selfplay
from ggl.arena.standing import Contestant, Counts, Encounter, Match, Seat, SprtVerdict, Standings
from ggl.statistics import Interval, Sprt

__all__ = [
    "ArenaError", "Cluster", "Contestant", "Counts", "Encounter", "Interval", "Match", "Opening", "OpeningError", "Play",
    "Processes", "RunFileError", "Seat", "Selfplay", "Sprt", "SprtVerdict", "Standings", "match", "play", "plays",
    "read_openings", "selfplay",
]  # fmt: skip

_RENAMED = {"ShelfError": RunFileError, "Verdict": SprtVerdict}


def __getattr__(name: str) -> object:
    """Old names, for one release."""
    if name not in _RENAMED:
        raise AttributeError(f"module 'ggl.arena' has no attribute {name!r}")
    found = _RENAMED[name]
    warnings.warn(f"`ggl.arena.{name}` is `ggl.arena.{found.__name__}` now", DeprecationWarning, stacklevel=2)
    return found
