"""Search in emitted functions: what is called proven is exact, an ended budget throws nothing away, memory changes nothing."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import ggl
from ggl import agents
from ggl.agents import Budget
from ggl.compiler.runtime.iterative_deepening import AT_ONCE, IterativeDeepening
from ggl.compiler.tree_layout import EDGES, FIRST, FIRST_EDGE, HEAD, USED, VISITS, Column, TreeMemory, columns_of
from tests.minimax import minimax

HEADER = "ggl: 1\nname: Small\nplayers: [Red, Blue]\nboard: track(3)\npieces: {stone: {}}\n"

SHORT_WAY_AND_LONG_WAY = (
    HEADER
    + """
state:
  place: {start: 0, in: 0..8}
moves:
  go_0_1: {where: place == 0, do: set place to 1}
  go_0_3: {where: place == 0, do: set place to 3}
  go_1_2: {where: place == 1, do: set place to 2}
  go_2_4: {where: place == 2, do: set place to 4}
  go_3_4: {where: place == 3, do: set place to 4}
  go_3_6: {where: place == 3, do: set place to 6}
  go_4_6: {where: place == 4, do: set place to 6}
  draw_6: {where: place == 6, do: set place to 8}
  win_6:
    where: place == 6
    do: |
      set place to 7
      win
turn:
  continue: place == 1 or place == 4 or place == 6
end:
  draw: place == 8
"""
)

THROW = (
    HEADER
    + """
state:
  die: {start: 1, in: 1..6}
  bets: {start: 0, in: 0..99, each: players}
moves:
  wait: {do: add 1 to mover.bets}
  bet: {do: add 2 to mover.bets}
turn:
  begin: roll die from 1..6
end:
  player p wins:
    lucky: ply >= 1 and die >= 5 and p.bets == 2
  draw: ply >= PLIES
"""
)

REPEATING = (
    HEADER
    + """
state:
  die: {start: 1, in: 1..60}
  at: {start: 0, in: 0..3000, each: players}
moves:
  left: {do: add 1 to mover.at}
  right: {do: add 2 to mover.at}
turn:
  begin: roll die from 1..60
end:
  draw: repetitions >= 3
  player p wins:
    far: die == 60 and p.at % 2 == 1
"""
)

PEACE = (
    HEADER.replace("track(3)", "square(7)")
    + """
moves:
  peace: {do: draw}
  place:
    for: c in cells
    where: empty(c)
    do: put own stone on c
end:
  player p wins: lined(cells with p stone, 4)
  draw: full
"""
)


@pytest.fixture
def game(tmp_path: Path):
    def load(text: str) -> ggl.Game:
        (tmp_path / "small.yaml").write_text(text)
        return ggl.load(tmp_path / "small.yaml")

    return load


def after_the_rolls(state: ggl.State) -> ggl.State:
    while state.is_chance:
        state = state.after(state.legal_moves()[0])
    return state


def test_a_move_that_is_found_to_be_lost_is_not_played_when_the_budget_ends() -> None:
    tic, rng = ggl.load("tic-tac-toe"), random.Random(0)
    for _ in range(25):
        state = tic.initial_state()
        for _ in range(3):
            state = state.after(rng.choice(state.legal_moves()))
        for nodes in range(20, 400, 20):
            first = agents.make(f"alphabeta:nodes={nodes}", tic, seed=1).think(state).candidates[0]
            assert not first.proven or first.value == minimax(state), (str(state), nodes)


@pytest.mark.parametrize("seed", range(8))
def test_a_draw_is_not_proven_by_what_was_looked_at_less_deeply(game, seed: int) -> None:
    """One position is reached in two steps of a turn and in three."""
    state = game(SHORT_WAY_AND_LONG_WAY).initial_state()
    thought = agents.make("alphabeta:depth=50", state.game, seed=seed).think(state)
    assert thought.proven
    assert thought.value == minimax(state)


def test_the_value_of_a_throw_is_its_mean(game) -> None:
    state = after_the_rolls(game(THROW.replace("PLIES", "2")).initial_state())
    thought = agents.make("alphabeta:depth=9", state.game).think(state)
    assert thought.proven
    assert thought.value == pytest.approx(minimax(state))
    assert str(thought.move) == "bet"


def test_wins_by_dice_are_no_lead_by_score(game) -> None:
    state = after_the_rolls(game(THROW.replace("PLIES", "60")).initial_state())
    thought = agents.make("alphabeta:depth=3", state.game).think(state)
    assert not thought.proven
    assert 0.5 < thought.value < 0.7


THROW_OF_MANY = """\
ggl: 1
name: Gold or a throw of sixes
players: [Ann, Bob]
board: square(3)
state:
  d: {start: 1, in: 1..6, each: cells}
  gold: {start: 0, in: 0..50, each: players}
