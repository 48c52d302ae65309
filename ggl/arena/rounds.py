"""The schedule of a match: who meets whom, from which opening, and in which seats.

Takes a game and specs; returns a `MatchRun`, which has a job for each play by its number. In a round all encounters have the
same opening: round robin, or, in a gauntlet, the first contestant against each of the others. An encounter has as many
contestants as the game has seats, and as many plays (a pair for two seats), in which the contestants rotate through the seats.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from ggl.arena.openings import Openings, seen_opening
from ggl.arena.playing import Opening, check_opening
from ggl.arena.runs import setup_of
from ggl.arena.working import PlayJob, Setup
from ggl.play.errors import ArgumentError, must_be, must_count
from ggl.play.game import Game
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.statistics import Sprt

PAIRS = 50
OPENING_PLIES = 2
MOST_CONTESTANTS = 64
MOST_PAIRS = 1_000_000


@dataclass(frozen=True)
class MatchRun:
    """A planned match. `job` gives a play by its number; there are `stop` of them, unless `sprt` ends it earlier."""

    setup: Setup
    names: tuple[str, ...]
    encounters: tuple[tuple[int, ...], ...]
    pairs: int
    openings: Openings
    sprt: Sprt | None
    anchor: int | None
    first: int = 0

    @property
    def size(self) -> int:
        """The number of plays of an encounter in a round: as many as there are seats, such as a pair. They are dependent."""
        return len(self.encounters[0])

    @property
    def round_size(self) -> int:
        """The number of plays of a round, which share an opening; it may favour a seat, or lead to long plays."""
        return len(self.encounters) * self.size

    @property
    def stop(self) -> int:
        return self.pairs * self.round_size

    def job(self, number: int) -> PlayJob:
        pair, turn = divmod(number, self.size)
        round_, place = divmod(pair, len(self.encounters))
        encounter = self.encounters[place]
        return PlayJob(number, (*encounter[turn:], *encounter[:turn]), self.openings[round_])


def match_run(
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
    name: str | None = None,
    visits: bool = False,
) -> MatchRun:
    """A match of a number of rounds, in each of which contestants meet once from every seat.

    Openings are drawn with a number of random turns, distinct if there are enough, or given and taken in turn. Ratings are
    relative to the `anchor`, a spec with rating 0, or have mean 0. With `visits` records carry what agents
    thought. Raises `ArgumentError`, `SpecError`, and `AgentError` for an agent that cannot play the game.
    """
    must_be(game, Game, "what is played", "a game: `ggl.load(..)`")
    must_count(pairs, "the number of pairs", 1, MOST_PAIRS)
    must_count(opening_plies, "the number of turns of an opening")
    must_be(specs, (list, tuple), "who meets", "a list of specs, such as `['mcts:sims=400', 'greedy']`")
    must_be(sprt, (Sprt, type(None)), "a sequential test", "an `arena.Sprt(0, 10)`")
    must_be(openings, (list, tuple), "what plays begin with", "a list of `arena.Opening`; `arena.read_openings` reads a file")
    for number, opening in enumerate(openings, 1):
        check_opening(opening)
        seen_opening(game, opening, f"opening {number}")
    seats = len(game.players)
    if seats == 1:
        raise ArgumentError(f"{game.name} has only one seat, so there is no opponent; use self-play to measure an agent")
    if len(specs) < seats:
        raise ArgumentError(f"a match in {game.name} needs {seats} agents or more, not {len(specs)}; one may be named twice")
    if len(specs) > MOST_CONTESTANTS:
        raise ArgumentError(f"a match has at most {MOST_CONTESTANTS} agents, not {len(specs)}")
    if sprt is not None and (len(specs) != 2 or seats != 2):
        raise ArgumentError("a sequential test is between two agents, in a game for two")
    setup = setup_of(game, specs, seed, most_steps, name, visits=visits)
    names = _named(setup.specs)
    place = None
    if anchor is not None:
        given = [*specs]
        if anchor not in given and anchor not in names:
            raise ArgumentError(f"`{anchor}` is not in the match; the anchor must be one of {', '.join(names)}")
        place = names.index(anchor) if anchor in names else given.index(anchor)
    everybody = range(len(specs))
    encounters = [group for group in itertools.combinations(everybody, seats) if not gauntlet or group[0] == 0]
    drawn = Openings(game, seed, opening_plies, openings)
    return MatchRun(setup, names, tuple(encounters), pairs, drawn, sprt, place)


def _named(specs: tuple[str, ...]) -> tuple[str, ...]:
    """A name for each contestant: its spec, with a number if it repeats."""
    return tuple(
        spec if spec not in specs[:place] else f"{spec} ({specs[:place].count(spec) + 1})" for place, spec in enumerate(specs)
    )
