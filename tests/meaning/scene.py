"""A position in plain values: what stands where, hands, variables, whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ggl.syntax import tree as t
from ggl.topology import Site
from tests.meaning.values import Value


@dataclass(frozen=True)
class Stone:
    """A piece: its kind, its owner (None: nobody), where it faces, what it carries; how many there are of a stack."""

    kind: str
    owner: str | None
    facing: str | None = None
    marks: Mapping[str, Value] = field(default_factory=dict, hash=False)
    count: int = 1
    below: tuple[tuple[str, str | None], ...] = ()
    """The kinds and owners of the pieces below it, if it stands on a pile, from the bottom up; `count` is the height then."""

    shown: frozenset[str] = frozenset()
    """The players to whom it was revealed."""


@dataclass(frozen=True)
class Kept:
    """What `previous` asks for."""

    standing: Mapping[tuple[str, Site], Stone]
    hands: Mapping[tuple[str, str], int]
    variables: Mapping[str, Value]


@dataclass
class Scene:
    """What the rules may look at. `standing` has a stone for each layer and site that has one."""

    standing: dict[tuple[str, Site], Stone]
    hands: dict[tuple[str, str], int]
    variables: dict[str, Value]
    """A value each; of a variable that there is for each player or site, a map."""

    mover: str
    layers: Mapping[str, tuple[str, ...]]
    """The layers for pieces on each type of site, in the order in which the kinds that stand there name them."""

    ply: int = 0
    passes: int = 0
    steps: int = 0
    phase: str | None = None
    again: bool = False
    pending: str | None = None
    handed: dict[str, Value] = field(default_factory=dict)
    last_mover: str | None = None
    last: dict[str, Value] = field(default_factory=dict)
    chosen: dict[str, tuple[str, Mapping[str, Value]]] = field(default_factory=dict)
    """The last choice of each player, its move and arguments, where all choose at once."""

    shown: dict[tuple[str, Value], frozenset[str]] = field(default_factory=dict)
    """The players to whom a variable was revealed, for a player or a site if there are several."""

    announced: list[tuple[frozenset[str], str, Value, t.Announce]] = field(default_factory=list)
    """What was announced in this step, to whom, in which words, and by which line."""

    winners: frozenset[str] = frozenset()
    ended: bool = False
    totals: dict[str, Fraction] = field(default_factory=dict)
    starter: str | None = None
    first_by_match: bool = False
    """Whether `next first` of the match has said who begins this game, whatever its set-up says."""

    doing: bool = False
    """Whether effects are being done, or conditions asked that stand behind them."""

    began: Kept | None = None
    """What stood and was held as this turn began."""

    was: Kept | None = None
    """What stood and was held as the last complete turn began."""

    history: list[tuple[object, object]] = field(default_factory=list)
    """The keys of the earlier positions, whole and of the board alone."""

    @property
    def winner(self) -> str | None:
        """The one who has won; None if nobody has, or several have."""
        return next(iter(self.winners)) if len(self.winners) == 1 else None

    def decide(self, outcome: str, who: Value, players: Sequence[str]) -> None:
        """A result about a player, nobody, or a set or list of players: they win, or they lose and all others win."""
        about = {who} if isinstance(who, str) else set(who) if isinstance(who, frozenset | tuple) else set()
        won = about if outcome == "win" else {player for player in players if player not in about} if about else set()
        self.winners = frozenset(str(player) for player in won)

    def copy(self) -> Scene:
        variables = {name: dict(v) if isinstance(v, dict) else v for name, v in self.variables.items()}
        return replace(
            self, standing=dict(self.standing), hands=dict(self.hands), variables=variables, chosen=dict(self.chosen),
            shown=dict(self.shown), announced=[*self.announced],
        )  # fmt: skip

    def kept(self) -> Kept:
        there = self.copy()
        return Kept(there.standing, there.hands, there.variables)

    def on(self, site: Value) -> list[tuple[str, Stone]]:
        if not isinstance(site, Site):
            return []
        found = ((layer, self.standing.get((layer, site))) for layer in self.layers[site.type])
        return [(layer, stone) for layer, stone in found if stone is not None]

    def board_key(self) -> object:
        return frozenset(
            (
                layer,
                site,
                stone.kind,
                stone.owner,
                stone.facing,
                frozenset(stone.marks.items()),
                stone.count,
                stone.below,
            )
            for (layer, site), stone in self.standing.items()
        )

    def position_key(self, compared: frozenset[str]) -> object:
        variables = frozenset(
            (name, frozenset(v.items()) if isinstance(v, dict) else v) for name, v in self.variables.items() if name in compared
        )
        shown = frozenset((name, *each) for name, each in self.shown.items() if each and name[0] in compared)
        revealed = frozenset((place, stone.shown) for place, stone in self.standing.items() if stone.shown)
        return (
            self.board_key(),
            frozenset(self.hands.items()),
            variables,
            shown,
            revealed,
            self.mover,
            self.again,
            self.phase,
            self.pending,
            self.steps,
        )


def unlike(ours: Scene, theirs: Scene, *, variables: bool = True) -> Iterator[str]:
    """What stands or is kept differently, the manual's scene first."""
    for place in {**ours.standing, **theirs.standing}:
        a, b = ours.standing.get(place), theirs.standing.get(place)
        if a != b:
            yield f"on {place[1]} the manual has {a}, ggl {b}"
    if +Counter(ours.hands) != +Counter(theirs.hands):
        yield f"hands: the manual has {ours.hands}, ggl {theirs.hands}"
    if variables and {place: each for place, each in ours.shown.items() if each} != theirs.shown:
        yield f"revealed: the manual has {ours.shown}, ggl {theirs.shown}"
    if variables and ours.variables != theirs.variables:
        yield f"variables: the manual has {ours.variables}, ggl {theirs.variables}"