moves:
  save:
    do: add 3 to mover.gold
  waste:
    do: add 0 to mover.gold
turn:
  begin: |
    roll a1.d, a2.d, a3.d, b1.d, b2.d from 1..6 if ply > 0
end:
  Ann wins: ply > 0 and all(c.d == 6 for c in {a1, a2, a3, b1, b2})
  by score: ply == 8
score(p): p.gold
"""


def test_a_small_chance_of_winning_changes_the_value_by_as_much(game) -> None:
    """Ann wins with one throw of 7,776; a lead of three is worth 3 of 13 parts of what a lead may be worth."""
    start = game(THROW_OF_MANY).initial_state()
    shallow, deep = (agents.make(f"alphabeta:depth={depth}", start.game).think(start).value for depth in (1, 2))
    assert shallow == pytest.approx(0.5 + 0.49 * 3 / 13)
    assert deep == pytest.approx(shallow + (1 - shallow) / 6**5)


HUGE = """\
ggl: 1
name: Huge scores
players: [Ann, Bob]
board: square(2)
state:
  gold: {start: 0, in: 0..2000000000, each: players}
moves:
  some:
    do: add 200000000 to mover.gold
  lots:
    do: add 1800000000 to mover.gold
end:
  draw: ply == 3
score(p): p.gold * 1000
"""


def test_no_lead_is_a_win(game) -> None:
    state = game(HUGE).initial_state()
    thought = agents.make("alphabeta:depth=1", state.game).think(state)
    assert (thought.proven, thought.distance) == (False, None)
    assert 0.5 < thought.value < 1


def test_a_depth_is_kept_whatever_else_bounds_the_search() -> None:
    four = ggl.load("connect-four")
    agent = agents.make("alphabeta:depth=2", four)
    for budget in (Budget(), Budget(seconds=0.2), Budget(simulations=30_000)):
        assert agent.think(four.initial_state(), budget).depth == 2


def test_alphabeta_finds_the_same_where_there_are_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> list[tuple[str, float, bool]]:
        game = ggl.load("nine-mens-morris", engine="compiled")
        thought = agents.make("alphabeta:depth=7", game, seed=1).think(game.initial_state())
        assert thought.simulations > 2 * AT_ONCE
        return [(str(each.move), each.value, each.proven) for each in thought.candidates]

    beside = found()

    def refused(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    assert found() == beside


def test_alphabeta_hears_stop_in_a_long_search() -> None:
    amazons, stop = ggl.load("amazons"), threading.Event()
    agent = agents.make("alphabeta:depth=60", amazons)
    threading.Timer(0.3, stop.set).start()
    begun = time.perf_counter()
    thought = agent.think(amazons.initial_state(), Budget(stopped=stop.is_set))
    assert thought.depth >= 1
    assert time.perf_counter() - begun < 10


def test_a_sure_draw_does_not_take_the_simulations_of_the_root(game) -> None:
    state = game(PEACE).initial_state()
    for cell in ("d4", "a1", "e4", "g7", "e5"):
        state = state.play(f"place {cell}")
    thought = agents.make("mcts:sims=20000", state.game).think(state)
    [peace] = [each for each in thought.candidates if str(each.move) == "peace"]
    assert peace.proven
    assert peace.visits < 100


def test_a_larger_memory_changes_no_thought(game) -> None:
    """Where rules look at earlier positions, the memory has to grow in the midst of a simulation."""
    told, grown = [], []
    for times in (0, 0, 4):
        state = after_the_rolls(game(REPEATING).initial_state())
        engine = state.game.fast.emitted
        for past in (True, False) * times:
            engine.room = engine.room.larger(past=past)
        before = engine.room.grown
        thought = agents.make("mcts:sims=200", state.game, seed=5).think(state)
        told.append([(str(each.move), each.visits, each.value) for each in thought.candidates])
        grown.append(engine.room.grown - before)
    assert told[0] == told[1] == told[2]
    assert grown[0] > grown[2]


PROVING_WHERE_MEMORY_ENDS = """
ggl: 1
name: Long
players: [A, B]
board: track(2)
pieces: {stone: {}}
state: {at: {start: 0, in: 0..999}}
moves:
  go: {do: add 1 to at}
  by: {where: ply > 255, do: add 2 to at}
  a: {where: ply < 256, do: lose}
  b: {where: ply < 256, do: lose}
  c: {where: ply < 256, do: lose}
  d: {where: ply < 256, do: lose}
  e: {where: ply < 256, do: lose}
  f: {where: ply < 256, do: lose}
  g: {where: ply < 256, do: lose}
