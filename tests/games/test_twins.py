"""Random games of the five seed games, compared ply by ply with naive twins written from the rulings alone.

The ordinary run plays some games of most options; the slow run many more, on every size that the rulings offer.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import ggl
from tests.few import one_row_in
from tests.naive import TWINS
from tests.naive.tiku import Tiku

Case = tuple[str, dict[str, object], int]

CASES: list[Case] = [
    ("tabik", {"size": 3}, 20),
    ("tabik", {"size": 5}, 10),
    ("tabik", {"size": 8}, 2),
    ("quarod", {"size": 3}, 20),
    ("quarod", {"size": 5}, 10),
    ("quarod", {"size": 8}, 2),
    ("sgibun", {"side": 2}, 20),
    ("sgibun", {"side": 3}, 15),
    ("sgibun", {"side": 4}, 8),
    ("sgibun", {"side": 6}, 1),
    ("tirnabun", {"side": 2}, 20),
    ("tirnabun", {"side": 3}, 15),
    ("tirnabun", {"side": 4}, 8),
    ("tirnabun", {"side": 5}, 2),
    ("tabik", {"size": 4, "pie": False}, 10),
    ("quarod", {"size": 4, "pie": False}, 10),
    ("sgibun", {"side": 3, "pie": False}, 10),
    ("tirnabun", {"side": 3, "pie": False}, 10),
    ("tiku", {}, 4),
    ("tiku", {"first": "Dark"}, 4),
    ("tiku", {"max_plies": 30}, 15),
    ("tiku-diagonal", {}, 4),
    ("tiku-diagonal", {"first": "Dark", "max_plies": 30}, 10),
    ("tiku-points", {"target": 5}, 2),
    ("tiku-points", {"target": 12, "max_plies": 40}, 2),
    ("tiku-points", {"target": 1, "first": "Dark"}, 2),
]

_SIZES = {3: 300, 4: 200, 5: 100, 6: 60, 7: 30, 8: 20, 9: 8, 10: 5, 11: 3, 12: 2}
_SIDES = {2: 400, 3: 200, 4: 80, 5: 20, 6: 6, 7: 2}

MORE: list[Case] = [
    *((name, {"size": size}, _SIZES.get(size, 1)) for name in ("tabik", "quarod") for size in range(3, 20)),
    *((name, {"side": side}, _SIDES.get(side, 1)) for name in ("sgibun", "tirnabun") for side in range(2, 13)),
    *((name, {"size": 5, "pie": False}, 100) for name in ("tabik", "quarod")),
    *((name, {"side": 4, "pie": False}, 60) for name in ("sgibun", "tirnabun")),
    *(("tiku", {"first": first, "max_plies": plies}, 100) for first in ("Light", "Dark") for plies in (7, 30, 1000)),
    *(("tiku-diagonal", {"first": first, "max_plies": plies}, 100) for first in ("Light", "Dark") for plies in (7, 30, 1000)),
    *(("tiku-points", {"first": first, "target": target}, 60) for first in ("Light", "Dark") for target in (1, 10, 30)),
    ("tiku-points", {"target": 10, "max_plies": 25}, 60),
]


@pytest.mark.parametrize(("name", "options", "games"), one_row_in(4, CASES), ids=lambda value: str(value))
def test_random_games_are_those_of_the_naive_twin(name: str, options: dict[str, object], games: int) -> None:
    compare(ggl.load(name, **options), partial(TWINS[name], **options), games)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "games"), MORE, ids=lambda value: str(value))
def test_many_random_games_are_those_of_the_naive_twin(name: str, options: dict[str, object], games: int) -> None:
    compare(ggl.load(name, **options), partial(TWINS[name], **options), games)


BOTH_VARIANTS = """\
ggl: 1
name: Tiku for points with diagonal moves
extends: tiku-diagonal
options:
  target: 10 in 1..1000
match:
  until: any(p in players if total(p) >= target)
  next first: other(winner) if winner != none else other(starter)
"""


@pytest.mark.parametrize(
    ("options", "games"),
    [({}, 3), ({"target": 30, "first": "Dark"}, 2), ({"target": 6, "max_plies": 25}, 5)],
    ids=str,
)
def test_a_variant_of_a_variant_has_the_rules_of_both(tmp_path: Path, options: dict[str, object], games: int) -> None:
    path = tmp_path / "both.yaml"
    path.write_text(BOTH_VARIANTS, "utf-8")
    compare(ggl.load(path, **options), partial(Tiku, diagonal=True, points=True, **options), games)


def compare(game: ggl.Game, twin: Callable[[], object], games: int) -> None:
    for number in range(games):
        compare_one_game(game, twin(), random.Random(f"{game.name}/{number}"))


def compare_one_game(game: ggl.Game, twin, rng: random.Random) -> None:  # type: ignore[no-untyped-def]
    state = game.initial_state()
    while True:
        where = f"{game!r}, ply {state.ply}\n{state.vector}"
        assert state.is_over == twin.is_over, where
        assert state.scores == twin.scores, where
        assert state.ply == twin.ply, where
        if state.is_over:
            assert state.winner == twin.winner, where
            assert state.result is not None
            assert state.result.seat == twin.winning_seat, where
            return
        assert state.mover == twin.mover, where
        assert state.seat == twin.seat, where
        texts = [str(move) for move in state.legal_moves()]
        assert len(texts) == len(set(texts)), where
        assert set(texts) == twin.legal_moves(), where
        text = rng.choice(texts)
        state = state.play(text)
        twin.play(text)
