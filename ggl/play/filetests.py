"""The tests in a game file: each leads to a position and states expectations.

Takes a checked game, whose options a test may change. Gives one outcome per test, with a finding (GGL701) at the place of each
failed expectation. A test's `setup` runs on the empty board, as in the middle of a game; without one the test begins with the
game. Nothing here raises for the content of a file, and a `perft` is counted only up to the expected number.

`misread` finds impossible expectations without playing, such as a winner who does not play or a condition with an unknown name;
such a test does not run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from ggl.checker.declarations import OptionProblem, bound_options
from ggl.checker.game import CheckedGame, check
from ggl.diagnostics import Diagnostic, Findings, Fix, Note, near
from ggl.diagnostics.catalog import end_and_score as end_codes
from ggl.diagnostics.catalog import found_by_playing as codes
from ggl.diagnostics.catalog import moves_and_turns as move_codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.diagnostics.catalog import shape as shape_codes
from ggl.diagnostics.escape import cut
from ggl.engine.protocol import PASS, WorkLimitError
from ggl.model.definition import FileTest, Text
from ggl.model.reader.extras import KNOWN, TOLD
from ggl.play.asking import Question, UnknownError
from ggl.play.errors import GameOverError, GglError, InvalidGameError
from ggl.play.explain.reading import means_nothing, unknown_site
from ggl.play.game import Game, State
from ggl.play.position import effects_of
from ggl.play.told_texts import example_of, lines_meant, never_told
from ggl.play.typed_words import exact_number
from ggl.play.values import written
from ggl.source import Span

MOST_LEAVES = 1_000_000
"""The largest number that a `perft` of a test may claim."""

NOTHING = "nothing"
"""The text for a player who learns nothing."""

_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class Outcome:
    """A test's name and its failed expectations."""

    name: str
    failures: tuple[Diagnostic, ...]

    @property
    def passed(self) -> bool:
        return not self.failures


class _Failed(Exception):  # noqa: N818
    """The test cannot continue; the finding has been reported."""


def run_tests(game: CheckedGame, made: Callable[[CheckedGame], Game] = Game) -> Iterator[Outcome]:
    """The outcomes of the game's own tests, in the order of the file. `made` makes a game to play, of each of its options."""
    games = _Games(made(game), made)
    for test in game.definition.tests:
        findings = Findings()
        with suppress(_Failed):
            _Run(games, test, findings).run()
        yield Outcome(test.name, findings.sorted())


def misread(game: CheckedGame) -> tuple[Diagnostic, ...]:
    """The mistakes in the text of the game's own tests, before any test runs. Since making the game with other options takes
    long, it does so only if the text of a test does not fit the game as it is.
    """
    findings = Findings()
    games = _Games(Game(game), Game)
    for test in game.definition.tests:
        run = _Run(games, test, findings)
        with suppress(_Failed):
            run.read_options()
            if not (test.options and run.fits_without_options()):
                run.read()
    return findings.sorted()


def position_of_test(game: CheckedGame, test: FileTest) -> State:
    """The position that a test examines: under its options, after its setup and its moves. Raises `InvalidGameError` if it
    cannot be reached."""
    findings = Findings()
    try:
        return _Run(_Games(Game(game), Game), test, findings).position()
    except _Failed:
        raise InvalidGameError(game.definition.name.text, findings.sorted()) from None


class _Games:
    """A game, and the same under other options. Games of several tests are made once, since making one takes long."""

    def __init__(self, base: Game, made: Callable[[CheckedGame], Game]) -> None:
        self.base = base
        self._made = made
        self._under: dict[tuple[tuple[str, object], ...], Game | str] = {}

    def under(self, options: Mapping[str, object]) -> Game | str:
        """The game under these options, or the message why it is invalid under them."""
        key = tuple(sorted(options.items()))
        if key not in self._under:
            findings = Findings()
            checked = check(self.base.checked.definition, options, findings)
            self._under[key] = findings.sorted()[0].message if checked is None else self._made(checked)
        return self._under[key]


