"""The protocol of an engine: positions in, positions out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ggl.core import forms as f
from ggl.engine.layout import Layout
from ggl.errors import GglError

WORK_LIMIT = 20_000_000
"""Steps of work that one call of an engine may take: members looked at in loops, calls of definitions, sites reached. The
largest bundled games take a hundredth of it; an interpreter takes some seconds for it."""

STEPS_LIMIT = 1 << 16
"""Legal steps that a position may have. Amazons, with 2,176, has the most of the classics."""

UNKNOWN = -(1 << 31)
"""The code of an entry of a position that the side who looks does not know."""

TURN_LIMIT = 200
"""Steps that a turn may have where whole turns are compared. The longest capture of draughts takes about twenty."""

LONGEST_TURN = 1000
"""Steps that a turn may have where whole turns are counted or listed."""

TURNLESS_LIMIT = 1000
"""Games of a match in a row that may be over before their first turn; then the match is over as it stands."""

PASS, STOP, SWAP_SIDES, TAKE, ROLL = "pass", "stop", "swap-sides", "take-", "roll"


def chooses_sides(schema: str) -> bool:
    """Whether a step of this name is a choice under a pie rule; no move of a file is named so."""
    return schema == SWAP_SIDES or schema.startswith(TAKE)


class Step(NamedTuple):
    """One step: a schema and the codes of its parameters; or `pass`, `stop`, `swap-sides`, `take-..`, without any.

    A step `roll` has the number of the roll in the core, and the codes of the outcome.
    """

    schema: str
    args: tuple[int, ...] = ()


History = tuple[tuple[tuple[int, ...], ...], ...]
"""For each position left behind its keys, as `ggl.engine.layout` cuts them."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that the rules may look at: the vector, and the keys of this play's positions where the rules count them."""

    vector: tuple[int, ...]
    history: History = ()


class WorkLimitError(GglError):
    """The rules ask for more work in this position than an engine will do; the position is left as it was."""

    @staticmethod
    def of_work() -> WorkLimitError:
        return WorkLimitError(
            f"these rules take more than {WORK_LIMIT:,} steps of work in one ply; this position cannot be played on\n"
            "help: loop over fewer members: the neighbors or the line of a cell instead of the whole board"
        )

    @staticmethod
    def of_turn() -> WorkLimitError:
        return WorkLimitError(
            f"a turn may take more than {TURN_LIMIT} steps here, and `most` or `least` compares whole turns; "
            "this position cannot be played on\nhelp: end the turn sooner (`continue`), or let each step use something up"
        )

    @staticmethod
    def of_whole_turns() -> WorkLimitError:
        return WorkLimitError(
            f"a turn may take more than {LONGEST_TURN:,} steps here, so whole turns can be neither counted nor listed\n"
            "help: if turns never need to end, let each step use something up, such as the cells where the piece has been"
        )

    @staticmethod
    def of_steps() -> WorkLimitError:
        return WorkLimitError(
            f"there are more than {STEPS_LIMIT:,} legal moves here; this position cannot be played on\n"
            "help: narrow the parameters of the move (`for:`, `where:`), or make its choices steps of one turn (`then:`)"
        )


class Engine(Protocol):
    core: f.CoreGame
    layout: Layout

    def start(self) -> Position:
        """The position before the first turn."""

    def steps(self, position: Position, most: int | None = None) -> tuple[Step, ...]:
        """The legal steps, in the defining order: schemas as in the file, bindings by board order; none if the game is over.
        With `most`, the first of them, and no more.

        Where a roll is due these are its outcomes, each as often as it is likely: all steps have the same chance.
        """

    def play(self, position: Position, step: Step) -> Position:
        """The position after a legal step."""

    def draw(self, position: Position, state: int) -> tuple[Step | None, int]:
        """A legal step, each as likely as any other, drawn with the random numbers that follow a state, and the next state.

        A number names a step by the order of drawing that `ggl.engine.draws` says.
        Where moves have conditions on the position after them, a step is drawn from those that hold before, and is taken if it
        holds after; else it is put aside, and another is drawn. That favours no legal step, whatever is put aside, and asks
        the costly question of few. Both engines draw the same. None if there is no legal step.
        """

    def scores(self, position: Position) -> tuple[int, ...] | None:
        """The codes of the players' scores, if the game has a score."""
