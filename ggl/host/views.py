"""The visible data of a table: the parts of a view, of an explanation, and of the results of jobs. Plain data; `tables/` fills
it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Arg = str | int | bool | None
"""A value of a move's parameter: a site or another name as text, a number, a truth value. A fraction is text too."""


@dataclass(frozen=True)
class BoardSite:
    """A site: its name, its type, its place in units of the distance of neighbours (y grows downwards), and the sites next to
    it by the board's directions."""

    name: str
    type: str
    x: float
    y: float
    next: Mapping[str, str]


ParamKind = Literal["site", "name", "number", "truth"]


@dataclass(frozen=True)
class Param:
    """A parameter of a move. `kind` tells what its values are: a site that can be clicked, a name, a number, a truth value.

    Parameters of one `choice`, which is not empty, are chosen in any order; of a set of fewer members they repeat the last one.
    """

    name: str
    kind: ParamKind
    choice: str = ""


@dataclass(frozen=True)
class Board:
    """The parts of a table that never change in a play: its sites, directions, and each move's parameters by the move's name.
    `svg` is the picture of the ground named `ground`."""

    sites: tuple[BoardSite, ...]
    directions: tuple[str, ...]
    moves: Mapping[str, tuple[Param, ...]]
    ground: str
    svg: str


@dataclass(frozen=True)
class Ink:
    """A colour on a light and on a dark page."""

    light: str
    dark: str


@dataclass(frozen=True)
class Side:
    """A side, and who plays it. `left` is in milliseconds, null without a clock; `score` is text, empty in a game without
    scores."""

    side: str
    seat: str
    who: str
    score: str
    left: int | None
    ink: Ink
    supply: Mapping[str, int]


@dataclass(frozen=True)
class Legal:
    """A legal step: how it is written, which move it is, and its arguments in the order of the parameters."""

    text: str
    move: str
    args: tuple[Arg, ...]


@dataclass(frozen=True)
class TurnView:
    """A turn of the line: its number from 1, who played it, its steps, and the node to which each step leads."""

    number: int
    mover: str
    seat: str
    steps: tuple[str, ...]
    nodes: tuple[int, ...]
    done: bool


@dataclass(frozen=True)
class Way:
    """A way on from the place on the board: the node to which it leads, its first turn, how many turns it has, whether it is the
    play. `why_not` says why a way that is on file cannot be gone now; it has no node."""

    node: int | None
    text: str
    turns: int
    is_play: bool
    why_not: str = ""


@dataclass(frozen=True)
class Outcome:
    """The outcome of the line on the board: the sides that won, the reason, and both in one line of text."""

    winners: tuple[str, ...]
    reason: str
    text: str


@dataclass(frozen=True)
class FactView:
    """A line about the state: a name and its value; `dice` may be drawn for the text, 0 for one to be rolled."""

    name: str
    text: str
    dice: tuple[int, ...]


@dataclass(frozen=True)
class View:
    """All that a page shows of a table, whole after each change, with a revision that grows."""

    table: str
    revision: int
    title: str
    game: str
    """The name of the game in records: a bundled name, or a file's path from the folder."""

    rules: str
    """The fingerprint of the rules; a board that was sent belongs to one."""

    options: Mapping[str, str]
    sides: tuple[Side, ...]
    eyes: str
    """The side that this is shown to, or `watcher`, as long as players do not see everything; else empty."""

    mover: str
    asks: str
    """The next action, in words."""

    over: Outcome | None
    ground: str
    """The ground below the picture: that of the board, unless the board is seen in part; then `table.ground` gives it."""

    svg: str
    """The picture of what changes in a play, to be laid over the ground."""

    says: Mapping[str, str]
    """The contents of each site that is not empty, in words."""

    legal: tuple[Legal, ...]
    more: int
    """The number of legal steps that are not listed, since they are too many even for a list of their own."""

    listed: bool
    """Whether the legal steps are here. Where they are many they are not: `table.legal` gives them, after the board is drawn."""

    turns: tuple[TurnView, ...]
    """The line through the board's place to its end."""

    here: int
    """The node that the board shows."""

    tip: int
    """The node where the play stands."""

    ways: tuple[Way, ...]
    story: tuple[str, ...]
    """The last lines of the viewing side's story, as long as players do not see everything."""

    last: tuple[str, ...]
    """The sites of the last turn."""

    last_steps: tuple[str, ...]
    facts: tuple[FactView, ...]
    clock: Literal["none", "stands", "runs"]
    thinks: str | None
    """The job that finds the move of the agent whose turn it is. While players do not see everything, this name is the same for
    all such jobs of the table."""

    pause: str
    trouble: str
    """The failure of the disk, in words; the play goes on in memory."""

    broken: str
    """The place and reason at which a replay under these rules stopped; empty if it did not."""

    remarks: tuple[str, ...]


