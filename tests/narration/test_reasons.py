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


CHOSEN = """ggl: 1
name: Chosen
players: [Alice, Bob]
board: square(3)
values:
  suit: [red, blue]
pieces: {man: {}}
state:
  card: {start: 3, in: 1..6, each: players}
  trump: red
moves:
  guess: {for: g in 1..6, do: win if opponent.card == g}
  fail: {for: g in 1..6, do: lose if g != opponent.card}
  say: {for: x in suit, do: win if x == trump}
  name: {for: p in players, do: win p if p.card == 3}
  blame: {do: lose opponent if opponent.card == 3}
  put:
    for: c in vacant, d in vacant
    do: |
      put man on c
      win if distance(c, d) == 1
  all:
    do: |
      for q in players:
        win q if q.card == 3
end:
  draw: full
"""


@pytest.mark.parametrize(
    ("move", "result"),
    [
        ("guess 3", 'Alice wins (Bob\'s "card" equals the chosen number)'),
        ("fail 2", 'Bob wins (the chosen number does not equal Bob\'s "card")'),
        ("say red", 'Alice wins (the chosen suit is "trump")'),
        ("name Bob", 'Bob wins (Bob\'s "card" is 3)'),
        ("blame", 'Alice wins (Bob\'s "card" is 3)'),
        ("put a1 a2", "Alice wins (the distance from the chosen cell c to the chosen cell d is 1)"),
        ("all", 'Alice wins (Alice\'s "card" is 3)'),
    ],
)
def test_a_reason_does_not_speak_of_the_names_of_a_file(tmp_path: Path, move: str, result: str) -> None:
    (tmp_path / "chosen.yaml").write_text(CHOSEN, encoding="utf-8")
    assert str(load(tmp_path / "chosen.yaml").initial_state().play(move).result) == result
