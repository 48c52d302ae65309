"""Plays walked through by workers: the report is the same whoever walks, and its numbers are what a reader of plays counts."""

from __future__ import annotations

import itertools
import math
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import replace
from multiprocessing import active_children
from statistics import fmean

import pytest

import ggl
from ggl.agents import make
from ggl.analysis import Plan, Report, analyze
from ggl.analysis.measures import AHEAD, DECIDED
from ggl.analysis.play_sampling import KEPT, SampledPlay, SampleJob, SamplingSetup, expected_value
from ggl.analysis.plays import random_plays
from ggl.arena.jobs import InProcess
from ggl.play.game import Game, State
from ggl.play.loading import made_of
from ggl.source import Source
from tests.analysis.games import PIE, game

PLAN = Plan(plays=12, strengths=("greedy",), judge="mcts:sims=10", seed=3, whole=False)


class Backwards:
    """Workers that happen to be done in the opposite order."""

    def results(self, work: SamplingSetup, jobs: Iterator[SampleJob], told: object) -> Generator[SampledPlay, None, None]:
        yield from reversed(list(InProcess().results(work, jobs, lambda _: None)))


@pytest.fixture(scope="module")
def tic() -> Game:
    return ggl.load("tic-tac-toe")


@pytest.fixture(scope="module")
def alone(tic: Game) -> Report:
    return analyze(tic, PLAN)


