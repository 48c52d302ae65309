"""A typed turn to its steps: one step, or all steps of a turn in one go (`walk d1 d7 shoot g7`).

Takes a state and text; gives legal moves, one after the other. Raises as `State.read` does; where the beginning of the text is
legal, the error is about the rest. `explain_turn` tells the same without raising.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ggl.play.errors import AmbiguousMoveError, GameOverError, GglError, IllegalMoveError, NotationError
from ggl.play.explanation import Explanation
from ggl.play.typed_words import SIGN

if TYPE_CHECKING:
    from ggl.engine.protocol import Step
    from ggl.play.base_state import BaseState
    from ggl.play.move import Move

LONGEST = 400
_MOST_WORK = 40_000
"""The most legal steps with which the beginnings of a text are compared, some seconds; each beginning costs `_READ` more."""
_READ = 50
_WORD = re.compile(rf"(?:{SIGN})?[\w.]+(?:(?!{SIGN})[^\w.])*")
"""Including the signs after it, which may distinguish moves in the file's own notation."""


class TurnError(NotationError):
    """The beginning of the text is a step, but the rest is not a step that may follow."""

    def __init__(self, done: tuple[Move, ...], rest: str, error: GglError) -> None:
        self.done, self.rest, self.error = done, rest, error
        self.after = "after " + " ".join(f"`{move}`" for move in done)
        super().__init__(f"{self.after}: {error}", getattr(error, "nearest", ()))


def read_turn(state: BaseState, text: str) -> tuple[Move, ...]:
    """The steps that a text means: one, or as many as belong to the turn."""
    if len(text) > LONGEST:
        raise NotationError(f"a move of {len(text)} characters is too long")
    if state.is_over:
        raise GameOverError(f"the game is over: {state.result}")
    if state.game.hides and not state.is_chance:
        # one step at a time, read by its mover's view: the next step depends on what this one shows
        return (state.move_of(read_move(state.view(), text).step),)
    found = state._notation.read(text, state._steps)
    if found or state._notation.is_one_step(text):
        return (_only(state, text, found),)
    words = _WORD.findall(text)
    reader = _Reader(words)
    turn = reader.turn(state, 0)
    if turn is not None:
        return turn
    done, after = reader.best
    if done:
        rest = "".join(words[reader.best_end :]).strip()
        try:
            read_move(after, rest)
        except (NotationError, IllegalMoveError) as error:
            raise TurnError(done, rest, error) from None
    return (_only(state, text, found),)


def explain_turn(state: BaseState, text: str) -> Explanation:
    """Why a text is a legal move or the legal steps of a turn here, or why not: of a turn, the step that fails."""
    from ggl.play.explain import explain

    explanation = explain(state, text)
    if explanation.legal or state.game.hides:
        return explanation
    try:
        moves = read_turn(state, text)
    except TurnError as error:
        for move in error.done:
            state = state.after(move)
        found = explain(state, error.rest)
        return replace(found, what=f"{error.after}, {found.what}")
    except GglError:
        return explanation
    return Explanation(" ".join(map(str, moves)), legal=True, is_move=True, what="it is legal")


def read_move(state: BaseState, text: str) -> Move:
    """The legal move that a text means. Raises as `State.play` does."""
    return _only(state, text, state._notation.read(text, state._steps))


def _only(state: BaseState, text: str, found: list[Step]) -> Move:
    """The only legal move that was found for a text; otherwise says why it is none, or which it may be."""
    if len(found) == 1:
        return state.move_of(found[0])
    if found:
        texts = tuple(state._notation.text(step) for step in found)
        raise AmbiguousMoveError(f"`{text}` could be {', '.join(texts[:5])}{', ..' if len(texts) > 5 else ''}", texts)
    from ggl.play.explain import explain

    explanation = explain(state, text)
    if explanation.legal:  # only the pattern of the file's own notation fits
        return read_move(state, explanation.text)
    if explanation.is_move:
        raise IllegalMoveError(explanation)
    raise NotationError(str(explanation), explanation.nearest)


class _Reader:
    """Tries the beginnings of the words, longest first, while the turn continues and the work is bounded."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._work = 0
        self._so_far: list[Move] = []
        self.best: tuple[tuple[Move, ...], BaseState]
        self.best_end = -1

    def turn(self, state: BaseState, start: int) -> tuple[Move, ...] | None:
        if start > self.best_end:
            self.best, self.best_end = (tuple(self._so_far), state), start
        legal = state._steps
        cost = _READ + state._notation.most_tried + len(legal)
        if self._work + cost > _MOST_WORK:
            return None
        most = state._notation.most_words_of(legal)  # no step is read from more words
        for end in range(min(len(self._words), start + most), start, -1):
            self._work += cost
            if self._work > _MOST_WORK:
                return None
            found = state._notation.read("".join(self._words[start:end]), legal)
            if len(found) != 1:
                continue
            move = state.move_of(found[0])
            after = state.after(move)
            if end == len(self._words):
                return (*self._so_far, move)
            if after.in_turn and not after.is_over:
                self._so_far.append(move)
                turn = self.turn(after, end)
                if turn is not None:
                    return turn
                self._so_far.pop()
        return None
