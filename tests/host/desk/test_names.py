"""Which names stand in moves, as they are typed and in notations."""

from __future__ import annotations

import re

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


WRITTEN = """\
ggl: 1
name: Posts
players: [Red, Blue]
board:
  links: |
    north_post - middle
    middle - south_post
pieces: {frog: {}}
moves:
  put:
    for: goal in vacant, other in cells
    do: put frog on goal
turn:
  together: put
  resolve: |
    for rival in players:
      put rival frog on choice(rival).goal if choice(rival).other == middle
end: {draw: {full: full}}
tests:
  in several lines:
    "true": |
      not Red frog on middle
      and any(empty(post) for post in cells)
  in quotes:
    setup: put Red frog on middle
    "true": "Red frog on middle
      and size(cells) == 3"
"""


@pytest.mark.parametrize("name", ["Red", "frog", "goal", "other", "rival", "post", "middle", "south_post"])
def test_names_are_found_in_texts_that_go_over_lines(name: str) -> None:
    desk = Desk("posts.yaml", WRITTEN, Files())
    assert desk.findings() == ()
    places = [found.start() for found in re.finditer(rf"\b{name}\b", WRITTEN)]
    assert [span.start for span in desk.references(places[0])] == places
    (made,) = desk.rename(places[0], "newt")
    assert made.text == re.sub(rf"\b{name}\b", "newt", WRITTEN)
