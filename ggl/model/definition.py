"""A game file after reading: the strings of each key as trees with their places. Nothing is resolved or typed yet.

Gives: frozen classes, one for each part of a file. Parts that a file leaves out are None or empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from ggl.frozen import frozen
from ggl.model.targets import Target
from ggl.source import Source, Span
from ggl.syntax import tree as t
from ggl.syntax.document import Scalar
from ggl.syntax.unparse import unparse


@frozen
class Text:
    """A piece of the author's text with its place."""

    text: str
    span: Span = field(compare=False, repr=False)
    scalar: Scalar | None = field(default=None, compare=False, repr=False)
    """The value in the file that it stands in, which knows the places of parts in quotes or on several lines."""

    def span_of(self, start: int, end: int) -> Span:
        """The place of a part; of all of it if that is not known."""
        span = self.span
        if span.text == self.text:
            return span.source.span(span.start + start, span.start + end)
        if self.scalar is None:
            return span
        before = self.scalar.text.index(self.text)
        return self.scalar.span_of(before + start, before + end)


@frozen
class Option:
    name: str
    default: t.Expr
    allowed: t.Expr | None
    span: Span = field(compare=False, repr=False)

    def __str__(self) -> str:
        """As in the file: the default, and the allowed values."""
        return unparse(self.default) + (f" in {unparse(self.allowed)}" if self.allowed is not None else "")


@frozen
class Player:
    name: str
    constants: dict[str, t.Expr]
    span: Span = field(compare=False, repr=False)
    places: dict[str, Span] = field(default_factory=dict, compare=False, repr=False)
    """The places of the names of its constants."""

    condition: t.Expr | None = None
    """Of the options: the player is left out where it does not hold."""


@frozen
class Drawing:
    """An ASCII map: the rows of a board from the top, a glyph a cell; `legend` gives glyphs a meaning."""

    rows: Text
    legend: dict[str, Text]


@frozen
class BoardPart:
    """`shape`, or a drawing, or links between named cells; `without` cuts cells out."""

    shape: t.Expr | None
    drawing: Text | None
    basis: str
    links: Text | None
    without: t.Expr | None
    span: Span = field(compare=False, repr=False)


