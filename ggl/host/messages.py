"""The messages between a host and who sits before it: requests, answers, events. One version counts for all of them.

    request   {"id": 3, "do": "table.play", "table": "t1", "text": "c3"}
    answer    {"id": 3, "ok": {...}}
    refusal   {"id": 3, "error": {"code": "illegal", "text": "..", "why": {...}}}
    event     {"event": "view", "table": "t1", "view": {...}}

A request is a dataclass, declared with its name, what answers it, and who may ask it. `read_request` takes a message's text and
gives the request; raises `WireError`. `schema` gives the JSON Schema of everything, which `schemas/host.schema.json` holds. To
write it anew: `python -m ggl.host.messages > schemas/host.schema.json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar

from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near
from ggl.host.answers import (
    Code,
    DeskOpened,
    Done,
    Edit,
    Edited,
    Edits,
    Files,
    Finding,
    Games,
    GameText,
    Hello,
    Hovered,
    Id,
    Items,
    Job,
    Line,
    Links,
    Name,
    Named,
    Number,
    Offset,
    Opened,
    Opponents,
    Plays,
    Refusal,
    Rules,
    Saved,
    Spans,
    Symbols,
    Text,
    Tokens,
    Tree,
    Who,
    Words,
)
from ggl.host.limits import LIMITS
from ggl.host.views import Arg, Board, Result, View, Why
from ggl.host.wire import Longest, WireError, Within, decode, parsed, schema_of, struct_schema

VERSION = 1

# ---- events


@dataclass(frozen=True)
class ViewEvent:
    """A table has changed. `board` is there where its rules have."""

    table: str
    view: View
    board: Board | None = None
    event: Literal["view"] = "view"


@dataclass(frozen=True)
class ClosedEvent:
    """A table was closed; its play is kept."""

    table: str
    event: Literal["closed"] = "closed"


@dataclass(frozen=True)
class LostEvent:
    """The process that had a table or a desk was ended, for it took too long or too much memory. A table comes back when it
    is joined anew, with all that was played; a desk is opened anew with its text."""

    about: str
    event: Literal["lost"] = "lost"


@dataclass(frozen=True)
class FindingsEvent:
    """What was found in a version of a desk's text. `ok` says that it is a game, which a table can follow."""

    desk: str
    version: int
    ok: bool
    findings: tuple[Finding, ...]
    event: Literal["findings"] = "findings"


@dataclass(frozen=True)
class ProgressEvent:
    """How far a job has come, from 0 to 1; `so_far` is what it has found until now, if that can be shown."""

    job: str
    done: float
    text: str
    so_far: Result | None = None
    event: Literal["progress"] = "progress"


@dataclass(frozen=True)
class ResultEvent:
    """A job is done."""

    job: str
    result: Result
    event: Literal["result"] = "result"


@dataclass(frozen=True)
class FailedEvent:
    """A job came to nothing: it was stopped, it took too long or too much memory, or it could not be done."""

    job: str
    code: Code
    text: str
    so_far: Result | None = None
    event: Literal["failed"] = "failed"


@dataclass(frozen=True)
class FilesEvent:
    """Files of the folder have changed on disk."""

    files: tuple[str, ...]
    event: Literal["files"] = "files"


Event = ViewEvent | ClosedEvent | LostEvent | FindingsEvent | ProgressEvent | ResultEvent | FailedEvent | FilesEvent

# ---- requests


@dataclass(frozen=True)
class Kind:
    """A request: its name, its dataclass, what answers it, and who may ask it."""

    do: str
    takes: type
    gives: type
    who: Who


REQUESTS: dict[str, Kind] = {}
_KINDS: dict[type, Kind] = {}

_C = TypeVar("_C", bound=type)


def request(do: str, gives: type, who: Who = "owner") -> Callable[[_C], _C]:
    def declared(takes: _C) -> _C:
        REQUESTS[do] = _KINDS[takes] = Kind(do, takes, gives, who)
        return takes

    return declared


