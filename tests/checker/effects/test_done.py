"""What effects do where several pieces, layers, kinds or supplies are concerned, and why a game is over."""

from __future__ import annotations

import pytest

from ggl.play.filetests import run_tests
from ggl.play.loading import made_of
from ggl.source import Source
from tests.checker.effects.test_mistakes import Keys, begin, kinds, state

BASE = {
    "ggl": "1",
    "name": "Done",
    "players": "[Black, White]",
    "board": "square(3)",
    "pieces": "{stone: {}}",
    "moves": "{wait: {do: add 1 to waited}, put_one: {for: c in vacant, do: put stone on c}}",
    "end": "{draw: ply > 8}",
}
WAITED = "waited: {start: 0, in: 0..99}"


def failures(keys: Keys, test: str) -> list[str]:
    whole = {"state": f"{{{WAITED}}}"} | BASE | keys | {"tests": f"\n  it holds:{test}"}
    game = made_of(Source("done.yaml", "".join(f"{key}: {value}\n" for key, value in whole.items())))
    return [failure.message for outcome in run_tests(game.checked) for failure in outcome.failures]


def variables(text: str) -> Keys:
    return state(f"{text}, {WAITED}")


STACKS = kinds("stone: {stacks: 4, supply: 9}")
LAYERS = kinds("stone: {}, rug: {layer: floor, of: nobody}")
EDGES = kinds("wall: {sites: edges, of: nobody}, stone: {}, king: {}")
SIDED = kinds("genie: {of: Black}, stone: {}")
SETUPS = {
    "several pieces are put": (STACKS, "put 3 Black stone on a1", "a1.count == 3"),
    "none are put": (STACKS, "put 0 Black stone on a1", "empty(a1)"),
    "one of several is taken": (STACKS, "put 3 Black stone on a1; take stone from a1", "a1.count == 2"),
    "two of three are taken": (STACKS, "put 3 Black stone on a1; take 2 stone from a1", "a1.count == 1"),
    "one of three comes back": (STACKS, "put 3 Black stone on a1; take stone from a1 to supply", "hand(Black, stone) == 10"),
    "all of three come back": (STACKS, "put 3 Black stone on a1; take all stone from a1 to supply", "hand(Black, stone) == 12"),
    "no more come back than were there": (
        STACKS,
        "put 3 Black stone on a1; take 4 stone from a1 to supply",
        "empty(a1) and hand(Black, stone) == 12",
    ),
    "whose a piece is, is read before it leaves the supply": (
        kinds("stone: {supply: 2}"),
        "put stone of (Black if hand(Black, stone) > 1 else White) on a1 from supply",
        "Black stone on a1 and hand(Black, stone) == 1 and hand(White, stone) == 2",
    ),
    "where a piece is taken, is read before it comes to the supply": (
        kinds("stone: {supply: 2}"),
        "put Black stone on {a1, b1}; take stone from (a1 if hand(Black, stone) == 2 else b1) to supply",
        "empty(a1) and Black stone on b1 and hand(Black, stone) == 3",
    ),
    "what stands in two layers is taken": (LAYERS, "put Black stone on a1; put rug on a1; take piece from a1", "not piece on a1"),
    "it is taken from one site": (
        LAYERS,
        "put Black stone on {a1, b1}; put rug on {a1, b1}; take piece from first(cells with stone)",
        "not piece on a1 and stone on b1 and rug on b1",
    ),
    "it is moved from one site": (
        LAYERS,
        "put Black stone on {a1, b1}; put rug on {a1, b1}; move (first(cells with stone)) to c3",
        "not piece on a1 and stone on b1 and rug on b1 and stone on c3 and rug on c3",
    ),
    "from a pile and beside it, all is taken that is on top": (
        kinds("stone: {piles: 3}, rug: {layer: floor, of: nobody}"),
        "put Black stone on a1; put White stone on a1; put rug on a1; take piece from a1",
        "Black stone on a1 and not rug on a1",
    ),
    "from under a pile, only what lies there": (
        kinds("stone: {piles: 3}, rug: {layer: floor, of: nobody}"),
        "put Black stone on a1; put White stone on a1; put rug on a1; take piece from under a1",
        "a1.count == 1 and White stone on a1 and rug on a1",
    ),
    "one piece is put under a pile": (
        kinds("stone: {piles: 3}"),
        "put Black stone on a1; put White stone under a1",
        "a1.count == 2 and White stone under a1 and Black stone on a1",
    ),
    "the top of a pile comes to its owner's supply": (
        kinds("stone: {piles: 3, supply: 9}"),
        "put Black stone on a1; put White stone on a1; take stone from a1 to supply",
        "a1.count == 1 and Black stone on a1 and hand(Black, stone) == 9 and hand(White, stone) == 10",
    ),
    "of all kinds, those of cells are put on a cell": (
        EDGES,
        "put Black k on a1 for k in kinds if k != king",
        "Black stone on a1",
    ),
    "and only those": (EDGES, "put Black k on a1 for k in kinds if k == wall", "empty(a1)"),
    "each kind that varies has its own side": (SIDED, "put White k on a1 for k in kinds", "White stone on a1"),
    "one of two sides has the kind": (SIDED, "put White k on a1 for k in {genie}", "Black genie on a1"),
    "of nobody's kinds, each is put": (
        kinds("rug: {of: nobody}, rock: {of: nobody}, stone: {}"),
        "put White k on a1 for k in {stone}; put k on b1 for k in {rock}",
        "White stone on a1 and rock on b1",
    ),
    "the owners of sets are read once": (
        variables("spots: {start: {}, in: cells, each: players}"),
        "set Black.spots to {a1}; set White.spots to {a1}; set (Black if a1 in Black.spots else White).spots to {b1, c1}",
        "Black.spots == {b1, c1} and White.spots == {a1}",
    ),
    "the owners of members are read once": (
        variables("spots: {start: {}, in: cells, each: players}"),
        "set Black.spots to {a1, b1}; set White.spots to {a1}; "
        "drop {a1, b1, c1} from (Black if a1 in Black.spots else White).spots",
        "not any(Black.spots) and White.spots == {a1}",
    ),
}


