"""Evaluates the look of a game in a position: marks on the board, the part to show, the notation of a move.

Takes a checked game and a position; gives plain data. Leaves out what exceeds the work limit of a question, what reads earlier
positions that a state of a batch does not keep, and questions about moves within a turn, so that there is always a picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ggl.checker.shown import Mark, Shown
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, SetOf, Type, members_of, none_code, strip_opt
from ggl.frozen import frozen
from ggl.interpreter import Interpreter
from ggl.interpreter.vector import Function, Slots, Vector
from ggl.play.earlier import EarlierPositionsError, must_be_kept, ways_read
from ggl.play.errors import WorkLimitError

if TYPE_CHECKING:
    from ggl.checker.game import CheckedGame
    from ggl.engine.protocol import Position, Step
    from ggl.model.definition import MarkPart
    from ggl.play.values import Value, Values
    from ggl.topology import Site

_LEFT_OUT = WorkLimitError, EarlierPositionsError


@frozen
class DrawnMark:
    """A mark in a position: its sites in sets; its player, if each player has one; the values written on its sites."""

    part: MarkPart
    player: int | None
    groups: tuple[tuple[Site, ...], ...]
    values: tuple[Value, ...] = ()
    """One for each site of the one group."""

    type: Type | None = None
    """The type of the values."""


class LookValues:
    """The look of one game, asked of any of its positions."""

    def __init__(self, game: CheckedGame, values: Values) -> None:
        assert game.shown is not None
        self._game, self._values = game, values
        self._shown: Shown = game.shown
        self._interpreter = Interpreter(self._shown.core)
        self._functions: dict[int, tuple[Function, Slots, tuple[int, ...]]] = {}
        self._schemas = {schema.name: schema for schema in game.core.schemas}

    def pattern(self, step: Step, position: Position) -> str | None:
        """The pattern by which a step is written in the position where it is made; None for the usual one."""
        rows = self._shown.patterns.get(step.schema, ())
        if not rows:
            return None
        params, vector = self._schemas[step.schema].params, self._interpreter.vector(position)
        bound = {param.name: code for param, code in zip(params, step.args, strict=True)}
        for text, test in rows:
            with suppress(*_LEFT_OUT):
                if self._ask(test, vector, bound):
                    return text.text
        return None

    def marks(self, position: Position, within_turn: bool) -> tuple[DrawnMark, ...]:
        """All marks of a position, in the order of the file. With `within_turn`, without those that list moves."""
        vector = self._interpreter.vector(position)
        found: list[DrawnMark] = []
        for mark in self._shown.marks:
            if mark.of_moves and within_turn:
                continue
            for player in range(len(self._game.players)) if mark.part.each else (None,):
                with suppress(*_LEFT_OUT):
                    found.append(self._drawn(mark, player, vector))
        return tuple(one for one in found if any(one.groups))

    def mark(self, mark: Mark, player: int | None, position: Position) -> DrawnMark | None:
        """One mark of a position; None where it is left out."""
        with suppress(*_LEFT_OUT):
            return self._drawn(mark, player, self._interpreter.vector(position))
        return None

    def code(self, form: f.Expr, position: Position, bound: Mapping[str, int]) -> Any:
        """The code of an expression of the look in a position, with some names bound. Raises `WorkLimitError` and
        `EarlierPositionsError`."""
        return self._ask(form, self._interpreter.vector(position), bound)

    def members(self, form: f.Expr, position: Position, bound: Mapping[str, int]) -> tuple[int, ...]:
        """The codes of the members of a set or a list."""
        return _members(self.code(form, position, bound), form.type)

    def view(self, position: Position) -> frozenset[int]:
        """The cells around which the board is shown; none where all of it is."""
        form = self._shown.view
        if form is None:
            return frozenset()
        with suppress(*_LEFT_OUT):
            code = self._ask(form, self._interpreter.vector(position), {})
            return frozenset(_members(code, form.type))
        return frozenset()

    def _drawn(self, mark: Mark, player: int | None, vector: Vector) -> DrawnMark:
        bound = {} if player is None else {mark.part.each: player}
        groups = tuple(_held(self._groups(self._ask(mark.sites, vector, bound), mark.sites.type)))
        if mark.value is None:
            return DrawnMark(mark.part, player, groups)
        sites = tuple(dict.fromkeys(site for group in groups for site in group))
        codes = [self._ask(mark.value, vector, {**bound, mark.name: site.index}) for site in sites]
        return DrawnMark(
            mark.part, player, (sites,), tuple(self._values.value(code, mark.value.type) for code in codes), mark.value.type
        )

    def _groups(self, code: Any, type_: Type) -> Iterable[tuple[Site, ...]]:
        """The sites of a value: those of each set of a list, or all in one."""
        if isinstance(type_, ListOf) and isinstance(strip_opt(type_.of), ListOf | SetOf):
            for item in code:
                yield from self._groups(item, strip_opt(type_.of))
            return
        of = strip_opt(type_.of if isinstance(type_, ListOf | SetOf) else type_)
        sites = self._game.board.sites(str(of))
        yield tuple(sites[one] for one in _members(code, type_) if one < len(sites))

    def _ask(self, form: f.Expr, vector: Vector, bound: Mapping[str, int]) -> Any:
        """The code of an expression, with some names bound."""
        if id(form) not in self._functions:
            slots = Slots()
            ways = ways_read(form, self._shown.core)
            self._functions[id(form)] = self._interpreter.expressions.function(form, slots), slots, ways
        function, slots, ways = self._functions[id(form)]
        must_be_kept(vector.history, ways, self._interpreter.layout)
        places = {slots.of(name): code for name, code in bound.items()}
        frame = slots.frame()
        for place, code in places.items():
            frame[place] = code
        return function(vector, frame)


MOST_SITES = 1 << 14
"""Sites that a mark is drawn on, those of all its sets together: four times the cells of the largest board."""


def _held(groups: Iterable[tuple[Site, ...]]) -> Iterator[tuple[Site, ...]]:
    """The first sets, up to `MOST_SITES` sites."""
    left = MOST_SITES
    for group in groups:
        left -= len(group) + 1
        if left < 0:
            return
        yield group


def _members(code: Any, type_: Type) -> tuple[int, ...]:
    if isinstance(type_, SetOf | ListOf):
        return members_of(code, type_)
    of = strip_opt(type_)
    return (code,) if isinstance(of, Fin) and code != none_code(of) else ()
