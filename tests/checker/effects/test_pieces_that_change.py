"""What pieces keep as they become others, and where it is asked whether they can face somewhere."""

from __future__ import annotations

import pytest

from ggl.core import forms as f
from ggl.core.walk import walk
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Changed
players: [Black, White]
board: square(2)
pieces:
  man: {{{man}}}
  king: {{}}
setup: |
  put Black man on a1{setup}
moves:
  go:
    for: d in directions
    do: {do}
end:
  draw: ply > 9
"""


def game(man: str, setup: str = "", do: str = "put king on b2 if d == north") -> Game:
    checked, found = check_source(Source("changed.yaml", GAME.format(man=man, do=do, setup=setup)))
    assert checked is not None, [str(each) for each in found]
    return Game(checked, "interpreter")


@pytest.mark.parametrize("level", [0, 1, 3, 9])
def test_what_a_kind_does_not_carry_is_lost_whatever_it_was(level: int) -> None:
    back = f"\n  set a1.level to {level}\n  promote a1 to king\n  promote a1 to man"
    assert game("has: {level: 3}", back).initial_state().ask("a1.level") == 3


@pytest.mark.parametrize(("faces", "is_asked"), [("directions", False), ("orthogonal", True)])
def test_it_is_asked_whether_a_kind_can_face_there_only_where_it_cannot_face_everywhere(faces: str, is_asked: bool) -> None:
    (schema,) = game(f"faces: {faces}", " facing north", "put man on b2 facing d").checked.core.schemas
    assert any(isinstance(form, f.If) for form in walk(schema.do)) is is_asked
