"""Phantom Tic-Tac-Toe and Dark Hex beside their twins, and beside open_spiel's.

Movers, legal moves, results, what each side sees, and which plays a side cannot tell apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.play.side_by_side import compared
from tests.few import slow

from .phantom import DarkHex, Phantom

GAMES = Path(__file__).parents[2] / "games"

Load = Callable[[], ggl.Game]


def phantom() -> ggl.Game:
    return ggl.load(GAMES / "phantom-tic-tac-toe.yaml")


def dark(size: int, abrupt: bool) -> ggl.Game:
    return ggl.load(GAMES / "dark-hex.yaml", size=size, abrupt=abrupt)


TWINS: dict[str, tuple[Load, Callable[[], Phantom]]] = {
    "Phantom Tic-Tac-Toe": (phantom, Phantom),
    "Dark Hex 3 x 3": (lambda: dark(3, False), lambda: DarkHex(3, 3)),
    "Dark Hex 4 x 4, abrupt": (lambda: dark(4, True), lambda: DarkHex(4, 4, abrupt=True)),
}


class Partition:
    """Two namings of the same things, which must tell the same apart."""

    def __init__(self) -> None:
        self.ours: dict[object, object] = {}
        self.theirs: dict[object, object] = {}

    def add(self, ours: object, theirs: object) -> None:
        assert self.ours.setdefault(ours, theirs) == theirs
        assert self.theirs.setdefault(theirs, ours) == ours


@pytest.mark.parametrize("games", [20, slow(40)])
@pytest.mark.parametrize("name", TWINS)
def test_random_games_agree_with_the_twin_ply_by_ply(name: str, games: int) -> None:
    load, twin_of = TWINS[name]
    game, known = load(), Partition()
    for seed in range(games):
        rng, state, twin = random.Random(seed), game.initial_state(), twin_of()
        while not twin.is_over:
            assert game.players.index(state.mover) == twin.mover
            assert sorted(move.args["c"].name for move in state.legal_moves()) == sorted(twin.legal())
            for number, side in enumerate(game.players):
                owners = {cell.coordinates: state.view(side).piece_at(cell.name) for cell in game.board.cells}
                assert {c: str(p).split()[0] for c, p in owners.items() if p} == {
                    cell: game.players[owner] for cell, owner in twin.seen[number].items()
                }
                known.add(state.information(side), (number, tuple(twin.knows[number])))
            text = rng.choice(twin.legal())
            twin.play(text)
            state = state.play(text)
        assert state.is_over
        assert state.winner == (None if twin.winner is None else game.players[twin.winner])
    assert len(known.ours) > 200


SPIEL: dict[str, tuple[Load, str, Callable[[int], str]]] = {
    "Phantom Tic-Tac-Toe": (phantom, "phantom_ttt", lambda action: "abc"[action % 3] + str(3 - action // 3)),
    "Dark Hex": (
        lambda: dark(4, False),
        "dark_hex(num_rows=4,num_cols=4)",
        lambda action: "abcd"[action % 4] + str(1 + action // 4),
    ),
    "Dark Hex, abrupt": (
        lambda: dark(4, True),
        "dark_hex(num_rows=4,num_cols=4,gameversion=adh)",
        lambda action: "abcd"[action % 4] + str(1 + action // 4),
    ),
}


def information(theirs: Any, player: int) -> tuple[int, str]:
    """open_spiel's state of a player. That of Dark Hex ends in the number of all steps, those of the other side too."""
    lines = theirs.information_state_string(player).split("\n")
    return player, "\n".join(line for line in lines if not line.isdigit())


@pytest.mark.parametrize("games", [60, slow(200)])
@pytest.mark.parametrize("name", SPIEL)
def test_random_games_agree_with_open_spiel(name: str, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    load, their_name, cell = SPIEL[name]
    game, there, known = load(), pyspiel.load_game(their_name), Partition()
    for seed in range(games):
        rng, state, theirs = random.Random(seed), game.initial_state(), there.new_initial_state()
        while not theirs.is_terminal():
            assert game.players.index(state.mover) == theirs.current_player()
            moves = {move.args["c"].name: move for move in state.legal_moves()}
            actions = {cell(action): action for action in theirs.legal_actions()}
            assert sorted(moves) == sorted(actions)
            known.add(state.information(), information(theirs, theirs.current_player()))
            chosen = rng.choice(sorted(moves))
            state = state.after(moves[chosen])
            theirs.apply_action(actions[chosen])
        assert state.is_over
        assert list(state.rewards) == theirs.returns()


@pytest.mark.parametrize("name", TWINS)
def test_both_engines_play_the_same_games(name: str) -> None:
    found = compared(TWINS[name][0](), 60, seed=7, seconds=60)
    assert found is not None
    assert found.difference is None
    assert found.games > 0
