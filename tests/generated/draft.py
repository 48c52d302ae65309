"""A game while it is made: what it has so far, and expressions and effects drawn over all of that.

Features add to a draft (see `tests.generated.features`). What they declare comes into every later expression by `offer`: so
features meet inside of expressions too. All names are tokens such as `cell_7z`, which nothing else uses, so that a file is given
other names as whole words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any, TypeVar

from ggl.play.loading import check_source
from ggl.source import Source
from ggl.topology import Board, Site
from tests.generated.layout import Tree, written

T = TypeVar("T")


class Unfit(Exception):  # noqa: N818
    """A feature cannot be had in this draft; says why."""


@dataclass(frozen=True)
class Scope:
    """Where an expression stands: which names it may use, with their types, and who is meant by the player that is asked."""

    stage: str
    names: tuple[tuple[str, str], ...] = ()
    me: str = "mover"

    def having(self, *names: tuple[str, str]) -> Scope:
        return Scope(self.stage, (*self.names, *names), self.me)

    def of(self, type_: str) -> list[str]:
        return [name for name, its in self.names if its == type_]


@dataclass
class Kind:
    name: str
    of: str = ""
    """A player, `nobody`, or nothing where each player has it."""

    layer: str = ""
    sites: str = "cells"
    stacks: bool = False
    supply: bool = False
    faces: bool = False


@dataclass
class Move:
    name: str
    started: bool = True
    handed: list[tuple[str, str]] = field(default_factory=list)
    params: list[tuple[str, str, str]] = field(default_factory=list)
    """Each with its source and its type."""

    lets: dict[str, str] = field(default_factory=dict)
    let_types: dict[str, str] = field(default_factory=dict)
    where: dict[str, str] = field(default_factory=dict)
    do: list[str] = field(default_factory=list)
    ensure: dict[str, str] = field(default_factory=dict)
    then: str = ""
    shows: str = ""
    must: bool = True
    """Whether its conditions may be bare of names."""

    def scope(self, stage: str) -> Scope:
        return Scope(stage, (*self.handed, *((name, type_) for name, _, type_ in self.params), *self.let_types.items()))

    def tree(self) -> Tree:
        made: Tree = {}
        if self.params:
            made["for"] = ", ".join(f"{name} in {source}" for name, source, _ in self.params)
        for key, part in (("let", self.lets), ("where", self.where)):
            if part:
                made[key] = dict(part)
        if self.shows:
            made["shows"] = self.shows
        made["do"] = "\n".join(self.do)
        if self.ensure:
            made["ensure"] = dict(self.ensure)
        if self.then:
            made["then"] = self.then
        return made

    @property
    def key(self) -> str:
        return self.name if self.started else f"{self.name}({', '.join(name for name, _ in self.handed)})"


@cache
def board_of(text: str) -> Board | None:
    """The board that a part of a file describes, if it is one."""
    checked, _ = check_source(
        Source(
            "<board>",
            f"ggl: 1\nname: B\nplayers: [X, O]\n{text}pieces: {{q: {{}}}}\nmoves:\n  m:\n    do: win\nend:\n  draw: ply > 3\n",
        )
    )
    return None if checked is None else checked.board


def said_in_file(cell: Site) -> str:
    """How an expression names a cell: by its number where its label is not a word."""
    return cell.name if cell.name.isidentifier() else f"cell({cell.index + 1})"


class _Told:
    """A board whose cells have the names that expressions give them."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.cells = tuple(replace(cell, name=said_in_file(cell)) for cell in board.cells)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._board, name)


Make = Callable[[Scope], str]

MOST_DEPTH = 4
"""Expressions inside of one another that use what features offer; deeper ones are plain."""