def kind_of(asked: object) -> Kind:
    """How a request was declared."""
    return _KINDS[type(asked)]


@request("hello", Hello, "watch")
@dataclass(frozen=True)
class SayHello:
    """The first message of a connection: the version of these messages that the other end knows, and the secret of the link
    that it came by, where the carrier has links."""

    version: int
    secret: Name = ""


@request("games", Games)
@dataclass(frozen=True)
class ListGames:
    """The games that come with ggl."""


@request("files", Files)
@dataclass(frozen=True)
class ListFiles:
    """The game files of the folder."""


@request("plays", Plays)
@dataclass(frozen=True)
class ListPlays:
    """The plays on file that are not over."""


@request("desk.open", DeskOpened)
@dataclass(frozen=True)
class DeskOpen:
    """Open a desk with a bundled game, a file of the folder, or a text."""

    game: Name | None = None
    file: Name | None = None
    text: GameText | None = None


@dataclass(frozen=True)
class _Desk:
    """About a desk."""

    desk: Id


@dataclass(frozen=True)
class _DeskPlace:
    """About a place in the text of a desk."""

    desk: Id
    at: Offset


@request("desk.edit", Edited)
@dataclass(frozen=True)
class DeskEdit:
    """Change the text: edits count from the text as it was before all of them, and do not overlap. `version` is that of this
    text; findings follow as an event."""

    desk: Id
    version: Number
    edits: Annotated[tuple[Edit, ...], Longest(1000)]


@request("desk.complete", Items)
@dataclass(frozen=True)
class DeskComplete(_DeskPlace):
    """What may be written at a place."""


@request("desk.hover", Hovered)
@dataclass(frozen=True)
class DeskHover(_DeskPlace):
    """What is known of the word at a place."""


@request("desk.tokens", Tokens)
@dataclass(frozen=True)
class DeskTokens(_Desk):
    """The parts of the text for colours."""


@request("desk.definition", Spans)
@dataclass(frozen=True)
class DeskDefinition(_DeskPlace):
    """Where the name at a place is declared."""


@request("desk.references", Spans)
@dataclass(frozen=True)
class DeskReferences(_DeskPlace):
    """Where the name at a place is used."""


@request("desk.rename", Edits)
@dataclass(frozen=True)
class DeskRename(_DeskPlace):
    """The edits that give the name at a place another name."""

    name: Name


@request("desk.symbols", Symbols)
@dataclass(frozen=True)
class DeskSymbols(_Desk):
    """The outline of the text."""


@request("desk.format", Edits)
@dataclass(frozen=True)
class DeskFormat(_Desk):
    """The edits that write the text in its canonical spelling."""


@request("desk.rules", Text)
@dataclass(frozen=True)
class DeskRules(_Desk):
    """The rules in English."""

    options: Named = field(default_factory=dict)


@request("desk.tests", Job)
@dataclass(frozen=True)
class DeskTests(_Desk):
    """Run the tests of the file, as a job."""


@request("desk.save", Saved)
@dataclass(frozen=True)
class DeskSave(_Desk):
    """Save the text in the file that it came from, or in another one of the folder. A file that changed on disk since it was
    read is replaced only if that is said with `over`."""

    file: Name | None = None
    over: bool = False


@request("desk.variant", Text)
@dataclass(frozen=True)
class DeskVariant(_Desk):
    """The text as a variant of another game: `extends` and what differs."""

    base: Name


@request("desk.close", Done)
@dataclass(frozen=True)
class DeskClose(_Desk):
    """Close a desk. What was not saved is gone."""


@request("table.open", Opened)
@dataclass(frozen=True)
class TableOpen:
    """Begin a play of a bundled game or a file of the folder. With `text`, of that text instead, as an editor has it. `seats`
    has for each seat or side `human`, `random` or the spec of an agent; `clock` is a text such as `5m+3s`."""

    game: Name | None = None
    text: GameText | None = None
    options: Named = field(default_factory=dict)
    seats: Words = field(default_factory=dict)
    clock: Name | None = None
    flag_fall: bool = False
    seed: Annotated[int, Within(0, (1 << 32) - 1)] | None = None