@pytest.mark.parametrize("case", SETUPS)
def test_an_effect_does_this(case: str) -> None:
    keys, effects, condition = SETUPS[case]
    lines = "".join(f"\n      {line}" for line in effects.split("; "))
    assert not failures(keys, f'\n    setup: |{lines}\n    play: wait\n    "true": {condition}')


def test_what_follows_a_roll_of_the_other_way() -> None:
    two_ways = begin("if ply > 3:", "  set n to 9", "else:", "  roll die from 1..3", "set n to n + die")
    keys = variables("n: {start: 0, in: 0..9}, die: {start: 1, in: 1..3}") | two_ways
    assert not failures(keys, '\n    play: roll 2, wait, roll 3\n    "true": n == 5')


@pytest.mark.parametrize(
    ("play", "seen"), [("roll 4, wait, roll 2", "4"), ("roll 4, wait, roll 2, wait, roll 5, wait, roll 2", "1")]
)
def test_a_variable_that_is_rolled_is_revealed_no_more(play: str, seen: str) -> None:
    die = "die: {start: 1, in: 1..6, each: players, seen by: owner or shown}"
    keys = variables(die) | begin("roll mover.die from 1..6", "reveal Black.die if ply == 0")
    assert not failures(keys, f'\n    play: {play}\n    "true": mover == White and seen(Black.die == {seen})')


@pytest.mark.parametrize(
    ("do", "reason"),
    [
        ("if c == b2:\n        set waited to 1\n      else:\n        win", "win"),
        ("set waited to 1 if c == b2\n      win", "win"),
    ],
)
def test_why_a_game_is_over(do: str, reason: str) -> None:
    moves = f"\n  go:\n    for: c in cells\n    do: |\n      {do}\n  wait: {{do: add 1 to waited}}"
    assert not failures({"moves": moves}, f"\n    play: go a1\n    winner: Black\n    reason: {reason}")