class _Run:
    """One test. Each kind of expectation has a method that reads it, and one that returns a report about a text, or None."""

    def __init__(self, games: _Games, test: FileTest, findings: Findings) -> None:
        self._games = games
        self._base = games.base
        self._test = test
        self._findings = findings
        self._questions: dict[Span, Question] = {}
        self._before: State
        """The state before the last move."""

        self._at = test.span
        """The place of what is examined."""

    # ---- what is read

    def read_options(self) -> None:
        """Raises `_Failed` if an option has no such value."""
        if not self._test.options:
            return
        try:
            bound_options(self._base.checked.definition, self._chosen, Findings())
        except OptionProblem as problem:
            self._report(self._test.options[0][1].span, "with these options", str(problem))
            raise _Failed from None

    def fits_without_options(self) -> bool:
        try:
            _Run(self._games, replace(self._test, options=()), Findings()).read()
        except _Failed:
            return False
        return True

    def read(self) -> None:
        """Check the text of the test. Raises `_Failed` if anything is wrong."""
        before = len(self._findings)
        test, game = self._test, self._game
        if test.to_move is not None:
            self._read_player(test.to_move)
        if test.setup is not None:
            effects_of(game, test.setup, self._findings)
        kinds: Mapping[str, Callable[[Text], None]] = {
            "mover": self._read_player,
            "winner": lambda t: self._read_player(t, ("none",)),
            "winners": lambda t: self._read_player(t, ("none",)),
            "reason": self._read_reason,
            "ply": lambda t: self._read_shape(t, is_count(t), "a whole number"),
            "over": lambda t: self._read_shape(t, t.text.lower() in _TRUTH, "`true` or `false`"),
            "perft": lambda t: self._read_shape(
                t, is_count(t) and int(t.text) <= MOST_LEAVES, f"a whole number of at most {MOST_LEAVES:,}"
            ),
            "true": self._read_condition,
            "legal": self._read_move,
        }
        for text in test.moves:
            self._read_move(text)
        for kind, texts in test.expect:
            for each in texts:
                if kind in kinds:
                    kinds[kind](each.text)
                elif kind == "score" and each.value is not None:
                    self._read_score(each.text, each.value)
                elif kind in TOLD and each.value is not None:
                    self._read_told(kind, each.text, each.value)
                elif kind in KNOWN and each.value is not None:
                    self._read_player(each.text)
                    self._read_question(each.value, condition=kind == "sees")
                elif kind == "illegal":
                    self._read_move(each.text, refused=True)
                    if each.value is not None:
                        self._read_condition_name(each.value)
        if len(self._findings) > before:
            raise _Failed

    def _read_player(self, text: Text, others: tuple[str, ...] = ()) -> None:
        players = self._game.players
        known = (*players, *others)
        if text.text not in known:
            self._unknown(text, f"there is no player `{text.text}`", known, f"the players are: {', '.join(players)}")

    def _read_move(self, text: Text, refused: bool = False) -> None:
        """Check that a text is a move in some position, or a count of moves. A `refused` one may name sites that do not exist."""
        problem = "" if is_count(text) else means_nothing(self._game, text.text)
        if not problem and not is_count(text) and not refused and (word := unknown_site(self._game, text.text)):
            problem = f"`{word}` is not a cell of this board"
        if problem:
            message = f"`{cut(text.text)}` is not a move of this game"
            self._findings.report(move_codes.UNKNOWN_MOVE, text.span, message, label=problem, help=self._example())

    def _example(self) -> str:
        """An example of a move's text: one that is legal at the start."""
        legal = self._base.engine.steps(self._base.initial_state().position)
        text = self._base.notation.text(legal[0]) if legal else PASS
        return f"write a move as it is played, such as `{text}`"

    def _read_reason(self, text: Text) -> None:
        winners = (None, *self._game.players)
        numbers = range(len(self._game.checked.core.reasons))
        reasons = list(dict.fromkeys(self._game.reason(number, winner) for number in numbers for winner in winners))
        if text.text not in reasons:
            known = ", ".join(f"`{each}`" for each in reasons) or "none"
            self._unknown(text, f"no line of `end` has the reason `{text.text}`", reasons, f"its reasons are: {known}")

    def _unknown(self, text: Text, message: str, known: Sequence[str], help_: str) -> None:
        close = near(text.text, known)
        self._findings.report(
            name_codes.UNKNOWN_NAME, text.span, message, label=f"near: `{close[0]}`" if close else "",
            help=None if close else help_, fix=Fix.write(text.span, close[0]) if close else None,
        )  # fmt: skip

    def _read_shape(self, text: Text, right: bool, wanted: str) -> None:
        if not right:
            message = f"`{text.text}` is not allowed here"
            self._findings.report(shape_codes.WRONG_SHAPE, text.span, message, help=f"write {wanted}")

    def _read_score(self, side: Text, wanted: Text) -> None:
        core = self._game.checked.core
        if core.score is None and core.match is None:
            help_ = "add a `score(p): ..`, or remove this"
            self._findings.report(end_codes.NO_SCORE, side.span, "this game has no score", help=help_)
            return
        self._read_player(side)
        self._read_shape(wanted, exact_number(wanted.text) is not None, "a number, such as `12` or `1/2`")

    def _read_told(self, kind: str, player: Text, text: Text) -> None:
        self._read_player(player)
        if text.text != NOTHING and not lines_meant(self._game, text.text):
            announced = example_of(self._game)
            kinds = "not a move of this game" if not announced else "neither a move nor an announcement of this game"
            more = f", or an announcement, such as `{announced}`" if announced else ""
            self._findings.report(
                move_codes.UNKNOWN_MOVE, text.span, f"`{cut(text.text)}` is {kinds}", label=never_told(self._game, text.text),
                help=f"{self._example()}, or `{NOTHING}`{more}",
            )  # fmt: skip
        if not self._test.moves:
            help_ = "write the moves under `play`"
            self._findings.report(shape_codes.WRONG_SHAPE, player.span, f"`{kind}` is about the last move of a test, "
                                  "but this test plays none", help=help_)  # fmt: skip

    def _read_condition_name(self, text: Text) -> None:
        schemas = self._game.checked.core.schemas
        names = list(dict.fromkeys(each.name for schema in schemas for each in (*schema.guard, *schema.ensure) if each.name))
        if text.text not in names:
            known = f"the names are: {', '.join(f'`{each}`' for each in names)}"
            way_out = "no condition has a name: write the moves alone, `illegal: a1, a2`, or name a condition below `where:`"
            self._unknown(text, f"no condition of a move has the name `{text.text}`", names, known if names else way_out)

    def _read_condition(self, text: Text) -> None:
        self._read_question(text, condition=True)

    def _read_question(self, text: Text, *, condition: bool) -> None:
        try:
            self._questions[text.span] = Question(self._game, text, condition=condition)
        except InvalidGameError as error:
            for diagnostic in error.diagnostics:
                self._findings.add(diagnostic)
        except GglError as error:
            self._report(text.span, "expected this to hold" if condition else "expected a value", str(error))

    # ---- what is run

    def run(self) -> None:
        self.read()
        state, self._at = self.position(), self._test.span
        try:
            self._examine(state)
        except WorkLimitError as error:
            self._report(self._at, "this cannot be told", str(error))

    def _examine(self, state: State) -> None:
        kinds: Mapping[str, Callable[[State, Text], str | None]] = {
            "legal": self._legal,
            "mover": lambda s, t: self._equal(t, s.mover),
            "ply": lambda s, t: self._equal(t, str(s.ply)),
            "winner": lambda s, t: self._equal(t, ", ".join(s.winners) or "none", s),
            "over": self._over,
            "reason": lambda s, t: self._equal(t, s.result.reason if s.result else "none", s),
        }
        for kind, expected in self._test.expect:
            texts = [each.text for each in expected]
            self._at = texts[0].span if texts else self._test.span
            if kind == "perft":
                self._perft(state, texts)
                continue
            if kind == "winners":
                self._winners(state, texts)
                continue
            counted = kind == "legal" and sum(is_count(text) for text in texts) == 1
            for each in expected:
                text = each.text
                if kind == "score" and each.value is not None:
                    self._score(state, text.text, each.value)
                elif kind == "illegal":
                    self._illegal(state, text, each.value)
                elif kind == "true":
                    self._true(state, text)
                elif kind == "sees" and each.value is not None:
                    self._true(state.view(text.text), each.value, f" for {text.text}")
                elif kind == "unknown" and each.value is not None:
                    self._unknown_to(state.view(text.text), each.value)
                elif kind in TOLD and each.value is not None:
                    self._told(state, kind, text.text, each.value)
                elif counted and is_count(text):
                    self._number_of_moves(state, text)
                elif (found := kinds[kind](state, text)) is not None:
                    self._report(text.span, f"expected {kind} {text.text}", found)

    def _report(self, span: Span, message: str, found: str, notes: tuple[Note, ...] = ()) -> None:
        test = f"test `{self._test.name}`: {message}"
        label, _, help_ = found.partition("\nhelp: ")
        self._findings.report(codes.TEST_FAILED, span, test, label=label.partition("\n")[0], notes=notes, help=help_ or None)

    # ---- the way to the position

    def position(self) -> State:
        """Raises `_Failed`."""
        game, test = self._game, self._test
        try:
            if test.setup is not None:
                state = game.position(test.setup, test.to_move.text if test.to_move else None)
            else:
                state = game.initial_state()
                if test.to_move is not None and state.mover != test.to_move.text:
                    message = f"{state.mover} begins; a `setup` may set another side"
                    self._report(test.to_move.span, f"{test.to_move.text} to move", message)
                    raise _Failed
        except InvalidGameError as error:
            for diagnostic in error.diagnostics:
                self._findings.add(diagnostic)
            raise _Failed from None
        except GglError as error:
            self._report(test.to_move.span if test.to_move else test.span, "no such position", str(error))
            raise _Failed from None
        for move in test.moves:
            self._before = state
            try:
                state = state.play(move.text)
            except GglError as error:
                self._report(move.span, f"`{move.text}` cannot be played", _why(state, move.text, error))
                raise _Failed from None
        return state

    @property
    def _chosen(self) -> dict[str, object]:
        return {**self._base.options, **{name.text: text.text for name, text in self._test.options}}

    @cached_property
    def _game(self) -> Game:
        """The game under the test's options. Raises `_Failed`."""
        if not self._test.options:
            return self._base
        self.read_options()
        found = self._games.under(self._chosen)
        if isinstance(found, str):
            self._report(self._test.options[0][1].span, "with these options", found)
            raise _Failed
        return found

    # ---- what is expected

    def _legal(self, state: State, text: Text) -> str | None:
        try:
            state.play(text.text)
        except GglError as error:
            why = _why(state, text.text, error)
            return f"{state.mover} is to move: {why}" if self._test.moves and not state.is_over else why
        return None

    def _number_of_moves(self, state: State, text: Text) -> None:
        count = len(set(state.legal_moves()))
        if count != int(text.text):
            message = f"{count} {'outcomes of a roll' if state.is_chance else 'moves'} are legal"
            self._report(text.span, f"expected legal {text.text}", message)

    def _illegal(self, state: State, text: Text, by: Text | None) -> None:
        """`by` is the condition that is to refuse the move; without one any will do."""
        if state.is_over and by is None:
            return
        explanation = state.explain(text.text)
        expected = f"expected illegal {text.text}"
        if explanation.legal:
            said = "it is legal" if explanation.text == text.text else f"it is legal: `{explanation.text}`"
            self._report(text.span, expected, said)
        elif not explanation.is_move:
            self._report(text.span, expected, explanation.reason)
        elif by is not None and explanation.condition != by.text:
            self._report(by.span, f"{expected} by `{by.text}`", explanation.reason)

    def _equal(self, text: Text, found: str, ended: State | None = None) -> str | None:
        """`ended`: the state where something is found that only an end brings."""
        return None if text.text == found else f"found {found}{self._going_on(ended)}"

    def _going_on(self, state: State | None) -> str:
        return f": {self._whole} goes on" if state and not state.is_over else ""

    @property
    def _whole(self) -> str:
        """What is played to an end."""
        return "the match" if self._game.checked.core.match else "the game"

    def _score(self, state: State, side: str, wanted: Text) -> None:
        found = (state.scores or {})[side]
        if found != exact_number(wanted.text):
            self._report(wanted.span, f"expected score {side}={wanted.text}", f"found {side}={written(found)}")

    def _over(self, state: State, text: Text) -> str | None:
        if state.is_over == _TRUTH[text.text.lower()]:
            return None
        return f"{self._whole} is over: {state.result}" if state.is_over else f"{self._whole} goes on"

    def _told(self, state: State, kind: str, player: str, text: Text) -> None:
        """The texts that the last move told a player, or `nothing`."""
        found = state.information(player).heard(len(self._before.information(player).entries))
        is_told = not found if text.text == NOTHING else not lines_meant(state.game, text.text).isdisjoint(found)
        if is_told != (kind == "told"):
            said = "; ".join(f"`{line}`" for line in found) or NOTHING
            expected = f"expected {player} {kind.replace('told', 'to be told')} `{text.text}`"
            self._report(text.span, expected, f"{player} was told {said}")

    def _true(self, state: State, text: Text, whom: str = "") -> None:
        """A condition of the language, evaluated like a rule; if it fails, reports the failing part with its values."""
        expected = f"expected this to hold{whom}"
        question = self._questions[text.span]
        try:
            if question.value(state):
                return
            blame = question.blame(state)
        except GglError as error:
            self._report(text.span, expected, str(error))
            return
        inside = blame.span is not None and blame.span.source is text.span.source
        self._report(blame.span if inside and blame.span else text.span, expected, blame.words, blame.notes)

    def _unknown_to(self, view: State, text: Text) -> None:
        expected = f"expected that {view.viewer} does not know this"
        try:
            self._report(text.span, expected, f"it is {self._questions[text.span].text(view)}")
        except UnknownError:
            return
        except GglError as error:
            self._report(text.span, expected, str(error))

    def _winners(self, state: State, texts: list[Text]) -> None:
        """All winners, in any order."""
        wanted, found = {text.text for text in texts}, set(state.winners) or {"none"}
        if texts and wanted != found:
            said = ", ".join(text.text for text in texts)
            who = ", ".join(state.winners) or "none"
            self._report(texts[0].span, f"expected winners {said}", f"found {who}{self._going_on(state)}")

    def _perft(self, state: State, texts: list[Text]) -> None:
        """Turns to depth 1, 2, 3 ..; stops at the first difference, after which deeper counts are meaningless."""
        game = state.game
        for depth, text in enumerate(texts, 1):
            claimed = int(text.text)
            found = 0
            for _ in game.fast.leaves(game.engine, state.position, depth):
                found += 1
                if found > claimed:
                    break
            if found != claimed:
                shown = f"more than {claimed}" if found > claimed else str(found)
                self._report(text.span, f"expected perft {depth} {text.text}", f"found {shown}")
                return


def is_count(text: Text) -> bool:
    """Whether a text is a number that Python reads."""
    return text.text.isdecimal() and len(text.text) < 10


def _why(state: State, text: str, error: GglError) -> str:
    if isinstance(error, GameOverError) or state.is_over:
        return str(error)
    explanation = state.explain(text)
    return str(error) if explanation.legal else explanation.reason
