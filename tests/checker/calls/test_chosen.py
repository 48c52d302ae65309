"""`choice(p).x` reads what a player has chosen; anything else that is written so is refused."""

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Chosen
players: [Black, White]
board: square(3)
pieces: {{}}
state: {{x: {{start: 0, in: 0..9}}}}
moves: {{bid: {{for: n in 0..2, do: add n to x}}}}
turn: {}
end: {{draw: "x > 7"}}
"""


@pytest.mark.parametrize(
    ("turn", "findings"),
    [
        ("{together: bid, resolve: set x to choice(Black).n}", []),
        ("{together: bid, resolve: set x to choice(Black)}", ["GGL206 choice(Black)"]),
        ("{together: bid, resolve: 'set x to choice(Black, White).n'}", ["GGL206 choice(Black, White)"]),
        ("{together: bid, resolve: 'set x to choice(Black, p=White).n'}", ["GGL206 choice(Black, p=White)"]),
        ("{begin: set x to choice(Black)}", ["GGL210 choice(Black)"]),
        ("{begin: set x to choice(Black).n}", ["GGL210 choice(Black)"]),
    ],
)
def test_a_choice_is_of_one_player_where_all_choose_at_once(turn: str, findings: list[str]) -> None:
    _, found = check_source(Source("chosen.yaml", GAME.format(turn)))
    assert [f"{each.code.code} {each.span and each.span.text}" for each in found] == findings
