"""Trees in the kernel, evaluated by a function of numpy, beside a plain search in Python over states."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import ggl
from ggl.agents.network_search import search_trees
from ggl.compiler.puct_layout import REDUCED, UNIT
from ggl.compiler.runtime.puct import Ragged
from ggl.play.game import Game, State
from ggl.play.loading import made_of
from ggl.source import Source
from tests.few import slow

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    ("connect-four", {"width": 4, "height": 4, "line": 3}),
    ("go", {"size": 2}),
    ("sgibun", {"side": 2}),
    ("dots-and-boxes", {"width": 2, "height": 2}),
]


def judged(vector: tuple[int, ...], actions: list[int], seats: int) -> tuple[list[int], list[int]]:
    """Priors and values by seat, in units, made up of a position: neither is even."""
    drawn = random.Random(repr((vector, actions)))
    weights = [drawn.random() + 0.1 for _ in actions]
    values = [drawn.uniform(-1, 1) for _ in range(seats)]
    return [round(each / sum(weights) * UNIT) for each in weights], [round(each * UNIT) for each in values]


def by_arrays(positions: Any, legal: Ragged, seats: int) -> tuple[Any, Any]:
    found = [
        judged(tuple(position.tolist()), legal.actions[first:last].tolist(), seats)
        for position, first, last in zip(positions, legal.starts, legal.starts[1:], strict=False)
    ]
    return (np.array([each for priors, _ in found for each in priors], dtype=np.float64) / UNIT,
            np.array([values for _, values in found], dtype=np.float64) / UNIT)  # fmt: skip


MOST_MOVES = 5_000
"""No position of a game that is searched has more legal moves."""


class Node:
    """The same search, from the papers, over states: recursive, and one tree at a time."""

    def __init__(self, prior: int) -> None:
        self.prior, self.visits, self.total, self.value = prior, 0, 0, 0
        self.children: dict[int, Node] = {}

    def simulated(self, state: State, weight: float) -> list[int]:
        """Values by seat, added up here but for `total`, which is for whoever chose this."""
        self.visits += 1
        if state.is_over:
            return [round(each * UNIT) for each in state.rewards]
        seats = len(state.game.players)
        if not self.children:
            actions = state.legal_actions()
            priors, values = judged(state.vector, actions, seats)
            self.children = {action: Node(prior) for action, prior in zip(actions, priors, strict=True)}
            self.value = values[state.to_move]
            return values
        chooser = state.to_move
        root = math.sqrt(self.visits - 1)

        def bound(child: Node) -> float:
            mean = child.total / (UNIT * child.visits) if child.visits else self.value / UNIT - REDUCED
            return mean + weight * child.prior / UNIT * root / (1 + child.visits)

        action, child = max(self.children.items(), key=lambda pair: bound(pair[1]))
        found = child.simulated(state.apply(action), weight)
        child.total += found[chooser]
        return found


def searched(game: Game, states: list[State], simulations: int, weight: float) -> list[dict[int, tuple[int, float]]]:
    batch = game.batch(len(states), seed=1)
    for row, state in enumerate(states):
        batch.put(row, state)
    trees = search_trees(batch, simulations, weight, MOST_MOVES)  # a tree that is full goes no deeper
    trees.begin()
    while len(rows := trees.descend(simulations)):
        trees.tell(rows, *by_arrays(trees.leaves[rows], trees.children(rows), len(game.players)))
    rows = np.arange(len(states))
    roots, (visits, means) = trees.roots(rows), trees.root_visits(rows)
    return [
        {int(roots.actions[k]): (int(visits[k]), float(means[k])) for k in range(first, last)}
        for first, last in zip(roots.starts, roots.starts[1:], strict=False)
    ]


def searched_plainly(state: State, simulations: int, weight: float) -> dict[int, tuple[int, float]]:
    """The visits and the mean of each step from a state."""
    root = Node(0)
    for _ in range(simulations):
        root.simulated(state, weight)
    return {action: (child.visits, child.total / (UNIT * max(1, child.visits))) for action, child in root.children.items()}


def some_states(game: Game, count: int) -> list[State]:
    drawn, found = random.Random(5), []
    while len(found) < count:
        state = game.initial_state()
        for _ in range(drawn.randrange(6)):
            if state.is_over:
                break
            state = state.apply(drawn.choice(state.legal_actions()))
        if not state.is_over:
            found.append(state)
    return found


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
@pytest.mark.parametrize("engine", ["interpreter", slow("compiled")])
def test_trees_grow_as_in_a_plain_search(name: str, options: dict[str, Any], engine: Any) -> None:
    game = ggl.load(name, engine=engine, **options)
    states = some_states(game, 3)
    found = searched(game, states, 40, 1.25)
    for state, its in zip(states, found, strict=True):
        assert its == {action: pytest.approx(expected) for action, expected in searched_plainly(state, 40, 1.25).items()}


ALL_WIN = """\
ggl: 1
name: All win
players: [Red, Blue]
board: square(2)
pieces: {stone: {}}
moves:
  place: {for: c in vacant, do: put stone on c}
end:
  by score:
    the board is full: full
score(p): count(corners with p stone)
tie: shared
"""


def test_a_win_of_all_is_no_win_for_a_tree() -> None:
    game = made_of(Source("all-win.yaml", ALL_WIN), engine="interpreter")
    state = game.initial_state()
    [found] = searched(game, [state], 200, 1.25)
    assert found == {action: pytest.approx(expected) for action, expected in searched_plainly(state, 200, 1.25).items()}


def test_rolls_are_drawn_and_nobody_chooses_them() -> None:
    game = ggl.load("backgammon", engine="compiled")
    batch = game.batch(2, seed=3)
    trees = search_trees(batch, 200, 1.5, 60)
    trees.begin()
    while len(rows := trees.descend(200)):
        assert not trees.leaves[rows][:, game.places["chance"]].any()
        trees.tell(rows, *by_arrays(trees.leaves[rows], trees.children(rows), 2))
    visits, _ = trees.root_visits(np.arange(2))
    assert visits.sum() == 2 * 199


def test_a_full_tree_goes_on_without_new_nodes() -> None:
    game = ggl.load("tic-tac-toe", engine="compiled")
    batch = game.batch(1, seed=1)
    trees = search_trees(batch, 1, 1.5, 1)
    trees.begin()
    while len(rows := trees.descend(300)):
        trees.tell(rows, *by_arrays(trees.leaves[rows], trees.children(rows), 2))
    visits, _ = trees.root_visits(np.zeros(1, dtype=np.int64))
    assert visits.sum() == 299


WALKS = """\
ggl: 1
name: Walks
players: [Red, Blue]
board: track(40)
pieces: {man: {}}
setup: |
  put Red man on p1
  put Blue man on p40
moves:
  walk:
    for: c in cells with own man, t in neighbors(c)
    where: {to an empty place: empty(t)}
    do: move c to t
end:
  draw: {again: repetitions == 30}
"""


def test_a_path_that_is_longer_than_the_room_for_the_past_enlarges_nothing_else() -> None:
    game = made_of(Source("walks.yaml", WALKS), engine="compiled")
    engine, batch = game.fast.required(), game.batch(1)
    for _ in range(28):
        batch.step(batch.sample())
    trees = search_trees(batch, 200, 1.5, 60)
    trees.begin()
    while len(rows := trees.descend(200)):
        counts = trees.children(rows).counts
        trees.tell(rows, np.concatenate([[1.0] + [0.0] * (count - 1) for count in counts]), np.zeros((len(rows), 2)))
    assert batch._many.parts[0].room > 32
    assert engine.room.grown == 0
