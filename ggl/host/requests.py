"""The requests to a host, each with its name, its answer, and who may send it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeVar, dataclass_transform

from ggl.host import answers as a
from ggl.host.limits import LIMITS
from ggl.host.views import Arg, View, Why
from ggl.typed_json import Longest, Within


@dataclass(frozen=True)
class RequestKind:
    """A request: its name, its dataclass, what answers it, and who may ask it."""

    do: str
    takes: type
    gives: type
    who: a.Who


REQUESTS: dict[str, RequestKind] = {}
_KINDS: dict[type, RequestKind] = {}

_C = TypeVar("_C")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def request(do: str, gives: type, who: a.Who = "owner") -> Callable[[type[_C]], type[_C]]:
    """Makes a class a request, which is a frozen dataclass."""

    def declared(body: type[_C]) -> type[_C]:
        takes = dataclass(frozen=True)(body)
        REQUESTS[do] = _KINDS[takes] = RequestKind(do, takes, gives, who)
        return takes

    return declared


def kind_of(asked: object) -> RequestKind:
    """The declaration of a request."""
    return _KINDS[type(asked)]


@request("hello", a.Hello, "watch")
class SayHello:
    """The first message of a connection: the version of these messages that the other end knows, and the secret of the link
    that it came by, where the carrier has links."""

    version: int
    secret: a.Name = ""


@request("games", a.Games)
class ListGames:
    """The games that come with ggl."""


@request("files", a.Files)
class ListFiles:
    """The game files of the folder."""


@request("plays", a.Plays)
class ListPlays:
    """The plays on file that are not over."""


@request("tutorial", a.Tutorial)
class ReadTutorial:
    """The steps of the tutorial."""


@request("desk.open", a.DeskOpened)
class DeskOpen:
    """Open a desk with a bundled game, a file of the folder, or a text. A file with a text is opened as it was when it had this
    text: what was written into it since counts as a change. The text of a desk has `\\n` at the end of each line."""

    game: a.Name | None = None
    file: a.Name | None = None
    text: a.GameText | None = None


@dataclass(frozen=True)
class _Desk:
    """About a desk."""

    desk: a.Id


@dataclass(frozen=True)
class _DeskPlace:
    """About a place in the text of a desk."""

    desk: a.Id
    at: a.Offset


@request("desk.edit", a.Edited)
class DeskEdit:
    """Change the text: edits count from the text as it was before all of them, and do not overlap. `version` is that of this
    text; findings follow as an event."""

    desk: a.Id
    version: a.Number
    edits: Annotated[tuple[a.Edit, ...], Longest(1000)]


@request("desk.complete", a.Items)
class DeskComplete(_DeskPlace):
    """The completions at a place."""


@request("desk.hover", a.Hovered)
class DeskHover(_DeskPlace):
    """The facts about the word at a place."""


@request("desk.tokens", a.Tokens)
class DeskTokens(_Desk):
    """The parts of the text for colours."""


@request("desk.definition", a.Spans)
class DeskDefinition(_DeskPlace):
    """The declarations of the name at a place."""


@request("desk.references", a.Spans)
class DeskReferences(_DeskPlace):
    """The uses of the name at a place."""


@request("desk.rename", a.Edits)
class DeskRename(_DeskPlace):
    """The edits that give the name at a place another name."""

    name: a.Name


@request("desk.symbols", a.Symbols)
class DeskSymbols(_Desk):
    """The outline of the text."""


@request("desk.format", a.Edits)
class DeskFormat(_Desk):
    """The edits that write the text in its canonical spelling."""


@request("desk.mend", a.Text)
class DeskMend(_Desk):
    """The text with the fixes of all findings applied."""


@request("desk.rules", a.Text)
class DeskRules(_Desk):
    """The rules in English."""

    options: a.Named = field(default_factory=dict)


@request("desk.tests", a.Job)
class DeskTests(_Desk):
    """Run the tests of the file, as a job."""


@request("desk.check", a.Job)
class DeskCheck(_Desk):
    """Check that the text does what the tutorial asks of one of its files, as a job that gives test results."""

    file: a.Name


@request("desk.save", a.Saved)
class DeskSave(_Desk):
    """Save the text in the file that it came from, or in another file of the folder. A file that changed on disk since it was
    read is replaced only with `over`. One whose lines end with `\\r\\n` keeps these."""

    file: a.Name | None = None
    over: bool = False


@request("desk.variant", a.Text)
class DeskVariant(_Desk):
    """The text as a variant of another game: `extends` and what differs."""

    base: a.Name


@request("desk.alone", a.Text)
class DeskAlone(_Desk):
    """The text with the files of the folder that it extends merged in, so that it can be read elsewhere."""


@request("desk.close", a.Done)
class DeskClose(_Desk):
    """Close a desk. What was not saved is gone."""


@request("table.open", a.Opened)
class TableOpen:
    """Begin a play of a bundled game or a file of the folder. With `text`, of that text instead, as an editor has it. `seats`
    has for each seat or side `human`, `random` or the spec of an agent; `clock` is a text such as `5m+3s`."""

    game: a.Name | None = None
    text: a.GameText | None = None
    options: a.Named = field(default_factory=dict)
    seats: a.Words = field(default_factory=dict)
    clock: a.Name | None = None
    flag_fall: bool = False
    seed: Annotated[int, Within(0, (1 << 32) - 1)] | None = None


@request("table.load", a.Opened)
class TableLoad:
    """Resume the play of a record, given as its text, as a new play. With `text`, its rules are those of this text, whatever
    the record calls them."""

    record: a.GameText
    text: a.GameText | None = None


@dataclass(frozen=True)
class _Table:
    """About a table."""

    table: a.Id


@request("table.join", a.Opened, "watch")
class TableJoin(_Table):
    """Look at a table; one that is not open is opened from its kept play."""


@request("table.view", View, "watch")
class TableView(_Table):
    """The view as it is now. Where a clock has run out, that is seen."""


@request("table.legal", a.LegalMoves, "watch")
class TableLegal(_Table):
    """The legal steps, if a view came without them because they are many."""


@request("table.tree", a.Tree, "watch")
class TableTree(_Table):
    """The tree of everything played at the table."""


@request("table.look", View, "watch")
class TableLook(_Table):
    """The view of another place of the tree, for the requester alone: the board of the others stays. It has no legal steps."""

    node: a.Number


@request("table.ground", a.Text, "watch")
class TableGround(_Table):
    """The ground of the picture at a place of the tree, as SVG. For a view that names another ground than the board's."""

    node: a.Number


