"""A game: its rules as loaded, with its options bound. The front door of the library.

A game is fixed. It is pickled as its definition and its options, and worked out again where it arrives, which does not need the
file. Arguments of a wrong type, and states of another game, are refused with an `ArgumentError`.

`load` takes a bundled name, a path, or `-` for standard input; gives a `Game`, or raises what `ggl.play.errors` lists.
"""

from __future__ import annotations

import os
import pickle
import random
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from ggl import resources
from ggl.checker.game import CheckedGame, OptionProblem, check
from ggl.core.types import Num
from ggl.diagnostics import Diagnostic, Findings
from ggl.diagnostics.near import near
from ggl.engine.protocol import Engine, Step
from ggl.interpreter import Interpreter
from ggl.model.extends import find_beside, load_definition
from ggl.play.errors import (
    ArgumentError,
    GameNotFoundError,
    InvalidGameError,
    OptionError,
    must_be,
    must_count,
    shown,
)
from ggl.play.fast import Fast
from ggl.play.notation import Notation
from ggl.play.perft import is_roll
from ggl.play.state import Move, Result, State, scores_of
from ggl.play.values import SEATS, Values
from ggl.source import Source
from ggl.syntax.document import decode, read_bytes

if TYPE_CHECKING:
    from ggl.engine.layout import Layout
    from ggl.play.actions import Actions
    from ggl.play.batch import Batch
    from ggl.syntax.tree import Effect
    from ggl.topology import Board

ENGINES = ("auto", "interpreter", "compiled")

LONGEST_PLAYOUT = 10_000
"""Steps after which a random game counts as one that does not end."""

MOST_BESIDE = 1000
"""So many files of a folder are looked at for one whose name is near."""

KEPT = 16
"""So many of the games that came by pickle are kept, so that a thousand states of one game work it out once."""


