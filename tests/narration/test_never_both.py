"""An end that is told of both players at once is left out only where that cannot come about."""

import random
import re
from pathlib import Path

import pytest

import ggl
from ggl.play.loading import load

MOVING = """ggl: 1
name: Moving
players:
  A: {{forward: north, goal: side(north)}}
  B: {{forward: south, goal: side(south)}}
board: square(4)
pieces: {pieces}
setup: |
  {setup}
moves:
  go:
    for: c in {chosen}, t in steps(c, orthogonal)
    where: {{free: {free}}}
    do: |
      {do}
{more}
turn: {turn}
end:
  player p wins: {{there: '{wins}'}}
"""
WALK = {
    "pieces": "{man: {supply: 2}}",
    "setup": "put p man on rank(p, 1) for p in players",
    "chosen": "cells with own man",
    "free": "not own man on t",
    "do": "move c to t",
    "more": "",
    "turn": "{pass: forced}",
    "wins": "any(p.goal with p man)",
}
BOTH = "If both players would"


def made(folder: Path, **changed: str) -> ggl.Game:
    (folder / "moving.yaml").write_text(MOVING.format(**{**WALK, **changed}), encoding="utf-8")
    return load(folder / "moving.yaml", engine="interpreter")


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"wins": "any(rank(p, 4) with p man) or not any(cells with man of other(p))"},
        {"wins": "not any(cells with man of other(p))", "do": "take man from t\n      move c to t"},
        {"wins": "any(p.goal with p man) and any(rank(p, 2) with p man)"},
        {"free": "empty(t)", "wins": "any(g in groups(p) if size(g) == 2) and count(row(2) with p man) > 1"},
        {"free": "empty(t)", "wins": "lined(cells with p man, 3)", "setup": "put p man on p.goal & corners for p in players"},
        {"more": "  drop: {for: c in vacant, do: put man on c from supply}"},
        {"more": "  hit: {for: c in cells with enemy man, do: take man from c}"},
        {
            "wins": "hand(p) == 0 and not any(cells with p man)",
            "do": "take enemy man from t to supply\n      move c to t",
            "more": "  off: {for: c in cells with own man, do: take man from c}",
        },
    ],
)
def test_it_is_left_out_where_no_turn_makes_the_end_true_of_the_other_player(changed: dict[str, str], tmp_path: Path) -> None:
    game = made(tmp_path, **changed)
    assert BOTH not in game.rules_text()
    wins = {**WALK, **changed}["wins"]
    asked = [re.sub(r"\bp\b", player, wins) for player in game.players]
    for seed in range(2):
        state, choose = game.initial_state(), random.Random(seed)
        for _ in range(24):
            assert not all(state.ask(each) for each in asked)
            if state.is_over:
                break
            state = state.play(choose.choice(state.legal_moves()))


@pytest.mark.parametrize(
    "changed",
    [
        {"setup": "put p man on p.goal & column(1) for p in players"},  # true at once
        {"do": "move c to t\n      move man from a1 to a2"},  # whosever it is
        {"do": "move c to t\n      put opponent man on a1"},
        {"do": "move c to t\n      flip t"},
        {"do": "exchange c, t", "free": "enemy man on t"},
        {"chosen": "cells with man"},
        {"chosen": "cells with enemy man", "free": "empty(t)"},
        {"wins": "any(p.goal with man)"},
        {"wins": "any(p.goal with p man) or ply > 30"},
        {"wins": "not any(cells with man of other(p))", "free": "c != t"},  # a man may be lost on a man of one's own
        {"wins": "not any(cells with p man)"},  # which the other player takes
        {"wins": "not any(row(2) with man of other(p))"},  # from which a man may move away
        {"wins": "count(row(2) with p man) < 2 and ply > 2"},
        {"wins": "any(g in groups(p) if size(g) == 2)"},  # a group may be cut by taking
        {"wins": "not any(p.goal with man of other(p))"},
        {"wins": "not any(cells with man of other(p))", "do": "move c to t\n      take man from t"},  # its own
        {"wins": "hand(p) == 0 and not any(cells with p man)", "do": "take enemy man from t\n      move c to t"},
        {"wins": "hand(p) == 0 and not any(cells with p man)", "do": "move c to t"},
        {"wins": "hand(p) < 2 and not any(cells with p man)", "do": "take enemy man from t to supply\n      move c to t"},
        {
            "wins": "hand(p) == 0 and not any(cells with p man)",
            "do": "take enemy man from t to supply\n      move c to t",
            "more": "  strip: {do: 'add -1 to hand(opponent, man)'}",
        },
        {"turn": "{pass: forced, finish: 'flip a1'}"},
    ],
)
def test_it_is_told_where_that_is_not_shown(changed: dict[str, str], tmp_path: Path) -> None:
    assert BOTH in made(tmp_path, **changed).rules_text()


@pytest.mark.parametrize("name", ["breakthrough", "quoridor", "havannah"])
def test_bundled_games_of_which_it_is_shown(name: str) -> None:
    text = load(name).rules_text()
    assert BOTH not in text
