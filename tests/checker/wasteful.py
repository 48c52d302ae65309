"""Files of strangers that would waste time or room: their keys, and the code of the finding that refuses each."""

from ggl.source import Source

BASE = {"name": "Budget", "players": "[Black, White]", "board": "square(3)", "pieces": "{stone: {}}", "end": "{draw: full}"}


def move(where: str = "empty(c)", params: str = "c in cells") -> str:
    return f'\n  place:\n    for: "{params}"\n    where: "{where}"\n    do: put stone on c'


def source(name: str) -> tuple[Source, str]:
    """A wasteful file, and the code that it is refused with."""
    keys, code = REFUSED[name]
    return Source("budget.yaml", "".join(f"{key}: {value}\n" for key, value in (BASE | keys).items())), code


def nested(depth: int) -> str:
    return "any(x0.row > 1 " + " ".join(f"for x{i} in cells" for i in range(depth)) + ")"


def asked(depth: int) -> str:
    """Loops within each other that look at the position, so that nothing is worked out before play."""
    return "n > 3" if not depth else f"any(empty(x{depth}) and {asked(depth - 1)} for x{depth} in cells)"


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
    "a direction for each two of 4096 cells": ({"board": "torus(64)", "moves": move("direction(c, c) == north")}, "GGL215"),
    "four loops in a guard": ({"board": "square(19)", "moves": move(nested(4))}, "GGL216"),
    "three loops in a guard": ({"board": "square(19)", "moves": move(nested(3))}, "GGL216"),
    "four loops in what stands for the greatest of nothing": (
        {"board": "square(19)", "moves": move(f"max(x.row for x in vacant, default=1 if {nested(4)} else 0) > 3")}, "GGL216",
    ),
    "four parameters in sets of themselves": (
        {"board": "square(30)", "moves": "\n  place:\n    for: a in cells, b in cells, d in cells, c in cells\n"
         "    where: {one: 'a in {a}', two: 'b in neighbors(step(b, north))', three: 'd in {d}', four: empty(c)}\n"
         "    do: put stone on c"}, "GGL216",
    ),
    "four parameters": (
        {"board": "square(19)", "moves": move("a == c", "a in cells, b in cells, c in cells, d in cells")}, "GGL216",
    ),
    "parameters from the levels of a cell that may be none": (
        {"board": "square(4)", "pieces": "{stone: {piles: 60, supply: 60}}",
         "moves": move("k0 + k1 > 3", ", ".join(["c in cells", *(f"k{n} in step(c, north).levels" for n in range(6))]))},
        "GGL216",
    ),
    "a set from the levels of a cell that may be none": (
        {"board": "square(4)", "pieces": "{stone: {piles: 60, supply: 60}}",
         "moves": move("any(S)", "c in cells, S in subsets(step(c, north).levels, 1..8)")}, "GGL432",
    ),
    "a roll from numbers that four loops choose": (
        {"board": "square(19)", "state": "{die: {start: 1, in: 1..6}}", "moves": move(),
         "turn": '{begin: "roll die from (n in 1..6 if ' + asked(4) + ')"}'}, "GGL216",
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
    "many moves": (
        {"moves": "".join(move().replace("place:", f"place{n}:") for n in range(2000))}, "GGL606",
    ),
    "many definitions": ({"define": "".join(f"\n  d{n}: {n}" for n in range(9000)), "moves": move()}, "GGL606"),
    "a number of 5,000 digits": ({"moves": move("ply < 1" + "0" * 5000)}, "GGL151"),
    "a huge board": ({"board": "square(100000)", "moves": move()}, "GGL302"),
}  # fmt: skip
