"""Converts codes to values and back, and values to text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from ggl.checker.declarations import OptionValue
from ggl.checker.declarations.tiles import PLACEMENT
from ggl.checker.game import CheckedGame
from ggl.checker.world import SITES
from ggl.core.types import Bool, Fin, ListOf, Num, Opt, SetOf, Type, members_of, none_code, set_base, strip_opt
from ggl.play.abbreviations import abbreviations
from ggl.topology import Site

Value = bool | int | str | Fraction | Site | None | frozenset["Value"] | tuple["Value", ...]


class Values:
    """The values of one game's codes."""

    def __init__(self, game: CheckedGame) -> None:
        self._game = game
        self._short: dict[tuple[str, int, bool], dict[str, str]] = {}
        board = game.board
        self._names: dict[str, tuple[Value, ...]] = {
            **{site: board.sites(site) for site in SITES},
            "player": game.players,
            "kind": game.kinds,
            "direction": board.directions,
            "phase": tuple(game.world.phases),
            "seat": SEATS,
            "piece": tuple(_piece(game, code) for code in range(len(game.pieces))),
            **game.world.own_values,
            **({PLACEMENT: board.placement_names} if board.tiles else {}),
            "move": tuple(schema.name for schema in game.core.schemas),
        }
        for place in game.world.variables.values():
            if isinstance(place.bag, Num):  # a bag of numbers has a count for each number
                numbers = range(place.bag.lo, place.bag.hi + 1)
                self._names[place.index[0]] = tuple(self.value(number, place.bag) for number in numbers)
        for kind in game.world.kinds.values():
            if kind.piles:  # the pieces below the top of a pile are stored by level
                self._names[f"1..{kind.piles - 1}"] = tuple(range(1, kind.piles))

    def value(self, code: object, type_: Type) -> Value:
        """A code as a site, a name, a number, a truth value, or None."""
        match type_:
            case Opt(of=inner):
                return None if code == none_code(inner) else self.value(code, inner)
            case Bool():
                return bool(code)
            case Num(scale=scale):
                assert isinstance(code, int)
                number = Fraction(code, scale)
                return int(number) if number.denominator == 1 else number
            case Fin(domain=domain):
                assert isinstance(code, int)
                return self._names[domain.name][code]
            case SetOf(of=inner):
                return frozenset(self.value(member, inner) for member in members_of(code, type_))
            case ListOf(of=inner):
                assert isinstance(code, tuple)
                return tuple(self.value(item, inner) for item in code)

    def code(self, value: object, type_: Type) -> int | None:
        """The code of a value, or None if the type has no such value."""
        match type_:
            case Opt(of=inner):
                return none_code(inner) if value is None else self.code(value, inner)
            case Bool():
                return int(value) if isinstance(value, bool) else None
            case Num(scale=scale):
                if not isinstance(value, int | Fraction):
                    return None
                scaled = value * scale
                return int(scaled) if scaled == int(scaled) else None
            case Fin(domain=domain):
                names = self._names[domain.name]
                if isinstance(value, Site):
                    return value.index if value.type == domain.name else None
                board = self._game.board
                if isinstance(value, str) and domain.name in SITES:
                    site = board.find(value) or board.in_small_letters.get(value.lower())
                    return site.index if site is not None and site.type == domain.name else None
                if isinstance(value, str) and domain.name == PLACEMENT:
                    return board.placements_by_names.get(frozenset(value.lower().split("-")))
                folded = [str(name).lower() for name in names]
                return folded.index(str(value).lower()) if str(value).lower() in folded else None
        return None

    def covered(self, placement: int) -> tuple[Site, ...]:
        """The cells that a tile covers."""
        board = self._game.board
        return tuple(board.cells[cell] for cell in board.placements[placement].cells)

    def most_covered(self, type_: Type) -> int:
        """The number of cells of the largest tile, if the values of a type are placements of tiles; else 0."""
        return max(len(tile.places) for tile in self._game.board.tiles) if is_placed(type_) else 0

    def most_words(self, type_: Type) -> int:
        """The greatest number of words of a value's name; those of an edge are the names of two cells."""
        inner = strip_opt(type_)
        if not isinstance(inner, Fin):
            return 1
        return self.most_covered(type_) or max(2, self._most_words[inner.domain.name])

    @cached_property
    def _most_words(self) -> dict[str, int]:
        return {domain: max((1 + str(name).count("_") for name in names), default=1) for domain, names in self._names.items()}

    def members(self, element: Num | Fin, counts: Iterable[int]) -> tuple[Value, ...]:
        """The members of a bag, in order, from how often it holds each."""
        low = set_base(SetOf(element))
        return tuple(self.value(low + place, element) for place, count in enumerate(counts) for _ in range(count))

    def elements(self, domain: str) -> Sequence[Value]:
        """All elements of a domain, in order."""
        return self._names[domain]

    def short(self, value: Value, type_: Type | None, least: int = 2, arrows: bool = True) -> str:
        """The text of a value; a name is cut to at least so many letters, distinct among those of its type."""
        inner = None if type_ is None else strip_opt(type_)
        if not isinstance(value, str | Site) or not isinstance(inner, Fin):
            return written(value)
        key = inner.domain.name, least, arrows
        if key not in self._short:
            self._short[key] = abbreviations(tuple(map(written, self._names[inner.domain.name])), least, arrows)
        return self._short[key].get(written(value), written(value))

    def sets(self, domain: str, marks: Sequence[int]) -> list[tuple[Value, ...]]:
        """The members of sets of a domain, in order, from a row of marks for each set."""
        names = self._names[domain]
        rows = [marks[begin : begin + len(names)] for begin in range(0, len(marks), len(names))]
        return [tuple(name for name, there in zip(names, row, strict=True) if there) for row in rows]

    def text(self, code: object, type_: Type, none: str = "none") -> str:
        """The text of a value, the members of a set in their order."""
        if isinstance(type_, SetOf):
            return "{" + ", ".join(self.text(member, type_.of) for member in members_of(code, type_)) + "}"
        if isinstance(type_, ListOf):
            assert isinstance(code, tuple)
            return "[" + ", ".join(self.text(item, type_.of) for item in code) + "]"
        return written(self.value(code, type_), none)


