"""Whole random games of every twin, with what must hold at each turn; and the rulings that all games share."""

import random
from collections.abc import Callable

import pytest

from tests.few import one_row_in

from . import TWINS, Quarod, Sgibun, Tabik, Tiku, Tirnabun, Twin
from .pairs import PairGame
from .territories import TerritoryGame

GAMES: dict[str, Callable[[], Twin]] = {
    **TWINS,
    "tabik-3": lambda: Tabik(size=3),
    "tabik-5-no-pie": lambda: Tabik(size=5, pie=False),
    "quarod-3": lambda: Quarod(size=3),
    "quarod-5-no-pie": lambda: Quarod(size=5, pie=False),
    "sgibun-2": lambda: Sgibun(side=2),
    "sgibun-4-no-pie": lambda: Sgibun(side=4, pie=False),
    "tirnabun-2": lambda: Tirnabun(side=2),
    "tirnabun-4-no-pie": lambda: Tirnabun(side=4, pie=False),
    "tiku-dark-first": lambda: Tiku(first="Dark"),
    "tiku-20-plies": lambda: Tiku(max_plies=20),
    "tiku-points-diagonal": lambda: Tiku(points=True, diagonal=True, target=30),
}
# The largest board is slow to check at every turn: one game of it is enough here.
PLAYS = [(name, seed) for name in GAMES for seed in range(1 if name == "tirnabun" else 3)]


def check(game: Twin) -> None:
    """What holds in every position of a game."""
    assert sorted(game.seats) == sorted(game.sides)
    assert sorted(game.seats.values()) == ["first", "second"]
    moves = game.legal_moves()
    assert bool(moves) != game.is_over
    assert "pass" not in moves or moves == {"pass"}
    if not game.is_over:
        assert game.winner is None
    assert (game.winning_seat is None) == (game.winner is None)
    if isinstance(game, PairGame):
        check_pairs(game)
    elif isinstance(game, TerritoryGame):
        check_territories(game)
    else:
        assert isinstance(game, Tiku)
        check_tiku(game)


def check_pairs(game: PairGame) -> None:
    black, white = game.scores["Black"], game.scores["White"]
    assert black != white or black == 0
    colours = list(game.stones.values())
    assert colours.count("Black") == colours.count("White")
    assert set(game.stones) <= game.cells
    if isinstance(game, Quarod):
        assert set(game.facing) == set(game.stones)
        for cell, target in game.facing.items():
            if game.facing.get(target) == cell:
                assert game.engaged_to_each_other(cell, target)
    assert not game.is_over or game.winner is not None


def check_territories(game: TerritoryGame) -> None:
    assert set(game.stones) <= game.cells
    territories = [cells for _, cells in game.territories()]
    assert sum(map(len, territories)) == len(game.cells) - len(game.stones)
    assert not game.owned("Black") & game.owned("White")
    if game.is_over:
        assert not game.placements("Black")
        assert not game.placements("White")
        assert (game.winner is None) == (game.scores["Black"] == game.scores["White"])
    assert sum(game.scores.values()) <= len(game.cells)


def check_tiku(game: Tiku) -> None:
    for side in game.sides:
        assert list(game.pieces.values()).count(side) == 6
        assert list(game.discs.values()).count(side) + game.supply[side] == 14
        assert game.supply[side] > 0 or game.winner == side
    assert game.winner or not set(game.pieces) & set(game.discs)
    assert game.marked <= set(game.pieces)
    assert game.diagonal or not game.marked
    if game.winner is not None:
        assert game.scores[game.winner] >= (game.target if game.points else 1)


@pytest.mark.parametrize(("name", "seed"), one_row_in(4, PLAYS))
def test_random_game(name: str, seed: int) -> None:
    game = GAMES[name]()
    rng = random.Random(seed)
    check(game)
    for _ in range(5000):
        if game.is_over:
            break
        before = game.copy()
        text = rng.choice(sorted(game.legal_moves()))
        game.play(text)
        check(game)
        if game.ply == 0:  # the next game of a match
            assert isinstance(game, Tiku)
            continue
        assert game.ply == before.ply + 1
        stays = text in ("swap-sides", "take-black", "take-white")
        assert (game.mover == before.mover) == stays
        if text in ("swap-sides", "take-black"):
            assert game.seats != before.seats
        else:
            assert game.seats == before.seats
        if isinstance(game, Tabik) and isinstance(before, Tabik):
            assert len(game.rods) - len(before.rods) == text.startswith(("place ", "swap "))
    assert game.is_over


@pytest.mark.parametrize("name", TWINS)
def test_a_copy_is_independent(name: str) -> None:
    game = TWINS[name]()
    moves = game.legal_moves()
    twin = game.copy()
    twin.play(min(moves))
    assert twin.ply == 1
    assert game.ply == 0
    assert game.legal_moves() == moves


@pytest.mark.parametrize("name", TWINS)
def test_only_legal_moves_are_played(name: str) -> None:
    game = TWINS[name]()
    for text in ("pass", "swap-sides", "take-black", "place z9", ""):
        with pytest.raises(ValueError, match="not a legal move"):
            game.play(text)
    assert game.ply == 0


@pytest.mark.parametrize("name", ["tabik", "quarod", "sgibun", "tirnabun"])
def test_black_moves_first_and_sits_first(name: str) -> None:
    game = TWINS[name]()
    assert game.mover == "Black"
    assert game.seat == "first"
