"""The answers to requests, and the parts of answers. Plain data; `messages.py` says which request gives which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from ggl.host.limits import LIMITS
from ggl.host.views import Arg, Board, Legal, NoteView, Place, TreeNode, View, Why
from ggl.typed_json import Longest, Within

Who = Literal["owner", "seat", "watch"]
"""The connections that may ask: the owner alone; the owner and holders of a seat of the table; these and watchers."""

Code = Literal["unreadable", "unknown", "illegal", "ambiguous", "over", "stale", "invalid", "forbidden", "limit", "stopped",
               "disk", "bug"]  # fmt: skip
"""Why a request is refused. `unreadable`: no message. `unknown`: no such desk, table, job, file, move. `illegal`, `ambiguous`,
`over`, `stale`: a move that cannot be played; the last one was meant for another revision. `invalid`: a text, option or spec that
is none. `stopped`: it took too long or too much memory, and was ended. `bug`: a fault of ours."""

Name = Annotated[str, Longest(200)]
Id = Annotated[str, Longest(40)]
Line = Annotated[str, Longest(1000)]
GameText = Annotated[str, Longest(LIMITS.text)]
Offset = Annotated[int, Within(0, LIMITS.text)]
Number = Annotated[int, Within(0, 1_000_000)]
Named = Annotated[Mapping[str, Arg], Longest(100)]
Words = Annotated[Mapping[str, Line], Longest(20)]


@dataclass(frozen=True)
class Done:
    """An answer without data: the request is done."""


@dataclass(frozen=True)
class Hello:
    """The answer to `hello`. `rights` say who this connection is; a seat or a watcher has a table, a seat its name. `can`
    names what this carrier adds: `files` of a folder, `links` to a table, `jobs`."""

    version: int
    ggl: str
    rights: Who
    table: str
    seat: str
    can: tuple[str, ...]
    folder: str


@dataclass(frozen=True)
class OptionView:
    """An option of a game: its default; what it may be, as the file says it, such as `5..19`, or nothing where it says nothing;
    and its values one by one, where these are few."""

    name: str
    default: str
    allowed: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class GameView:
    """A game to play: its name, title, what it is about in a line, its options, and the seats for which a new play asks who sits
    there: the first two where options may decide how many there are."""

    name: str
    title: str
    about: str
    options: tuple[OptionView, ...]
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Games:
    """The games that come with ggl."""

    games: tuple[GameView, ...]


@dataclass(frozen=True)
class Run:
    """A piece of a sentence: plain, code, or with stress."""

    text: str
    style: Literal["plain", "code", "stress"]


@dataclass(frozen=True)
class TutorialPart:
    """A part of a step, in the order of reading. `file` is a whole game file and `prompt` what a terminal shows: these have a
    text, whose lines stand as they are; the others have runs."""

    sort: Literal["text", "item", "file", "prompt"]
    runs: tuple[Run, ...]
    text: str


@dataclass(frozen=True)
class TutorialStep:
    """A step: the file that is written in it, and one that does what it asks. `begins` is the text with which it begins, where
    that is not the file of the step before. A step without a file is for looking at the last one."""

    title: str
    parts: tuple[TutorialPart, ...]
    file: str | None
    text: str
    begins: str | None


@dataclass(frozen=True)
class Tutorial:
    """The tutorial, step by step."""

    steps: tuple[TutorialStep, ...]


@dataclass(frozen=True)
class Files:
    """The game files of the folder and those below it, as paths with `/`."""

    files: tuple[str, ...]
    more: bool


@dataclass(frozen=True)
class KeptPlay:
    """A play on file: the table that it can be joined as, its game and title, who sits where, how many turns it has."""

    table: str
    game: str
    date: str
    turns: int
    seats: Mapping[str, str]
    over: bool


@dataclass(frozen=True)
class Plays:
    """The plays that can be resumed, the newest first."""

    plays: tuple[KeptPlay, ...]


@dataclass(frozen=True)
class Opened:
    """A table, with what never changes under its rules."""

    table: str
    board: Board
    view: View


@dataclass(frozen=True)
class LegalMoves:
    """The legal steps of the view with this revision. `more` are too many to list, and can be typed."""

    revision: int
    legal: tuple[Legal, ...]
    more: int


@dataclass(frozen=True)
class Tree:
    """The tree of everything played at a table, parents before their children."""

    nodes: tuple[TreeNode, ...]


@dataclass(frozen=True)
class Opponent:
    """An agent that can sit down: its spec, and what is known of its strength."""

    spec: str
    about: str


@dataclass(frozen=True)
class Opponents:
    """The agents that can play a game, the levels first, from weak to strong."""

    opponents: tuple[Opponent, ...]


@dataclass(frozen=True)
class Job:
    """A job was begun; `progress`, `result` or `failed` tell of it by its name."""

    job: str


@dataclass(frozen=True)
class Text:
    """A text: rules in English, a record's line, a picture as SVG, the value of an expression."""

    text: str


