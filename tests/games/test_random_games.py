"""A thousand random games of each game, from start to end, and what holds of every state in them.

The ordinary run plays some of each line of the table, the slow run all; both play the same games, so that a game that fails is
found again by its number.
"""

from __future__ import annotations

import random

import pytest

import ggl
from ggl.core.types import Bool, Fin, Num, Opt, Type, none_code
from tests.few import one_in

MIX: list[tuple[str, dict[str, object], int, int]] = [
    # game, options, games in the slow run, of which in the ordinary run
    ("tabik", {"size": 3}, 400, 12),
    ("tabik", {"size": 4}, 250, 6),
    ("tabik", {"size": 5, "pie": False}, 200, 4),
    ("tabik", {"size": 6}, 100, 2),
    ("tabik", {}, 50, 1),
    ("quarod", {"size": 3}, 400, 12),
    ("quarod", {"size": 4}, 250, 6),
    ("quarod", {"size": 5, "pie": False}, 200, 4),
    ("quarod", {"size": 6}, 100, 2),
    ("quarod", {}, 50, 1),
    ("sgibun", {"side": 2}, 300, 15),
    ("sgibun", {"side": 3}, 400, 10),
    ("sgibun", {"side": 4, "pie": False}, 220, 3),
    ("sgibun", {"side": 5}, 40, 1),
    ("sgibun", {}, 40, 1),
    ("tirnabun", {"side": 2}, 300, 15),
    ("tirnabun", {"side": 3}, 400, 10),
    ("tirnabun", {"side": 4, "pie": False}, 260, 3),
    ("tirnabun", {"side": 5}, 30, 1),
    ("tirnabun", {}, 10, 0),
    ("tiku", {}, 500, 6),
    ("tiku", {"first": "Dark"}, 250, 3),
    ("tiku", {"max_plies": 20}, 250, 6),
    ("tiku-diagonal", {}, 600, 6),
    ("tiku-diagonal", {"first": "Dark", "max_plies": 25}, 400, 6),
    ("tiku-points", {}, 300, 3),
    ("tiku-points", {"target": 1, "first": "Dark"}, 400, 4),
    ("tiku-points", {"target": 25, "max_plies": 40}, 300, 2),
]

LONGEST = 200_000
"""More steps than any of these games has; one that passes it does not end."""


def _name(line: tuple[str, dict[str, object], int, int]) -> str:
    return " ".join([line[0], *(f"{option}={value}" for option, value in line[1].items())])


@pytest.mark.parametrize("line", one_in(2, [line for line in MIX if line[3]]), ids=_name)
def test_some_random_games_keep_to_what_holds_of_every_state(line: tuple[str, dict[str, object], int, int]) -> None:
    name, options, _, some = line
    game = ggl.load(name, **options)
    for number in range(some):
        play_one_game(game, number)


@pytest.mark.slow
@pytest.mark.parametrize("line", MIX, ids=_name)
def test_all_random_games_keep_to_what_holds_of_every_state(line: tuple[str, dict[str, object], int, int]) -> None:
    name, options, games, _ = line
    game = ggl.load(name, **options)
    for number in range(games):
        play_one_game(game, number)


def test_the_table_comes_to_a_thousand_games_of_each_game() -> None:
    games: dict[str, int] = {}
    for name, _, count, _ in MIX:
        games[name] = games.get(name, 0) + count
    assert games == dict.fromkeys(games, 1000)
    assert games.keys() >= {"tabik", "quarod", "sgibun", "tirnabun", "tiku", "tiku-points", "tiku-diagonal"}


def play_one_game(game: ggl.Game, number: int) -> None:
    rng = random.Random(f"{game.name}/{number}")
    state = game.initial_state()
    assert state.ply == 0
    for _ in range(LONGEST):
        where = f"{game!r}, game {number}, ply {state.ply}\n{state.vector}"
        check_state(game, state, where)
        if state.is_over:
            return
        after = state.play(rng.choice(state.legal_moves()))
        next_game = game.checked.core.match is not None and after["game"] != state["game"]
        assert after.ply == (0 if next_game else state.ply + 1), where
        state = after
    raise AssertionError(f"{game!r}, game {number} does not end")


def check_state(game: ggl.Game, state: ggl.State, where: str) -> None:
    texts = [str(move) for move in state.legal_moves()]
    assert len(texts) == len(set(texts)), where
    assert bool(texts) == (not state.is_over), where
    if "pass" in texts:
        assert texts == ["pass"], where
    assert state.scores is not None, where
    assert tuple(state.scores) == game.players, where
    assert tuple(state.seats) == game.players, where
    assert sorted(state.seats.values()) == ["first", "second"], where
    assert state.seat == state.seats[state.mover], where
    assert (state.result is None) == (not state.is_over), where
    if not state.is_over:
        assert state.winner is None, where
    elif state.winner is not None and game.checked.core.tie[0] == "draw":
        assert state.scores[state.winner] == max(state.scores.values()), where
    check_vector(game, state.vector, where)


def check_vector(game: ggl.Game, vector: tuple[int, ...], where: str) -> None:
    """Each entry is a code of its field's type."""
    assert len(vector) == game.layout.length, where
    for name, slot in game.layout.slots.items():
        for code in vector[slot.start : slot.stop]:
            assert is_code(code, slot.field.values), f"{name} holds {code}\n{where}"


def is_code(code: int, type_: Type) -> bool:
    match type_:
        case Opt(of=inner):
            return code == none_code(inner) or is_code(code, inner)
        case Bool():
            return code in (0, 1)
        case Num(lo=lo, hi=hi):
            return lo <= code <= hi
        case Fin(domain=domain):
            return 0 <= code < domain.size
    return False
