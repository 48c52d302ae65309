"""What is computed before play: the advice that goes by the sizes of sets, and calls that never change."""

from __future__ import annotations

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """
ggl: 1
name: Constants
players: [Black, White]
board: {board}
pieces: {{man: {{}}}}
state: {{at: a1, die: 0}}
turn:
  begin: roll die from {dice}
moves:
  place:
    for: c in vacant
    where: {where}
    do: |
      put man on c
      set at to c
define:
  some(n): "{{1, n}}"
end: {{draw: full}}
"""
IN, ANY = "to test whether something is in it, write `.. in ", "to test whether there is one, write `any("


@pytest.mark.parametrize(
    ("board", "where", "advice"),
    [
        ("square(3)", "neighbors(c)", IN),
        ("square(3)", "{mover}", IN),
        ("square(3)", "neighbors(at)", ANY),
        ("square(20)", "neighbors(c)", IN),
        ("square(401, 1)", "neighbors(c)", ANY),  # more cells than are looked at
        ("square(3)", "(d in cells if d.row == c.row)", IN),
        ("square(20)", "(d in cells if d.row == c.row)", ANY),  # too much work for each
    ],
)
def test_of_a_set_that_is_never_empty_it_is_not_asked_whether_it_is(board: str, where: str, advice: str) -> None:
    text = GAME.format(board=board, where=f"'{where}'", dice="1..6")
    (finding,) = check_source(Source("constants.yaml", text))[1]
    assert str(finding.fix.title if finding.fix else finding.help).startswith(advice)


def test_a_call_of_a_definition_with_parameters_is_not_fixed() -> None:
    text = GAME.format(board="square(3)", where="c != at", dice="sums(2, some(3))")
    (finding,) = check_source(Source("constants.yaml", text))[1]
    assert finding.message == "the arguments of `sums` must be fixed before play"
