"""Does the work of a job, step by step.

Takes work as data; gives `Progress`, and at the end a result of `ggl.host.views`. Games and agents are reused from job to job,
since making them takes long. Raises `GglError` for what cannot be done. Limits of time and memory are those of the process in
which this runs; whoever started it ends it.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

from ggl import agents
from ggl.agents.advice import JUDGES, best_turn, sides_compared
from ggl.agents.protocol import Agent, Candidate, Thought
from ggl.agents.review import Judged, review
from ggl.checker.game import CheckedGame, check
from ggl.diagnostics import Findings
from ggl.host import views as v
from ggl.host.errors import HostError
from ggl.host.jobs import work as w
from ggl.host.wording import interval_data
from ggl.model.extends import load_definition
from ggl.play.errors import InvalidGameError
from ggl.play.filetests import run_tests
from ggl.play.game import Game, State
from ggl.play.move import Move
from ggl.play.playouts import Playouts
from ggl.play.threats import threats
from ggl.source import Source
from ggl.topology import Site

KEPT = 4
"""The most games and agents that are kept."""

_FIRST_SLICE, _LARGEST_SLICE = 16, 2000

_TOLD_EVERY = 0.5
"""Seconds between two reports of how far an analysis is."""


@dataclass(frozen=True)
class Progress:
    """The progress of a job, from 0 to 1, and its result so far, if that can be shown."""

    done: float
    text: str
    so_far: v.Result | None = None


Found = Progress | v.Result | tuple[str, ...]
"""A progress, a result, or, of a random play, its steps."""


class Worker:
    """Does jobs one after the other. `page` makes a page of a game and its name, where the carrier has that."""

    def __init__(self, page: Callable[[Game, str], str] | None = None) -> None:
        self._page = page
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._agents: OrderedDict[tuple[str, str, int], Agent] = OrderedDict()

    def do(self, work: w.Work) -> Iterator[Found]:
        game = self._game(work.game)
        match work:
            case w.MoveWork():
                yield v.Moved(str(self._agent(game, work.spec, work.seed).think(work.at.state(game)).move))
            case w.HintWork():
                yield self._hint(game, work)
            case w.EvaluateWork():
                yield self._evaluation(game, work)
            case w.ThreatsWork():
                yield _threats(work.at.state(game.quick), work.revision)
            case w.ReviewWork():
                yield from self._review(game, work)
            case w.MeasureWork():
                yield from _measured(game, work.plays, work.seed)
            case w.RandomWork():
                yield _random_play(work.at.state(game.quick), work.seed, work.most)
            case w.ExportWork():
                if self._page is None:
                    raise HostError("forbidden", "a game is exported by `ggl workshop` or `ggl export`")
                yield v.Exported(game.name, self._page(game, work.name))
            case w.AnalyzeWork():
                yield from _analyzed(game, work)
            case w.TestsWork():
                yield from _tests(game.checked, work.game.name) if work.checks is None else _checked(work.game, work.checks)

    def close(self) -> None:
        for agent in self._agents.values():
            agent.close()
        self._agents.clear()

    # ---- games and agents

    def _game(self, data: w.GameData) -> Game:
        key = repr((data.name, data.text, sorted(data.options.items()), data.bases))
        if key not in self._games:
            self._games[key] = data.load()
            if len(self._games) > KEPT:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return self._games[key]

    def _agent(self, game: Game, spec: str, seed: int) -> Agent:
        key = (game.fingerprint, spec, seed)
        if key not in self._agents:
            self._agents[key] = agents.make(spec, game, seed)
            if len(self._agents) > KEPT:
                self._agents.popitem(last=False)[1].close()
        self._agents.move_to_end(key)
        return self._agents[key]

    def _judge(self, game: Game, spec: str | None, seed: int) -> Agent:
        for usual in () if spec is not None else JUDGES[:-1]:
            with contextlib.suppress(agents.SpecError, agents.AgentError):
                return self._agent(game, usual, seed)
        return self._agent(game, spec or JUDGES[-1], seed)

    # ---- advice

    def _hint(self, game: Game, work: w.HintWork) -> v.Hint:
        state, judge = work.at.state(game), self._judge(game, work.judge, work.seed)
        sides = sorted(sides_compared(judge.think, state), key=lambda each: -each.value)
        if sides:
            found = tuple(v.CandidateView(str(each.move), each.value, 0, each.proven, False) for each in sides)
            return v.Hint(judge.spec, work.revision, state.mover, (found[0].move,), found, found[0].value, found[0].proven, 0)
        thought = judge.think(state)
        shown = tuple(_candidate(thought, each) for each in thought.candidates[: work.most])
        turn = tuple(map(str, best_turn(state, thought)))
        return v.Hint(judge.spec, work.revision, state.mover, turn, shown, thought.value, thought.proven, thought.simulations)

    def _evaluation(self, game: Game, work: w.EvaluateWork) -> v.Evaluation:
        state, judge = work.at.state(game), self._judge(game, work.judge, work.seed)
        thought = judge.think(state)
        values = {state.mover: thought.value}
        if len(game.players) == 2:
            values = {side: thought.value if side == state.mover else 1 - thought.value for side in game.players}
        return v.Evaluation(judge.spec, work.revision, values, thought.proven, thought.simulations)

    def _review(self, game: Game, work: w.ReviewWork) -> Iterator[Found]:
        judge = self._judge(game, work.judge, work.seed)
        steps: list[tuple[State, Move]] = []
        state = work.at.state(game)
        for choice in work.steps:
            move = state.read(choice.text)
            steps.append((state, move))
            state = state.after(move)
        found: list[v.JudgedStep] = []
        for judged in review(judge, steps):
            found.append(_judged(judged, work.steps))
            done = 1 - judged.place / len(steps)
            yield Progress(done, f"{len(found)} choices", v.Review(judge.spec, tuple(found[::-1])))
        yield v.Review(judge.spec, tuple(found[::-1]))


def _candidate(thought: Thought, each: Candidate) -> v.CandidateView:
    return v.CandidateView(str(each.move), each.value, each.visits, each.proven, thought.is_hardly_tried(each))


def _threats(state: State, revision: int) -> v.Threats:
    found = threats(state)
    if found is None:
        return v.Threats(revision, "", ())
    turns = (v.ThreatenedTurn(tuple(map(str, turn)), tuple(dict.fromkeys(_sites(turn)))) for turn in found.turns)
    return v.Threats(revision, found.side, tuple(turns))


def _sites(turn: Sequence[Move]) -> Iterator[str]:
    for move in turn:
        for value in move.args.values():
            yield from (each.name for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Site))


def _judged(judged: Judged, choices: Sequence[w.Choice]) -> v.JudgedStep:
    choice = choices[judged.place]
    return v.JudgedStep(choice.node, choice.turn, judged.state.mover, str(judged.move), judged.value, judged.loss,
                        str(judged.best.move), judged.proven)  # fmt: skip


# ---- random plays


def _measured(game: Game, plays: int, seed: int) -> Iterator[Found]:
    """In slices that grow, so that the first numbers come at once."""
    found: Playouts | None = None
    number, size = 0, _FIRST_SLICE
    while (done := 0 if found is None else len(found)) < plays:
        more = game.playouts(min(size, plays - done), seed + number)
        found = more if found is None else found + more
        number, size = number + 1, min(2 * size, _LARGEST_SLICE)
        if len(found) < plays:
            yield Progress(len(found) / plays, f"{len(found):,} of {plays:,} plays", measurement(found))
    assert found is not None
    yield measurement(found)


def measurement(found: Playouts) -> v.Measured:
    wins = {side: interval_data(each) for side, each in found.wins.items()}
    return v.Measured(len(found), wins, interval_data(found.draws), interval_data(found.mean_steps), found.ends)


def _analyzed(game: Game, work: w.AnalyzeWork) -> Iterator[Found]:
    """The report is made in a thread, which tells how far it is."""
    from ggl.analysis import Plan, analyze, compare
    from ggl.analysis.page import page

    told: SimpleQueue[tuple[str, int, int] | None] = SimpleQueue()
    plan = Plan(seed=work.seed, seconds=work.seconds, progress=lambda what, done, of: told.put((what, done, of)))
    began = last = time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        report = pool.submit(analyze, game, plan)
        report.add_done_callback(lambda _: told.put(None))
        while (at := told.get()) is not None:
            now = time.monotonic()
            if now - last >= _TOLD_EVERY:
                last = now
                yield Progress(min((now - began) / work.seconds, 0.99), f"{at[0]}: {at[1]:,} of {at[2]:,}")
    found = report.result()
    yield v.Analyzed(game.name, page(found, compare(found)))


def _random_play(state: State, seed: int, most: int) -> tuple[str, ...]:
    rng = random.Random(seed)
    steps: list[str] = []
    while not state.is_over and len(steps) < most:
        moves = state.legal_moves()
        move = moves[rng.randrange(len(moves))]
        steps.append(move.text)
        state = state.after(move)
    return tuple(steps)


def _checked(game: w.GameData, checks: w.Checks) -> Iterator[Found]:
    """The results of the tests of the checks. A game that lacks a name that they use fails a test."""
    try:
        extended = _extended(game, checks)
    except InvalidGameError as error:
        text = "\n".join(each.message for each in error.diagnostics)
        yield v.TestResults((v.TestResult("the file already has everything requested", False, text, 0, 0),))
    else:
        yield from _tests(extended, game.name)


def _extended(game: w.GameData, checks: w.Checks) -> CheckedGame:
    """The game of the checks, with this one as its base. Raises `InvalidGameError`."""
    base, source, findings = Source(game.name, game.text), Source("<checks>", checks.text), Findings()
    around = game.finder()
    definition = load_definition(source, findings, lambda name: base if name == checks.file else around(name))
    checked = check(definition, {}, findings) if definition is not None else None
    if checked is None:
        raise InvalidGameError(source.name, findings.sorted())
    return checked


def _tests(checked: CheckedGame, source: str) -> Iterator[Found]:
    """The places of tests that another file has are left out."""
    tests, results = checked.definition.tests, []
    for number, (test, outcome) in enumerate(zip(tests, run_tests(checked), strict=True), 1):
        here = test.span.source.name == source
        text = "\n".join(f"{each.message}: {each.label}" if each.label else each.message for each in outcome.failures)
        place = (test.span.start, test.span.end) if here else (0, 0)
        results.append(v.TestResult(outcome.name, not outcome.failures, text, *place))
        if number < len(tests):
            yield Progress(number / len(tests), f"{number} of {len(tests)} tests", v.TestResults(tuple(results)))
    yield v.TestResults(tuple(results))
