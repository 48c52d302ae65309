"""Names that stand for something of the position, and properties of what stands on a site: each with its meaning.

`ggl.checker.expressions` types them, in `names` and `properties`.
"""

POSITION_NAMES: dict[str, str] = {
    "mover": "the side that acts now; in `end`, the side to move next",
    "opponent": "the other side, in a game of two",
    "players": "all players, in turn order",
    "kinds": "all kinds of piece",
    "passes": "how many passes were made in a row",
    "ply": "how many turns are completed",
    "steps": "how many steps of this turn are completed",
    "phase": "the phase that is on",
    "stuck": "the side to move has no legal move",
    "winner": "who won, or none; in `score` and `match` only",
    "winners": "the players who won, as a set; in `score` and `match` only",
    "starter": "who moved first in this play; in `match` only",
    "repetitions": "how often this position has stood, now included; while a turn is not over, the one that it would leave",
    "board_repetitions": "how often this board has stood, whoever was to move, now included",
    "none": "nothing: no site, no player",
    "true": "the condition that always holds",
    "false": "the condition that never holds",
}

SITE_DOTS: dict[str, str] = {
    "owner": "whose piece stands there, or none",
    "kind": "the kind of the piece that stands there, or none",
    "facing": "the direction in which the piece there faces, or none",
    "count": "how many pieces stand there, if they stand in stacks or piles",
    "levels": "the numbers from 1 to the height of the pile there; `c.levels with own man` are those at which one stands",
}