@request("table.load", Opened)
@dataclass(frozen=True)
class TableLoad:
    """Go on with the play of a record, given as its text. It is kept as another play."""

    record: GameText


@dataclass(frozen=True)
class _Table:
    """About a table."""

    table: Id


@request("table.join", Opened, "watch")
@dataclass(frozen=True)
class TableJoin(_Table):
    """Look at a table; one that is not open is opened from its kept play."""


@request("table.view", View, "watch")
@dataclass(frozen=True)
class TableView(_Table):
    """The view as it is now. Where a clock has run out, that is seen."""


@request("table.tree", Tree, "watch")
@dataclass(frozen=True)
class TableTree(_Table):
    """All that was ever played at the table."""


@request("table.look", View, "watch")
@dataclass(frozen=True)
class TableLook(_Table):
    """The view of another place of the tree, for who asks alone: the board of the others stays. It has no legal steps."""

    node: Number


@request("table.play", View, "seat")
@dataclass(frozen=True)
class TablePlay(_Table):
    """Play a move, or all steps of a turn, as text. With a `revision`, only if that is what the table shows."""

    text: Line
    revision: Number | None = None


@request("table.why", Why, "watch")
@dataclass(frozen=True)
class TableWhy(_Table):
    """Why a move is legal or not: what was typed, or a move by its name and arguments, as it was chosen on the board."""

    text: Line = ""
    move: Name | None = None
    args: Annotated[tuple[Arg, ...], Longest(20)] = ()


@request("table.ask", Text)
@dataclass(frozen=True)
class TableAsk(_Table):
    """What an expression of the language comes to on the board."""

    text: Line


@request("table.undo", View)
@dataclass(frozen=True)
class TableUndo(_Table):
    """Take back what was played last, with what answered it."""

    count: Number = 1


@request("table.redo", View)
@dataclass(frozen=True)
class TableRedo(_Table):
    """Play again what was taken back."""

    count: Number = 1


@request("table.goto", View)
@dataclass(frozen=True)
class TableGoto(_Table):
    """Have the board show a node of the tree, the position after so many turns of its line, or, with neither, where the play
    stands. The play stays as it is."""

    node: Number | None = None
    turn: Number | None = None


@request("table.play_here", View)
@dataclass(frozen=True)
class TablePlayHere(_Table):
    """Have the play stand at what the board shows."""


@request("table.resign", View, "seat")
@dataclass(frozen=True)
class TableResign(_Table):
    """The side to move gives up."""


@request("table.go", View)
@dataclass(frozen=True)
class TableGo(_Table):
    """Have whoever is to move without a person go on, from what the board shows."""


@request("table.seat", View)
@dataclass(frozen=True)
class TableSeat(_Table):
    """Have somebody else sit in a seat, named by itself or its side: `human`, `random`, or the spec of an agent."""

    seat: Name
    who: Line


@request("table.opponents", Opponents)
@dataclass(frozen=True)
class TableOpponents(_Table):
    """The agents that can play the game."""


@request("table.hint", Job)
@dataclass(frozen=True)
class TableHint(_Table):
    """What a judge would play; without one, the strongest that can."""

    judge: Line | None = None
    most: Annotated[int, Within(1, 100)] = 5


@request("table.evaluate", Job)
@dataclass(frozen=True)
class TableEvaluate(_Table):
    """What the position is worth to each side."""

    judge: Line | None = None


@request("table.review", Job)
@dataclass(frozen=True)
class TableReview(_Table):
    """What each choice of the play gave away."""

    judge: Line | None = None


@request("table.follow", View)
@dataclass(frozen=True)
class TableFollow(_Table):
    """Go on with the play under the rules of a text, as far as they allow it. `game` is the file that it is the text of."""

    text: GameText
    game: Name | None = None


@request("table.random", Job)
@dataclass(frozen=True)
class TableRandom(_Table):
    """Play at random to the end, from what the board shows."""


