"""Of which players a rule of the end is asked, and in which order."""

from __future__ import annotations

import pytest

from ggl.engine.protocol import Step
from tests.interpreter.engines import engine_of

PLAYERS = ["Red", "Blue", "Green"]
TEXT = """\
ggl: 1
name: Who stands
players: [Red, Blue, Green]
board: square(4, 1)
pieces: {stone: {}}
setup: |
  put Red stone on d1
moves: {take: {for: c in cells with own stone, do: take stone from c}}
end: {player p wins: ply > 0 and any(cells with p stone)}
"""


@pytest.mark.parametrize(
    ("standing", "winner"),
    [
        ("", None), ("Red", "Red"), ("Blue", "Blue"), ("Green", "Green"),
        ("Green Blue", "Blue"), ("Green Red", "Red"), ("Green Blue Red", "Red"),
    ],
)  # fmt: skip
def test_a_rule_about_every_player_is_asked_of_each_from_the_one_who_moved(standing: str, winner: str | None) -> None:
    """Red takes the stone on d1; these stand on a1, b1 and so on."""
    put = "".join(f"  put {player} stone on {site}\n" for player, site in zip(standing.split(), ("a1", "b1", "c1"), strict=False))
    engine = engine_of(TEXT.replace("moves:", f"{put}moves:"))
    at = engine.play(engine.start(), Step("take", (3,)))
    assert [*PLAYERS, None][at.vector[engine.layout.at("winner")]] == winner
