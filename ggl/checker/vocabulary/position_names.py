"""Names that stand for something of the position, and properties of what stands on a site: each with its meaning.

`ggl.checker.expressions` types them, in `names` and `properties`.
"""

POSITION_NAMES: dict[str, str] = {
    "mover": "the side that acts now; in `end`, the side to move next",
    "opponent": "the other side, in a game for two",
    "players": "all players, in turn order",
    "kinds": "all kinds of piece",
    "passes": "the number of passes in a row",
    "ply": "the number of completed turns",
    "steps": "the number of completed steps of this turn",
    "phase": "the current phase",
    "stuck": "whether the side to move has no legal move",
    "winner": "the winner, or none; only in `score` and `match`",
    "winners": "the set of the winners; only in `score` and `match`",
    "starter": "the player who moved first in this play; only in `match`",
    "repetitions": "how often this position has occurred, now included; within a turn, the position that the turn would leave",
    "board_repetitions": "how often this board has occurred, now included, whoever was to move",
    "none": "nothing: no site, no player",
    "true": "the condition that always holds",
    "false": "the condition that never holds",
}

SITE_DOTS: dict[str, str] = {
    "owner": "the owner of the piece there, or none",
    "kind": "the kind of the piece there, or none",
    "facing": "the facing of the piece there, or none",
    "count": "the number of pieces there, for kinds in stacks or piles",
    "levels": "the numbers from 1 to the height of the pile there; `c.levels with own man` has those of your men",
}
