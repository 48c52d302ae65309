"""Naive twins of the seed games: plain Python written from the rules alone, to check the engine against.

Nothing here comes from the package under test. Every twin is a `Twin` (see `twin.py`) with this interface:

Options, by keyword: `size` and `pie` (tabik, quarod); `side` and `pie` (sgibun, tirnabun); `first`, `max_plies`,
`diagonal`, `points` and `target` (tiku). Sizes are not checked against the offered ones.

    legal_moves()   set of texts; empty when the game is over
    play(text)      makes the move, in place; ValueError when it is not legal
    copy()          an independent copy
    mover, seat     the side to move next, and who sits behind it: "first" or "second"
    is_over         whether the game, in a points match the match, is over
    scores          side -> number, of the position as it stands; in Tiku 0 until a game is won
    winner          the side that has won, None before the end and for a draw
    winning_seat    the seat of the winner, or None
    ply             turns completed, passes and pie choices included; in a points match those of the current game

Move texts: `place a1 b1` (Tabik, Quarod: black on the first cell), `swap a1-b1` (Tabik: an edge, its lower cell first,
that is by row, then by column), `swap a1 b1` (Quarod: the black piece's cell first), `place f6` (Sgibun, Tirnabun),
`move c2 c4` and `diagonal c2 e4` (Tiku), `pass`, `swap-sides`, `take-black`, `take-white`.

Cells: on square boards (column, row) from (0, 0), named a1 from the bottom left. On hexagons of side s axial (q, r)
around (0, 0), named by the letter of q + s - 1 and the number r + s, so that the centre of side 6 is f6.

A position may be set up by hand: each twin has `put`, and its state lies open in plain dicts and sets (`stones`,
`rods`, `facing`; in Tiku `pieces`, `discs`, `supply`, `marked`, `totals`) beside `mover`, `ply`, `passes`, `seats`.
"""

from collections.abc import Callable
from functools import partial

from .quarod import Quarod
from .sgibun import Sgibun
from .tabik import Tabik
from .tiku import Tiku
from .tirnabun import Tirnabun
from .twin import Twin

TWINS: dict[str, Callable[..., Twin]] = {
    "tabik": Tabik,
    "quarod": Quarod,
    "sgibun": Sgibun,
    "tirnabun": Tirnabun,
    "tiku": Tiku,
    "tiku-points": partial(Tiku, points=True),
    "tiku-diagonal": partial(Tiku, diagonal=True),
}

__all__ = ["TWINS", "Quarod", "Sgibun", "Tabik", "Tiku", "Tirnabun", "Twin"]
