"""The requests to a host, each with its name, its answer, and who may send it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeVar

from ggl.host.answers import (
    DeskOpened,
    Done,
    Edit,
    Edited,
    Edits,
    Files,
    Games,
    GameText,
    Hello,
    Hovered,
    Id,
    Items,
    Job,
    LegalMoves,
    Line,
    Links,
    Name,
    Named,
    Number,
    Offset,
    Opened,
    Opponents,
    Plays,
    Rules,
    Saved,
    Spans,
    Symbols,
    Text,
    Tokens,
    Tree,
    Tutorial,
    Who,
    Words,
)
from ggl.host.limits import LIMITS
from ggl.host.views import Arg, View, Why
from ggl.host.wire import Longest, Within


@dataclass(frozen=True)
class RequestKind:
    """A request: its name, its dataclass, what answers it, and who may ask it."""

    do: str
    takes: type
    gives: type
    who: Who


REQUESTS: dict[str, RequestKind] = {}
_KINDS: dict[type, RequestKind] = {}

_C = TypeVar("_C", bound=type)


def request(do: str, gives: type, who: Who = "owner") -> Callable[[_C], _C]:
    def declared(takes: _C) -> _C:
        REQUESTS[do] = _KINDS[takes] = RequestKind(do, takes, gives, who)
        return takes

    return declared


def kind_of(asked: object) -> RequestKind:
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


@request("tutorial", Tutorial)
@dataclass(frozen=True)
class ReadTutorial:
    """The steps of the tutorial."""


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


@request("desk.mend", Text)
@dataclass(frozen=True)
class DeskMend(_Desk):
    """The text with all its findings mended for which ggl knows an edit."""


@request("desk.rules", Text)
@dataclass(frozen=True)
class DeskRules(_Desk):
    """The rules in English."""

    options: Named = field(default_factory=dict)


@request("desk.tests", Job)
@dataclass(frozen=True)
class DeskTests(_Desk):
    """Run the tests of the file, as a job."""


@request("desk.check", Job)
@dataclass(frozen=True)
class DeskCheck(_Desk):
    """Try whether the text does what the tutorial asks of one of its files, as a job; found are results of tests."""

    file: Name


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
    """Go on with the play of a record, given as its text. It is kept as another play. With `text`, its rules are those of this
    text, whatever the record calls them."""

    record: GameText
    text: GameText | None = None


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


@request("table.legal", LegalMoves, "watch")
@dataclass(frozen=True)
class TableLegal(_Table):
    """The legal steps, where a view came without them since they are many."""


@request("table.tree", Tree, "watch")
@dataclass(frozen=True)
class TableTree(_Table):
    """All that was ever played at the table."""


@request("table.look", View, "watch")
@dataclass(frozen=True)
class TableLook(_Table):
    """The view of another place of the tree, for the requester alone: the board of the others stays. It has no legal steps."""

    node: Number


@request("table.ground", Text, "watch")
@dataclass(frozen=True)
class TableGround(_Table):
    """The ground of the picture at a place of the tree, as SVG. It is asked for where a view names another than the board's."""

    node: Number


@request("table.text", Text)
@dataclass(frozen=True)
class TableText(_Table):
    """The text of its rules."""


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


@request("table.threats", Job)
@dataclass(frozen=True)
class TableThreats(_Table):
    """With which turns the side that moves next would win if the side to move did nothing."""


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


@request("table.export", Job)
@dataclass(frozen=True)
class TableExport(_Table):
    """The game, with the options of the table, as one page that needs no server; where the carrier adds `export`."""


@request("table.analyze", Job)
@dataclass(frozen=True)
class TableAnalyze(_Table):
    """A report on the game's design, as `ggl analyze` makes it in about so many seconds; where the carrier adds `analysis`."""

    seconds: Annotated[int, Within(1, LIMITS.analysis)] = 60


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
    """Stop a job. A `failed` event reports what it has found."""

    job: Id