@request("table.text", a.Text)
class TableText(_Table):
    """The text of its rules. With `alone`, as `desk.alone` writes it."""

    alone: bool = False


@request("table.play", View, "seat")
class TablePlay(_Table):
    """Play a move, or all steps of a turn, as text. With a `revision`, only if that is what the table shows."""

    text: a.Line
    revision: a.Number | None = None


@request("table.why", Why, "watch")
class TableWhy(_Table):
    """Why a move is legal or not: a typed text, or a move by its name and arguments, as chosen on the board."""

    text: a.Line = ""
    move: a.Name | None = None
    args: Annotated[tuple[Arg, ...], Longest(20)] = ()


@request("table.ask", a.Text)
class TableAsk(_Table):
    """The value of an expression of the language on the board."""

    text: a.Line


@request("table.undo", View)
class TableUndo(_Table):
    """Take back the last entry, with the steps that answered it."""

    count: a.Number = 1


@request("table.redo", View)
class TableRedo(_Table):
    """Play again the steps that were taken back."""

    count: a.Number = 1


@request("table.goto", View)
class TableGoto(_Table):
    """Have the board show a node of the tree, the position after `turn` turns of its line, or, with neither, the position of the
    play. The play does not change."""

    node: a.Number | None = None
    turn: a.Number | None = None


@request("table.play_here", View)
class TablePlayHere(_Table):
    """Move the play to the position that the board shows."""


@request("table.resign", View, "seat")
class TableResign(_Table):
    """The side to move gives up."""


@request("table.go", View)
class TableGo(_Table):
    """Play the steps that need no person, from the position that the board shows."""


@request("table.seat", View)
class TableSeat(_Table):
    """Have somebody else sit in a seat, named by itself or its side: `human`, `random`, or the spec of an agent."""

    seat: a.Name
    who: a.Line


@request("table.opponents", a.Opponents)
class TableOpponents(_Table):
    """The agents that can play the game."""


@request("table.hint", a.Job)
class TableHint(_Table):
    """A judge's best turn; without `judge`, that of the strongest one that can play the game."""

    judge: a.Line | None = None
    most: Annotated[int, Within(1, 100)] = 5


@request("table.threats", a.Job)
class TableThreats(_Table):
    """The turns with which the side that moves next would win if the side to move did nothing."""


@request("table.evaluate", a.Job)
class TableEvaluate(_Table):
    """The value of the position for each side."""

    judge: a.Line | None = None


@request("table.review", a.Job)
class TableReview(_Table):
    """The loss of each choice of the play."""

    judge: a.Line | None = None


@request("table.follow", View)
class TableFollow(_Table):
    """Go on with the play under the rules of a text, as far as they allow it. `game` is the file that it is the text of."""

    text: a.GameText
    game: a.Name | None = None


@request("table.random", a.Job)
class TableRandom(_Table):
    """Play at random to the end, from the position that the board shows."""


@request("table.measure", a.Job)
class TableMeasure(_Table):
    """`plays` random plays from the beginning, and their results."""

    plays: Annotated[int, Within(1, LIMITS.playouts)] = 1000


@request("table.export", a.Job)
class TableExport(_Table):
    """The game, with the options of the table, as one page that needs no server; where the carrier adds `export`."""


@request("table.analyze", a.Job)
class TableAnalyze(_Table):
    """A report on the game's design, as `ggl analyze` makes it in about `seconds` s; where the carrier adds `analysis`."""

    seconds: Annotated[int, Within(1, LIMITS.analysis)] = 60


@request("table.rules", a.Rules, "watch")
class TableRules(_Table):
    """The rules in English, with the options of the table."""


@request("table.record", a.Text, "watch")
class TableRecord(_Table):
    """The record of the play, as a line, without the seed: that would tell the next dice."""


@request("table.picture", a.Text, "watch")
class TablePicture(_Table):
    """The picture of what the board shows, as SVG."""

    theme: Literal["light", "dark", "auto"] = "light"


@request("table.links", a.Links)
class TableLinks(_Table):
    """The secret links to the table. A carrier answers; one that has no links refuses."""


@request("table.close", a.Done)
class TableClose(_Table):
    """Close a table. Its play is kept."""


@request("job.stop", a.Done)
class JobStop:
    """Stop a job. A `failed` event reports what it has found."""

    job: a.Id
