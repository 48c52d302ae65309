"""Game files at a limit of the page on limits, and one past it: for each limit, a file as large as a number says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    id: str
    """Of the row on the page."""
    most: int
    write: Callable[[int], str]
    """The text of a file that uses so much."""
    code: str
    """Of the finding one past the limit."""
    names: str
    """What the finding's message or help says of the limit."""


def game(
    *,
    players: str = "[Heron, Vole]",
    board: str = "square(3)",
    pieces: str = "{reed: {}}",
    head: str = "",
    moves: str = "  lay: {for: c in cells, where: empty(c), do: put reed on c}",
    ends: str = "full",
    tail: str = "",
) -> str:
    return (
        f"ggl: 1\nname: Marsh\nplayers: {players}\nboard: {board}\npieces: {pieces}\n{head}"
        f"moves:\n{moves}\nend:\n  draw: {ends}\n{tail}"
    )


def entries(key: str, count: int, line: str) -> str:
    return f"{key}:\n" + "".join(f"  {line.replace('#', str(i))}\n" for i in range(count))


def counted(name: str, allowed: str = "") -> str:
    return f"  lay:\n    for: c in cells{allowed}\n    where: empty(c)\n    do: |\n      put reed on c\n      {name}\n"


def file_of_bytes(count: int) -> str:
    text = game()
    return text + "#" + "x" * (count - len(text) - 2) + "\n"


def text_of_characters(count: int) -> str:
    return game(ends="full" + " " * (count - len("full or full")) + " or full")


def named(length: int) -> str:
    name = "v" * length
    return game(head=f"state:\n  {name}: 0\n", moves=counted(f"add 1 to {name}"))


def players(count: int) -> str:
    return game(players="[" + ", ".join(f"Heron{i}" for i in range(count)) + "]")


def kinds(count: int) -> str:
    pieces = "{" + ", ".join(f"fish{i}: {{}}" for i in range(count)) + "}"
    return game(pieces=pieces, moves="  lay: {for: 'c in cells, k in kinds', where: empty(c), do: put k on c}")


def moves(count: int) -> str:
    return game(
        moves="\n".join(
            f"  lay{i}: {{for: c in cells, where: empty(c) and ply < {9 + i}, do: put reed on c}}" for i in range(count)
        )
    )


def parameters(count: int) -> str:
    handed = ", ".join(f"c{i} in cells" for i in range(count))
    return game(board="square(1)", moves=f"  lay: {{for: '{handed}', where: empty(c0), do: put reed on c0}}")


def definitions_deep(count: int) -> str:
    lines = "".join(f"  tide{i}: tide{i - 1} + 1\n" for i in range(1, count))
    return game(head=f"define:\n  tide0: ply\n{lines}", ends=f"full or tide{count - 1} > 90")


def rolls(count: int) -> str:
    thrown = "".join("    roll wind from 1..2\n" for _ in range(count))
    return game(head="state:\n  wind: {start: 1, in: 1..2}\n", tail=f"turn:\n  begin: |\n{thrown}")


LIMITS = [
    Limit("bytes", 256 * 1024, file_of_bytes, "GGL103", "262,144"),
    Limit("characters", 8000, text_of_characters, "GGL154", "8,000"),
    Limit("name", 200, named, "GGL154", "200"),
    Limit("cells", 4096, lambda n: game(board=f"square({n}, 1)"), "GGL302", "4,096"),
    Limit("players", 8, players, "GGL606", "8"),
    Limit("options", 32, lambda n: game(head=entries("options", n, "o#: 1")), "GGL606", "32"),
    Limit("kinds", 64, kinds, "GGL606", "64"),
    Limit("variables", 64, lambda n: game(head=entries("state", n, "s#: 0")), "GGL606", "64"),
    Limit("moves", 64, moves, "GGL606", "64"),
    Limit("routines", 64, lambda n: game(head=entries("routines", n, "r#(c): put reed on c")), "GGL606", "64"),
    Limit("definitions", 256, lambda n: game(head=entries("define", n, "d#: ply + #")), "GGL606", "256"),
    Limit("regions", 256, lambda n: game(head=entries("regions", n, "bank#: corners")), "GGL606", "256"),
    Limit("tests", 1000, lambda n: game(tail=entries("tests", n, "t#: {play: [a1]}")), "GGL606", "1,000"),
    Limit("parameters", 16, parameters, "GGL606", "16"),
    Limit("definitions-deep", 24, definitions_deep, "GGL216", "24"),
    Limit("digits", 1000, lambda n: game(ends=f"full or ply > {'7':0>{n}}"), "GGL151", "1,000"),
    Limit(
        "stored",
        2**31 - 1,
        lambda n: game(head=f"state:\n  silt: {{start: 0, in: 0..{n}}}\n", moves=counted("set silt to ply")),
        "GGL212",
        "2,147,483,647",
    ),
    Limit(
        "stored-below",
        2**31 - 1,
        lambda n: game(head=f"state:\n  silt: {{start: 0, in: -{n}..0}}\n", moves=counted("set silt to -ply")),
        "GGL212",
        "2,147,483,647",
    ),
    Limit("worked-out", 2**53 - 1, lambda n: game(ends=f"full or ply == {n}"), "GGL212", "2^53"),
    Limit("steps", 5040, lambda n: game(ends=f"full or ply / {n} == 1"), "GGL212", "5040"),
    Limit("width", 4096, lambda n: game(ends=f"full or ply in 1..{n}"), "GGL212", "4,096"),
    Limit("perft", 10**6, lambda n: game(tail=f"tests:\n  t:\n    perft: 9, {n}\n"), "GGL143", "1,000,000"),
    Limit("stack", 1000, lambda n: game(pieces=f"{{reed: {{stacks: {n}}}}}"), "GGL311", "1,000"),
    Limit("rolls", 32, rolls, "GGL410", "32"),
    Limit(
        "table",
        22,
        lambda n: game(board=f"square({n})", ends="full or any(distance(a1, c) > 90 for c in cells with reed)"),
        "GGL215",
        "262,144",
    ),
    Limit("bag-values", 1000, lambda n: game(head=f"state:\n  creel: {{start: [], in: 1..{n}}}\n"), "GGL205", "1,000"),
]
