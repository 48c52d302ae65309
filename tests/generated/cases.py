"""Faults that games had found one by one before there was this generator, each with the features whose meeting shows it.

`python benchmarks/pairs.py --cases` plays games with these features, and some others, until one shows the fault or there have
been enough. Where the faults are mended it finds none. `games` tells how many games it took when the mends were taken back (at
commit 28f92ff), with seed 1; none where it was not found, with the reason.
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
    why_not: str = ""


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
    Case("1", "a move named `pass` or `stop`", ("name of a turn", "pass: free"), "engines"),
    Case("2a", "32 pairs of kind and player", ("32 pairs of kind and player", "move with two parameters"), "engines"),
    Case("2b", "`spread` across edges on 441 cells", ("hundreds of cells", "words: spread across edges"), "engines", native=True),
    Case("3", "a bracketed move without a `then`", ("move that no then leads to", "move with one parameter"), "engines", "perft"),
    Case("4", "a substitution that captures", ("words: binders inside of definitions", "words: several binders"), "engines"),
    Case("5", "own names that hide those of the language", ("name of a word in the file", "has: number", "score"), "names"),
    Case("6a", "`repetitions` in `end` before `begin`", ("end: repetitions", "begin: effects", "pass: free"), *D),
    Case("6b", "`repetitions` in `ensure`", ("ensure: repetitions", "move with two parameters"), *D),
    Case("7", "a pie choice is a turn", ("pie: choose-side", "end: draw"), *D),
    Case("8", "lines of `end` in the order of the file", ("begin: roll", "end: stuck", "end: mover wins"), *D),
    Case("10a", "`able` and `otherwise`", ("end: able", "otherwise"), *D),
    Case(
        "10b", "`last.x` after a move without `x`", ("last of a parameter", "move with one parameter", "edge parameter"), *D,
    ),
    Case("10c", "handed numbers keep the bounds of the first `then`", ("then: handed by two moves",), *D),
    Case("11a", "a match goes on when a game is over before its first turn", ("match", "score", "end: draw"), *D),
    Case("11b", "names that differ in capitals alone", ("name like another but for case", "move with one parameter"), "record"),
    Case("12a", "targets in `show --stage definition`", ("targets",), "told", "show.py"),
    Case("12b", "`diff` with a table or a bracketed move", ("table by value", "then: bracketed"), "diff", "KeyError"),
    Case("12c", "a truth option as an unnamed condition", ("end: unnamed by a truth option",), "shown", "KeyError"),
    Case("12d", "sets of numbers without bounds", ("words: number sets", "state: number", "state: not compared"), "check"),
    Case("12e", "`after` on a list in which a cell comes twice", ("words: rings", "single cell"), "check"),
    Case("12f", "a parameter such as `x²` in a notation", ("name with signs", "look: notation"), "record"),
    Case("12g", "`fmt` with `removed`", ("extends: removed",), "extends"),
    Case("12h", "`fmt` keeps brackets", ("kind: on edges", "words: spread across edges", "words: spread of edges"), "fmt"),
]  # fmt: skip
