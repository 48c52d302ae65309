"""The first-move map: the value of each first step, by search, and the effect of a pie rule.

Takes a game and the spec of a search. Each first step is searched several times, with different seeds; its value is the mean for
the first seat, with the interval of these searches, which does not include the search's own error. A pie rule of the game is
ignored while finding values; otherwise each value would only reflect the other seat's choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from ggl.agents import Agent, make
from ggl.agents.ladders import level_of
from ggl.agents.protocol import value_of
from ggl.agents.specs import Spec, read
from ggl.analysis.play_sampling import expected_value
from ggl.engine.draws import seeded
from ggl.play.game import Game, State
from ggl.play.move import Move
from ggl.play.values import SEATS
from ggl.statistics import Interval, mean
from ggl.topology import Site

SEARCHES = 5
MOST_MOVES = 400
MOST_OUTCOMES = 36
"""Outcomes of rolls that one search of a move looks at."""


@dataclass(frozen=True)
class FirstMove:
    """`value` is the first seat's expectation after the move; `sites` are those that the move names."""

    text: str
    sites: tuple[str, ...]
    value: Interval

    @property
    def take(self) -> bool | None:
        """Whether the second seat should take the place of the first after it; None where the interval leaves it open."""
        return True if self.value.low > 0.5 else False if self.value.high < 0.5 else None


@dataclass(frozen=True)
class FirstMoves:
    """The moves, best for the first seat first; or, in `why_not`, why there is no such map. `of` says how many there are."""

    moves: tuple[FirstMove, ...]
    judge: str
    pie: str
    of: int = 0
    why_not: str = ""

    @property
    def to_offer(self) -> FirstMove | None:
        """The best opening where the other seat may take over: the move whose value is nearest to a half."""
        return min(self.moves, key=lambda each: (abs(each.value.value - 0.5), each.text), default=None)


def without_pie(game: Game) -> Game:
    """The same game without its pie rule."""
    core = game.checked.core
    if not core.turn.pie:
        return game
    return Game(replace(game.checked, core=replace(core, turn=replace(core.turn, pie=""))), game.fast.wanted)


def first_moves(game: Game, judge: str, seed: int, stop: Callable[[int, int], bool]) -> FirstMoves:
    """`stop` takes the numbers of searches done and planned; when it returns true, the rest is left out."""
    pie = game.checked.core.turn.pie
    plain = without_pie(game).quick
    state = plain.initial_state()
    why_not = ""
    if state.is_over:
        why_not = "the game is over before it begins"
    elif state.is_chance:
        why_not = "the game begins with a roll, and the best move depends on it"
    elif len(plain.players) != 2:
        why_not = "they are compared only in games of two players"
    elif pie and read(judge).kind.foreign:
        why_not = f"they are searched without the pie rule, by one of ggl's own searches, but the judge is `{judge}`"
    elif len(state.legal_moves()) > MOST_MOVES:
        why_not = f"there are {len(state.legal_moves()):,} of them, but at most {MOST_MOVES} are searched"
    if why_not:
        return FirstMoves((), judge, pie, why_not=why_not)
    moves = state.legal_moves()
    values: list[list[float]] = [[] for _ in moves]
    agent = make(_measured(judge, game), plain)
    try:
        for done in range(SEARCHES * len(moves)):  # all moves once, then again: so a time limit leaves out none
            search, number = divmod(done, len(moves))
            values[number].append(_value(agent, state.after(moves[number]), seeded(seed, number * SEARCHES + search) >> 2))
            if stop(done + 1, SEARCHES * len(moves)):
                break
    finally:
        agent.close()
    found = [_first_move(move, each) for move, each in zip(moves, values, strict=True) if each]
    found.sort(key=lambda each: (-each.value.value, each.text))
    return FirstMoves(tuple(found), judge, pie, len(moves))


def _measured(judge: str, game: Game) -> Spec:
    """The search of a level: the levels of a game are not those of the game without its pie rule."""
    spec = read(judge)
    if spec.kind.name != "level" or "level" not in spec.settings:
        return spec
    level, _ = level_of(game, int(spec.settings["level"]))
    return read(level.spec)


def _first_move(move: Move, values: list[float]) -> FirstMove:
    named = [each for value in move.args.values() for each in (value if isinstance(value, tuple) else (value,))]
    sites = tuple(value.name for value in named if isinstance(value, Site))
    return FirstMove(str(move), sites, _interval(values))


def _value(agent: Agent, state: State, seed: int, most: int = MOST_OUTCOMES) -> float:
    """The first seat's expectation, by one search; after rolls, by one of each outcome, or of `most` that are drawn."""
    if state.result is not None:
        return value_of(state.result.seats, SEATS[0], len(state.game.players))
    if state.is_chance:  # all outcomes are equally likely
        moves = state.legal_moves()
        looked_at = moves if len(moves) <= most else random.Random(seed).sample(moves, most)
        return sum(_value(agent, state.after(move), seed, max(1, most // len(looked_at))) for move in looked_at) / len(looked_at)
    agent.new_play(seed)
    value = expected_value(agent.think(state))
    return value if state.seat == SEATS[0] else 1 - value


def _interval(values: list[float]) -> Interval:
    """The mean of some searches, clipped to a share."""
    found = mean(values)
    return Interval(found.value, max(found.low, 0.0), min(found.high, 1.0), found.n)
