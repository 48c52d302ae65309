"""The winners by a result about one player or several.

Sets of players are bits, as everywhere in the core. A game that several players can win together keeps them in a field
`winners`, with an entry for each player; in any other game the field `winner` is enough.
"""

from __future__ import annotations

LOST_ALONE = 2
"""The seats that have won, as bits, where the only player has lost: the seat of nobody, beyond that player's."""


def winning(outcome: str, who: int, players: int) -> int:
    """The winners by an outcome (`win`, `lose`, `draw`) of the players `who`: nobody if it is about nobody."""
    everybody = (1 << players) - 1
    if outcome == "win":
        return who & everybody
    return everybody & ~who if outcome == "lose" and who & everybody else 0


def only_winner(winners: int, nobody: int) -> int:
    """The only winner; `nobody` if there is none or there are several."""
    return winners.bit_length() - 1 if winners and not winners & (winners - 1) else nobody