class Draft:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.count = 0
        self._depth = 0
        self.names: dict[str, str] = {}
        """The tokens with what they name."""

        self.board_part: Any = "square(3)"
        self.topology: Board
        """The board as it is labelled."""

        self.labels: Tree = {}
        self.links = ""
        self.tracks: dict[str, list[str]] = {}
        self.tiles: dict[str, object] = {}
        self.values: dict[str, list[str]] = {}
        self.combined: dict[str, dict[str, str]] = {}
        """Values with properties."""

        self.options: dict[str, str] = {}
        self.players: list[str] = []
        self.asked: dict[str, str] = {}
        """Conditions of players, of whom some are left out and are not among these players."""

        self.constants: dict[str, dict[str, str]] = {}
        self.regions: dict[str, Any] = {}
        self.kinds: list[Kind] = []
        self.pieces: dict[str, Tree] = {}
        self.state: dict[str, Any] = {}
        self.setup: list[str] = []
        self.drawing: Tree = {}
        self.moves: list[Move] = []
        self.define: dict[str, Any] = {}
        self.routines: dict[str, list[str]] = {}
        self.turn: Tree = {}
        self.begin: list[str] = []
        self.finish: list[str] = []
        self.following = ""
        self.phases: dict[str, Tree] = {}
        self.end: dict[str, dict[str, str]] = {}
        self.unnamed_ends: set[str] = set()
        self.score: Any = None
        self.score_param = ""
        self.tie = ""
        self.match: Tree = {}
        self.look: Tree = {}
        self.says: dict[str, str] = {}
        self.afterwards: list[Callable[[], None]] = []
        """What speaks of the whole game, done when the rest is there."""

        self.tests: Tree = {}
        self.targets: Tree = {}
        self.notes: list[str] = []
        self.offers: dict[str, list[tuple[frozenset[str], Make]]] = {}
        self.musts: list[tuple[str, Make]] = []
        self.wishes: set[str] = set()
        """What a feature asks of parts that are written at the end."""

    @property
    def board(self) -> Board:
        """As expressions speak of it."""
        return self._board  # type: ignore[return-value]

    @board.setter
    def board(self, board: Board) -> None:
        self.topology = board
        self._board = _Told(board)

    # ---- names

    def name(self, role: str) -> str:
        self.count += 1
        token = f"{role}_{self.count}z"
        self.names[token] = role
        return token

    # ---- choosing

    def pick(self, values: Sequence[T]) -> T:
        if not values:
            raise Unfit("nothing to choose from")
        return values[self.rng.randrange(len(values))]

    def maybe(self, chance: float = 0.5) -> bool:
        return self.rng.random() < chance

    def offer(self, type_: str, make: Make, stages: str = "", *, must: bool = False) -> None:
        """A way to make an expression of a type, at all stages or some; one that `must` be used is put in at the end."""
        self.offers.setdefault(type_, []).append((frozenset(stages.split()), make))
        if must:
            self.musts.append((type_, make))

    def _offered(self, type_: str, scope: Scope) -> list[Make]:
        if scope.stage == "fixed":
            return []
        return [make for stages, make in self.offers.get(type_, ()) if not stages or scope.stage in stages]

    def depth_left(self, most: int) -> int:
        """How deep an expression may be here that nests others of its own: up to `most` where none is around it."""
        return max(self.rng.randrange(1, most) - self._depth + 1, 1)

    def _one(self, type_: str, scope: Scope, plain: list[Make]) -> str:
        offered = self._offered(type_, scope) if self._depth < MOST_DEPTH else []
        self._depth += 1
        try:
            return self._tried(type_, scope, plain, offered)
        finally:
            self._depth -= 1

    def _tried(self, type_: str, scope: Scope, plain: list[Make], offered: list[Make]) -> str:
        for _ in range(4):
            make = self.pick(offered) if offered and self.maybe(0.55) else self.pick(plain)
            try:
                return make(scope)
            except Unfit:
                continue
        for make in plain:
            try:
                return make(scope)
            except Unfit:
                continue
        raise Unfit(f"no {type_} here")

    # ---- what there is

    @property
    def two(self) -> bool:
        return len(self.players) == 2

    @property
    def ways(self) -> list[str]:
        return list(self.board.directions)

    def standing(self, sites: str = "cells") -> list[Kind]:
        return [kind for kind in self.kinds if kind.sites == sites]

    # ---- sites

    def cell(self, scope: Scope) -> str:
        """Never none."""
        own = scope.of("cell")
        if own and self.maybe(0.8):
            return self.pick(own)
        return str(self.pick(self.board.cells[: min(len(self.board.cells), 80)]).name)

    def site(self, scope: Scope, depth: int = 1) -> str:
        """A cell or none."""
        plain: list[Make] = [
            self.cell,
            self.cell,
            lambda s: f"first({self.cells(s, depth - 1)})",
            lambda s: f"the({self.cells(s, depth - 1)})",
        ]
        if self.ways:
            plain.append(lambda s: f"step({self.cell(s)}, {self.direction(s)})")
            many = ("-2", "-1", "2", "5")
            plain.append(lambda s: f"step({self.cell(s)}, {self.direction(s)}, {self.pick((*s.of('number'), *many))})")
        return self._one("site", scope, plain if depth > 0 else plain[:1])

    def cells(self, scope: Scope, depth: int = 1) -> str:
        simple: list[Make] = [
            lambda s: self.pick(("cells", "border", "corners", "center")),
            lambda s: f"neighbors({self.cell(s)})",
            lambda s: f"{{{self.cell(s)}, {self.cell(s)}}}",
        ]
        if scope.stage == "fixed":
            return self._one("cells", scope, simple[:1] if depth <= 0 else simple)
        simple += [lambda s: "vacant", lambda s: f"(cells with {self.phrase(s)})"]
        if depth <= 0:
            return self._one("cells", scope, simple)
        more: list[Make] = [
            lambda s: f"({self.cells(s, 0)} {self.pick(('+', '-', '&'))} {self.cells(s, 0)})",
            lambda s: self.picked("cell", "cells", s, depth),
            lambda s: f"around({self.cells(s, 0)})",
            lambda s: f"({self.cells(s, 0)} if {self.condition(s, 0)} else {self.cells(s, 0)})",
        ]
        if self.ways:
            more += [
                lambda s: f"slides({self.cell(s)}, {self.some_ways(s)})",
                lambda s: f"steps({self.cell(s)}, {self.some_ways(s)})",
            ]
        return self._one("cells", scope, simple + more)

    def picked(self, type_: str, source: str, scope: Scope, depth: int) -> str:
        name = self.name("x")
        return f"({name} in {source} if {self.condition(scope.having((name, type_)), depth - 1)})"

    def edges(self, scope: Scope) -> str:
        if not self.board.edges:
            raise Unfit("a board without edges")
        walls = [f"(edges with {self.phrase(scope, 'edges')})"] if self.standing("edges") and scope.stage != "fixed" else []
        return self.pick(
            ["edges", f"{self.cell(scope)}.edges", "(edges + rim)" if self.board.basis == "square" else "edges", *walls]
        )

    def edge(self, scope: Scope) -> str:
        return self.pick([*scope.of("edge") * 3, f"first({self.edges(scope)})"])

    def vertex(self, scope: Scope) -> str:
        return self.pick([*scope.of("vertex") * 3, "first(vertices)", f"first({self.cell(scope)}.vertices)"])

    # ---- directions

    def direction(self, scope: Scope) -> str:
        if not self.ways:
            raise Unfit("a board without directions")
        return self._one("direction", scope, [lambda s: self.pick([*s.of("direction") * 2, *self.ways])])

    def some_ways(self, scope: Scope) -> str:
        return self.pick(("orthogonal", "compass", "directions", f"{{{self.direction(scope)}}}"))

    # ---- players and kinds

    def player(self, scope: Scope) -> str:
        """A player, never none."""
        named = [*scope.of("player"), *([scope.me] if scope.me and scope.stage != "fixed" else []), *self.players[:3]]
        plain: list[Make] = [lambda s: self.pick(named)]
        if scope.stage != "fixed":
            plain.append(lambda s: f"next({self.pick(named)})")
        return self._one("player", scope, plain)

    def enemy(self, scope: Scope) -> str:
        me = scope.me or self.players[0]
        if not self.two:
            return f"next({me})"
        return "opponent" if me == "mover" and self.maybe() else f"other({me})"

    def kind(self, sites: str = "cells", *, free: bool = False) -> Kind:
        return self.pick([kind for kind in self.standing(sites) if not free or not kind.of])

    def phrase(self, scope: Scope, sites: str = "cells") -> str:
        """Which pieces: `own man`, `p man`, `man of other(p)`."""
        kind = self.kind(sites)
        if kind.of or (self.maybe(0.15)):
            return kind.name
        name = "piece" if sites == "cells" and self.maybe(0.3) else kind.name
        me = scope.me or self.players[0]
        if me == "mover":
            adjectives = ["own", "own", "enemy"]
            return f"{self.pick([*adjectives, *scope.of('player'), *self.players[:2]])} {name}"
        return self.pick([f"{me} {name}", f"{me} {name}", f"{name} of {self.enemy(scope)}"])

    def new_piece(self, scope: Scope, kind: Kind | None = None) -> str:
        """What is put: a kind, perhaps with a player."""
        kind = kind or self.kind()
        text = kind.name
        if not kind.of and self.maybe(0.3):
            text = f"{self.pick([*scope.of('player'), *self.players[:4]])} {text}"
        if kind.stacks and self.maybe():
            text = f"{self.pick(('2', '3'))} {text}"
        return text

    # ---- numbers and conditions

    def number(self, scope: Scope, depth: int = 1) -> str:
        """Never none."""
        plain: list[Make] = [
            lambda s: self.pick([*s.of("number") * 2, "0", "1", "2", "3"]),
            lambda s: f"{self.cell(s)}.{self.pick(('number', 'row', 'column') if self.board.basis != 'graph' else ('number',))}",
        ]
        if scope.stage == "fixed":
            return self._one("number", scope, plain)
        plain += [lambda s: f"count({self.cells(s, depth - 1)})", lambda s: "ply" if s.stage != "setup" else "1"]
        if depth > 0:
            plain += [
                lambda s: f"({self.number(s, 0)} {self.pick(('+', '-', '*'))} {self.number(s, 0)})",
                lambda s: f"({self.number(s, 0)} {self.pick(('//', '%'))} {self.number(s, 0)})",
                lambda s: f"({self.number(s, 0)} if {self.condition(s, 0)} else {self.number(s, 0)})",
                self._folded,
            ]
        return self._one("number", scope, plain)

    def _folded(self, scope: Scope) -> str:
        name, word = self.name("x"), self.pick(("sum", "min", "max"))
        body = self.number(scope.having((name, "cell")), 0)
        return f"{word}({body} for {name} in {self.cells(scope, 0)}{'' if word == 'sum' else ', default=0'})"

    def condition(self, scope: Scope, depth: int = 1) -> str:
        plain: list[Make] = [
            lambda s: f"{self.cell(s)} in {self.cells(s, 0)}",
            lambda s: f"{self.number(s, 0)} {self.pick(('<', '<=', '==', '!=', '>', '>='))} {self.number(s, 0)}",
        ]
        if scope.stage != "fixed":
            plain += [
                lambda s: f"empty({self.site(s, 0)})",
                lambda s: f"{self.phrase(s)} on {self.cell(s)}",
                lambda s: f"any({self.cells(s, 0)})",
            ]
        if depth > 0:
            plain += [
                lambda s: f"not ({self.condition(s, depth - 1)})",
                lambda s: f"({self.condition(s, depth - 1)} {self.pick(('and', 'or', 'or'))} {self.condition(s, depth - 1)})",
                self._all,
            ]
        return self._one("condition", scope, plain)

    def _all(self, scope: Scope) -> str:
        name, word = self.name("x"), self.pick(("any", "all"))
        return f"{word}({self.condition(scope.having((name, 'cell')), 0)} for {name} in {self.cells(scope, 0)})"

    def mild(self, scope: Scope) -> str:
        """A condition that holds more often than not."""
        text = self.condition(scope)
        return (
            text
            if self.maybe(0.35)
            else f"{text} or {self.pick(('ply', f'count({self.cells(scope, 0)})'))} % 3 != {self.pick('012')}"
        )

    def worth(self, scope: Scope) -> str:
        """A value of the first sort of the game's own."""
        if not self.values:
            raise Unfit("no values of its own")
        members = next(iter(self.values.values()))
        return self._one("worth", scope, [lambda s: self.pick(members)])

    # ---- effects

    def effect(self, scope: Scope) -> str:
        plain: list[Make] = [
            lambda s: f"put {self.new_piece(s)} on {self.site(s)}",
            lambda s: f"take {self.phrase(s)} from {self.site(s)}",
            lambda s: f"move {self.cell(s)} to {self.site(s)}",
        ]
        text = self._one("effect", scope, plain)
        if "\n" in text or self.maybe(0.6):
            return text
        return f"{text} if {self.condition(scope, 0)}"

    def of_type(self, type_: str, scope: Scope) -> str:
        return str(getattr(self, type_)(scope))

    # ---- the file

    def tree(self) -> Tree:
        made: Tree = {"ggl": 1, "name": "Made"}
        if self.notes:
            made["notes"] = list(self.notes)
        if self.options:
            made["options"] = dict(self.options)
        if any(self.constants.values()) or self.asked:
            asked = {player: {"if": condition} for player, condition in self.asked.items()}
            names = dict.fromkeys([self.players[0], *asked, *self.players])
            made["players"] = {name: {**asked.get(name, {}), **self.constants.get(name, {})} for name in names}
        else:
            made["players"] = list(self.players)
        if self.values:
            made["values"] = {key: list(members) for key, members in self.values.items()}
        if self.combined:
            made["values"] = {**made.get("values", {}), **self.combined}
        made["board"] = self.board_part
        if self.labels:
            made["labels"] = dict(self.labels)
        if self.links:
            made["links"] = self.links
        if self.tracks:
            made["tracks"] = {key: list(lines) for key, lines in self.tracks.items()}
        if self.tiles:
            made["tiles"] = dict(self.tiles)
        if self.regions:
            made["regions"] = dict(self.regions)
        made["pieces"] = dict(self.pieces)
        if self.state:
            made["state"] = dict(self.state)
        if self.drawing:
            made["setup"] = {**self.drawing, **({"do": "\n".join(self.setup)} if self.setup else {})}
        elif self.setup:
            made["setup"] = "\n".join(self.setup)
        made["moves"] = {move.key: move.tree() for move in self.moves}
        if self.define:
            made["define"] = dict(self.define)
        if self.routines:
            made["routines"] = {name: "\n".join(body) for name, body in self.routines.items()}
        turn = dict(self.turn)
        if self.begin:
            turn["begin"] = "\n".join(self.begin)
        if self.finish:
            turn["finish"] = "\n".join(self.finish)
        if self.following:
            turn["next"] = self.following
        if self.phases:
            turn["phases"] = dict(self.phases)
        if turn:
            made["turn"] = turn
        made["end"] = {
            line: next(iter(parts.values())) if line in self.unnamed_ends and len(parts) == 1 else dict(parts)
            for line, parts in self.end.items()
        }
        if self.score is not None:
            made[f"score({self.score_param})"] = self.score
        if self.tie:
            made["tie"] = self.tie
        for key, part in (("match", self.match), ("look", self.look), ("says", self.says), ("targets", self.targets),
                          ("tests", self.tests)):  # fmt: skip
            if part:
                made[key] = dict(part)
        return made

    def text(self) -> str:
        return written(self.tree())
