"""Game files at a limit of the page on limits, and one past it: for each limit, a file as large as a number says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, islice

import yaml


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


def track_of(cells: int) -> str:
    return f"tracks: {{way: '(cell(n) for n in 1..{cells})'}}\n"


def tiles(count: int) -> str:
    """Bars of different lengths."""
    bars = "".join(f"  bar{i}: {'x' * (i + 1)}\n" for i in range(count))
    return game(board="square(64, 2)", head=f"tiles:\n{bars}")


def ways_to_lie(count: int) -> str:
    """On 4,096 cells two tiles that lie in eight ways each, and one more where that is not enough."""
    more = "  one: x\n" if count > 4096 * 16 else ""
    return game(board="square(64)", head=f"tiles:\n  ell: |\n    xxx\n    x\n  long: |\n    xxxx\n    x\n{more}")


LONG = "first(c for c in cells for d in cells)"


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


def named_sites(count: int) -> str:
    """A board on which as many cells have names of their own."""
    names = (f"    site{i}: {'abcdefghijklmnopqrst'[i % 20]}{i // 20 + 1}" for i in range(count))
    return game(board="square(20)", head="labels:\n  sites:\n" + "".join(f"{name}\n" for name in names))


def indented(key: str, lines: str) -> str:
    return f"{key}:\n" + "".join(f"  {line}\n" for line in lines.splitlines())


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


def keys_and_values(count: int) -> str:
    text = game(tail="notes:\n")
    starts = (yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent)
    return text + "  - ooze\n" * (count - sum(isinstance(event, starts) for event in yaml.parse(text)))


def subtractions(count: int) -> str:
    """Definitions of ten subtractions each, one within another. Each subtraction is a level, and each place of a definition."""
    lines, left = ["  tide0: ply\n"], count
    while left:
        here = min(left, 10)
        lines.append(f"  tide{len(lines)}: {'ply - (' * here}tide{len(lines) - 1}{')' * here}\n")
        left -= here
    return game(head="define:\n" + "".join(lines), ends=f"full or tide{len(lines) - 1} > 90")


def numbers_of_a_position(count: int) -> str:
    """A number for the piece and each variable of a cell, one for each value that a bag may hold, and 7 for the turn."""
    lines = [f"  silt{i}: {{start: 0, in: 0..9, each: cells}}\n" for i in range(14)]
    left = count - 7 - 15 * 4096
    while left:
        lines.append(f"  creel{left}: {{start: [], in: 1..{min(left, 1000)}}}\n")
        left -= min(left, 1000)
    return game(board="square(64)", head="state:\n" + "".join(lines))


def joined(count: int) -> str:
    """A list of all 4,096 cells, doubled six times, with some cells more."""
    doubled = "".join(f"  loop{i}: loop{i - 1} + loop{i - 1}\n" for i in range(1, 7))
    more = " + [a1]" * (count - (4096 << 6))
    return game(
        board="square(4096, 1)",
        head=f"define:\n  loop0: ray(a1, east) + [a1]\n{doubled}  loop: loop6{more}\n",
        ends="full or size(loop) == ply",
    )


def links(count: int) -> str:
    pairs = islice(combinations((f"m{i}" for i in range(200)), 2), count)
    return game(board="\n  links: |\n" + "".join(f"    {a} - {b}\n" for a, b in pairs))


def loops(count: int) -> str:
    return f"{'any(' * count}full{''.join(f' for c{i} in cells)' for i in range(count))}"


def words_of_two_cells(count: int) -> str:
    """On 22 x 22 cells each has a table of 234,256 entries."""
    words = ["distance(a1, c) > 900", "direction(a1, c) == south", "edge(a1, c) == none"][:count]
    return game(board="torus(22)", ends=f"full or any(c in cells if {' and '.join(words)})")


def alike(count: int) -> str:
    return game(head=f"state:\n  creel:\n    in: 1..6\n    start: [{', '.join(['3'] * count)}]\n")


LIMITS = [
    Limit("keys-and-values", 20_000, keys_and_values, "GGL104", "20,000"),
    Limit("brackets", 58, lambda n: game(ends=f"{'(' * n}full{')' * n}"), "GGL151", "60"),
    Limit("nots", 58, lambda n: game(ends="not " * n + "full"), "GGL151", "60"),
    Limit("summands", 58, lambda n: game(ends=f"{' + '.join(['ply'] * n)} > 400"), "GGL151", "60"),
    Limit("elses", 57, lambda n: game(ends=f"{'full if ply == 3 else ' * n}full"), "GGL151", "60"),
    Limit("words", 28, lambda n: game(ends=f"full or {'max(1, ' * n}ply{')' * n} > 90"), "GGL151", "60"),
    Limit("loops", 18, lambda n: game(board="square(1)", ends=loops(n)), "GGL151", "60"),
    Limit("levels-of-rules", 104, subtractions, "GGL216", "120"),
    Limit("list", 512, lambda n: game(board=f"square({n}, 1)", ends=f"{LONG} == none"), "GGL216", "262,144"),
    Limit("list-joined", 262_144, joined, "GGL216", "262,144"),
    Limit("lines", 3071, lambda n: game(board=f"square({n}, 1)", ends="full or size(lines(1024)) > ply"), "GGL210", "2,097,152"),
    Limit("position", 65_536, numbers_of_a_position, "GGL216", "65,536"),
    Limit("links", 16_384, links, "GGL302", "16,384"),
    Limit("drawn", 64, lambda n: game(board="\n  drawing: |\n" + f"    {'. ' * n}\n" * n), "GGL302", "4,096"),
    Limit("tables", 2, words_of_two_cells, "GGL215", "524,288"),
    Limit("bag-alike", 255, alike, "GGL603", "255"),
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
    Limit("tracks", 16, lambda n: game(head=entries("tracks", n, "way#: [a1, b1, a2]")), "GGL606", "16"),
    Limit("track-cells", 1024, lambda n: game(board="square(40)", head=track_of(n)), "GGL318", "1,024"),
    Limit("track-places", 4, lambda n: game(head=f"tracks: {{way: [{', '.join(['a1', 'b1'] * n)}]}}\n"), "GGL318", "4"),
    Limit("tiles", 64, tiles, "GGL606", "64"),
    Limit("tile-cells", 64, lambda n: game(board="square(64, 2)", head=f"tiles: {{bar: {'x' * n}}}\n"), "GGL319", "64"),
    Limit("placements", 65_536, ways_to_lie, "GGL319", "65,536"),
    Limit("labels", 256, named_sites, "GGL606", "256"),
    Limit("sorts-of-values", 16, lambda n: game(head=entries("values", n, "sort#: [v#, w#]")), "GGL606", "16"),
    Limit("values", 64, lambda n: game(head=f"values:\n  sort: [{', '.join(f'v{i}' for i in range(n))}]\n"), "GGL606", "64"),
    Limit("marks", 64, lambda n: game(tail=indented("look", entries("draw", n, "m#: {on: corners}"))), "GGL606", "64"),
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
    Limit("worked-out", 2**53 - 1, lambda n: game(ends=f"full or ply == {n}"), "GGL212", "9,007,199,254,740,992"),
    Limit("steps", 5040, lambda n: game(ends=f"full or ply / {n} == 1"), "GGL212", "5,040"),
    Limit("width", 4096, lambda n: game(ends=f"full or ply in 1..{n}"), "GGL212", "4,096"),
    Limit("perft", 10**6, lambda n: game(tail=f"tests:\n  t:\n    perft: 9, {n}\n"), "GGL143", "1,000,000"),
    Limit("stack", 1000, lambda n: game(pieces=f"{{reed: {{stacks: {n}}}}}"), "GGL311", "1,000"),
    Limit("rolls", 32, rolls, "GGL410", "32"),
    Limit(
        "table",
        22,
        lambda n: game(board=f"torus({n})", ends="full or any(direction(a1, c) == north for c in cells with reed)"),
        "GGL215",
        "262,144",
    ),
    Limit("bag-values", 1000, lambda n: game(head=f"state:\n  creel: {{start: [], in: 1..{n}}}\n"), "GGL205", "1,000"),
]
