"""A stranger's file cannot waste more than its budget: what would is refused, and soon."""

import time

import pytest

from ggl.checker.cost import ONCE_LIMIT, PLY_LIMIT, SETUP_LIMIT, _Cost, _length
from ggl.play.game import check_source, find_source
from ggl.source import Source

BASE = {"name": "Budget", "players": "[Black, White]", "board": "square(3)", "pieces": "{stone: {}}", "end": "{draw: full}"}
SECONDS = 5.0
"""What a slow and busy machine may take for what takes a tenth of a second."""


def move(where: str = "empty(c)", params: str = "c in cells") -> str:
    return f'\n  place:\n    for: "{params}"\n    where: "{where}"\n    do: put stone on c'


def nested(depth: int) -> str:
    return "any(x0.row > 1 " + " ".join(f"for x{i} in cells" for i in range(depth)) + ")"


REFUSED = {
    "alias": ({"moves": "&a {place: {for: c in cells, do: *a}}"}, "GGL131"),
    "brackets": ({"moves": move("(" * 2000 + "c == a1" + ")" * 2000)}, "GGL151"),
    "nots": ({"moves": move("not " * 900 + "c == a1")}, "GGL151"),
    "a huge number": ({"moves": move("ply < 1" + "0" * 400)}, "GGL212"),
    "a huge range": ({"moves": move("ply in 1..1000000000")}, "GGL212"),
    "a huge product": ({"moves": move("ply * ply * ply > 3")}, "GGL212"),
    "all lines of all lengths": ({"board": "square(64)", "moves": move("any(lines(c.row))")}, "GGL215"),
    "lines of many lengths": (
        {"board": "square(64)", "moves": move(" or ".join(f"any(lines({n}))" for n in range(2, 40)))}, "GGL215",
    ),
    "a distance for each two of 4096 cells": ({"board": "square(64)", "moves": move("distance(c, c) == 1")}, "GGL215"),
    "four loops in a guard": ({"board": "square(19)", "moves": move(nested(4))}, "GGL216"),
    "three loops in a guard": ({"board": "square(19)", "moves": move(nested(3))}, "GGL216"),
    "four parameters": (
        {"board": "square(19)", "moves": move("a == c", "a in cells, b in cells, c in cells, d in cells")}, "GGL216",
    ),
    "a list that doubles": (
        {"define": "\n  d0: [1, 2, 3, 4]" + "".join(f"\n  d{n + 1}: d{n} + d{n}" for n in range(22)),
         "end": "{draw: size(d22) > 3}", "moves": move()}, "GGL216",
    ),
    "definitions that call three times": (
        {"define": "".join(f"\n  d{n}(n): d{n + 1}(n) + d{n + 1}(n) + d{n + 1}(n)" for n in range(20)) + "\n  d20(n): n",
         "end": "{draw: d0(ply % 2) > 3}", "moves": move()}, "GGL216",
    ),
    "a setup of four loops": (
        {"setup": "|\n  for a in cells:\n    for b in cells:\n      for c in cells:\n        for d in cells:\n"
         "          put stone on a", "board": "square(9)",
         "moves": move("empty(e)", "e in cells").replace("on c", "on e")}, "GGL216",
    ),
    "many options": ({"options": "{" + ", ".join(f"o{n}: 1" for n in range(9000)) + "}", "moves": move()}, "GGL606"),
    "a huge board": ({"board": "square(100000)", "moves": move()}, "GGL302"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_waste_time_is_refused_soon(name: str) -> None:
    keys, code = REFUSED[name]
    text = "".join(f"{key}: {value}\n" for key, value in (BASE | keys).items())
    began = time.process_time()
    game, found = check_source(Source("budget.yaml", text))
    assert time.process_time() - began < SECONDS
    assert game is None
    assert code in {each.code.code for each in found}


@pytest.mark.parametrize(
    ("game", "options"), [("tirnabun", {"side": 12}), ("sgibun", {"side": 12}), ("tabik", {"size": 19}), ("quarod", {"size": 19})]
)
def test_the_largest_bundled_games_keep_well_within_the_budget(game: str, options: dict[str, object]) -> None:
    checked, _ = check_source(find_source(game), options)
    assert checked is not None
    cost = _Cost(checked.core, _length(checked.core))
    assert cost.ply().work * 5 < PLY_LIMIT
    assert cost.score().work * 4 < ONCE_LIMIT
    assert cost.setup().work * 5 < SETUP_LIMIT
