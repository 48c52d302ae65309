"""Which names stand in moves, as they are typed and in notations."""

from __future__ import annotations

import pytest

from ggl.host.desk import Desk, Files, RenameRefused

POND = """\
ggl: 1
name: Pond
players: [Green, Brown]
board: square(3)
pieces: {frog: {}, newt: {}}
moves:
  put:
    for: c in vacant, k in {frog, newt}
    where: {later: ply > 2}
    do: put k on c
  begin:
    for: c in vacant
    where: {first: ply <= 2}
    do: put frog on c
turn: {pie: choose-side}
end: {draw: {full: full}}
look:
  notation:
    begin: put c frog
tests:
  typed in any case:
    play: Put a1 frog, take-green, PUT a2 Frog, put a3 newt, put b1 frog
    legal: 10
"""


@pytest.mark.parametrize(
    ("thing", "new", "changes"),
    [
        ("put:\n", "lay", [("  put:\n", "  lay:\n"), ("put a", "lay a"), ("put b", "lay b"), ("Put a", "lay a"),
                           ("PUT", "lay"), ("put c frog", "lay c frog")]),
        ("frog: {}", "toad", [("frog", "toad"), ("Frog", "toad")]),
        ("newt: {}", "eft", [("newt", "eft")]),
        ("Green", "Red", [("Green", "Red"), ("take-green", "take-red")]),
        ("begin:\n", "start", [("  begin:", "  start:")]),
    ],
)  # fmt: skip
def test_a_new_name_is_written_in_moves_and_in_notations(thing: str, new: str, changes: list[tuple[str, str]]) -> None:
    desk = Desk("pond.yaml", POND, Files())
    assert desk.findings() == ()
    (made,) = desk.rename(POND.index(thing), new)
    wanted = POND
    for before, after in changes:
        wanted = wanted.replace(before, after)
    assert made.text == wanted


def test_a_rename_after_which_a_test_would_fail_is_refused() -> None:
    text = POND.replace("newt", "old_newt").replace("put a3 old_newt", "put a3 old newt")
    desk = Desk("pond.yaml", text, Files())
    with pytest.raises(RenameRefused, match="with the name `eft` the test `typed in any case` of"):
        desk.rename(text.index("old_newt"), "eft")
    wrong = text.replace("legal: 10", "legal: 12")  # it fails before, too
    (made,) = Desk("pond.yaml", wrong, Files()).rename(wrong.index("old_newt"), "eft")
    assert made.text == wrong.replace("old_newt", "eft")