def is_placed(type_: Type) -> bool:
    """Whether the values of a type are ways in which tiles lie."""
    return isinstance(type_, Fin) and type_.domain.name == PLACEMENT


SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def written(value: Value, none: str = "none") -> str:
    match value:
        case None:
            return none
        case bool():
            return "true" if value else "false"
        case Fraction():
            return str(float(value)) if value.denominator in (2, 4, 5, 8, 10) else str(value)
        case Site():
            return value.name
        case frozenset():
            members = sorted(value, key=lambda item: (item.index, "") if isinstance(item, Site) else (0, str(item)))
            return "{" + ", ".join(written(item) for item in members) + "}"
        case tuple():
            return "[" + ", ".join(written(item) for item in value) + "]"
    return str(value)


def in_a_move(value: Value) -> str:
    """A value as the text of a move has it: sites of a set or list one after the other, `a1 b1 c1`."""
    if isinstance(value, frozenset | tuple) and value and all(isinstance(each, Site) for each in value):
        return written(value)[1:-1].replace(", ", " ")
    return written(value)


def each_written(values: Iterable[tuple[str, Value]]) -> str:
    """`Black 7.5, White 3`"""
    return ", ".join(f"{name} {written(value)}" for name, value in values)


def end_text(winners: Sequence[str], reason: str, scores: Mapping[str, int | Fraction] | None, loser: str | None = None) -> str:
    """`Black wins (two passes, Black 7.5, White 3)`, `Red and Blue win (..)`, `a draw (..)`, `Solo loses (..)`"""
    counted = f", {each_written(scores.items())}" if scores is not None else ""
    return f"{who_won(winners, loser)} ({reason}{counted})"


def who_won(winners: Sequence[str], loser: str | None = None) -> str:
    """`Black wins`, `Red, Green and Blue win`, `a draw`; `Solo loses` after a lost game for one."""
    if len(winners) < 2:
        if not winners and loser is None:
            return "a draw"
        from ggl.narration.nouns import does  # slow to import; playouts do not need it

        return does(winners[0], "win") if winners else does(str(loser), "lose")
    return f"{', '.join(winners[:-1])} and {winners[-1]} win"


def option_text(value: OptionValue) -> str:
    """An option's value as it may be typed behind the name of a game: `on`, `7`, `1/3`, `Black`."""
    return ("on" if value else "off") if isinstance(value, bool) else written(value)


def options_text(options: Mapping[str, OptionValue], joint: str = ", ") -> str:
    """`side=7, pie=off`"""
    return joint.join(f"{name}={option_text(value)}" for name, value in options.items())


def _piece(game: CheckedGame, code: int) -> str:
    kind, owner = game.pieces[code]
    return kind if owner is None else f"{game.players[owner]} {kind}"
