"""What is told of the lines of `end`, of the score and of what decides between equal scores."""

from __future__ import annotations

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
name: Ends
players: {Red: {}, Gold: {if: false}, Blue: {}}
board: square(2)
pieces: {stone: {}}
moves: {place: {for: c in vacant, do: put stone on c}}
"""
MATCH = "match: {until: any(p in players if total(p) > 3), points(p): 1 if winner == p else 0}"
SCORE = "score(p): count(cells with p stone)"
UNUSED = "`tie` decides between equal scores, but there is no `score(p)`"

FOUND = {
    "a line of a player who is left out": ("end: {draw: full, Gold wins: ply > 3}", []),
    "no other line": ("end: {Gold wins: full}", []),
    "none at all": ("", ["no rule ends this game"]),
    "every player under the name of a kind": ("end: {player stone wins: full}", ["`stone` already means something here"]),
    "all players under the name of a kind": ("end: {players stone win: full}", ["`stone` already means something here"]),
    "every player under the name of one who is left out": (
        "end: {player Gold wins: full}", ["`Gold` already means something here"],
    ),
    "a score of the name of a kind": ("end: {by score: full}\nscore(stone): 1", ["`stone` already means something here"]),
    "a list of numbers as a score": (
        "end: {by score: full}\nscore(p): (c.row for c in cells with p stone)", ["the numbers of a score are written out"],
    ),
    "a list of cells as a score": (
        "end: {by score: full}\nscore(p): sorted(cells with p stone)", ["expected a number, found a list of cells"],
    ),
    "a tie without a score": ("end: {draw: full}\ntie: draw", [UNUSED]),
    "a shared one": ("end: {draw: full}\ntie: shared", [UNUSED]),
    "a shared match": (f"end: {{draw: full}}\ntie: shared\n{MATCH}", []),
    "a match that is not": (f"end: {{draw: full}}\ntie: draw\n{MATCH}", [UNUSED]),
    "a shared score, beside another line, in a match that reads one winner": (
        f"end: {{draw: ply > 3, by score: full}}\ntie: shared\n{SCORE}\n{MATCH}",
        ["several players can win this game together, but `winner` is only one"],
    ),
    "a tie of a score": (f"end: {{by score: full}}\ntie: shared\n{SCORE}", []),
}  # fmt: skip


@pytest.mark.parametrize("case", FOUND)
def test_what_is_told_of_an_end(case: str) -> None:
    keys, messages = FOUND[case]
    _, found = check_source(Source("ends.yaml", f"{GAME}{keys}\n"))
    assert [each.message for each in found] == messages


def test_the_advice_for_a_mistyped_player_leaves_the_rest_of_the_key_as_it_is() -> None:
    text = GAME.replace("Gold: {if: false}", "Wing: {}") + "end: {win wins: full}\n"
    (found,) = check_source(Source("ends.yaml", text))[1]
    assert found.fix is not None
    assert found.fix.replacement == "Wing wins"


FINER = "these points get finer and finer fractions from game to game"
HALVES = "define: {half(n): '[0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5][n]'}"
MANY = " + ".join(f"half({n} if full else 1)" for n in range(1, 11))


@pytest.mark.parametrize(
    ("score", "points", "messages"),
    [
        ("1", "0.5 if total(p) > 1 else 1", []),
        ("1", "total(p) if total(p) > 1 else 0.5", []),
        ("1", "total(p) / 2 + 1", [FINER]),
        (MANY, "half(3 if full else 2)", []),  # here the definition has been used with many bounds before
    ],
)
def test_points_have_the_fractions_of_a_total_that_they_read(score: str, points: str, messages: list[str]) -> None:
    match = f"match: {{until: any(p in players if total(p) > 3), points(p): '{points}'}}"
    keys = f"{HALVES}\nend: {{by score: full or half(ply) == 5}}\nscore(p): {score}\n{match}\n"
    _, found = check_source(Source("ends.yaml", GAME + keys))
    assert [each.message for each in found] == messages