@frozen
class ValueProperty:
    """A property of values: numbers, or values of another sort (`of`), one for each member in their order."""

    name: str
    of: str
    values: tuple[int, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class ValuesPart:
    """Values of the game's own: the name of all of them, and each by its name; with properties, all their combinations."""

    name: str
    members: tuple[Text, ...]
    span: Span = field(compare=False, repr=False)
    properties: tuple[ValueProperty, ...] = ()


@frozen
class Series:
    """The names of columns, rows or cells: a series in words, or names one by one."""

    names: str | tuple[str, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class LabelsPart:
    """The names of the board's sites, by `columns`, `rows` and `cells`, and of single sites."""

    series: dict[str, Series]
    sites: dict[str, t.Expr]
    span: Span = field(compare=False, repr=False)
    places: dict[str, Span] = field(default_factory=dict, compare=False, repr=False)
    """The places of the names of single sites."""


@frozen
class LinksPart:
    """The cells that are linked: a name for one end and its cells, and a name for the other and its cells."""

    binders: tuple[t.Binder, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class TrackPart:
    """A circuit: its lines in their order, each a set or a list of cells, or its cells one by one."""

    name: str
    lines: tuple[t.Expr, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class TilePart:
    """A shape of several cells: its drawing, and whether it may be turned, and mirrored."""

    name: str
    drawing: Text
    turned: bool
    mirrored: bool
    span: Span = field(compare=False, repr=False)


@frozen
class Region:
    name: str
    sites: t.Expr | Text
    """An expression, or the rows of a drawing in which `x` marks the cells."""

    span: Span = field(compare=False, repr=False)


NOBODY = "nobody"
"""The owner of a kind that has none."""


@frozen
class Piece:
    """A kind: where it stands, in which layer, whose it is, what it carries, how many there are in each supply."""

    name: str
    sites: str
    layer: str
    of: Text | None
    supply: t.Expr | None
    stacks: t.Expr | None
    piles: t.Expr | None
    faces: t.Expr | None
    has: dict[str, t.Expr]
    glyph: str
    span: Span = field(compare=False, repr=False)
    places: dict[str, Span] = field(default_factory=dict, compare=False, repr=False)
    """The places of the names of its properties, and under "" that of its layer."""

    seen_by: t.Expr | None = None
    """The players who see a piece of this kind; everybody if nothing is said."""

    others_see: Text | None = None
    """The kind that it appears as to players who do not see it."""

    @property
    def owned(self) -> bool:
        return self.of is None or self.of.text != NOBODY

    @property
    def side(self) -> str:
        """The player who alone has pieces of this kind; empty if all have, or nobody."""
        return self.of.text if self.of is not None and self.owned else ""


@frozen
class Variable:
    """A state variable: its start, the set of its values, one for each of `each` (players, sites or turns), compared or not."""

    name: str
    start: t.Expr
    allowed: t.Expr | None
    each: str
    compared: bool
    """Whether positions that differ in it differ; never of a variable of each turn."""

    span: Span = field(compare=False, repr=False)
    seen_by: t.Expr | None = None
    """The players who see what it holds; everybody if nothing is said."""


@frozen
class Conditions:
    """Named conditions, or one without a name."""

    parts: tuple[tuple[str, t.Expr], ...]
    span: Span = field(compare=False, repr=False)


@frozen
class LetPart:
    """A name for an expression, within a move."""

    name: str
    value: t.Expr
    span: Span = field(compare=False, repr=False)


@frozen
class MovePart:
    """A move schema. `params` are those that a `then` hands over; `started` is False for a move that only a `then` starts."""

    name: str
    params: tuple[str, ...]
    started: bool
    binders: tuple[t.Binder, ...]
    lets: tuple[LetPart, ...]
    where: Conditions
    do: t.Effect
    ensure: Conditions
    then: t.Plan | None
    span: Span = field(compare=False, repr=False)
    shows: Text | None = None
    """The parts that others learn: everything, its name, nothing, or some of its parameters."""

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters, received and chosen; a set has one name."""
        return [*self.params, *(binder.name for binder in self.binders)]


@frozen
class PhasePart:
    name: str
    play: t.Plan | None
    until: t.Expr | None
    span: Span = field(compare=False, repr=False)
    passing: str = ""
    """never, forced or free; nothing if the phase is passed in as the turn says."""

    pass_if: t.Expr | None = None
    together: t.Plan | None = None
    """As those of a turn, for the turns of this phase."""

    choosers: t.Expr | None = None
    resolve: t.Effect | None = None


@frozen
class TurnPart:
    first: t.Expr | None
    play: t.Plan | None
    passing: str
    pie: str
    pie_if: t.Expr | None
    begin: t.Effect | None
    again_while: t.Expr | None
    prefer: str
    """`least`, `most` or nothing: which of the whole turns are legal, by `preferred`."""

    preferred: t.Expr | None
    phases: tuple[PhasePart, ...]
    span: Span | None = field(compare=False, repr=False)
    pass_if: t.Expr | None = None
    """The condition of `passing`."""

    finish: t.Effect | None = None
    following: t.Expr | None = None
    """The player whose turn is next; the next one in the order of `players` if nothing is said, or where it is none."""

    together: t.Plan | None = None
    """The moves from which all sides choose at once; then the turn has no `play`."""

    choosers: t.Expr | None = None
    """The sides that choose, if they are not all."""

    resolve: t.Effect | None = None
    """The effect once all have chosen, and their choices are carried out."""

    @property
    def at_once(self) -> tuple[TurnPart | PhasePart, ...]:
        """The turn, or the phases, in which all sides choose at once."""
        parts: tuple[TurnPart | PhasePart, ...] = (self, *self.phases)
        return tuple(part for part in parts if part.together is not None)

    @property
    def chosen_at_once(self) -> frozenset[str]:
        """The names of the moves that they choose from."""
        return frozenset(pick.name for part in self.at_once if part.together is not None for pick in part.together.picks)

    @property
    def ways_to_pass(self) -> tuple[tuple[str, t.Expr | None], ...]:
        """How one passes, and under which condition: in each phase, or in the one that there is."""
        usual = (self.passing, self.pass_if)
        phases = (each for each in self.phases if each.together is None)
        return tuple((each.passing, each.pass_if) if each.passing else usual for each in phases) or (usual,)


@frozen
class EndPart:
    """A line of `end`: `outcome` is win, lose, draw or score; `subject` a player's name, `mover`, `opponent` or ""."""

    outcome: str
    subject: str
    each: bool
    conditions: Conditions
    span: Span = field(compare=False, repr=False)
    together: bool
    """Whether it is about all players at once for whom the condition holds: `players p win`."""


@frozen
class Defined:
    """A definition or the score: a name, parameters, a body."""

    name: str
    params: tuple[str, ...]
    body: t.Expr
    span: Span = field(compare=False, repr=False)

    @property
    def in_order(self) -> tuple[t.Expr, ...]:
        """The numbers of a score: itself, or those of a list, in order of priority."""
        return self.body.items if isinstance(self.body, t.ListOf) and self.body.items else (self.body,)


@frozen
class RoutinePart:
    name: str
    params: tuple[str, ...]
    body: t.Effect
    span: Span = field(compare=False, repr=False)


@frozen
class TiePart:
    """The result when scores are equal: `outcome` win or lose for `player`, shared by those who have the best, or draw."""

    outcome: str
    player: t.Expr | None
    span: Span = field(compare=False, repr=False)


@frozen
class MatchPart:
    until: t.Expr
    next_first: t.Expr | None
    points: Defined | None
    span: Span = field(compare=False, repr=False)


@frozen
class MarkPart:
    """A mark on the board: of the sites of `on`, or of those of `binder`, with a `value`; `each` names every player."""

    name: str
    each: str
    form: str
    on: t.Expr | None
    binder: t.Binder | None
    value: t.Expr | None
    colour: Text | None
    sign: Text | None
    span: Span = field(compare=False, repr=False)


@frozen
class Look:
    notation: dict[str, Text]
    glyphs: dict[str, Text]
    colours: dict[str, Text]
    places: dict[tuple[str, str], Span] = field(compare=False, repr=False)
    """The places of names, by the key that they stand under: those of moves, pieces and players."""

    shapes: dict[str, Text] = field(default_factory=dict)
    board: str = ""
    """How pictures draw the board; empty where the file leaves it to ggl."""

    patterns: dict[str, tuple[tuple[Text, t.Expr], ...]] = field(default_factory=dict)
    """The patterns of a move that is written in one of several ways, each with its condition. Any other case is in `notation`."""

    signs: dict[str, dict[str, Text]] = field(default_factory=dict)
    """The glyphs of the values of variables and properties."""

    sizes: dict[str, Text] = field(default_factory=dict)
    order: tuple[Text, ...] = ()
    hide: tuple[Text, ...] = ()
    stores: tuple[Text, ...] = ()
    view: t.Expr | None = None
    draw: tuple[MarkPart, ...] = ()

    def templates(self) -> Iterator[tuple[str, Text]]:
        """All patterns, each with its move."""
        yield from ((name, text) for name, rows in self.patterns.items() for text, _ in rows)
        yield from self.notation.items()


@frozen
class Said:
    """The author's sentence in the rules about a kind of piece, a definition, a move, a condition or the like."""

    text: Text
    span: Span = field(compare=False, repr=False)
    """The place of the name of its subject."""


@frozen
class Expected:
    """One thing that a test expects. A `value` is the score of a player, what a player learns or sees, or the condition that
    refuses a move."""

    text: Text
    value: Text | None = None


@frozen
class FileTest:
    """A test in the file: the way to a position, and the expectations there."""

    name: str
    options: tuple[tuple[Text, Text], ...]
    setup: t.Effect | None
    to_move: Text | None
    moves: tuple[Text, ...]
    expect: tuple[tuple[str, tuple[Expected, ...]], ...]
    span: Span = field(compare=False, repr=False)


@frozen
class Definition:
    """A whole game file, its bases merged in."""

    source: Source
    name: Text
    about: str
    notes: tuple[Text, ...]
    options: dict[str, Option]
    players: dict[str, Player]
    board: BoardPart
    regions: dict[str, Region]
    pieces: dict[str, Piece]
    state: dict[str, Variable]
    drawing: Drawing | None
    setup: t.Effect | None
    """The effect at the start, after the pieces stand as `drawing` has them."""

    definitions: dict[str, Defined]
    routines: dict[str, RoutinePart]
    moves: dict[str, MovePart]
    turn: TurnPart
    end: tuple[EndPart, ...]
    score: Defined | None
    tie: TiePart | None
    match: MatchPart | None
    look: Look
    tests: tuple[FileTest, ...]
    bases: tuple[Source, ...] = field(default=(), compare=False, repr=False)
    """The files that this one extends, the nearest first."""

    removed: dict[str, Span] = field(default_factory=dict, compare=False, repr=False)
    """The parts that this file and its bases take away by `removed`, with the places."""

    replaced: dict[str, Span] = field(default_factory=dict, compare=False, repr=False)
    """Names that a base declares in a part which this file or one between replaces whole without them, and the key there."""

    bare: dict[Span, str] = field(default_factory=dict, compare=False, repr=False)
    """The keys that a variant writes without the brackets of its base, and how the base writes them."""

    changed: dict[str, Span] = field(default_factory=dict, compare=False, repr=False)
    """`board`, `labels` and `players`, if this file or one between it and its last base has another board, other labels or
    another number of players than the game that it extends, and their keys there."""

    targets: tuple[Target, ...] = ()
    """The targets for plays; no rule."""

    labels: LabelsPart | None = None
    links: LinksPart | None = None
    tracks: dict[str, TrackPart] = field(default_factory=dict)
    tiles: dict[str, TilePart] = field(default_factory=dict)
    values: dict[str, ValuesPart] = field(default_factory=dict)
    says: dict[str, Said] = field(default_factory=dict)
    """Sentences by the name of their subject; no rule."""
