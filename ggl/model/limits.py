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
    "options": "fix in the rules what players rarely choose",
    "players": "make those who play together one player",
    "pieces": "merge similar kinds, and distinguish their pieces by `has:`",
    "values": "merge similar sets of values",
    "draw": "merge similar marks into one with a list of sets",
    "sites": "use `columns`, `rows` or `cells` for names that follow a series",
    "tracks": "define what is not a circuit as a list under `define`",
    "tiles": "merge those that are rotations or mirror images of each other",
    "regions": "replace similar regions by one definition with parameters, such as `zone(n): row(n)`",
    "state": "merge similar variables into one: `each: players`, `each: cells`",
    "define": "merge similar definitions into one with parameters",
    "routines": "merge similar routines into one with parameters",
    "moves": "merge similar moves into one, with a parameter that distinguishes them",
    "tests": "move some of them to a variant: a file of its own that `extends` this one",
}
"""For each of these keys, how a game does with fewer entries."""

MOST_PARAMETERS = 16
"""Of one move, those that are handed over included. Each is a loop within that of the one before. Chess has three."""
