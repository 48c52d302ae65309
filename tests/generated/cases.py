"""Faults that games had found one by one before there was this generator, each with the features whose meeting shows it.

`python benchmarks/pairs.py --cases` plays games with these features, and some others, until one shows the fault or there have
been enough. Where the faults are mended it finds none. `games` tells how many games it took when the mends were
taken back, with seed 1: all of them (at commit 28f92ff), or the mend of the case alone, where `alone` says which.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    number: str
    says: str
    features: tuple[str, ...]
    by: str
    """The check that sees it, as `examined` names it; `check` where the checker itself fails."""

    mark: str = ""
    """What the difference says, as a regular expression."""

    native: bool = False
    games: int | None = None
    alone: str = ""
    """What the mend of this case is."""


D = "reading 0", "definition"
"""What a plain reading of the definition says."""

SUSPECT = (
    "pie: swap-sides", "pie: choose-side", "pie: if an option", "match", "match: next first", "match: points", "begin: effects",
    "begin: roll", "begin: two rolls", "begin: roll on a condition", "16 rolls", "end: repetitions", "end: board_repetitions",
    "ensure: repetitions", "ensure: board_repetitions", "end: able", "end: able with a value", "last of a parameter",
    "then: handed by two moves", "then: two moves", "state: number of each turn", "state: empty set of each turn",
)  # fmt: skip
"""Features that show a fault of their own: beside those of a case they are left out, so that a difference is about the case."""

CASES = [
    Case("1", "a move named `pass` or `stop`", ("name of a turn", "pass: free"), "engines", games=6),
    Case("2a", "32 pairs of kind and player", ("32 pairs of kind and player", "move with two parameters"), "engines", games=2),
    Case(
        "2b",
        "`spread` across edges on 441 cells",
        ("hundreds of cells", "words: spread across edges"),
        "engines",
        native=True,
        games=3,
    ),
    Case(
        "3",
        "a bracketed move without a `then`",
        ("move that no then leads to", "move with one parameter"),
        "engines",
        "perft",
        games=6,
    ),
    Case(
        "4",
        "a substitution that captures",
        ("words: binders inside of definitions", "words: several binders"),
        "engines",
        games=4,
    ),
    Case(
        "5",
        "own names that hide those of the language",
        (
            "name of a word in the file",
            "has: number",
            "score",
            "state: number of each cell",
            "words: components",
            "words: groups",
        ),
        "names",
        games=28,
        alone="`vocabulary/names.py`: properties and variables of each cell are taken no names of a cell's properties",
    ),
    Case(
        "6a",
        "`repetitions` in `end` before `begin`",
        ("end: repetitions", "begin: effects", "pass: free"),
        *D,
        games=1,
        alone="`checker/asked.py`: a line that reads `repetitions` does not wait",
    ),
    Case("6b", "`repetitions` in `ensure`", ("ensure: repetitions", "move with two parameters"), *D, games=2),
    Case("7", "a pie choice is a turn", ("pie: choose-side", "end: draw"), *D, games=16),
    Case("8", "lines of `end` in the order of the file", ("begin: roll", "end: stuck", "end: mover wins"), *D, games=1),
    Case(
        "10a",
        "`able` and `otherwise`",
        ("end: able", "otherwise"),
        *D,
        games=4,
        alone="`Interpreter._can`: tiers before are not asked",
    ),
    Case(
        "10b",
        "`last.x` after a move without `x`",
        ("last of a parameter", "move with one parameter", "edge parameter"),
        *D,
        games=4,
        alone="`Interpreter._remember`: what the move has not is kept",
    ),
    Case("10c", "handed numbers keep the bounds of the first `then`", ("then: handed by two moves",), *D, games=4),
    Case("11a", "a match goes on when a game is over before its first turn", ("match", "score", "end: draw"), *D, games=2),
    Case(
        "11b",
        "names that differ in capitals alone",
        ("name like another but for case", "move with one parameter"),
        "record",
        games=24,
    ),
    Case("12a", "targets in `show --stage definition`", ("targets",), "told", "show.py", games=1),
    Case("12b", "`diff` with a table or a bracketed move", ("table by value", "then: bracketed"), "diff", "KeyError", games=1),
    Case("12c", "a truth option as an unnamed condition", ("end: unnamed by a truth option",), "shown", "KeyError", games=6),
    Case(
        "12d", "sets of numbers without bounds", ("words: number sets", "state: number", "state: not compared"), "check", games=3
    ),
    Case("12e", "`after` on a list in which a cell comes twice", ("words: rings", "single cell"), "check", games=13),
    Case(
        "12f",
        "a parameter such as `x²` in a notation",
        ("name with signs", "look: notation"),
        "record",
        games=10,
        alone="`Notation._patterns`: groups are named by the parameters",
    ),
    Case(
        "12g",
        "`fmt` with `removed`",
        ("extends: removed",),
        "extends",
        games=1,
        alone="`model/formatting.py`: where something is removed is compared",
    ),
    Case(
        "12h",
        "`fmt` keeps brackets",
        ("words: sets joined with what pieces stand on",),
        "fmt",
        games=1,
        alone="`syntax/unparse.py`: no brackets behind `+` and `-`",
    ),
    Case(
        "16",
        "a later game of a match writes over the past of the one before",
        ("match", "ensure: board_repetitions", "end: mover wins"),
        "engines",
        "perft|playouts|steps",
        games=30,
        alone="`lower/turns.py`: a game of a match begins at the first place of the history",
    ),
    Case(
        "17",
        "a cursor that goes back over the end of a game of a match finds another past",
        ("match", "ensure: board_repetitions", "end: mover wins"),
        "programs",
        "cursor",
        games=8,
        alone="`lower/cursor.py`: a step lets the games before go",
    ),
]
