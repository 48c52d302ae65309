"""A number for each possible step, fixed by the rules and the options, and the same in every position.

Takes a core game. The schemas come in their order; the steps of one are numbered by the codes of its arguments as digits, the
last argument running fastest, each over all that its type has. Then come, as far as the game has them, `pass`, `stop`,
`swap-sides`, the outcomes of each roll, and the sides to take. Raises `CannotNumberError` where numbers would not fit 64 bits.
"""

from __future__ import annotations

from bisect import bisect_right
from math import prod

from ggl.core import forms as f
from ggl.core.types import Bool, Fin, ListOf, Num, SetOf, Type
from ggl.engine.protocol import PASS, ROLL, STOP, SWAP_SIDES, TAKE, Step
from ggl.frozen import frozen

MOST_NUMBERS = 1 << 62

MOST_KNOWN = 1 << 16
"""Steps that are kept by their numbers."""


class CannotNumberError(Exception):
    """A move has more steps than there are numbers, or a parameter that is not a single thing."""


@frozen
class ActionRange:
    """The numbers `start..stop` of one schema: argument i has the codes from `lows[i]` on, `sizes[i]` of them."""

    schema: str
    start: int
    lows: tuple[int, ...] = ()
    sizes: tuple[int, ...] = ()

    @property
    def stop(self) -> int:
        return self.start + prod(self.sizes)

    def number(self, args: tuple[int, ...]) -> int | None:
        """The number of the step with these arguments, if it is of this block."""
        if len(args) != len(self.sizes):
            return None
        place = 0
        for code, low, size in zip(args, self.lows, self.sizes, strict=True):
            if not low <= code < low + size:
                return None
            place = place * size + code - low
        return self.start + place

    def args(self, number: int) -> tuple[int, ...]:
        place, codes = number - self.start, []
        for low, size in zip(reversed(self.lows), reversed(self.sizes), strict=True):
            place, digit = divmod(place, size)
            codes.append(low + digit)
        return tuple(reversed(codes))


class Numbering:
    def __init__(self, core: f.CoreGame) -> None:
        self.blocks: list[ActionRange] = []
        for schema in core.schemas:
            spans = [_span(param.type, f"`{param.name}` of `{schema.name}`") for param in schema.params]
            self._add(schema.name, spans)
        turn = core.turn
        if turn.may_pass:
            self._add(PASS)
        if any(pick.optional for schema in core.schemas for pick in schema.then):
            self._add(STOP)
        if turn.pie == "swap-sides":
            self._add(SWAP_SIDES)
        for number, roll in enumerate(core.rolls):
            assert isinstance(roll.source.type, SetOf | ListOf)
            spans = [_span(roll.source.type.of, f"the roll of `{name}`") for name in roll.fields]
            self._add(ROLL, [(number, 1), *spans])
        if turn.pie == "choose-side":
            players = next(domain.size for domain in core.domains if domain.name == "player")
            for player in range(players):
                self._add(TAKE + str(player))
        self._starts = [block.start for block in self.blocks]
        self._by_schema: dict[str, list[ActionRange]] = {}
        for block in self.blocks:
            self._by_schema.setdefault(block.schema, []).append(block)
        self._known: dict[int, Step] = {}

    def _add(self, schema: str, spans: list[tuple[int, int]] | None = None) -> None:
        spans = spans or []
        block = ActionRange(schema, self.size, tuple(low for low, _ in spans), tuple(size for _, size in spans))
        if block.stop > MOST_NUMBERS:
            raise CannotNumberError(f"`{schema}` has more steps than there are numbers of 64 bits")
        self.blocks.append(block)

    @property
    def size(self) -> int:
        """How many numbers there are: they go from 0 to one below."""
        return self.blocks[-1].stop if self.blocks else 0

    def number(self, step: Step) -> int | None:
        """The number of a step; None if it is no step of this game."""
        found = (block.number(step.args) for block in self._by_schema.get(step.schema, ()))
        return next((number for number in found if number is not None), None)

    def step(self, number: int) -> Step:
        """The step of a number from 0 to `size` - 1."""
        step = self._known.get(number)
        if step is None:
            block = self.blocks[bisect_right(self._starts, number) - 1]
            step = Step(block.schema, block.args(number))
            if len(self._known) < MOST_KNOWN:
                self._known[number] = step
        return step


def _span(type_: Type, what: str) -> tuple[int, int]:
    """The least code of a type, and how many it has."""
    span = code_span(type_)
    if span is None:
        raise CannotNumberError(f"{what} is not a single thing, but a {type_}")
    return span[0], span[1] - span[0] + 1


def code_span(type_: Type) -> tuple[int, int] | None:
    """The least and the greatest code of a type; None if it is not a single thing."""
    match type_:
        case Bool():
            return 0, 1
        case Fin(domain=domain):
            return 0, domain.size - 1
        case Num(lo=lo, hi=hi):
            return lo, hi
    return None
