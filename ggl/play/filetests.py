"""The tests that stand in a game file: each leads to a position and says what is expected there.

Takes a checked game, whose options a test may change. Gives one outcome a test, with a finding (GGL701) for each expectation
that is not met, at its place in the file. A test's `setup` is done on the empty board, in the middle of a game so to speak;
without one the test begins with the game. Nothing here raises for what a file says, and a `perft` is counted only as far as
the number that it claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from ggl.checker.game import CheckedGame, OptionProblem, check
from ggl.diagnostics import Diagnostic, Findings, Note, near
from ggl.diagnostics.catalog import found_by_playing as codes
from ggl.model.definition import FileTest, Text
from ggl.play.asking import Question
from ggl.play.errors import GameOverError, GglError, InvalidGameError
from ggl.play.game import Game
from ggl.play.perft import leaves
from ggl.play.position import position
from ggl.play.state import State
from ggl.play.values import written
from ggl.source import Span

MOST_LEAVES = 1_000_000
"""The largest number that a `perft` of a test may claim."""

_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class Outcome:
    """A test's name and what was not as expected."""

    name: str
    failures: tuple[Diagnostic, ...]

    @property
    def passed(self) -> bool:
        return not self.failures


class _Failed(Exception):  # noqa: N818
    """The test cannot go on; the finding has been reported."""


def run_tests(game: CheckedGame) -> Iterator[Outcome]:
    """The outcomes of the game's own tests, in the order of the file."""
    for test in game.definition.tests:
        findings = Findings()
        with suppress(_Failed):
            _Run(game, test, findings).run()
        yield Outcome(test.name, findings.sorted())


def position_of(game: CheckedGame, test: FileTest) -> State:
    """What a test looks at: under its options, after its setup and its moves. Raises `InvalidGameError` if it gets nowhere."""
    findings = Findings()
    try:
        return _Run(game, test, findings).position()
    except _Failed:
        raise InvalidGameError(game.definition.name.text, findings.sorted()) from None


