"""The reason of a result: read as the rules are, of the sides by name, or of each winner where several share the win."""

from pathlib import Path

import pytest

from ggl.play.loading import load

GAME = """ggl: 1
name: Reasons
players: [A, B, C]
board: square(3)
pieces: {{man: {{}}}}
moves: {{put: {{for: c in vacant, do: put man on c}}}}
define:
  men(p): cells with p man
end:
  {end}
"""


@pytest.mark.parametrize(
    ("end", "plays", "result"),
    [
        ("players p win: count(men(p)) >= 1 and ply > 2", "a1, b1, c1",
         "A, B and C win (each winner has a man on the board and more than two turns have been played)"),
        ("players p win: count(men(p)) > 1", "a1, b1, c1, a2", "A wins (A has more than one man on the board)"),
        ("player p loses: count(men(p)) > 0 and ply > 0", "a1",
         "B and C win (the loser has a man on the board and at least one turn has been played)"),
        ("mover wins: count(men(mover)) == 0", "", "A wins (A has no man on the board)"),
        ("draw: 2 * count(cells with man) > count(vacant)", "a1, b1, c1, a2",
         "a draw (the number of men of all sides on the board is more than half of the number of empty cells)"),
    ],
)  # fmt: skip
def test_a_reason_is_read_as_the_rules_are(tmp_path: Path, end: str, plays: str, result: str) -> None:
    (tmp_path / "reasons.yaml").write_text(GAME.format(end=end), encoding="utf-8")
    state = load(tmp_path / "reasons.yaml").initial_state()
    for move in plays.split(", ") if plays else ():
        state = state.play(move)
    assert str(state.result) == result
