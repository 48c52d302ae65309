"""Searches of a made game beside plain ones: alpha-beta by its values, trees of simulations by what they call proven, trees with
values by all that they hold.

Their memories are so small that they grow, and that records of the transposition table push each other out; what is found must
not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from unittest.mock import patch

import pytest

from ggl.compiler import tree_layout
from ggl.compiler.lower.alphabeta_kernel import HALF_A_WIN, MOST_OF_A_WIN, WON
from ggl.compiler.runtime import iterative_deepening
from ggl.compiler.runtime.engine import Compiled, MemoryRoom
from ggl.compiler.runtime.iterative_deepening import IterativeDeepening
from ggl.compiler.runtime.mcts import TreeSearch, TriedStep
from ggl.compiler.tree_layout import Edge
from ggl.engine.protocol import Step, WorkLimitError
from ggl.play.game import Game, State
from ggl.play.values import SEATS
from tests.agents.test_network_search import searched, searched_plainly

DEPTH = 7
MOST_STATES = 500
"""States that a plain search looks at."""

SIMULATIONS, LONGEST = 16, 12


class TooManyError(Exception):
    """The plain search would take too long."""


def searches_agree(game: Game) -> Iterator[str]:
    """What searches from the start of a play, its middle and shortly before its end find otherwise than they must."""
    engine = Compiled(game.checked.core, "made", as_python=True)
    try:
        states = [game.initial_state()]
        while len(states) < 30 and (legal := states[-1].legal_moves()):
            states.append(states[-1].after(legal[len(legal) // 3]))
        open_still = [state for state in states if not state.is_over and not state.is_chance]
        for place in sorted({0, len(open_still) // 2, len(open_still) - 4, len(open_still) - 2}):
            for state in open_still[place : place + 1] if place >= 0 else ():
                for search in _searches(game):
                    yield from (f"at ply {state.ply}: {what}" for what in search(engine, state))
    except WorkLimitError:
        return


def _searches(game: Game) -> Iterator[Callable[[Compiled, State], Iterator[str]]]:
    yield _simulations
    if len(game.players) == 2:
        yield _alphabeta
    if game._is_numbered and not game.layout.has("chance"):
        yield _network


# ---- alpha-beta


def _alphabeta(engine: Compiled, state: State) -> Iterator[str]:
    seat = SEATS.index(state.seat)
    moves = {move.step: move for move in state.legal_moves()}
    true: list[dict[Step, float]] = []
    with suppress(TooManyError):
        for depth in range(DEPTH):
            plain = _Plainly(seat)
            true.append({step: plain.value(state.after(move), depth) for step, move in moves.items()})
    near = DEPTH if engine.layout.has("chance") else 0  # means are rounded down
    for records in (1 << 10, 4):
        engine.room = MemoryRoom(64, 2 if engine.emitted.keys else 0, 4, 3)
        with patch.object(iterative_deepening, "RECORDS", records):
            search = IterativeDeepening(engine)
        for most in range(1, len(true) + 1):
            found = search.deepened(state.position, [*moves], seat, most)
            its, best = true[search.depth - 1], max(true[search.depth - 1].values())
            said = f"alphabeta, {search.depth} steps deep,"
            if abs(found[0].value - best) > near:
                yield f"{said} finds {found[0].value}, which is {best}"
            yield from (
                f"{said} finds {each.value} at most for {each.step}, which is {its[each.step]}"
                for each in found
                if each.value < its[each.step] - near
            )
            deepest = max(true[-1].values())
            if search.complete and round(deepest / WON) != round(best / WON):
                yield f"{said} calls {best} complete, and {len(true)} steps deep it is {deepest}"


class _Plainly:
    """The value of so many steps more, whoever chooses, for a seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: dict[tuple[State, int], float] = {}

    def value(self, state: State, depth: int) -> float:
        found = self.known.get((state, depth))
        if found is None:
            if len(self.known) == MOST_STATES:
                raise TooManyError
            found = self.known[state, depth] = self._found(state, depth)
        return found

    def _found(self, state: State, depth: int) -> float:
        if state.result is not None:
            winner = state.result.seat
            return 0 if winner is None else WON + depth if winner == SEATS[self.seat] else -WON - depth
        if depth == 0:
            return self._lead(state)
        after = [self.value(state.after(move), depth - 1) for move in state.legal_moves()]
        if state.is_chance:
            return sum(after) / len(after)
        return max(after) if state.seat == SEATS[self.seat] else min(after)

    def _lead(self, state: State) -> float:
        if state.scores is None:
            return 0
        names = list(state.game.players)
        at = [state._field("seat", place) for place in range(2)]
        lead = sum(float(state.scores[name]) * (1 if seat == self.seat else -1) for name, seat in zip(names, at, strict=True))
        if state.game.layout.has("chance"):
            return MOST_OF_A_WIN * lead / (abs(lead) + HALF_A_WIN)
        return lead * state.game.score_scale


