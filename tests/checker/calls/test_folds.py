"""What folds count and add up, how far their numbers go, and how one is refused that was meant otherwise."""

import pytest

from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Folds
players: [Black, White]
board: square(3)
pieces: {{stone: {{}}}}
moves: {{place: {{for: c in vacant, do: put stone on c}}}}
end: {{draw: "full or {}"}}
"""
NONE = "GGL207 expected something to compare by `>`, but this may be none"
NEVER_NONE = "GGL205 `count` counts values other than none, but this is never none"


@pytest.mark.parametrize(
    ("asked", "finding"),
    [
        ("[7][sum(0 for c in cells if c != a1) + 1] + 1 > 8", ""),
        ("[7][max(0, 0) + 1] + 1 > 8", ""),
        ("[7, 8, 9][max(1..3)] + 1 > 8", ""),
        ("max(1..0) > 1", f"{NONE}; write max(1..0, default=0)"),
        ("max(n in 1..3 if n > ply) > 1", f"{NONE}; write max(n in 1..3 if n > ply, default=0)"),
        ("sum(cells) > 9", "GGL205 expected numbers, found cells"),
        ("sum(sides) > 9", "GGL205 expected numbers, found sets of cells; write sum(count(x) for x in sides)"),
        ("max(sides, default=4) > 9", "GGL205 expected numbers, found sets of cells"),  # the edit would drop the default
        ("sum(row(n) for n in 1..2) > 9", "GGL205 expected numbers, found sets of cells; write count(row(n))"),
        ("count(c for c in cells) > 9", ""),
        ("count(c.row for c in cells if c == a1) > 9", ""),
        ("count(c.row for c in cells) > 9", NEVER_NONE),
        ("count(mover for c in cells) > 9", NEVER_NONE),
        ("count(c == a1 for c in cells if c == a2) > 9", NEVER_NONE),
        ("any(row(1) for c in cells if c == a1)", "GGL205 `any` needs a condition on each member"),
    ],
)
def test_a_fold_that_was_meant_otherwise_is_refused(asked: str, finding: str) -> None:
    _, found = check_source(Source("folds.yaml", GAME.format(asked)))
    told = [f"{each.code.code} {each.message}{f'; write {each.fix.replacement}' if each.fix else ''}" for each in found]
    assert told == [finding] * bool(finding)


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("count(step(c, north) for c in cells)", 6),
        ("count(c for c in cells if c.row > 1)", 6),
        ("count(neighbors(none))", 0),
    ],
)
def test_none_is_not_counted(asked: str, value: int) -> None:
    checked, found = check_source(Source("folds.yaml", GAME.format("ply > 8")))
    assert checked is not None, found
    assert Game(checked).initial_state().ask(asked) == value
