"""A question to a state: an expression outside the file, evaluated as the game's own rules would.

Takes a checked game and a text with its place. Gives a `Question` for any state of that game: it has a value, and for a false
condition the part that makes it false. Its cost has the same bound as a rule of the game.

A view has a value only for what its player knows; pieces are what the player sees in their place.

Raises `InvalidGameError`, with findings that point into the text, if the text is not an expression of this game. Raises
`GglError` for facts that the game or the state does not record, and for questions about legal moves within a turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ggl.checker.adhoc_check import extended, not_stored
from ggl.checker.cost import check_question
from ggl.checker.world import Refused, Scope
from ggl.core import forms as f
from ggl.core.types import Bool
from ggl.core.walk import uses
from ggl.diagnostics import Diagnostic, Findings
from ggl.diagnostics.catalog import shape as codes
from ggl.diagnostics.render_full import render_below
from ggl.interpreter import Interpreter
from ggl.interpreter.vector import Slots, Vector
from ggl.play.earlier import must_be_kept, ways_read
from ggl.play.entries import written_entry
from ggl.play.errors import GglError, InvalidGameError, WorkLimitError
from ggl.play.explain.blame import Blame, Blamer, Situation
from ggl.play.explanation import PLAIN
from ggl.play.seen_vector import WATCHER
from ggl.play.values import Value
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.placed import Alone, Placed
from ggl.syntax.problems import SyntaxProblem

if TYPE_CHECKING:
    from ggl.checker.game import CheckedGame
    from ggl.play.base_state import BaseState
    from ggl.play.rules import Rules

NAME = "<question>"
"""The name of a typed text in findings."""

MOST_KEPT = 64
"""The questions that a game keeps."""


def _parts(core: f.CoreGame) -> tuple[tuple[object, ...], ...]:
    """The parts of a core game to which a question may add."""
    return core.domains, core.fields, core.tables, core.definitions, core.reasons


@dataclass(frozen=True)
class Answer:
    """The value of an expression and its `text`; for a false condition with several parts, `because` has the part that fails."""

    value: Value
    text: str
    because: str = ""


def ask(state: BaseState, text: str) -> Answer:
    """Evaluates an expression in a state."""
    question = _question(state.game, text)
    try:
        value, shown = question.value(state), question.text(state)
        if value is not False:
            return Answer(value, shown)
        blame = question.blame(state)
    except WorkLimitError:
        raise WorkLimitError("this takes more work than a question may; use fewer members") from None
    if blame.plain and not blame.notes and blame.span is not None and blame.span.text == text.strip():
        return Answer(value, shown)
    return Answer(value, shown, render_below(Diagnostic(PLAIN, blame.span, "", blame.words, blame.notes)).rstrip("\n"))


def _question(game: Rules, text: str) -> Question:
    """The question of a text, kept for those who ask it of many states."""
    kept: dict[str, Question] = game.questions
    found = kept.get(text)
    if found is None:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        found = kept[text] = Question(game, Alone(Source(NAME, text)))
    return found


class UnknownError(GglError):
    """The player of a view does not know a value."""


class _Known(Vector):
    """The vector of a view, from which only what its player knows can be read."""

    __slots__ = ("_state",)

    def __init__(self, entries: Vector, state: BaseState) -> None:
        super().__init__(entries, entries.history, entries.work)
        self._state = state

    def __getitem__(self, at: Any) -> Any:
        for place in range(at.start, at.stop) if isinstance(at, slice) else (at,):
            if not self._state.knows(place):
                viewer = "a watcher" if self._state.viewer == WATCHER else self._state.viewer
                raise UnknownError(f"{viewer} does not know `{written_entry(self._state.game, place)}`")
        return super().__getitem__(at)


class Question:
    def __init__(self, game: Rules, text: Placed, *, condition: bool = False) -> None:
        self._game = game
        self._text = text
        findings = Findings()
        expressions = game.checked.adhoc_expressions(findings)
        try:
            tree = parser.expression(text)
            scope = Scope("match")  # everything may be read: nothing depends on the answer
            self._asked = expressions.condition(tree, scope) if condition else expressions.infer(tree, scope)
        except SyntaxProblem as problem:
            findings.report(codes.BAD_EXPRESSION, problem.span, problem.message, label=problem.label, help=problem.help)
        except Refused:
            pass  # already reported
        more, core = extended(game.checked.core, expressions), game.checked.core
        self._core = core if all(len(a) == len(b) for a, b in zip(_parts(more), _parts(core), strict=True)) else more
        if not findings.has_errors:
            whole = text.span_of(0, len(text.text))
            check_question(self._asked, self._core, game.checked.world.choices, findings, whole)
        if findings.has_errors:
            raise InvalidGameError("the question", findings.sorted())
        self._of_moves = "can" in expressions.reads
        self._ways = ways_read(self._asked, self._core)
        known = {field.name for field in game.checked.core.fields}
        unknown = [not_stored(field) for field in self._core.fields if field.name not in known]
        if "seen" in expressions.reads and not uses(game.checked.core, f.Seen):
            unknown.append("earlier positions")
        if unknown:
            raise GglError(
                f"the rules of this game do not store {unknown[0]}, so this has no value\n"
                "help: read what moves change: pieces, or a variable under `state` that they set"
            )

    def value(self, state: BaseState) -> Value:
        return self._game.values.value(self._code(state), self._asked.type)

    def text(self, state: BaseState) -> str:
        """The value as text: members of a set in order."""
        return self._game.values.text(self._code(state), self._asked.type)

    def _code(self, state: BaseState) -> object:
        if self._of_moves and (state.is_chance or state.in_turn):
            when = "a roll is due" if state.is_chance else "a turn has begun"
            raise GglError(f"the moves of a side can be read only between turns, but {when}")
        return self._blamer.ask(self._asked, self._here(state))

    def blame(self, state: BaseState) -> Blame:
        """The part that makes a condition false, if it is false."""
        assert isinstance(self._asked.type, Bool)
        return self._blamer.blame(self._asked, True, self._here(state))

    @cached_property
    def _blamer(self) -> Blamer:
        checked: CheckedGame = replace(self._game.checked, core=self._core)
        return Blamer(checked, self._game.values, self._interpreter)

    @cached_property
    def _interpreter(self) -> Interpreter:
        return self._game.interpreter if self._core is self._game.checked.core else Interpreter(self._core)

    def _here(self, state: BaseState) -> Situation:
        must_be_kept(state.position.history, self._ways, self._game.layout)
        vector: Vector = self._interpreter.vector(state.position)
        if state.viewer:
            vector = _Known(vector, state)
        span = self._text.span_of(0, len(self._text.text))
        return Situation(vector, Slots(), [], span)