end:
  draw: repetitions >= 3
  A wins: ply == 262 and at % 3 == 0
  B wins: ply == 262
"""


def test_a_simulation_that_looks_for_proofs_comes_out_alike_in_a_larger_memory(game) -> None:
    """Of the nodes on its way one is given edges, also where it is done again after that."""
    told = []
    for larger in (False, True):
        state = game(PROVING_WHERE_MEMORY_ENDS).initial_state()
        for _ in range(255):
            state = state.play("go")
        engine = state.game.fast.emitted
        assert engine.room.history == 256
        if larger:
            engine.room = engine.room.larger(past=True)
        thought = agents.make("mcts:sims=40", state.game, seed=7).think(state)
        told.append(([(str(each.move), each.visits, each.value) for each in thought.candidates], thought.depth))
    assert told[0] == told[1]


def test_with_hardly_any_simulations_each_move_is_as_likely_whenever_it_is_asked() -> None:
    """An order of the moves that came again at every step once made lines all by itself."""
    tic = ggl.load("tic-tac-toe")
    state, agent = tic.initial_state(), agents.make("mcts:sims=2,reuse=off", tic, seed=1)
    counts = Counter(str(agent.think(state).move) for _ in range(900))
    assert len(counts) == 9
    assert sum((each - 100) ** 2 / 100 for each in counts.values()) < 27  # chi-squared, 8 degrees of freedom: one in a thousand


def test_the_part_of_a_tree_that_is_kept_is_the_same_tree_in_little_room() -> None:
    four = ggl.load("connect-four")
    agent = agents.make("mcts:sims=60000", four, seed=3)
    state = four.initial_state()
    agent.think(state)
    tree: TreeMemory = agent._search.tree
    at = max((edge.node for edge in tree.edges(tree.root)), key=lambda node: tree.node(node)[VISITS])
    wanted = _nested(tree, at)
    whole = len(tree.table)
    tree.begin_at(at)
    assert _nested(tree, tree.root) == wanted
    assert tree.root == HEAD
    assert FIRST <= len(tree.table) <= whole


def _nested(tree: TreeMemory, at: int) -> tuple[object, ...]:
    """A node with those below it, wherever they stand."""
    entries, edges = tree.node(at), tree.edges(at)
    block = int(tree.table[at + EDGES])
    entries[EDGES] = 0
    head = tree.table[block : block + FIRST_EDGE].tolist() if block else []
    return (*entries, *head, *((tuple(edge.row), _nested(tree, edge.node) if edge.node else None) for edge in edges))


def test_only_visited_nodes_take_room_and_the_other_steps_a_word_each() -> None:
    state = ggl.load("clobber").initial_state()
    agent = agents.make("mcts:sims=4000", state.game, seed=1)
    agent.think(state)
    tree: TreeMemory = agent._search.tree
    blocks, waiting, nodes = [], [tree.root], 0
    while waiting:
        edges = tree.edges(waiting.pop())
        nodes += 1
        blocks += [len(edges)] if edges else []
        waiting += [edge.node for edge in edges if edge.node]
    assert (tree.width, tree.edge_width) == (5, 1)
    assert 1000 < nodes < 1.25 * 4000
    assert tree.table[USED] == HEAD + 5 * nodes + sum(blocks) + FIRST_EDGE * len(blocks)
    assert sum(blocks) > 4 * nodes


WIDE_AT_TIMES = """
ggl: 1
name: Wide at times
players: [A, B]
board: square(33)
pieces: {stone: {}}
state: {at: {start: 0, in: 0..999}, before: {start: 0, in: 0..9}}
moves:
  one: {do: "add 1 to at\\nset before to 1"}
  two: {where: before != 2, do: "add 2 to at\\nset before to 2"}
  six: {do: "add 6 to at\\nset before to 6"}
  many: {for: c in cells, where: at == 21, do: add c.row to at}
