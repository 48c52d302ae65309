"""Advice from an agent's thoughts: the steps of the best turn, and the value of each choice of sides under a pie rule.

Takes states, and `think`, which returns a judge's thought about a state. Raises as that does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ggl.agents.protocol import Thought, value_of
from ggl.engine.protocol import chooses_sides
from ggl.play.game import State
from ggl.play.move import Move
from ggl.play.turns import ends_turn

Think = Callable[[State], Thought]

JUDGES = ("mcts:time=1", "ismcts:time=1", "greedy", "random")
"""The default judges: the first of these that can play the game."""


def best_turn(state: State, thought: Thought) -> list[Move]:
    """The steps of the best turn, as far as the expected line contains them."""
    steps: list[Move] = []
    for move in thought.line[:20] or (thought.move,):
        if not steps and move != thought.move:
            return [thought.move]
        steps.append(move)
        state = state.after(move)
        if ends_turn(move, state) or state.is_chance:
            break
    return steps


@dataclass(frozen=True)
class Worth:
    """The value of a move to the seat that makes it, and whether it is exact. `chooses_sides` distinguishes a choice under a
    pie rule from the best of the other moves."""

    move: Move
    value: float
    proven: bool
    chooses_sides: bool


def is_pie_choice(move: Move) -> bool:
    """Whether a move is a choice of sides under a pie rule; no move of a file has such a name."""
    return chooses_sides(move.schema)


def sides_compared(think: Think, state: State) -> tuple[Worth, ...]:
    """Each choice of sides, then the best other move that was thought of, if any. Their values come from a thought about the
    position after the move, since a search tries such a choice too rarely. Empty if no sides can be chosen."""
    moves = state.legal_moves()
    options = [move for move in moves if is_pie_choice(move)]
    if not options:
        return ()
    thought = think(state)
    if len(options) < len(moves):
        options += [candidate.move for candidate in thought.candidates if not is_pie_choice(candidate.move)][:1]
    return tuple(Worth(move, *_value_after(think, state, move, thought), is_pie_choice(move)) for move in options)


def _value_after(think: Think, state: State, move: Move, thought: Thought) -> tuple[float, bool]:
    after, seats = state.after(move), len(state.game.players)
    if after.result is not None:
        return value_of(after.result.seats, state.seat, seats), True
    if not after.is_chance and (after.seat == state.seat or seats == 2):
        later = think(after)
        return (later.value if after.seat == state.seat else 1 - later.value), later.proven
    for candidate in thought.candidates:
        if candidate.move == move:
            return candidate.value, candidate.proven
    return thought.value, False  # an agent need not tell what it thinks of every move