class Game:
    """A game with its options bound. Games are equal if their rules and options are: if they have the same fingerprint."""

    def __init__(self, checked: CheckedGame, engine: str = "auto") -> None:
        self.checked = checked
        self.fast = Fast(checked, engine)
        self.engine: Engine = self.fast.required() if engine == "compiled" else Interpreter(checked.core)

    @property
    def name(self) -> str:
        return self.checked.definition.name.text

    @property
    def options(self) -> dict[str, object]:
        return dict(self.checked.options)

    @property
    def players(self) -> tuple[str, ...]:
        """The sides, in turn order."""
        return self.checked.players

    @property
    def board(self) -> Board:
        """Cells, edges and vertices, with names, coordinates and neighbours; `board.graph` for networkx."""
        return self.checked.board

    @property
    def layout(self) -> Layout:
        return self.engine.layout

    @cached_property
    def values(self) -> Values:
        return Values(self.checked)

    @cached_property
    def notation(self) -> Notation:
        return Notation(self.checked, self.values)

    @cached_property
    def score_scale(self) -> int:
        """A score's code is this many times the score."""
        core = self.checked.core
        if core.match is not None:
            total = self.layout.slots["total"].field.values
            return total.scale if isinstance(total, Num) else 1
        return core.score.type.scale if core.score is not None and isinstance(core.score.type, Num) else 1

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the resolved rules and options; every record carries it. Comments, names and looks do not count."""
        from ggl.play.fingerprint import fingerprint

        return fingerprint(self.checked)

    def rules_text(self) -> str:
        """The rules in English, for these options, made from the rules themselves."""
        from ggl.play.rules_text import rules_text

        return rules_text(self.checked)

    def reason(self, number: int, winner: str | None) -> str:
        """Why a play ended, in words: the author's name for the condition, or the condition in English."""
        tree = self.checked.world.reason_trees.get(number)
        if tree is None:
            return self.checked.core.reasons[number]
        from ggl.narration import reason_text

        return reason_text(self.checked, tree, winner)

    def initial_state(self) -> State:
        return State(self, self.engine.start())

    def position(self, setup: str | Effect = "", to_move: str | None = None, **fields: object) -> State:
        """A state made by hand: effects of the language done on the empty board, such as `"put Black stone on a1"`.

        `to_move` is a side's name; `ply`, `passes` and other fields by keyword. Raises `InvalidGameError`, `OptionError`.
        """
        from ggl.play.position import position
        from ggl.syntax.tree import Effect

        must_be(setup, (str, *get_args(Effect)), "a position", 'made by effects as text, such as "put Black stone on a1"')
        must_be(to_move, (str, type(None)), "`to_move`", f"the name of a side, {' or '.join(self.players)}")
        return position(self, setup, to_move, **fields)

    def move(self, step: Step) -> Move:
        """A step with its arguments by name and its notation."""
        must_be(step, Step, "a step", "what engines give: `move.step`")
        schema = next((s for s in self.checked.core.schemas if s.name == step.schema), None)
        args = {}
        if is_roll(self.layout, step):
            name, type_ = self.notation.rolled(step)
            args = {name: self.values.value(step.args[1], type_)}
        elif schema is not None:
            args = {p.name: self.values.value(c, p.type) for p, c in zip(schema.params, step.args, strict=True)}
        return Move(step.schema, args, self.notation.text(step), step, self.fingerprint)

    def perft(self, state: State, depth: int) -> int:
        """The number of ways to play `depth` turns from a state; a chess engine's count of leaf positions."""
        must_be(state, State, "a perft", "counted from a state: `game.perft(state, depth)`")
        if state.game is not self and state.game != self:
            raise ArgumentError(f"a state of {state.game!r} is none of {self!r}; ask its own game: `state.game.perft(..)`")
        must_count(depth, "the depth of a perft")
        return self.fast.perft(self.engine, state.position, depth)

    def playouts(self, n: int, seed: int = 0, *, most_steps: int = LONGEST_PLAYOUT, workers: int = 1) -> list[Result]:
        """The results of n games of uniformly random moves, the same for the same seed, engine or number of workers.

        A game that has not ended after `most_steps` steps is broken off: no winner, and the reason says so. `workers` are
        threads of the compiled engine; the interpreter uses one.
        """
        must_count(n, "the number of playouts")
        must_be(seed, int, "a seed", "a whole number")
        must_count(most_steps, "`most_steps`")
        must_count(workers, "the number of workers")
        results: list[Result] = []
        for number, position, steps in self.fast.played(self.engine, n, seed, most_steps):
            results.append(Playout(State(self, position), steps).result)
            if self.fast.pays(number + 1, n):
                break
        if len(results) < n:
            rows = self.fast.required().playouts(n - len(results), seed, most_steps, first=len(results), workers=workers)
            results += (self._result_of(row) for row in rows.tolist())
        return results

    @cached_property
    def actions(self) -> Actions:
        """A number for each step that could ever be, for code that learns. Raises `ArgumentError` where there are too many."""
        from ggl.play.actions import Actions

        return Actions(self)

    def batch(self, n: int, seed: int = 0, *, rolls: bool = True, workers: int = 1) -> Batch:
        """n plays at once, in arrays, from the beginning on: masks of legal actions, steps, results.

        With `rolls` the batch makes rolls itself; else they are actions of nobody. `workers` are threads; what comes out is the
        same for any number of them. Raises `OptionError` where the compiled engine cannot be had.
        """
        from ggl.play.batch import Batch

        return Batch.of(self, n, seed, rolls=rolls, workers=workers)

    def _result_of(self, row: list[int]) -> Result:
        """The result of a row that the compiled engine gives for a playout."""
        steps, winner, seat, over, *codes = row
        scores = None
        if self.checked.core.match is not None or self.checked.core.score is not None:
            scores = scores_of(self, codes)
        if not over:
            return Result(None, None, f"broken off after {steps} steps", scores)
        if winner >= len(self.players):
            return Result(None, None, self.reason(over - 1, None), scores)
        return Result(self.players[winner], SEATS[seat], self.reason(over - 1, self.players[winner]), scores)

    def playout(self, rng: random.Random, most_steps: int = LONGEST_PLAYOUT) -> Playout:
        """One game of uniformly random moves, broken off after `most_steps` steps."""
        must_be(rng, random.Random, "a playout", "made with a `random.Random(seed)`")
        must_count(most_steps, "`most_steps`")
        steps: list[Step] = []
        position = self.engine.start()
        while len(steps) < most_steps and (found := self.engine.steps(position)):
            step = found[rng.randrange(len(found))]
            steps.append(step)
            position = self.engine.play(position, step)
        return Playout(State(self, position), tuple(steps))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"<{self.name}{options}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, _: object) -> Game:
        return self

    @cached_property
    def _packed(self) -> bytes:
        return zlib.compress(pickle.dumps((self.checked.definition, self.checked.options)))

    def __reduce__(self) -> tuple[object, ...]:
        return _unpacked, (self._packed, self.fast.wanted)


