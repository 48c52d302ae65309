"""`analyze`: plays a game at several strengths and measures its design, as a `Report`.

Takes a game and a `Plan`. The seed fixes everything but budgets of time. An interrupt (Ctrl-C) ends the current work, and a
failing agent the plays of its strength; the report then has what was done, and says so. Raises `SpecError` for unavailable
agents, and `AgentError` or `ArenaError` if not a single play could be made.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

import numpy as np

from ggl.agents import AgentError, make, read
from ggl.analysis.columns import Columns
from ggl.analysis.coverage import Rule, coverage
from ggl.analysis.figures import Estimate, Strength
from ggl.analysis.first_moves import FirstMoves, first_moves
from ggl.analysis.measures import lead_curve, measured
from ggl.analysis.play_sampling import PlayEvaluation, SampledPlay, SampleJob, SamplingSetup
from ggl.analysis.plays import has_batches, random_plays
from ggl.analysis.report import Report
from ggl.analysis.spaces import (
    positions_at_most,
    positions_by_recapture,
    positions_seen,
    tree_by_logarithms,
    tree_by_products,
)
from ggl.analysis.tally import MOST_HASHED, Sample
from ggl.arena.jobs import ArenaError, Told
from ggl.arena.processes import crew_of
from ggl.engine.protocol import Position, Step
from ggl.errors import GglError
from ggl.play.errors import ArgumentError, must_be, must_be_seconds, must_be_workers, must_count
from ggl.play.game import Game
from ggl.play.result import who_lost_alone
from ggl.play.values import who_won

STRENGTHS = ("random", "mcts:sims=50", "mcts:sims=400")
JUDGE = "mcts:sims=100"
"""The agents of a plan that names none."""

STRENGTHS_UNSEEN = ("random", "ismcts:sims=50", "ismcts:sims=400")
JUDGE_UNSEEN = "ismcts:sims=100"
"""The same for games in which players do not see everything."""

MORE_AT_RANDOM = 20
"""The number of random plays for each play that was asked for, as they are quick."""

LEAST_JUDGED, JUDGED = 10, 4
"""The least number of judged plays of each strength; of more plays, one in this many is judged."""

BARS = 24

LEAST_SHARE = 0.1
"""Of the time, what each part has, even if those before it took too long; and how much longer a play may take that was begun
before its end. Then it is broken off, and counts only if there is no other."""

Progress = Callable[[str, int, int], None]
"""Takes the current work, the amount done and the total."""


@dataclass(frozen=True)
class Plan:
    """`plays` at each strength (`MORE_AT_RANDOM` times as many at random); with `seconds`, about so long in all.

    `whole` also looks at the rules, the first moves and the size of the game. `told` takes notes for the user, such as that a
    worker has died.
    """

    plays: int = 100
    strengths: tuple[str, ...] | None = None
    seed: int = 0
    workers: int = 1
    judge: str | None = None
    seconds: float | None = None
    whole: bool = True
    progress: Progress = field(default=lambda what, done, of: None, repr=False)
    told: Told = field(default=lambda _: None, repr=False)


def usual_agents(game: Game) -> tuple[tuple[str, ...], str]:
    """The strengths and the judge of a plan that names none."""
    return (STRENGTHS_UNSEEN, JUDGE_UNSEEN) if game.hides else (STRENGTHS, JUDGE)


def analyze(game: Game, plan: Plan | None = None) -> Report:
    return _Work(game, plan or Plan()).report()


class _Work:
    def __init__(self, game: Game, plan: Plan) -> None:
        _check(game, plan)
        self._game, self._plan = game, plan
        strengths, judge = usual_agents(game)
        self._judge = str(read(plan.judge or judge))
        self._specs = tuple(dict.fromkeys(str(read(spec)) for spec in plan.strengths or strengths))
        for spec in (*self._specs, self._judge):
            make(spec, game).close()  # reports an agent that cannot play before any play
        self._began = time.monotonic()
        self._stages = len(self._specs) + plan.whole
        self._cut = ""
        self._interrupted = False
        self._failure: GglError | None = None
        self._positions: list[Position] = []
        self._asked = 0
        """Positions in which the rules were asked."""
        self._ends: list[Position] = []
        self._steps: list[tuple[Step, ...]] = []
        self._columns = Columns.of(game)

    def report(self) -> Report:
        strengths: list[Strength] = []
        sizes: tuple[Estimate, ...] = ()
        for spec in self._specs:
            if self._interrupted:
                break
            sample, plays, distinct, wanted = self._played(spec)
            if sample is not None:
                strengths.append(self._strength(spec, sample, [each.judged for each in plays if each.judged], distinct, wanted))
                if spec == "random" and self._plan.whole:
                    sizes = _sizes(self._game, sample)
            for each in plays:
                self._positions += each.positions
                self._ends += [each.last] if each.last is not None else []
                self._steps.append(each.steps)
        if self._failure is not None and not strengths:
            raise self._failure
        rules: list[Rule] = []
        first: FirstMoves | None = None
        if self._plan.whole and not self._interrupted:
            rules, first = self._rules_and_first()
        return Report(
            self._game,
            self._plan.seed,
            self._judge,
            tuple(strengths),
            sizes,
            tuple(rules),
            self._asked,
            first,
            self._cut,
            self._failure is not None,
            self._interrupted,
        )

    # ---- time

    def _until(self) -> float | None:
        """The end of the stage that begins now: the remaining stages share the remaining time equally."""
        if self._plan.seconds is None:
            return None
        now = time.monotonic()
        left = max((self._began + self._plan.seconds - now) / max(self._stages, 1), LEAST_SHARE * self._plan.seconds)
        self._stages -= 1
        return now + left

    def _end(self, until: float | None) -> float | None:
        """The time at which plays that have not ended are broken off."""
        return None if until is None or self._plan.seconds is None else until + LEAST_SHARE * self._plan.seconds

    @contextmanager
    def _as_far_as_it_goes(self, what: str) -> Iterator[None]:
        """Keeps the results so far if an interrupt or an agent's failure ends the work."""
        try:
            yield
        except KeyboardInterrupt:
            self._interrupted, self._cut = True, "interrupted"
        except (AgentError, ArenaError) as error:
            self._failure, self._cut = error, f"{what} failed: {error}"

    def _late(self, until: float | None) -> bool:
        if until is None or time.monotonic() <= until:
            return False
        self._cut = self._cut or f"time ran out after {self._plan.seconds:g} s"
        return True

    # ---- plays

    def _played(self, spec: str) -> tuple[Sample | None, list[SampledPlay], int | None, int]:
        """The plays of a strength, and some of them walked through."""
        plan, until = self._plan, self._until()
        at_random = spec == "random"
        wanted = plan.plays * MORE_AT_RANDOM if at_random else plan.plays
        judged = min(plan.plays, max(LEAST_JUDGED, plan.plays // JUDGED))
        samples: list[Sample] = []
        plays: list[SampledPlay] = []
        kept: list[tuple[Step, ...]] = []
        done = remembered = 0
        with self._as_far_as_it_goes(spec):
            if at_random and has_batches(self._game):
                middle = None if until is None else (time.monotonic() + until) / 2
                for sample, steps in random_plays(self._game, wanted, plan.seed, judged, plan.workers, self._end(middle)):
                    remembered += len(sample.seen)
                    samples.append(sample if remembered <= MOST_HASHED else sample.forgotten())
                    kept += steps
                    done += len(sample)
                    plan.progress(spec, done, wanted)
                    if done < wanted and self._late(middle):
                        break
                if done < wanted or any((sample.reason < 0).any() for sample in samples):
                    self._late(self._end(middle))
                jobs, what = [SampleJob(k, True, steps) for k, steps in enumerate(kept)], f"{spec}, judged"
            else:
                jobs, what = [SampleJob(k, k < judged) for k in range(wanted)], spec
            self._sample(spec, what, jobs, until, plays)
            if len(plays) < len(jobs) or any(each.late for each in plays):
                self._late(until)
        plays.sort(key=lambda each: each.number)  # the last digit of a sum may depend on the order
        if not samples and any(not each.late for each in plays):
            plays = [each for each in plays if not each.late]
        made = [each for each in plays if each.sample is not None]
        samples += [each.sample for each in made if each.sample is not None]
        if not samples:
            return None, [], None, wanted
        return Sample.of(samples), plays, len({each.steps for each in made}) or None, wanted

    def _sample(self, spec: str, what: str, jobs: list[SampleJob], until: float | None, plays: list[SampledPlay]) -> None:
        """Add the plays of jobs. None is begun after `until`; those under way get more time, or long plays would be missing."""
        plan = self._plan

        def coming() -> Iterator[SampleJob]:
            for number, job in enumerate(jobs):
                if number and until is not None and time.monotonic() > until:
                    return
                yield job

        crew = crew_of(max(1, min(plan.workers, len(jobs))))
        with closing(
            crew.results(SamplingSetup(self._game, spec, plan.seed, self._judge, self._end(until)), coming(), plan.told)
        ) as results:
            for each in results:
                plays.append(each)
                plan.progress(what, len(plays), len(jobs))

    def _strength(self, spec: str, sample: Sample, judged: list[PlayEvaluation], distinct: int | None, wanted: int) -> Strength:
        game, plays = self._game, len(sample)
        results = Counter(
            "broken off" if reason < 0 else _result(game, sides, reason)
            for sides, reason in zip(sample.sides.tolist(), sample.reason.tolist(), strict=True)
        )
        also = {target.measure for target in game.checked.definition.targets}
        changed, occupied = sample.changed / plays, sample.occupied / sample.positions
        return Strength(
            spec, wanted, plays, distinct, len(judged), measured(sample, judged, len(game.players), also),
            dict(sorted(results.items(), key=lambda item: (-item[1], item[0]))), _lengths(sample), tuple(lead_curve(judged)),
            dict(zip(self._columns.sites, changed.tolist(), strict=True)),
            dict(zip(self._columns.sites, occupied.tolist(), strict=True)),
        )  # fmt: skip

    # ---- the rest

    def _rules_and_first(self) -> tuple[list[Rule], FirstMoves | None]:
        plan, until = self._plan, self._until()
        rules: list[Rule] = []
        first: FirstMoves | None = None
        with self._as_far_as_it_goes("first moves"):
            plan.progress("rules", 0, 1)
            order = list(self._positions)
            random.Random(plan.seed).shuffle(order)  # so that limits on work do not favour early plays
            rules = coverage(self._game, self._in_time(order, until), self._ends, self._steps)
            kinds = {spec: read(spec).kind for spec in self._specs}
            searching = [spec for spec, kind in kinds.items() if kind.name not in ("random", "greedy")]
            if self._game.checked.core.turn.pie:  # others than ggl's own know the game only with its pie rule
                searching = [spec for spec in searching if not kinds[spec].foreign]

            def stop(done: int, of: int) -> bool:
                plan.progress("first moves", done, of)
                return done < of and self._late(until)

            first = first_moves(self._game, searching[-1] if searching else self._judge, plan.seed, stop)
        return rules, first

    def _in_time(self, positions: list[Position], until: float | None) -> Iterator[Position]:
        """The positions, at least one, until the time is up."""
        for number, position in enumerate(positions):
            if number and self._late(until):
                return
            self._asked += 1
            yield position


def _check(game: Game, plan: Plan) -> None:
    """Raises `ArgumentError`."""
    must_be(game, Game, "what is analyzed", "a game: `ggl.load(..)`")
    must_be(plan, Plan, "a plan", "an `analysis.Plan`")
    must_count(plan.plays, "the number of plays", 1)
    example = "a tuple of specs, such as `('random', 'mcts:sims=50')`"
    must_be(plan.strengths, (tuple, list, type(None)), "the strengths of a plan", example)
    if plan.strengths is not None and not plan.strengths:
        raise ArgumentError("the strengths of a plan are a tuple of specs, and it is empty")
    must_be(plan.seed, int, "a seed", "a whole number")
    if plan.seconds is not None:
        must_be_seconds(plan.seconds, "the seconds of a plan")
    must_be_workers(plan.workers)


def _result(game: Game, sides: list[bool], reason: int) -> str:
    winners = [side for side, won in zip(game.players, sides, strict=True) if won]
    loser = who_lost_alone(game.players, winners)
    who = who_won(winners, loser) if winners or loser else "draw"
    return f"{who}: {game.reason(reason, winners[0] if len(winners) == 1 else None)}"


def _lengths(sample: Sample) -> tuple[tuple[int, int, int], ...]:
    """The distribution of the lengths of plays, in at most `BARS` steps of whole turns."""
    low, high = int(sample.turns.min()), int(sample.turns.max())
    width = -(-(high - low + 1) // BARS)
    counts = np.bincount((sample.turns - low) // width)
    return tuple((low + k * width, low + (k + 1) * width - 1, int(count)) for k, count in enumerate(counts))


def _sizes(game: Game, sample: Sample) -> tuple[Estimate, ...]:
    n = len(sample)
    products, typical = tree_by_products(sample), tree_by_logarithms(sample)
    recaptured = positions_by_recapture(sample.seen, sample.seen_plays)
    seen = positions_seen(sample)
    found = [
        Estimate("whole plays, by Knuth", products.value, products.low, products.high, n,
                 "the mean product of the numbers of legal steps in random plays: unbiased, but usually too low in a sample"),
        Estimate("a typical play's tree", typical.value, typical.low, typical.high, n,
                 "branching and length combined: the mean logarithm of the same product"),
        Estimate("positions, at least", float(np.log10(seen)), None, None, sample.seen_plays,
                 f"{seen:,} different positions came up in random plays"),
        Estimate("positions, at most", positions_at_most(game), None, None, 0,
                 "the numbers of values of all entries of a position, multiplied"),
    ]  # fmt: skip
    if recaptured is not None:
        found.insert(3, Estimate("positions, by recapture", recaptured.value, recaptured.low, recaptured.high, recaptured.n,
                                 "Chao's lower bound for what random plays reach, from those seen once and twice"))  # fmt: skip
    return tuple(found)