class _Run:
    """One test. Each kind of expectation is a method that gives what to report about one text, or None."""

    def __init__(self, game: CheckedGame, test: FileTest, findings: Findings) -> None:
        self._game = game
        self._test = test
        self._findings = findings

    def run(self) -> None:
        state = self.position()
        kinds: Mapping[str, Callable[[State, Text], str | None]] = {
            "legal": self._legal,
            "illegal": self._illegal,
            "mover": lambda s, t: self._equal(t, s.mover, s.game.players),
            "ply": lambda s, t: self._equal(t, str(s.ply)),
            "score": self._score,
            "winner": lambda s, t: self._equal(t, (s.result.winner if s.result else None) or "none", (*s.game.players, "none")),
            "over": self._over,
            "reason": lambda s, t: self._equal(t, s.result.reason if s.result else "none: the game goes on"),
        }
        for kind, texts in self._test.expect:
            if kind == "perft":
                self._perft(state, texts)
                continue
            counted = kind == "legal" and sum(is_count(text) for text in texts) == 1
            for text in texts:
                if counted and is_count(text):
                    self._number_of_moves(state, text)
                    continue
                if kind == "true":
                    self._true(state, text)
                    continue
                found = kinds[kind](state, text)
                if found is not None:
                    self._report(text.span, f"expected {kind} {text.text}", found)

    def _report(self, span: Span, message: str, found: str, notes: tuple[Note, ...] = ()) -> None:
        test = f"test `{self._test.name}`: {message}"
        self._findings.report(codes.TEST_FAILED, span, test, label=found.partition("\n")[0], notes=notes)

    # ---- the way to the position

    def position(self) -> State:
        """Raises `_Failed`."""
        game = self._with_options()
        test = self._test
        try:
            if test.setup is not None:
                state = position(game, test.setup, test.to_move.text if test.to_move else None)
            else:
                state = game.initial_state()
                if test.to_move is not None and state.mover != test.to_move.text:
                    self._report(test.to_move.span, f"{test.to_move.text} to move", f"{state.mover} begins; a `setup` may differ")
                    raise _Failed
        except InvalidGameError as error:
            for diagnostic in error.diagnostics:
                self._findings.add(diagnostic)
            raise _Failed from None
        except GglError as error:
            self._report(test.to_move.span if test.to_move else test.span, "no such position", str(error))
            raise _Failed from None
        for move in test.moves:
            try:
                state = state.play(move.text)
            except GglError as error:
                self._report(move.span, f"`{move.text}` cannot be played", _why(state, move.text, error))
                raise _Failed from None
        return state

    def _with_options(self) -> Game:
        if not self._test.options:
            return Game(self._game)
        chosen = {**self._game.options, **{name: text.text for name, text in self._test.options.items()}}
        span = next(iter(self._test.options.values())).span
        findings = Findings()
        try:
            checked = check(self._game.definition, chosen, findings)
        except OptionProblem as problem:
            self._report(span, "with these options", str(problem))
            raise _Failed from None
        if checked is None:
            self._report(span, "with these options", findings.sorted()[0].message)
            raise _Failed
        return Game(checked)

    # ---- what is expected

    def _legal(self, state: State, text: Text) -> str | None:
        try:
            state.play(text.text)
        except GglError as error:
            return _why(state, text.text, error)
        return None

    def _number_of_moves(self, state: State, text: Text) -> None:
        count = len(state.legal_moves())
        if count != int(text.text):
            self._report(text.span, f"expected legal {text.text}", f"{count} moves are legal")

    def _illegal(self, state: State, text: Text) -> str | None:
        if state.is_over:
            return None
        explanation = state.explain(text.text)
        if explanation.legal:
            return "it is legal" if explanation.text == text.text else f"it is legal: `{explanation.text}`"
        return None if explanation.is_move else explanation.reason

    @staticmethod
    def _equal(text: Text, found: str, known: tuple[str, ...] = ()) -> str | None:
        if text.text == found:
            return None
        close = near(text.text, known) if text.text not in known else ()
        return f"found {found}" + (f"; near: {', '.join(close)}" if close else "")

    @staticmethod
    def _score(state: State, text: Text) -> str | None:
        side, _, wanted = text.text.partition("=")
        scores = state.scores
        if scores is None:
            return "this game has no score"
        if side not in scores:
            return f"there is no player {side}; there are {', '.join(scores)}"
        try:
            number = Fraction(wanted)
        except (ValueError, ZeroDivisionError):
            return f"{wanted} is no number; found {written(scores[side])}"
        return None if scores[side] == number else f"found {side}={written(scores[side])}"

    @staticmethod
    def _over(state: State, text: Text) -> str | None:
        wanted = _TRUTH.get(text.text.lower())
        if wanted is None:
            return "write true or false"
        return None if state.is_over == wanted else f"the game is over: {state.result}" if state.is_over else "the game goes on"

    def _true(self, state: State, text: Text) -> None:
        """A condition of the language, asked of the state as rules would; where it fails, the part that does, with its values."""
        expected = "expected this to hold"
        try:
            question = Question(state.game, _Written(text), condition=True)
            if question.value(state):
                return
            blame = question.blame(state)
        except InvalidGameError as error:
            first = error.diagnostics[0]
            self._report(text.span, expected, f"{first.message}; {first.label}" if first.label else first.message)
            return
        except GglError as error:
            self._report(text.span, expected, str(error))
            return
        inside = blame.span is not None and blame.span.source is text.span.source
        self._report(blame.span if inside and blame.span else text.span, expected, blame.words, blame.notes)

    def _perft(self, state: State, texts: tuple[Text, ...]) -> None:
        """Turns to depth 1, 2, 3 ..; after the first that differs the deeper ones say nothing."""
        engine = state.game.engine
        for depth, text in enumerate(texts, 1):
            if not text.text.isdecimal() or len(text.text) > 9 or int(text.text) > MOST_LEAVES:
                self._report(text.span, f"perft {depth}", f"write a whole number of at most {MOST_LEAVES:,}")
                return
            claimed = int(text.text)
            found = 0
            for _ in leaves(engine, state.position, depth):
                found += 1
                if found > claimed:
                    break
            if found != claimed:
                shown = f"more than {claimed}" if found > claimed else str(found)
                self._report(text.span, f"expected perft {depth} {text.text}", f"found {shown}")
                return


@dataclass(frozen=True)
class _Written:
    """The author's text as the parser takes it."""

    of: Text

    @property
    def text(self) -> str:
        return self.of.text

    def span_of(self, start: int, end: int) -> Span:
        span = self.of.span
        if span.text != self.of.text:  # in quotes, or on several lines
            return span
        return span.source.span(span.start + start, span.start + end)


def is_count(text: Text) -> bool:
    """Whether a text is a number, of those that Python reads."""
    return text.text.isdecimal() and len(text.text) < 10


def _why(state: State, text: str, error: GglError) -> str:
    if isinstance(error, GameOverError) or state.is_over:
        return str(error)
    explanation = state.explain(text)
    return str(error) if explanation.legal else explanation.reason