@lru_cache(maxsize=KEPT)
def _unpacked(packed: bytes, engine: str) -> Game:
    """The game that was pickled. Raises `InvalidGameError` if the language has changed since."""
    definition, options = pickle.loads(zlib.decompress(packed))
    findings = Findings()
    checked = check(definition, options, findings)
    if checked is None:
        raise InvalidGameError(definition.name.text, findings.sorted())
    return Game(checked, engine)


@dataclass(frozen=True, repr=False)
class Playout:
    """A random game: its last state and its steps."""

    state: State
    steps: tuple[Step, ...]

    @property
    def result(self) -> Result:
        result = self.state.result
        if result is None:
            return Result(None, None, f"broken off after {len(self.steps)} steps", self.state.scores)
        return result

    def __repr__(self) -> str:
        return f"<{self.state.game.name}, {len(self.steps)} steps, {self.result}>"


def load(game: str | os.PathLike[str], *, engine: str = "auto", **options: object) -> Game:
    """The game of a bundled name (`"sgibun"`), a path, or `-` for standard input, with options by keyword.

    `pie=False` leaves a pie rule out in every game whose file has the option. Raises `GameNotFoundError`,
    `InvalidGameError` with all diagnostics, or `OptionError`.
    """
    must_be(game, (str, os.PathLike), "a game", "the name of a bundled game, or a path")
    name = os.fspath(game)
    if not isinstance(name, str):
        raise ArgumentError(f"a game's path is text, not {shown(name)}")
    if engine not in ENGINES:
        raise OptionError(f"there is no engine `{engine}`; there are {', '.join(ENGINES)}")
    checked, diagnostics = check_source(find_source(name), options)
    if checked is None:
        raise InvalidGameError(name, diagnostics)
    return Game(checked, engine)


def check_source(
    source: Source, options: Mapping[str, object] | None = None
) -> tuple[CheckedGame | None, tuple[Diagnostic, ...]]:
    """Check a file's text: the game, if it has no errors, and all that was found. Raises `OptionError`."""
    findings = Findings()
    definition = load_definition(source, findings, find_beside(_folder_of(source), findings))
    checked = None
    if definition is not None:
        try:
            checked = check(definition, options or {}, findings)
        except OptionProblem as problem:
            raise OptionError(str(problem)) from None
    return checked, findings.sorted()


def _folder_of(source: Source) -> Path | None:
    return None if source.name.startswith("<") else Path(source.name).parent


def find_source(name: str) -> Source:
    """The text of a bundled game, a file, or standard input, no more of it than is needed. Raises `GameNotFoundError`."""
    if name == "-":
        return decoded(read_bytes(sys.stdin.buffer), "<stdin>")
    path = Path(name)
    if "/" not in name and not path.suffix:
        bundled = resources.bundled_game(name)
        if bundled is not None:
            return decoded(bundled.read_bytes(), bundled.name)
    if _exists(path) and not path.is_dir():  # a device or a pipe may be read too
        try:
            with path.open("rb") as file:
                data = read_bytes(file)
        except OSError as error:
            raise GameNotFoundError(f"`{name}` cannot be read: {error.strerror}; see that it is a game file of yours") from error
        return decoded(data, name)
    known = [*resources.bundled_games(), *_games_beside(path)]
    close = near(name, known) or near(path.stem if path.suffix else f"{name}.yaml", known)
    hint = f"near: {', '.join(close)}" if close else "`ggl list` shows the games that come with ggl"
    if f"{name}.yaml" in known:
        hint = f"write `{name}.yaml` for the file of that name"
    elif path.stem in known:
        hint = f"write `{path.stem}` for the game that comes with ggl"
    what = "no file" if path.suffix or "/" in name else "no bundled game and no file"
    name = name if len(name) <= 160 else f"{name[:60]}..{name[-60:]}"
    raise GameNotFoundError(f"there is {what} `{name}`; {hint}")


def _games_beside(path: Path) -> list[str]:
    """The game files of the folder where a file was looked for, as they would be given."""
    try:
        return sorted(str(each) for each in islice(path.parent.glob("*.yaml"), MOST_BESIDE))
    except OSError:
        return []


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name too long for a file
        return False


def decoded(data: bytes, name: str) -> Source:
    """Bytes as the text of a game file. Raises `InvalidGameError` where they are none."""
    findings = Findings()
    source = decode(data, name, findings)
    if source is None:
        raise InvalidGameError(name, findings.sorted())
    return source
