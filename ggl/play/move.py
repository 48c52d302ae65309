"""A move: a legal step, with its arguments and its notation, which are computed on demand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from functools import cached_property
from typing import Any, NoReturn

from ggl.engine.protocol import TAKE, Position, Step
from ggl.play.frozen import Frozen
from ggl.play.rules import Rules
from ggl.play.values import Value


class Move:
    """A legal step: its schema, its arguments by name in the schema's order (sites, names or numbers), and its notation.

    `step` is what engines know of it, `rules` the fingerprint of its game. Moves are equal if they are the same step under the
    same rules. Moves of a `MoveList` make their arguments and their text on first use.
    """

    __slots__ = ("_args", "_listing", "_place", "_text", "rules", "step")

    step: Step
    rules: str
    _args: Mapping[str, Value] | None
    _text: str | None
    _listing: MoveList
    _place: int

    def __init__(self, schema: str, args: Mapping[str, Value], text: str, step: Step, rules: str) -> None:
        _set_step(self, step)
        _set_rules(self, rules)
        _set_args(self, Frozen(args))
        _set_text(self, text)
        if schema != self.schema:
            raise ValueError(f"the step {step} is not of the schema {schema}")

    @classmethod
    def of(cls, game: Rules, step: Step) -> Move:
        """A step of a game, legal or not, with its arguments by name and its notation."""
        text = game.notation.text(step)
        schema = text if step.schema.startswith(TAKE) else step.schema
        return cls(schema, game.args_of(step), text, step, game.fingerprint)

    @property
    def schema(self) -> str:
        """The name of the move in the file, or `pass`, `stop`, `roll`, `swap-sides`, or a side as in `take-black`."""
        return self.text if self.step.schema.startswith(TAKE) else self.step.schema

    @property
    def args(self) -> Mapping[str, Value]:
        found = self._args
        if found is None:
            found = self._listing.game.args_of(self.step)
            _set_args(self, found)
        return found

    @property
    def text(self) -> str:
        found = self._text
        if found is None:
            found = self._listing.texts[self._place]
            _set_text(self, found)
        return found

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"`{name}` cannot be set: a move never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"`{name}` cannot be deleted: a move never changes")

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, _: object) -> Move:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (self.schema, dict(self.args), self.text, self.step, self.rules)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __hash__(self) -> int:
        return hash(self.step)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.step == other.step and self.rules == other.rules


_set_step, _set_rules, _set_args, _set_text, _set_listing, _set_place = (
    Move.__dict__[name].__set__ for name in ("step", "rules", "_args", "_text", "_listing", "_place")
)


class MoveList:
    """The legal steps of one state; their texts are computed together, so that they are distinct."""

    def __init__(self, game: Rules, at: Any, steps: tuple[Step, ...]) -> None:
        """`at` is the position, or a snapshot of the game's stepper."""
        self.game, self._at, self.steps = game, at, steps

    def moves(self) -> tuple[Move, ...]:
        rules, found = self.game.fingerprint, []
        for place, step in enumerate(self.steps):
            move = Move.__new__(Move)
            _set_step(move, step)
            _set_rules(move, rules)
            _set_args(move, None)
            _set_text(move, None)
            _set_listing(move, self)
            _set_place(move, place)
            found.append(move)
        return tuple(found)

    @cached_property
    def texts(self) -> list[str]:
        position = self._at if isinstance(self._at, Position) else self.game.stepper.position(self._at)
        notation = self.game.notation.at(position)
        return notation.told_apart(self.steps, [notation.text(step) for step in self.steps])