def test_the_report_does_not_depend_on_who_is_done_first(tic: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in a digit: sums and resampling are of the plays by number. Without batches random plays are walked too."""
    module = sys.modules["ggl.analysis.analyze"]  # the package gives its function that name
    monkeypatch.setattr(module, "has_batches", lambda game: False)
    monkeypatch.setattr(module, "MORE_AT_RANDOM", 3)
    plan = replace(PLAN, strengths=("random", "greedy"), whole=True)
    wanted = analyze(tic, plan).to_json()
    monkeypatch.setattr(module, "crew_of", lambda workers: Backwards())
    assert analyze(tic, plan).to_json() == wanted


@pytest.mark.processes
def test_workers_change_nothing_and_end_with_the_work(tic: Game, alone: Report) -> None:
    assert analyze(tic, replace(PLAN, workers=3)).to_json() == alone.to_json()
    assert not active_children()


@pytest.mark.processes
def test_the_walk_of_a_worker_that_dies_is_made_again(tic: Game, alone: Report) -> None:
    told: list[str] = []

    def progress(what: str, done: int, of: int) -> None:
        if done == 3:
            os.kill(active_children()[0].pid or 0, signal.SIGKILL)

    assert analyze(tic, replace(PLAN, workers=2, progress=progress, told=told.append)).to_json() == alone.to_json()
    assert all(line.startswith("a worker ended (SIGKILL); play ") for line in told)


@pytest.mark.processes
def test_an_interrupt_ends_the_workers(tic: Game) -> None:
    def progress(what: str, done: int, of: int) -> None:
        raise KeyboardInterrupt

    found = analyze(tic, replace(PLAN, workers=2, progress=progress))
    assert found.interrupted
    assert [each.plays for each in found.strengths] == [1]
    assert not active_children()


def test_workers_are_counted(tic: Game) -> None:
    with pytest.raises(ggl.ArgumentError, match="number of workers is a whole number from 1 to"):
        analyze(tic, replace(PLAN, workers=0))


def test_each_position_of_a_play_is_as_likely_to_be_kept() -> None:
    """Also where rolls stand between them, which are never kept."""
    backgammon = ggl.load("backgammon")
    state, rng, steps, seen = backgammon.initial_state(), random.Random(1), [], []
    for _ in range(40):
        moves = state.legal_moves()
        seen += [] if state.is_chance else [state.vector]
        steps.append(moves[rng.randrange(len(moves))])
        state = state.after(steps[-1])
    walker = SamplingSetup(backgammon, "", 5).worker()
    kept: Counter[tuple[int, ...]] = Counter()
    times = 250
    for number in range(times):
        walk = walker.do(SampleJob(number, steps=tuple(move.step for move in steps)))
        kept.update(position.vector for position in walk.positions)
    assert len(seen) == len(set(seen)) < 50
    assert kept.total() == times * KEPT
    each = times * KEPT / len(seen)
    off = sum((kept[vector] - each) ** 2 / each for vector in seen) * len(seen) / (len(seen) - KEPT)
    assert off < len(seen) + 4 * math.sqrt(2 * len(seen))  # chi squared, of draws without replacement


# ---------------------------------------------------------------------------------------- the numbers, by a reader


def _values(walk: SampledPlay) -> list[float]:
    """What the winner could expect before each turn with a choice."""
    assert walk.judged is not None
    return [value if walk.judged.result == 1 else 1 - value for value in walk.judged.values]


def _changes(walk: SampledPlay) -> int:
    """How often who was last clearly ahead is somebody else."""
    assert walk.judged is not None
    leaders = ["first" if value >= AHEAD else "second" for value in walk.judged.values if not 1 - AHEAD < value < AHEAD]
    return sum(one != other for one, other in itertools.pairwise(leaders))


def _decided(walk: SampledPlay) -> float:
    assert walk.judged is not None
    values, last = _values(walk), len(walk.steps)
    sure = [turn for place, turn in enumerate(walk.judged.turns) if min(values[place:]) >= DECIDED]
    return (sure[0] if sure else last) / last


@pytest.mark.parametrize("which", ["tic-tac-toe", "pie"])
def test_the_numbers_of_a_report_are_those_of_its_plays(which: str) -> None:
    made = game(PIE) if which == "pie" else ggl.load(which)
    plan = replace(PLAN, plays=14, strengths=("greedy",))
    [strength] = analyze(made, plan).strengths
    walker = SamplingSetup(made, "greedy", plan.seed, plan.judge).worker()
    walks = [walker.do(SampleJob(number, number < strength.judged)) for number in range(plan.plays)]
    lengths, branching, forced, used, results, seats, sides = [], [], [], [], Counter(), [], []
    changed, occupied, positions = Counter(), Counter(), 0
    for walk in walks:
        state, legal, touched = made.initial_state(), [], set()
        states = [state]
        for step in walk.steps:
            moves = state.legal_moves()
            legal.append(len(moves))
            after = state.after(next(move for move in moves if move.step == step))
            different = {cell.name for cell in made.board.cells if state.piece_at(cell) != after.piece_at(cell)}
            changed.update(different)
            touched |= different
            state = after
            states.append(state)
        assert state.result is not None
        for each in states:
            occupied.update(cell.name for cell in made.board.cells if each.piece_at(cell) is not None)
        positions += len(states)
        lengths.append(state.ply)
        branching.append(fmean(legal))
        forced.append(legal.count(1) / len(legal))
        used.append(len(touched) / len(made.board.cells))
        results[_said(state)] += 1
        seats.append({"first": 1.0, "second": 0.0, None: 0.5}[state.result.seat])
        sides.append({made.players[0]: 1.0, made.players[1]: 0.0, None: 0.5}[state.winner])
    judged = [walk for walk in walks if walk.judged is not None]
    won = [walk for walk in judged if walk.judged is not None and walk.judged.result != 0.5]
    behind = [[math.sqrt(1 - 2 * value) for value in _values(walk) if value < 0.5] for walk in won]
    wanted = {
        "length": (lengths, fmean(lengths)),
        "branching": (branching, fmean(branching)),
        "forced": (forced, fmean(forced)),
        "draws": (seats, seats.count(0.5) / len(seats)),
        "unfinished": (seats, 0),
        "decisiveness": (won, fmean(map(_decided, won))),
        "drama": (won, fmean(fmean(each) if each else 0 for each in behind)),
        "lead changes": (judged, fmean(map(_changes, judged))),
        "board use": (used, fmean(used)),
        "first seat": (seats, fmean(seats)),
        **({"first side": (sides, fmean(sides))} if sides != seats else {}),
    }
    assert {name: found.value for name, found in strength.measures.items()} == pytest.approx(
        {name: value for name, (_, value) in wanted.items()}
    )
    assert {name: found.n for name, found in strength.measures.items()} == {name: len(of) for name, (of, _) in wanted.items()}
    assert strength.results == dict(results)
    assert strength.distinct == len({walk.steps for walk in walks})
    assert strength.changed == pytest.approx({cell.name: changed[cell.name] / len(walks) for cell in made.board.cells})
    assert strength.occupied == pytest.approx({cell.name: occupied[cell.name] / positions for cell in made.board.cells})
    counted = Counter(lengths)
    assert sum(count for _, _, count in strength.lengths) == len(lengths)
    assert all(count == sum(counted[length] for length in range(low, high + 1)) for low, high, count in strength.lengths)


def _said(state: State) -> str:
    result = state.result
    assert result is not None
    return f"{f'{state.winner} wins' if state.winner else 'draw'}: {result.reason}"


def test_of_two_games_with_the_same_rules_each_keeps_its_own_names() -> None:
    one, other = game(PIE), game(PIE.replace("name: ", "name: Other ") + "look:\n  notation: {place: put c}\n")
    assert one == other
    for each, word in ((one, "place"), (other, "put")):
        assert each.quick.name == each.name
        assert str(each.quick.initial_state().legal_moves()[0]) == f"{word} a1"
        assert each.interpreter.core is each.checked.core


# ---- games that do not end


ENDLESS = """\
ggl: 1
name: Endless
players: [Red, Blue]
board: square(4)
pieces: {stone: {}}
setup: |
  put Red stone on a1
  put Blue stone on d4
moves:
  walk:
    for: c in cells with own stone, d in neighbors(c)
    where: {free: empty(d)}
    do: move c to d
end:
  draw: {never: full}
"""


@pytest.fixture(scope="module")
def endless() -> Game:
    return game(ENDLESS)


def test_a_play_that_is_made_is_broken_off_when_the_time_is_up(endless: Game) -> None:
    walker = SamplingSetup(endless, "random", 1, end=time.monotonic() - 1).worker()
    found = walker.do(SampleJob(0))
    assert (found.late, len(found.steps)) == (True, 1)
    assert found.sample is not None
    assert found.sample.reason.tolist() == [-1]
    assert not SamplingSetup(endless, "random", 1).worker().do(SampleJob(0, steps=found.steps)).late


def test_a_play_that_is_judged_is_given_up_when_the_time_is_up(endless: Game) -> None:
    made = SamplingSetup(endless, "random", 1, end=time.monotonic() - 1).worker().do(SampleJob(0)).steps
    found = (
        SamplingSetup(endless, "random", 1, "greedy", time.monotonic() - 1).worker().do(SampleJob(0, judged=True, steps=made * 3))
    )
    assert (found.late, found.judged, len(found.steps)) == (True, None, 1)


def test_of_random_plays_in_batches_the_first_is_cut_short_and_a_later_one_left_out(endless: Game) -> None:
    ((sample, steps),) = random_plays(endless, 1100, 1, 2, 1, time.monotonic() - 1)
    assert len(sample) == 512
    assert [len(each) for each in steps] == [1, 1]
    assert set(sample.reason.tolist()) == {-1}


def test_the_time_of_an_analysis_holds_inside_plays_that_do_not_end(endless: Game) -> None:
    plan = Plan(plays=40, strengths=("random", "greedy"), judge="mcts:sims=20", seconds=1.0)
    analyze(endless, replace(plan, plays=1, seconds=0.01))  # compiles what it needs
    since = time.monotonic()
    found = analyze(endless, plan)
    assert time.monotonic() - since < 6
    assert found.cut_short == "time ran out after 1 s"
    assert [each.spec for each in found.strengths] == ["random", "greedy"]
    assert all(each.results == {"broken off": each.plays} for each in found.strengths)


def test_a_play_cut_short_counts_only_if_no_other_came_to_its_end(tic: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Late:
        def results(self, work: SamplingSetup, jobs: Iterator[SampleJob], told: object) -> Generator[SampledPlay, None, None]:
            for each in InProcess().results(work, jobs, lambda _: None):
                yield replace(each, late=each.number % 3 == 1)

    monkeypatch.setattr(sys.modules["ggl.analysis.analyze"], "crew_of", lambda workers: Late())
    found = analyze(tic, replace(PLAN, seconds=600.0))
    assert found.strengths[0].plays == 8


REPLY = """\
ggl: 1
name: Reply
players: [Ann, Bob]
board: track(9)
pieces: {coin: {}}
state:
  gained: {start: 0, in: 0..40, each: players}
moves:
  put:
    for: c in vacant
    do: |
      put coin on c
      if ply == 1 and c == p1:
        add 9 to mover.gained
end:
  by score: {full: ply == 6}
score(p): p.gained
"""


@pytest.mark.parametrize("spec", ["alphabeta:depth=2", "greedy"])
def test_a_judge_that_looks_at_each_move_once_is_asked_for_its_value_and_not_for_a_mean(spec: str) -> None:
    rules = made_of(Source("reply.yaml", REPLY), {})
    thought = make(spec, rules, 1).think(rules.initial_state().play("put p5"))
    assert str(thought.move) == "put p1"  # the one reply that gains something
    assert expected_value(thought) == thought.value > 0.7
    assert fmean(each.value for each in thought.candidates) < 0.6