# ---- a tree with made-up values


def _network(_: Compiled, state: State) -> Iterator[str]:
    [found] = searched(state.game, [state], 12, 1.5)
    expected = searched_plainly(state, 12, 1.5)
    if found != {action: pytest.approx(each) for action, each in expected.items()}:
        yield f"a tree with values finds {found}, and not {expected}"


# ---- simulations


def _simulations(engine: Compiled, state: State) -> Iterator[str]:
    told = []
    for entries in (1 << 4, tree_layout.FIRST):
        engine.room = MemoryRoom(64, 2 if engine.emitted.keys else 0, 4, 3)
        with patch.object(tree_layout, "FIRST", entries):
            search = TreeSearch(engine, 5, weight=1.4, most_steps=LONGEST)
            search.begin(state.position)
            search.run(SIMULATIONS)
            first = [search.root(), *search.steps()]
            best = max(search.steps(), key=lambda each: each.visits)
            below = _below(search, best.step)
            search.begin(engine.play(state.position, best.step))
            if below != [search.root().visits, search.root().means, search.steps()]:
                yield f"mcts keeps {[search.root(), *search.steps()]} of {best} and {below}"
            search.run(2)
            told.append((first, search.root(), search.steps()))
    if told[0] != told[1]:
        yield f"mcts finds {told[0]} in a tree that grows, and {told[1]}"
    root, *steps = told[0][0]
    if {each.step for each in steps} != {move.step for move in state.legal_moves()}:
        yield "mcts tries other steps than the legal ones"
    for each in (root, *steps):
        if len(each.means) > 1 and abs(sum(each.means) - 1) > 1e-9:
            yield f"mcts shares out {sum(each.means)} for {each}"
    yield from _not_proven({move.step: state.after(move) for move in state.legal_moves()}, steps)


def _below(search: TreeSearch, step: Step) -> list[object]:
    """What is known after a step, and of the steps that follow it."""
    node = next(edge.node for edge in search.tree.edges(search.tree.root) if search.engine.step(edge.row) == step)
    root = search._tried(Edge([0] * len(search.tree.columns), node))
    return [root.visits, root.means, [search._tried(edge) for edge in search.tree.edges(node)]]


def _not_proven(after: dict[Step, State], steps: list[TriedStep]) -> Iterator[str]:
    """What is said to be proven and is not, or brings something else."""
    for each in steps:
        if each.proven is None:
            continue
        with suppress(TooManyError):
            exactly = _Outcomes().of(after[each.step], DEPTH)
            if None not in exactly and exactly != {each.proven}:
                yield f"mcts calls {each.proven} proven for {each.step}, and it brings {exactly}"


Shares = tuple[float, ...]
"""What each seat gets: a win is 1, or is shared by those who win."""


class _Outcomes:
    """What may come of a position if each seat takes what brings it most; None stands for what was not looked at."""

    def __init__(self) -> None:
        self.states = 0

    def of(self, state: State, depth: int) -> set[Shares | None]:
        self.states += 1
        if self.states > MOST_STATES:
            raise TooManyError
        count = len(state.game.players)
        if state.result is not None:
            seats = state.result.seats or (SEATS[:count] if count > 1 else ())
            return {tuple(float(seat in seats) / max(1, len(seats)) for seat in SEATS[:count])}
        if depth == 0:
            return {None}
        each = [self.of(state.after(move), depth - 1) for move in state.legal_moves()]
        if state.is_chance:
            return set().union(*each)
        chooser = SEATS.index(state.seat)
        win = tuple(float(place == chooser) for place in range(count))
        if {win} in each:
            return {win}
        sure = [shares for found in each for shares in found if len(found) == 1 and shares is not None]
        if len(sure) < len(each):
            return {*set().union(*each), None}
        most = max(shares[chooser] for shares in sure)
        return {shares for shares in sure if shares[chooser] == most}
