"""How much a game may declare: a stranger's file must not keep a machine busy with its length alone."""

from __future__ import annotations

MOST = {
    "options": 32,
    "players": 8,
    "pieces": 64,
    "regions": 256,
    "state": 64,
    "define": 256,
    "routines": 64,
    "moves": 64,
    "tests": 1000,
}
"""For each key, the most entries that its map may have. Chess, the longest of the classics, has 30 definitions and 9 moves."""

MOST_PARAMETERS = 16
"""Of one move, those that are handed over included. Each is a loop within that of the one before. Chess has three."""