@request("table.measure", Job)
@dataclass(frozen=True)
class TableMeasure(_Table):
    """So many random plays from the beginning, and what comes of them."""

    plays: Annotated[int, Within(1, LIMITS.playouts)] = 1000


@request("table.rules", Rules, "watch")
@dataclass(frozen=True)
class TableRules(_Table):
    """The rules in English, with the options of the table."""


@request("table.record", Text, "watch")
@dataclass(frozen=True)
class TableRecord(_Table):
    """The record of the play, as a line."""


@request("table.picture", Text, "watch")
@dataclass(frozen=True)
class TablePicture(_Table):
    """The picture of what the board shows, as SVG."""

    theme: Literal["light", "dark", "auto"] = "light"


@request("table.links", Links)
@dataclass(frozen=True)
class TableLinks(_Table):
    """The secret links to the table. A carrier answers; one that has no links refuses."""


@request("table.close", Done)
@dataclass(frozen=True)
class TableClose(_Table):
    """Close a table. Its play is kept."""


@request("job.stop", Done)
@dataclass(frozen=True)
class JobStop:
    """Stop a job. What it has found is told by `failed`."""

    job: Id


# ---- messages


def read_request(text: str | bytes, most: int = LIMITS.message) -> tuple[int, Any]:
    """The number of a request, and the request. Raises `BadRequestError`."""
    if len(text) > most or (isinstance(text, str) and len(text.encode("utf-8", "replace")) > most):
        raise BadRequestError(None, f"a message of more than {most:,} bytes is too long", "limit")
    try:
        data = parsed(text)
    except WireError as error:
        raise BadRequestError(None, str(error)) from None
    if not isinstance(data, dict):
        raise BadRequestError(None, "a message is an object with `id` and `do`")
    number = data.pop("id", None)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 1 << 53:
        raise BadRequestError(None, "`id` is a whole number, by which the answer is known")
    do = data.pop("do", None)
    kind = REQUESTS.get(do) if isinstance(do, str) else None
    if kind is None:
        close = near(do[:40], REQUESTS) if isinstance(do, str) else []
        hint = f"; near: {', '.join(f'`{each}`' for each in close)}" if close else ""
        raise BadRequestError(number, f"there is no request `{escape(str(do)[:40])}`{hint}")
    try:
        return number, decode(kind.takes, data)
    except WireError as error:
        raise BadRequestError(number, f"`{kind.do}`: {error}") from None


class BadRequestError(WireError):
    """A message that is no request. `id` is its number, if it has one."""

    def __init__(self, id: int | None, text: str, code: Code = "unreadable") -> None:
        self.id, self.code = id, code
        super().__init__(text)


def schema() -> dict[str, Any]:
    """The JSON Schema of all messages."""
    defined: dict[str, Any] = {}
    number = {"type": "integer", "minimum": 0}
    asked, answered = [], []
    for kind in REQUESTS.values():
        struct = struct_schema(kind.takes, defined)
        struct["properties"] = {"id": number, "do": {"const": kind.do}, **struct["properties"]}
        struct["required"] = ["id", "do", *struct["required"]]
        struct["x-gives"], struct["x-who"] = schema_of(kind.gives, defined), kind.who
        defined[kind.do] = struct
        asked.append({"$ref": f"#/$defs/{kind.do}"})
        if struct["x-gives"] not in answered:
            answered.append(struct["x-gives"])
    refused = {"id": {"anyOf": [number, {"type": "null"}]}, "error": schema_of(Refusal, defined)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of ggl's host",
        "description": f"Version {VERSION}. Places in a text are offsets in characters. Made by `python -m ggl.host.messages`.",
        "version": VERSION,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("request", "answer", "refusal", "event")],
        "$defs": {
            "request": {"oneOf": asked},
            "answer": _object({"id": number, "ok": {"anyOf": answered}}),
            "refusal": _object(refused),
            "event": schema_of(Event, defined),
            **dict(sorted(defined.items())),
        },
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def schema_text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
