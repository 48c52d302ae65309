"""What stands in a browser for numpy and rpds does what those do, as far as ggl uses them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rpds
from hypothesis import given, settings
from hypothesis import strategies as st

import ggl.playground.stand_ins.numpy as own
import ggl.playground.stand_ins.rpds as own_rpds

STAND_INS = Path(own.__file__).parents[1]

WORDS = st.integers(-(1 << 40), 1 << 40)
LINES = st.lists(WORDS, min_size=1, max_size=12)
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(WORDS, min_size=width, max_size=width), min_size=1, max_size=6)
)

Do = Callable[[Any, Any], Any]

ON_LINES: dict[str, Do] = {
    "a slice": lambda _, a: a[1:3],
    "every second": lambda _, a: a[::2],
    "from the end": lambda _, a: a[-1],
    "chosen places": lambda np_, a: a[np_.array([0, len(a) - 1, 0], dtype=np_.int64)],
    "chosen from the end": lambda np_, a: a[np_.array([-1, 0, -len(a)])],
    "places in rows and columns": lambda np_, a: a[1:][np_.array([0, -1])[:, None] * np_.array([1, 0])] if len(a) > 1 else a,
    "where it holds": lambda _, a: a[a > 0],
    "arithmetic": lambda _, a: 3 + a * 2 - 1,
    "bits": lambda _, a: a >> 3 & 5,
    "halves": lambda _, a: a / 4,
    "a sum": lambda _, a: a.sum(),
    "a mean": lambda _, a: a.mean(),
    "how many hold": lambda _, a: (a == a[0]).sum(),
    "a column and a row": lambda np_, a: a[:, None] == np_.arange(3),
    "sums so far": lambda np_, a: np_.cumsum(a),
    "repeated": lambda np_, a: np_.repeat(a, np_.array([n % 3 for n in range(len(a))], dtype=np_.int64)),
    "joined": lambda np_, a: np_.concatenate([a, a[:1]]),
    "chosen by a condition": lambda np_, a: np_.where(a < 5, a, -1),
    "two dimensions": lambda _, a: a.reshape(len(a), 1),
    "as bytes": lambda _, a: list(a.tobytes()),
    "from bytes": lambda np_, a: np_.frombuffer(a.tobytes(), dtype=np_.int64),
    "as memory": lambda _, a: list(a.data),
    "numbers of 32 bits": lambda np_, a: np_.concatenate([a.view("<i4")[1:], a]),
}

ON_TABLES: dict[str, Do] = {
    "a column": lambda _, a: a[:, 0],
    "a row": lambda _, a: a[0],
    "some rows": lambda _, a: a[1:],
    "some columns": lambda _, a: a[:, [0, -1]],
    "a range of columns": lambda _, a: a[:, 0:1] / 2,
    "any in a row": lambda _, a: (a > 0).any(axis=1),
    "none in a row": lambda _, a: (~(a > 0).any(axis=1)).sum(),
    "bits of a column": lambda np_, a: a[:, 0, None] >> np_.arange(3) & 1 == 1,
    "either": lambda _, a: (a > 0) | (a < -5),
    "how often each": lambda np_, a: np_.unique(a, axis=0, return_counts=True),
    "joined": lambda np_, a: np_.concatenate([a, a]),
    "in one row": lambda _, a: a.ravel(),
    "equal": lambda np_, a: np_.array_equal(a, a.copy()),
    "rows of 32 bits": lambda _, a: a.view("<i4")[1:, [0, -1]],
    "what numbers of 32 bits come to": lambda _, a: (a.view("<i4") >> 8).sum(),
    "shapes": lambda _, a: (list(a.shape), a.size, a.nbytes, a.ndim, len(a)),
}


def plain(found: Any) -> Any:
    if isinstance(found, tuple):
        return [plain(each) for each in found]
    return found.tolist() if hasattr(found, "tolist") else found


@pytest.mark.parametrize("name", ON_LINES)
@settings(max_examples=25)
@given(values=LINES)
def test_a_line_of_numbers_is_as_numpy_has_it(name: str, values: list[int]) -> None:
    a_line_is_as_numpy_has_it(name, values)


@pytest.mark.slow
@pytest.mark.parametrize("name", ON_LINES)
@settings(max_examples=400)
@given(values=LINES)
def test_many_lines_of_numbers_are_as_numpy_has_them(name: str, values: list[int]) -> None:
    a_line_is_as_numpy_has_it(name, values)


def a_line_is_as_numpy_has_it(name: str, values: list[int]) -> None:
    found, wanted = (plain(ON_LINES[name](each, each.array(values, dtype=each.int64))) for each in (own, np))
    assert found == pytest.approx(wanted) if name == "a mean" else found == wanted


@pytest.mark.parametrize("name", ON_TABLES)
@settings(max_examples=25)
@given(values=TABLES)
def test_a_table_of_numbers_is_as_numpy_has_it(name: str, values: list[list[int]]) -> None:
    a_table_is_as_numpy_has_it(name, values)


@pytest.mark.slow
@pytest.mark.parametrize("name", ON_TABLES)
@settings(max_examples=400)
@given(values=TABLES)
def test_many_tables_of_numbers_are_as_numpy_has_them(name: str, values: list[list[int]]) -> None:
    a_table_is_as_numpy_has_it(name, values)


def a_table_is_as_numpy_has_it(name: str, values: list[list[int]]) -> None:
    found, wanted = (plain(ON_TABLES[name](each, each.array(values, dtype=each.int64))) for each in (own, np))
    assert found == wanted


@given(st.lists(WORDS, min_size=2, max_size=12))
def test_the_spread_of_numbers_is_as_numpy_has_it(values: list[int]) -> None:
    found, wanted = (each.array(values, dtype=each.int64).std(ddof=1) for each in (own, np))
    assert found == pytest.approx(wanted)


@given(LINES, st.data())
def test_what_is_written_is_as_with_numpy(values: list[int], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(values)))
    last = data.draw(st.integers(first, len(values)))
    new = data.draw(st.lists(WORDS, min_size=last - first, max_size=last - first))
    place = data.draw(st.integers(0, len(values) - 1))
    results = []
    for each in (own, np):
        array: Any = each.array(values, dtype=each.int64)
        array[first:last] = new
        array[place] = 7
        view = array[first:last]
        view[:] = 1
        array[each.array([place], dtype=each.int64)] = each.array([9], dtype=each.int64)
        array[:] = array.copy()[::-1]
        array[first:last] = array[first:last].copy()
        array[1:] = array[:-1]
        results.append(array.tolist())
    assert results[0] == results[1]


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_views_of_three_dimensions_write_where_those_of_numpy_do(ways: int, room: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, room - 1))
    results = []
    for each in (own, np):
        memory: Any = each.zeros(3 + 2 * ways * room, dtype=each.int64)
        (rows,) = memory[3 : 3 + ways * room].reshape(1, ways * room)[:, : ways * room].reshape(1, ways, room)
        rows[:, place] = each.arange(ways) + 5
        rows[:, :place] = 2
        column = rows[:, place]
        column[0] = 9
        results.append(
            (memory.tolist(), list(column.tobytes()), rows[:, place].tolist(), column.flags.c_contiguous, rows.tolist())
        )
    assert results[0] == results[1]


def test_what_does_not_fit_is_refused() -> None:
    array = own.zeros(4, dtype=own.int64)
    with pytest.raises(ValueError, match="broadcast"):
        array[0:2] = [1, 2, 3]
    with pytest.raises(IndexError):
        array[4]
    for places in ([4], [-5], [0, 4]):
        with pytest.raises(IndexError, match="out of bounds"):
            array[own.array(places)]
    with pytest.raises(ValueError, match="reshape"):
        array.reshape(3, 2)
    with pytest.raises(ValueError, match="broadcast"):
        array + own.zeros(3, dtype=own.int64)


def test_the_address_is_that_of_the_first_entry() -> None:
    import ctypes

    array = own.array([5, 6, 7], dtype=own.int64)
    assert ctypes.c_int64.from_address(array[1:].ctypes.data).value == 6


PAIRS = st.lists(st.tuples(st.text(max_size=3), st.integers(0, 9)), max_size=6)


@given(PAIRS, PAIRS, st.text(max_size=3))
def test_maps_sets_and_lists_are_as_rpds_has_them(one: list[Any], other: list[Any], key: str) -> None:
    results = []
    for module in (own_rpds, rpds):
        maps = module.HashTrieMap(dict(one)).update(dict(other)).insert(key, 1)
        sets = module.HashTrieSet(each[0] for each in one).update([each[0] for each in other]).insert(key).discard("a")
        line = module.List(one).push_front(key)
        kept = dict(module.HashTrieMap.convert(dict(one)).insert(key, 1).remove(key))
        results.append((dict(maps), set(sets), list(line), line.first, list(line.rest), kept, key in maps, len(sets)))
    assert results[0] == results[1]


PROGRAM = """
import ggl
from ggl import agents
from ggl.compiler.runtime.engine import Compiled
from ggl.play.playouts import Playouts
for name in ("tic-tac-toe", "oware", "go:size=5"):
    game = ggl.load(name.split(":")[0], engine="interpreter", **({"size": 5} if ":" in name else {}))
    found = game.playouts(5, seed=3)
    print(found, found.wins, found.draws, found.mean_steps, found.mean_scores, found.ends, list(found)[:3])
    print(found[2:4] + found[:1], found == found[:5])
    agent = agents.make("mcts:sims=20", game, 5)
    state = game.initial_state()
    for _ in range(2):
        thought = agent.think(state)
        print(thought.move, thought.value, [(str(each.move), each.visits) for each in thought.candidates[:4]])
        state = state.after(thought.move)
    if "go" not in name:
        rows = Compiled(game.checked.core, as_python=True).playouts(5, 3, 1000)
        print(Playouts(game, rows) == found, Playouts(game, rows[1:3]) + found)
"""


@pytest.mark.processes
def test_games_are_played_and_searched_with_the_stand_ins_as_with_the_packages() -> None:
    said = []
    for path in (str(STAND_INS), ""):
        environment = {**os.environ, "PYTHONPATH": path}
        run = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        said.append(run.stdout)
    assert said[0] == said[1]
    assert "playouts of" in said[0]