@dataclass(frozen=True)
class RulePart:
    """A part of the rules in English, in the order of reading. `picture` is one of characters, whose lines stand as they are;
    `depth` is the level of nesting."""

    sort: Literal["title", "heading", "text", "item", "picture", "entry"]
    depth: int
    text: str


@dataclass(frozen=True)
class Rules:
    """The rules in English: wrapped as a terminal shows them, and part by part."""

    text: str
    parts: tuple[RulePart, ...]


@dataclass(frozen=True)
class Links:
    """The paths of the secret links to a table: one for each seat, and one to watch."""

    seats: Mapping[str, str]
    watch: str


@dataclass(frozen=True)
class DeskOpened:
    """A desk: its text, under the version from which edits are counted. `file` is where it is saved, if it has been."""

    desk: str
    text: str
    version: int
    file: str | None


@dataclass(frozen=True)
class Edited:
    """The text has a new version."""

    version: int


@dataclass(frozen=True)
class SpanView:
    """A place in the desk's text, in characters."""

    begin: int
    end: int


@dataclass(frozen=True)
class Edit:
    """A change of a text: a new text for a place."""

    begin: Offset
    end: Offset
    text: GameText


@dataclass(frozen=True)
class Edits:
    """Changes of the desk's text that do not overlap. `others` are files that must change too."""

    edits: tuple[Edit, ...]
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """A completion at a place: its text, its kind of word, and its meaning."""

    text: str
    kind: str
    about: str
    detail: str
    begin: int
    end: int


@dataclass(frozen=True)
class Items:
    """Completions at a place, the best first."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Hovered:
    """The facts about a word of the text, and its span; no text if nothing is known."""

    text: str
    span: SpanView | None


@dataclass(frozen=True)
class Tokens:
    """Begin, end and kind of each coloured part of the text."""

    tokens: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class Spans:
    """Places in the desk's text, and in other files."""

    spans: tuple[SpanView, ...]
    elsewhere: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Symbol:
    """A part of the file, for an outline: its name, its kind, where it stands, and how deep."""

    name: str
    kind: str
    begin: int
    end: int
    depth: int


@dataclass(frozen=True)
class Symbols:
    """The outline of the text."""

    symbols: tuple[Symbol, ...]


@dataclass(frozen=True)
class Saved:
    """The file in which the text was saved."""

    file: str


@dataclass(frozen=True)
class FixView:
    """An edit that mends a finding, and what it does in words."""

    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Finding:
    """A finding: its code, what was found, where, what to write instead."""

    code: str
    severity: Literal["error", "warning", "note"]
    message: str
    label: str
    help: str
    begin: int
    end: int
    notes: tuple[NoteView, ...]
    fixes: tuple[FixView, ...]
    place: Place | None
    """Set where the finding is in another file, such as the base of a variant."""


@dataclass(frozen=True)
class Refusal:
    """The reason for a refusal. `why` explains a move, `findings` a text; `near` are moves or names that may be meant."""

    code: Code
    text: str
    why: Why | None = None
    findings: tuple[Finding, ...] = ()
    near: tuple[str, ...] = ()
