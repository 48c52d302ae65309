"""Edits that mend findings: which are offered, and what is left when all are made."""

from pathlib import Path

import pytest

from ggl.host.desk import Desk, Files

FILES = Files(Path(__file__).parent)
GAME = """\
ggl: 1
name: Pond
players: [Green, Brown]
board: square(5)
pieces: {frog: {}}
state: {left: {start: 3, in: 0..9}}
setup: |
  put Green frog on row(1)
  put Brown frog on row(5)
moves:
  hop:
    for: c in cells with own frog, t in neighbors(c)
    where:
      free: empty(t)
    do: |
      move c to t
      add -1 to left
end: {draw: {late: ply > 9}}
"""

ALL = {
    "two signs in one line": ("empty(t)", "empty(t) && t != c && left > 1", "empty(t) and t != c and left > 1"),
    "two comparisons": ("empty(t)", "t.row = 3 and left = 2", "t.row == 3 and left == 2"),
    "two properties": ("empty(t)", "t.y > c.y", "t.row > c.row"),
    "two properties that are calls": ("empty(t)", "t.empty or c.empty", "empty(t) or empty(c)"),
    "the same name twice": ("empty(t)", "emty(t) and not emty(c)", "empty(t) and not empty(c)"),
    "different operators": ("empty(t)", "left => 1 and left =< 3", "left >= 1 and left <= 3"),
    "the same kind twice": ("empty(t)", "own frogs on t or own frogs on c", "own frog on t or own frog on c"),
    "keys without a blank": ("for: c in cells with own frog, t in neighbors(c)\n    where:\n      free: empty(t)\n    do: |",
                             "for:c in cells with own frog, t in neighbors(c)\n    where:\n      free: empty(t)\n    do:|",
                             "for: c in cells with own frog, t in neighbors(c)\n    where:\n      free: empty(t)\n    do: |"),
    "lines that begin with tabs": ("    where:\n      free: empty(t)", "    where:\n\ta: empty(t)\n\tb: t != a1",
                                   "    where:\n      a: empty(t)\n      b: t != a1"),
    "one mends and one does not": ("empty(t)", "emty(t)\n      near: neighbor(c, t)", "empty(t)\n      near: neighbor(c, t)"),
    "a condition to leave out": ("empty(t)", "empty(t)\n      one: 1 < 2\n      two: 2 < 3", "empty(t)"),
    "two names for one key": ("{late: ply > 9}}", "{late: ply > 9}, player win: ply > 8, player wins: ply > 7}",
                              "{late: ply > 9}, player p wins: ply > 8, player wins: ply > 7}"),
}  # fmt: skip
"""What stands in the game, with mistakes, and with all edits made."""

NOT_OFFERED = {
    "a similar word that means something else": ("neighbors(c)", "jumps(c, orthogonal, 2)"),
    "a sound word with arguments it does not take": ("empty(t)", "neighbor(c, t)"),
    "a name that nothing may be given": ("add -1 to left", "c.moved = true"),
    "a value that cannot be compared": ("empty(t)", "t is frog"),
    "text that is no map": ("empty(t)", "if empty(t): true"),
}


def desk(old: str, new: str) -> Desk:
    assert GAME.count(old) == 1
    return Desk("pond.yaml", GAME.replace(old, new), FILES)


@pytest.mark.parametrize("name", ALL)
def test_all_edits_are_made(name: str) -> None:
    old, wrong, right = ALL[name]
    assert desk(old, wrong).fix_all() == GAME.replace(old, right)


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_an_edit_that_leads_to_another_error_is_not_offered(name: str) -> None:
    here = desk(*NOT_OFFERED[name])
    with_fix = [each for each in here.findings() if each.fix is not None]
    assert with_fix
    assert all(each.help for each in with_fix)
    assert here.fixes() == ()
    span = with_fix[0].span
    assert span is not None
    assert here.fixes_at(span.start, span.end) == ()
    assert here.fix_all() == here.text


def test_edits_that_exclude_each_other_are_each_offered() -> None:
    here = desk("{draw: {late: ply > 9}}", "{draw: {late: ply > 9}, player win: ply > 8, player wins: ply > 7}")
    assert len(here.fixes()) == len([each for each in here.findings() if each.fix is not None]) > 0
