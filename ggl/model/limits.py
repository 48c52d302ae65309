"""The limits on declarations: the mere length of a stranger's file must not keep a machine busy."""

from __future__ import annotations

MOST = {
    "options": 32,
    "players": 8,
    "pieces": 64,
    "tracks": 16,
    "tiles": 64,
    "regions": 256,
    "labels": 256,
    "values": 16,
    "marks": 64,
    "state": 64,
    "define": 256,
    "routines": 64,
    "moves": 64,
    "tests": 1000,
}
"""For each key, the most entries that its map may have. Chess, the longest of the classics, has 30 definitions and 9 moves."""

WITH_FEWER = {
    "options": "write into the rules what is seldom chosen",
    "players": "let those who play together be one player",
    "pieces": "let kinds that are alike be one, and tell its pieces apart by `has:`",
    "values": "let values that are alike be of one name",
    "draw": "let marks that are alike be one, of a list of sets",
    "sites": "name by `columns`, `rows` or `cells` what follows a series",
    "tracks": "let what is no circuit be a list under `define`",
    "tiles": "let those that are turns or mirrors of each other be one",
    "regions": "say regions that are alike by one definition with parameters, such as `zone(n): row(n)`",
    "state": "keep what is alike in one variable: `each: players`, `each: cells`",
    "define": "let definitions that are alike be one with parameters",
    "routines": "let routines that are alike be one with parameters",
    "moves": "let moves that are alike be one, with a parameter that tells them apart",
    "tests": "put some of them into a variant: a file of its own that `extends` this one",
}
"""For each of these keys, how a game does with fewer entries."""

MOST_PARAMETERS = 16
"""Of one move, those that are handed over included. Each is a loop within that of the one before. Chess has three."""
