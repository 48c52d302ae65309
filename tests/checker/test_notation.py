"""Words of a notation that are no parameters: which of them seem to be meant as one."""

from __future__ import annotations

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
name: Words
players: [White, Black]
board: square(3)
pieces: {{stone: {{}}}}
moves:
  place: {{for: c in vacant, do: put stone on c}}
  hop: {{for: "a in cells with own stone, target in neighbors(a)", do: move a to target if empty(target), then: follow(a)}}
  follow(s): {{for: t in neighbors(s), do: put stone on t if empty(t)}}
end: {{draw: full}}
look: {{notation: {{{notation}}}}}
"""


@pytest.mark.parametrize(
    ("notation", "strange"),
    [
        ("place: c", None),
        ("place: target c", None),  # all that is chosen stands there
        ("place: drop", None),
        ("place: X", None),  # a sign, as in other notations
        ("place: x", "x"),
        ("place: x-x", None),
        ("place: target", "target"),
        ("place: a", "a"),
        ("hop: a-c", "c"),
        ("hop: a-x", None),
        ("hop: tarket", "tarket"),
        ("follow: t-c", None),  # `s` is handed over, so nothing is missing
        ("follow: c", "c"),
    ],
)
def test_a_word_that_seems_to_be_meant_as_a_parameter_is_told(notation: str, strange: str | None) -> None:
    _, found = check_source(Source("words.yaml", GAME.format(notation=notation)))
    move = notation.partition(":")[0]
    told = [f"`{strange}` is not a parameter of `{move}`, so it would be written as it is"] if strange else []
    assert [each.message for each in found] == told


@pytest.mark.parametrize(
    ("lets", "notation", "told"),
    [
        ("one: c.row, two: one + 1", "c one two", []),
        ("one: count(cells with stone)", "c one", ["one"]),
        ("one: stones", "c one", ["one"]),
        ("one: stones, two: one + 1", "c two", ["two"]),
        ("one: stones, two: one + 1, three: two + 1", "c three", ["three"]),
        ("one: stones, two: c.row", "c two", []),
    ],
)
def test_a_name_whose_value_depends_on_the_position_stands_in_no_notation(lets: str, notation: str, told: list[str]) -> None:
    text = GAME.format(notation=f"place: {notation}").replace("for: c in vacant", f"for: c in vacant, let: {{{lets}}}")
    _, found = check_source(Source("words.yaml", f"{text}define: {{stones: count(cells with stone)}}\n"))
    assert [each.message for each in found if each.code.code == "GGL407"] == [
        f"the value of `{name}` depends on the position, so a notation cannot contain it" for name in told
    ]