end: {by score: ply == 40}
score(p): (at * 7 + ply * 3) % 13 if p == A else (at * 5) % 11
"""


def test_a_search_that_needs_a_larger_memory_on_its_way_finds_what_it_finds_in_one(game) -> None:
    """Where it was broken off, the table had values already that others would not have looked up."""
    told, grown = [], []
    for larger in (False, True):
        state = game(WIDE_AT_TIMES).initial_state()
        engine = state.game.fast.emitted
        if larger:
            engine.room = replace(engine.room, arena=1 << 18, most=1 << 13)
        before = engine.room.grown
        thought = agents.make("alphabeta:nodes=310", state.game, seed=0).think(state)
        grown.append(engine.room.grown > before)
        told.append((thought.simulations, thought.depth, [(str(each.move), each.value) for each in thought.candidates]))
    assert told[0] == told[1]
    assert grown == [True, False]


def test_a_search_that_is_over_before_it_is_as_deep_again_in_a_larger_memory_keeps_what_it_had_found(game) -> None:
    state = game(WIDE_AT_TIMES).initial_state()
    engine = state.game.fast.emitted
    search = IterativeDeepening(engine)
    steps = engine.steps(state.position)
    grown = engine.room.grown
    before = search.deepened(state.position, steps, 0, 256, over=lambda: search.depth > 0 and engine.room.grown > grown)
    assert engine.room.grown > grown
    assert search.depth > 1
    assert before == search.deepened(state.position, steps, 0, search.depth)


def test_a_tree_that_may_not_grow_ends_the_thought(game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.compiler.tree_layout.FIRST", 1 << 10)
    monkeypatch.setattr("ggl.compiler.tree_layout.LARGEST", 1 << 12)
    text = WIDE_AT_TIMES.replace("by score: ply == 40", "A wins: ply == 12 and at % 3 == 0, B wins: ply == 12")
    state = game(text.replace(text[text.index("score(p)") :], "")).initial_state()
    thought = agents.make("mcts:sims=3000", state.game, seed=1).think(state)
    assert 100 < thought.simulations < 3000


@pytest.mark.parametrize(
    ("spans", "words"),
    [
        ([(0, 3), (0, 63), (-5, 5)], [0, 0, 0]),
        ([(0, 3), None, (7, 7), (0, 1)], [0, 1, 1, 2]),
        ([(0, 3), (0, (1 << 34) - 1), (0, 1), (-(1 << 62), (1 << 62) - 1)], [0, 0, 1, 1]),
        ([(0, 1 << 36), (3, 4)], [1, 1]),
    ],
)
def test_rows_come_back_out_of_their_columns(spans: list[tuple[int, int] | None], words: list[int]) -> None:
    columns = columns_of(spans)
    assert [each.word for each in columns] == words
    ends = [span or (-(1 << 63), (1 << 63) - 1) for span in spans]
    for row in product(*ends):
        assert [column.read(_packed(columns, row)) for column in columns] == list(row)


def _packed(columns: tuple[Column, ...], row: tuple[int, ...]) -> list[int]:
    """The words of an edge, signed, as the kernel puts them together."""
    words = [0] * (1 + columns[-1].word)
    for column, code in zip(columns, row, strict=True):
        words[column.word] |= (code - column.low) << column.shift
    return [(word + (1 << 63)) % (1 << 64) - (1 << 63) for word in words]


MANY = (
    HEADER.replace("track(3)", "square(12)")
    + """
moves:
  place: {for: "a in vacant, b in vacant - {a}", do: "put stone on {a, b}"}
end:
  draw: full
"""
)


def test_the_first_simulation_finds_room_for_all_steps_of_the_root(game) -> None:
    state = game(MANY).initial_state()
    thought = agents.make("mcts:sims=1", state.game, 1).think(state)
    assert (len(thought.candidates), thought.simulations) == (144 * 143, 1)


def test_a_larger_tree_changes_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    state, told = ggl.load("connect-four").initial_state(), []
    for entries in (FIRST, 1 << 21):
        monkeypatch.setattr("ggl.compiler.tree_layout.FIRST", entries)
        thought = agents.make("mcts:sims=20000", state.game, seed=5).think(state)
        told.append([(str(each.move), each.visits, each.value) for each in thought.candidates])
    assert told[0] == told[1]