@dataclass(frozen=True)
class TreeNode:
    """A place of the tree: the node above it, the step that leads to it and who made it, the turns played until there, and
    whether it belongs to the play. Where a side gave up or lost on time, `text` says so."""

    node: int
    above: int | None
    text: str
    mover: str
    turn: int
    is_play: bool


@dataclass(frozen=True)
class Place:
    """A place in a file, in characters, and where it begins, counted from 1."""

    file: str
    begin: int
    end: int
    line: int
    column: int


@dataclass(frozen=True)
class NoteView:
    """More to know about a finding, perhaps with another place."""

    text: str
    place: Place | None


@dataclass(frozen=True)
class Why:
    """Why a move is legal or not. `stage` names at what it failed, `values` the parts of the condition that show why, `near`
    the legal moves most like it; `text` is all of it in words."""

    move: str
    verdict: Literal["legal", "illegal", "no move"]
    reason: str
    stage: str
    condition: str
    place: Place | None
    line: str
    """The line of the file in which the condition stands."""

    bindings: Mapping[str, str]
    values: tuple[tuple[str, str], ...]
    changed: tuple[str, ...]
    near: tuple[str, ...]
    notes: tuple[NoteView, ...]
    text: str


# ---- what jobs find


@dataclass(frozen=True)
class CandidateView:
    """A move with its value for the mover, from 0 to 1."""

    move: str
    value: float
    visits: int
    proven: bool
    hardly_tried: bool


@dataclass(frozen=True)
class Moved:
    """An agent has moved; the view that follows shows it."""

    move: str
    kind: Literal["move"] = "move"


@dataclass(frozen=True)
class Hint:
    """A judge's advice: `turn` is its best turn, `value` that of the position for the mover."""

    judge: str
    revision: int
    mover: str
    turn: tuple[str, ...]
    candidates: tuple[CandidateView, ...]
    value: float
    proven: bool
    simulations: int
    kind: Literal["hint"] = "hint"


@dataclass(frozen=True)
class Evaluation:
    """The value of a position for each side, from 0 to 1; in a game of more than two players, for the mover alone."""

    judge: str
    revision: int
    values: Mapping[str, float]
    proven: bool
    simulations: int
    kind: Literal["evaluation"] = "evaluation"


@dataclass(frozen=True)
class ThreatenedTurn:
    """The steps of a turn with which a side would win, and the sites that they name."""

    steps: tuple[str, ...]
    sites: tuple[str, ...]


@dataclass(frozen=True)
class Threats:
    """The turns with which the side that moves next would win if the side to move did nothing. No side if it is unknown, as
    before a roll."""

    revision: int
    side: str
    turns: tuple[ThreatenedTurn, ...]
    kind: Literal["threats"] = "threats"


@dataclass(frozen=True)
class JudgedStep:
    """A reviewed choice of the play: its loss, in shares of a win, and the best move there."""

    node: int
    turn: int
    mover: str
    move: str
    value: float
    loss: float
    best: str
    proven: bool


@dataclass(frozen=True)
class Review:
    """The choices of a play, from its beginning."""

    judge: str
    steps: tuple[JudgedStep, ...]
    kind: Literal["review"] = "review"


@dataclass(frozen=True)
class Share:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Measured:
    """The results of random plays from the place on the board."""

    plays: int
    wins: Mapping[str, Share]
    draws: Share
    steps: Share
    ends: Mapping[str, int]
    kind: Literal["measured"] = "measured"


@dataclass(frozen=True)
class RandomPlay:
    """A random play to its end; the view that follows shows it."""

    steps: int
    kind: Literal["random"] = "random"


@dataclass(frozen=True)
class Exported:
    """A game as one page, which is HTML."""

    title: str
    page: str
    kind: Literal["exported"] = "exported"


@dataclass(frozen=True)
class Analyzed:
    """A report on a game's design as one page, which is HTML without a script."""

    title: str
    page: str
    kind: Literal["analyzed"] = "analyzed"


@dataclass(frozen=True)
class TestResult:
    """The result of a file's test: its name, whether it passed, and if not, why. `begin` and `end` are its place in the text."""

    name: str
    passed: bool
    text: str
    begin: int
    end: int


@dataclass(frozen=True)
class TestResults:
    """The results of a file's own tests."""

    tests: tuple[TestResult, ...]
    kind: Literal["tests"] = "tests"


Result = Moved | Hint | Evaluation | Threats | Review | Measured | RandomPlay | Exported | Analyzed | TestResults
