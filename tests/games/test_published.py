"""Chess, draughts and Othello have as many plays of each length as is published, from the start and from usual test positions.

What is listed first is counted by the interpreter in the ordinary run, what comes next by the compiled engine in the slow one.
"""

from __future__ import annotations

import pytest

import ggl
from ggl.play.game import State
from tests.few import one_in, slow

STARTS = {
    "draughts": ([7, 49, 302, 1469], [7361, 36768, 179740, 845931]),
    "othello": ([4, 12, 56, 244, 1396], [8200, 55092, 390216]),
    "connect-four": ([7, 49, 343, 2401], [16807, 117649, 823536, 5673234]),
}
CHESS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": ([20, 400], [8902, 197281, 4865609]),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -": ([48, 2039], [97862, 4085603]),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": ([14, 191], [2812, 43238, 674624]),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": ([6, 264], [9467, 422333]),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": ([44, 1486], [62379, 2103487]),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -": ([46, 2079], [89890, 3894594]),
}
KINDS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
CORNERS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}


def of_fen(fen: str, engine: str = "interpreter") -> State:
    """The position that a text in Forsyth-Edwards notation describes; none of those here has a pawn to be taken in passing."""
    placement, side, castling, passant = fen.split()
    assert passant == "-"
    effects = [f"drop {corner} from castling" for letter, corner in CORNERS.items() if letter not in castling]
    for row, line in zip(range(8, 0, -1), placement.split("/"), strict=True):
        column = 0
        for sign in line:
            if sign.isdigit():
                column += int(sign)
            else:
                player = "White" if sign.isupper() else "Black"
                effects.append(f"put {player} {KINDS[sign.lower()]} on {'abcdefgh'[column]}{row}")
                column += 1
    return ggl.load("chess", engine=engine).position("\n".join(effects), "White" if side == "w" else "Black")


def counts(state: State, depths: range) -> list[int]:
    return [state.game.perft(state, depth) for depth in depths]


def depths(published: tuple[list[int], list[int]]) -> tuple[range, range]:
    near, far = (len(part) for part in published)
    return range(1, near + 1), range(near + 1, near + far + 1)


def test_a_start_that_is_written_down_is_the_start() -> None:
    assert of_fen(next(iter(CHESS))) == ggl.load("chess").initial_state()


@pytest.mark.parametrize("fen", one_in(3, CHESS))
def test_chess_has_the_published_counts(fen: str) -> None:
    assert counts(of_fen(fen), depths(CHESS[fen])[0]) == CHESS[fen][0]


@pytest.mark.slow
@pytest.mark.parametrize("fen", CHESS)
def test_chess_has_the_published_counts_further_on(fen: str) -> None:
    assert counts(of_fen(fen, "compiled"), depths(CHESS[fen])[1]) == CHESS[fen][1]


@pytest.mark.parametrize("name", [slow(name) if name == "othello" else name for name in STARTS])
def test_games_have_the_published_counts(name: str) -> None:
    assert counts(ggl.load(name).initial_state(), depths(STARTS[name])[0]) == STARTS[name][0]


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
def test_games_have_the_published_counts_further_on(name: str) -> None:
    assert counts(ggl.load(name, engine="compiled").initial_state(), depths(STARTS[name])[1]) == STARTS[name][1]
