"""The standings of a match: accumulated plays, and statistics of the contestants.

`Standings` takes plays in their order; `match()` gives a `Match`, which is data alone and has `to_dict` for JSON.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections import Counter
from dataclasses import dataclass, field

from ggl.arena.playing import Play
from ggl.arena.rounds import MatchRun
from ggl.arena.runs import is_timed
from ggl.markup import html_table
from ggl.play.record import option_values
from ggl.play.values import SEATS, options_text
from ggl.statistics import Interval, Meeting, Sprt, elo, mean_of_groups, ratings, score_of_pairs

MOST_FAILURES = 20
"""The most failures of agents that are listed; the others are only counted."""


@dataclass(frozen=True)
class Counts:
    """Wins, shared wins, draws and losses. If all win together, it is a draw."""

    wins: int = 0
    shared: int = 0
    draws: int = 0
    losses: int = 0
    points: float = field(default=0.0, compare=False)
    """The points: 1 for a win, shared by several winners and in a draw."""

    @property
    def plays(self) -> int:
        return self.wins + self.shared + self.draws + self.losses

    def plus(self, value: float, players: int) -> Counts:
        """These counts with another play of a number of players, by its points."""
        drawn = math.isclose(value * players, 1) and players > 1
        shared = 0 < value < 1 and not drawn
        return Counts(self.wins + (value == 1), self.shared + shared, self.draws + drawn, self.losses + (value == 0),
                      self.points + value)  # fmt: skip

    def to_dict(self) -> dict[str, int]:
        return {"wins": self.wins, "shared": self.shared, "draws": self.draws, "losses": self.losses}


@dataclass(frozen=True)
class Contestant:
    """The results of one contestant, in all and by seat: its score, and its rating in Elo (None if the contestants cannot all
    be compared). `seconds` is its mean time for a step, None if it did not move in this run of the program.
    """

    name: str
    counts: Counts
    by_seat: tuple[Counts, ...]
    score: Interval
    rating: Interval | None
    seconds: float | None
    failures: int


@dataclass(frozen=True)
class Encounter:
    """The result of two contestants against each other, seen from the first: the score, and the corresponding lead in Elo."""

    names: tuple[str, str]
    counts: Counts
    score: Interval
    lead: Interval


@dataclass(frozen=True)
class Seat:
    """The results of a seat, for all contestants."""

    name: str
    counts: Counts
    score: Interval


@dataclass(frozen=True)
class SprtVerdict:
    """The state of a sequential test: `accepted` is `elo0`, `elo1`, or empty if it is undecided. `pairs` counts the pairs that
    brought 0, a half, .. 2 points to the first contestant.
    """

    test: Sprt
    ratio: float
    accepted: str
    pairs: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """The result of a match.

    `planned` is the number of planned plays; `distinct` counts plays that do not repeat another move by move. `timed` names
    contestants that think by the clock, so that repeating the match may differ. `drawn_in`: an invented draw for each pair that
    met kept infinite ratings finite.
    """

    game: str
    options: dict[str, bool | int | str]
    fingerprint: str
    seed: int
    plays: int
    planned: int
    contestants: tuple[Contestant, ...]
    encounters: tuple[Encounter, ...]
    seats: tuple[Seat, ...]
    turns: Interval
    distinct: int
    broken_off: int
    failures: tuple[str, ...]
    sprt: SprtVerdict | None
    timed: tuple[str, ...]
    drawn_in: bool

    def _repr_html_(self) -> str:
        """The match as HTML for a notebook."""
        rows = [
            (
                each.name, each.counts.wins, each.counts.draws, each.counts.losses,
                f"{each.score.value:.1%} ({each.score.low:.0%} to {each.score.high:.0%})" if each.score.n else "",
                f"{each.rating.value:+.0f} ± {each.rating.half:.0f}" if each.rating is not None else "",
            )
            for each in self.contestants
        ]  # fmt: skip
        caption = ", ".join(filter(None, (self.game, options_text(self.options), f"{self.plays} plays, seed {self.seed}")))
        return html_table(("", "wins", "draws", "losses", "score", "Elo"), rows, caption)

    def to_dict(self) -> dict[str, object]:
        """As JSON: intervals have `value`, `low`, `high` and `n`, at 95 %."""
        return {
            "game": self.game,
            "options": self.options,
            "fingerprint": self.fingerprint,
            "seed": self.seed,
            "plays": self.plays,
            "planned": self.planned,
            "contestants": [
                {
                    "name": each.name,
                    **each.counts.to_dict(),
                    "by_seat": dict(zip(SEATS, [counts.to_dict() for counts in each.by_seat], strict=False)),
                    "score": each.score.to_dict(),
                    "elo": each.rating.to_dict() if each.rating is not None else None,
                    "seconds_per_move": each.seconds,
                    "failures": each.failures,
                }
                for each in self.contestants
            ],
            "encounters": [
                {
                    "names": list(each.names),
                    **each.counts.to_dict(),
                    "score": each.score.to_dict(),
                    "elo": each.lead.to_dict(),
                }
                for each in self.encounters
            ],
            "seats": [{"name": each.name, **each.counts.to_dict(), "score": each.score.to_dict()} for each in self.seats],
            "turns": self.turns.to_dict(),
            "distinct": self.distinct,
            "broken_off": self.broken_off,
            "failures": list(self.failures),
            "sprt": _verdict_data(self.sprt) if self.sprt is not None else None,
            "timed": list(self.timed),
            "drawn_in": self.drawn_in,
        }


def _verdict_data(verdict: SprtVerdict) -> dict[str, object]:
    test = verdict.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "ratio": verdict.ratio,
        "lower": test.lower,
        "upper": test.upper,
        "accepted": verdict.accepted or None,
        "pairs": list(verdict.pairs),
    }


@dataclass
class _Sums:
    """The sums of one contestant."""

    by_seat: list[Counts]
    scores: dict[int, list[float]] = field(default_factory=dict)
    seconds: float = 0.0
    asked: int = 0
    failures: int = 0


class Standings:
    """Adds up the plays of a match."""

    def __init__(self, run: MatchRun) -> None:
        self._run = run
        self._sums = [_Sums([Counts()] * run.size) for _ in run.names]
        self._seats: list[Counts] = [Counts()] * run.size
        self._seat_scores: list[dict[int, list[float]]] = [{} for _ in range(run.size)]
        self._met: dict[tuple[int, int], dict[int, list[float]]] = {}
        self._lengths: dict[int, list[int]] = {}
        self._plays = 0
        self._distinct: set[bytes] = set()
        self._pairs: Counter[float] = Counter()
        self._broken_off = 0
        self._failures: list[str] = []
        self.decided = ""
        """The accepted hypothesis of the test, once it is decided."""

    @property
    def plays(self) -> int:
        return self._plays

    def add(self, play: Play) -> None:
        pair, round_ = play.number // self._run.size, play.number // self._run.round_size
        for seat, (who, value) in enumerate(zip(play.contestants, play.values, strict=True)):
            sums = self._sums[who]
            sums.by_seat[seat] = sums.by_seat[seat].plus(value, self._run.size)
            sums.scores.setdefault(pair, []).append(value)
            sums.seconds += play.seconds[seat]
            sums.asked += play.asked[seat]
            # In a play that ended by a failure, whoever scored 0 has failed.
            sums.failures += bool(play.failure) and value == 0
            self._seats[seat] = self._seats[seat].plus(value, self._run.size)
            self._seat_scores[seat].setdefault(round_, []).append(value)
        for (one, mine), (other, yours) in itertools.combinations(sorted(zip(play.contestants, play.values, strict=True)), 2):
            if mine or yours:  # two that lost to a third are not compared
                score = 0.5 if mine == yours else float(mine > yours)
                self._met.setdefault((one, other), {}).setdefault(pair, []).append(score)
        self._lengths.setdefault(round_, []).append(play.turns)
        self._plays += 1
        self._distinct.add(hashlib.sha256(repr(play.record.turns).encode()).digest()[:8])
        self._broken_off += play.broken_off
        if play.failure:
            self._failures.append(f"play {play.number}: {play.failure}")
        if self._run.sprt is not None:
            scores = self._sums[0].scores[pair]
            if len(scores) == self._run.size:
                self._pairs[sum(scores) / self._run.size] += 1
                self.decided = self._run.sprt.verdict(self._pairs)

    def score(self, contestant: int = 0) -> Interval:
        """The score so far."""
        return score_of_pairs([*self._sums[contestant].scores.values()])

    def match(self) -> Match:
        game = self._run.setup.game
        meetings = [
            Meeting(one, other, score, pair)
            for (one, other), pairs in self._met.items()
            for pair, scores in pairs.items()
            for score in scores
        ]
        rated = ratings(meetings, len(self._run.names), anchor=self._run.anchor) if meetings else None
        return Match(
            game.name,
            option_values(game),
            game.fingerprint,
            self._run.setup.seed,
            self.plays,
            self._run.stop,
            tuple(self._contestant(who, rated.elos[who] if rated is not None else None) for who in range(len(self._run.names))),
            tuple(self._encounter(one, other, pairs) for (one, other), pairs in sorted(self._met.items())),
            tuple(
                Seat(name, counts, score_of_pairs([*scores.values()]))
                for name, counts, scores in zip(SEATS, self._seats, self._seat_scores, strict=False)
            ),
            mean_of_groups([*self._lengths.values()]),
            len(self._distinct),
            self._broken_off,
            tuple(self._failures[:MOST_FAILURES]),
            self._verdict(),
            tuple(dict.fromkeys(spec for spec in self._run.setup.specs if is_timed(spec))),
            rated is not None and rated.drawn_in,
        )

    def _contestant(self, who: int, rating: Interval | None) -> Contestant:
        sums = self._sums[who]
        kinds = ("wins", "shared", "draws", "losses", "points")
        counts = Counts(*(sum(getattr(seat, kind) for seat in sums.by_seat) for kind in kinds))
        seconds = sums.seconds / sums.asked if sums.asked else None
        return Contestant(self._run.names[who], counts, tuple(sums.by_seat), self.score(who), rating, seconds, sums.failures)

    def _encounter(self, one: int, other: int, pairs: dict[int, list[float]]) -> Encounter:
        counts = Counts()
        for value in itertools.chain(*pairs.values()):
            counts = counts.plus(value, 2)
        score = score_of_pairs([*pairs.values()])
        return Encounter((self._run.names[one], self._run.names[other]), counts, score, score.map(elo))

    def _verdict(self) -> SprtVerdict | None:
        if self._run.sprt is None:
            return None
        steps = 2 * self._run.size
        pairs = tuple(self._pairs[place / steps] for place in range(steps + 1))
        return SprtVerdict(self._run.sprt, self._run.sprt.ratio(self._pairs), self.decided, pairs)
