"""Perft: the number of ways to play a number of turns. Turns of several steps count once, as chess engines count moves.

Rolls belong to the turn that they begin: each outcome counts, but a roll is not a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ggl.engine.layout import Layout
from ggl.engine.protocol import LONGEST_TURN, ROLL, Engine, Position, Step, WorkLimitError

MOST_LISTED = 1 << 20
"""The most steps of all listed whole turns together."""

MOST_ROLLED = 1_000_000_000
"""The most outcomes of rolls and deals, one after another, that a perft counts."""

At = TypeVar("At")
Choice = TypeVar("Choice")


def turns(engine: Engine, position: Position) -> Iterator[tuple[tuple[Step, ...], Position]]:
    """All whole turns from a position, in the order of their steps; within a turn, all ways to complete it."""
    return turn_sequences(position, engine.steps, engine.play, lambda step, after: goes_on(engine.layout, step, after))


def turn_sequences(
    begin: At,
    choices: Callable[[At], Iterable[Choice]],
    play: Callable[[At, Choice], At],
    goes_on: Callable[[Choice, At], bool],
    most: int | None = None,
) -> Iterator[tuple[tuple[Choice, ...], At]]:
    """The sequences of choices from a beginning to where nothing follows, with their results, in the order of the choices.

    Raises `WorkLimitError` after more than `most` choices, with shared ones counted for each sequence, and for a sequence of
    more than `LONGEST_TURN` choices.
    """
    made: list[Choice] = []
    waiting = [(begin, iter(choices(begin)))]
    count = 0
    while waiting:
        at, left = waiting[-1]
        for choice in left:
            made.append(choice)
            count += len(made)
            if most is not None and count > most:
                raise WorkLimitError(
                    f"there are too many whole turns here to list: they have more than {most:,} steps in all\n"
                    "help: list only the next steps: `legal_moves()`, `ggl moves` without `--turns`, GTP's `ggl-moves`"
                )
            if len(made) > LONGEST_TURN:
                raise WorkLimitError.of_whole_turns()
            after = play(at, choice)
            if goes_on(choice, after):
                waiting.append((after, iter(choices(after))))
                break
            yield tuple(made), after
            made.pop()
        else:
            waiting.pop()
            if made:
                made.pop()


def check_rolls(engine: Engine, position: Position, depth: int, most: int) -> None:
    """Raise `WorkLimitError` where rolls and deals alone lead to more than `most` ways to play `depth` turns. Follows one way,
    with the first of what can be chosen or rolled each time.
    """
    found = 1
    for _ in range(LONGEST_TURN if depth and engine.layout.has("chance") else 0):
        steps = engine.steps(position)
        if not steps or depth <= 0:
            return
        if is_roll(engine.layout, steps[0]):
            found *= len(steps)
        if found > most:
            raise WorkLimitError(
                f"rolls and deals come about here in more than {most:,} ways, and each is counted as a way to play\n"
                "help: begin behind them, with `--after` or a test's `setup`; or make fewer of them, by the options"
            )
        position = engine.play(position, steps[0])
        depth -= not goes_on(engine.layout, steps[0], position)


def leaves(engine: Engine, position: Position, depth: int) -> Iterator[None]:
    """One item for each leaf, so that counting can stop early."""
    waiting = [(position, depth)]
    while waiting:
        at, left = waiting.pop()
        for _, after in turns(engine, at):
            if left > 1:
                waiting.append((after, left - 1))
            else:
                yield None


def perft(engine: Engine, position: Position, depth: int) -> int:
    """Leaf turns at the depth; a play that ends earlier has none there."""
    if depth < 0:
        raise ValueError(f"a perft has a depth of 0 or more, not {depth}")
    return sum(1 for _ in leaves(engine, position, depth)) if depth else 1


def goes_on(layout: Layout, step: Step, after: Position) -> bool:
    """Whether the turn continues after a step: after a roll it does, unless the play is over."""
    return in_turn(layout, after) or (is_roll(layout, step) and not after.vector[layout.at("over")])


def is_roll(layout: Layout, step: Step) -> bool:
    """Whether a step is a roll; in a game without rolls, a move may have this name."""
    return step.schema == ROLL and layout.has("chance")


def in_turn(layout: Layout, position: Position) -> bool:
    """Whether a turn has begun and has steps to come."""
    if layout.pending(position.vector) is not None:
        return True
    return layout.has("steps") and position.vector[layout.at("steps")] > 0
