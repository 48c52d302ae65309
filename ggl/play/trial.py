"""Findings about a file's rules from random games: `ggl check --play N`.

Takes a game and a number of games to play, from a fixed seed. Gives findings (GGL7xx): no move at the start, moves that were
never legal, conditions that never decided, games and turns that need not end, moves written alike, moves that do the same. Each
game is left after `MOST_STEPS`. What takes long goes over to the compiled engine, with the same findings. `agreement` plays
some games in both engines, and gives a finding (GGL720) if they differ.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations

from ggl.diagnostics import Diagnostic, Findings, Note
from ggl.diagnostics.catalog import found_by_playing as codes
from ggl.engine.protocol import Engine, Position, Step
from ggl.play.errors import InvalidGameError
from ggl.play.fast import Race
from ggl.play.filetests import position_of_test
from ggl.play.game import Game
from ggl.play.perft import goes_on, is_roll
from ggl.play.redundant_conditions import needless
from ggl.play.reservoir import Reservoir
from ggl.play.seen_vector import seen_by
from ggl.play.side_by_side import compared
from ggl.source import Span

MOST_STEPS = 5000
MOST_COMPARED = 2000
"""The most moves that are made only to compare their effects."""

MOST_NAMED = 8
"""The most moves that one finding names."""

MOST_POSITIONS = 200
"""The positions with a choice of a move, sampled from all games, that are kept for testing which conditions decide."""

OPENING = 4
"""The number of choices at the beginning of the first game that are kept besides, since rules of openings decide there alone."""

_LOOK = 32
"""The number of steps between checks whether to switch to the compiled engine."""

MOST_SAID = 40
"""The most steps to list before a difference between the engines."""


def trial(
    game: Game, games: int, seed: int = 0, told: Callable[[int], None] = lambda _: None, most: int = MOST_STEPS
) -> tuple[Diagnostic, ...]:
    """The findings of games from a seed, of at most `most` steps each; `told` receives the number of finished games."""
    return _Trial(game, most).play(games, seed, told)


MOST_BESIDE = 20
"""The most games that are also played in both engines."""

SECONDS_BESIDE = 5.0
"""The approximate seconds for comparing the engines, regardless of the length of a game."""


def agreement(game: Game, games: int, seed: int = 0) -> tuple[Diagnostic, ...]:
    """A finding if the two engines do not play the same; none where the rules cannot be compiled."""
    found = compared(game, min(games, MOST_BESIDE), seed, seconds=SECONDS_BESIDE)
    if found is None or found.difference is None:
        return ()
    difference, findings = found.difference, Findings()
    span, text = game.checked.definition.name.span, game.notation.text
    moves = "; ".join(text(step) for step in difference.steps[:MOST_SAID])
    more = " ..." if len(difference.steps) > MOST_SAID else ""
    where = f"after {moves}{more}" if moves else "at the start"
    findings.report(
        codes.ENGINES_DIFFER,
        span,
        "the two engines of ggl play this game differently",
        label=difference.text,
        notes=(Note(f"in random game {found.games}, step {len(difference.steps)}: {where}"),),
        help="this is a bug in ggl, not in the file; please send what `ggl bug FILE` writes",
    )
    return findings.sorted()


class _Trial:
    def __init__(self, game: Game, most: int = MOST_STEPS) -> None:
        self._game = game
        self._most = most
        self._engine: Engine = game.engine
        self._race: Race | None = Race(game.fast, "start", "refresh", "play", "steps") if game.fast.wanted == "auto" else None
        self._definition = game.checked.definition
        self._findings = Findings()
        self._legal: Counter[str] = Counter()
        self._compared = 0
        self._keeping = random.Random(0)
        self._positions: Reservoir[Position] = Reservoir(MOST_POSITIONS, self._keeping)
        self._opening: list[Position] = []
        self._ended: list[Position] = []
        self._alike = _Alike()
        self._same: dict[str, tuple[str, bool]] = {}
        """For each move the first two that did the same in a position, and whether nothing on the board changed."""

    def play(self, games: int, seed: int, told: Callable[[int], None]) -> tuple[Diagnostic, ...]:
        engine, definition = self._engine, self._definition
        unended = steps = 0
        if not engine.steps(engine.start()):
            state = self._game.initial_state()
            why = f"it is over before it begins: {state.result}" if state.is_over else f"{state.mover} has none"
            help_ = "look at `setup:`, and at `for:` and `where:` of the moves"
            if not state.is_over:
                help_ += "; `ggl why FILE MOVE` says which condition refuses a move"
            message = "no move is legal at the start"
            self._findings.report(codes.NO_MOVE_AT_START, definition.name.span, message, label=why, help=help_)
            return self._findings.sorted()
        for number in range(games):
            count, ended = self._one(random.Random(f"{seed}/{number}"), (number + 0.5) / games)
            told(number + 1)
            steps += count
            unended += not ended
        for move in definition.moves.values():
            if not self._legal[move.name]:
                message = f"the move `{move.name}` was never legal"
                label = f"in {games} random games of {steps} steps in all"
                help_ = "look at its `for:` and `where:`; if it is rare, a test with a `setup:` of its own can show it"
                self._findings.report(codes.MOVE_NEVER_LEGAL, move.span, message, label=label, help=help_)
        self._conditions()
        idle = [name for name, (_, is_idle) in self._same.items() if is_idle]
        for name, (both, is_idle) in self._same.items():
            if not is_idle:
                self._do_the_same(name, both)
            elif name == idle[0]:
                self._do_the_same(name, both, idle)
        if unended:
            message = f"{unended} of {games} random games did not end"
            label = f"they were stopped after {self._most} steps"
            help_ = "add a line to `end:` that limits repetitions or plies, such as `draw: repetitions >= 3`"
            if any("repetitions" in condition.span.text for part in definition.end for _, condition in part.conditions.parts):
                help_ = "add a line to `end:` that limits plies, such as `draw: ply >= 500`"
            self._findings.report(codes.DOES_NOT_END, definition.name.span, message, label=label, help=help_)
        return self._findings.sorted()

    def _conditions(self) -> None:
        positions = list(self._positions.kept)
        self._keeping.shuffle(positions)
        for each in needless(self._game, [*self._refusing(), *self._opening, *positions], self._ended):
            if each.condition.span is not None and self._legal[each.move]:
                message = f"this condition of `{each.move}` never decided"
                label = f"in {each.positions} positions of random games it held, or another one failed too"
                help_ = (
                    "remove it only if there is no position in which it alone refuses a move; a test with `illegal:` that shows "
                    "one ends this note"
                )
                self._findings.report(codes.CONDITION_NEVER_MATTERED, each.condition.span, message, label=label, help=help_)

    def _refusing(self) -> Iterator[Position]:
        """The positions in which a test of the file shows that a move is illegal."""
        for test in self._definition.tests:
            if not test.options and any(kind == "illegal" for kind, _ in test.expect):
                with suppress(InvalidGameError):  # the test itself reports that it cannot be played
                    yield position_of_test(self._game.checked, test).position

    def _one(self, rng: random.Random, share: float) -> tuple[int, bool]:
        """The number of steps of a random game, and whether it ended. `share` is how much of the work is about done."""
        engine = self._engine
        position = engine.start()
        turn: set[tuple[int, ...]] = set()
        for count in range(self._most):
            if count % _LOOK == 0 and self._race is not None and self._race.is_lost(share):
                engine = self._engine = self._game.fast.required()
                self._race = None
            steps = engine.steps(position)
            if not steps:
                if len(self._ended) < MOST_POSITIONS:
                    self._ended.append(position)
                return count, True
            self._legal.update({step.schema for step in steps})
            if not is_roll(engine.layout, steps[0]):  # nobody chooses an outcome, and likelier ones occur several times
                if len(self._opening) < OPENING:
                    self._opening.append(position)
                else:
                    self._positions.offer(position)
                some = steps[: MOST_COMPARED - self._compared]
                self._compared += len(some)
                self._compare(position, some, steps)
            step = steps[rng.randrange(len(steps))]
            position = engine.play(position, step)
            if not goes_on(engine.layout, step, position):
                turn.clear()
            elif position.vector in turn:
                self._comes_back(step)
            turn.add(position.vector)
        return self._most, not engine.steps(position)

    def _comes_back(self, step: Step) -> None:
        message = f"a turn with `{step.schema}` need never end"
        label = "within one turn a position came up again"
        help_ = (
            "store where the piece has been: `visited: {start: {}, in: cells, each: turns}` under `state`; in the move "
            "`add c to visited`, and `t not in visited` under `where`"
        )
        self._findings.report(codes.ENDLESS_TURN, self._place(step), message, label=label, help=help_)

    def _compare(self, position: Position, steps: tuple[Step, ...], legal: tuple[Step, ...]) -> None:
        texts: dict[str, Step] = {}
        made: dict[Step, Position] = {}
        results: dict[Position, Step] = {}
        is_open: bool | None = None
        notation = self._game.notation.at(position)
        for step in steps:
            text = notation.text(step)
            other = texts.setdefault(text.lower(), step)
            if other is not step:
                label = f"a `{other.schema}` and a `{step.schema}`" if other.schema != step.schema else "with other values"
                message = f"two moves legal together are both written `{text}`"
                help_ = self._written_apart(other, step)
                self._findings.report(codes.AMBIGUOUS_NOTATION, self._place(step), message, label=label, help=help_)
                continue
            after = self._engine.play(position, step)
            if self._begins_another(position, after):
                continue  # nothing is left of the finished play to compare
            made[step] = after
            same = results.setdefault(after, step)
            if same is not step and step.schema not in self._same:
                is_open = self._is_open(position) if is_open is None else is_open
                if not is_open:
                    continue
                idle = self._board(position) == self._board(after)
                self._same[step.schema] = (f"`{notation.text(same)}` and `{text}`", idle)
        if len(made) == len(legal):
            self._alike.look(made)

    def _is_open(self, position: Position) -> bool:
        """Whether all sides see all of a position: a side that does not may be unable to tell that two moves do the same."""
        vector = position.vector
        return all(
            seen.vector == vector and not seen.unknown
            for seen in (seen_by(self._game, vector, player) for player in self._game.players)
        )

    def _do_the_same(self, name: str, both: str, idle: Sequence[str] = ()) -> None:
        """Two moves did the same in a position. The advice to keep one of them needs moves that always did the same. `idle` has
        all the moves that did not change the board, which are reported once.
        """
        swap = self._alike.always(name)
        help_ = "if they do the same in every position, keep one of them by a condition under `where:`"
        if idle:
            help_ = "if a move should not be able to do nothing, refuse it by a condition under `where:`"
        elif swap:
            schema = next(schema for schema in self._game.checked.core.schemas if schema.name == name)
            one, other = (schema.params[place].name for place in swap)
            done = f"with `{one}` and `{other}` exchanged, `{name}` did the same in all positions that were compared"
            help_ = f"{done}; if this is so in every position, choose them together: `for: {one} and {other} in ..`"
        label = "in one position, where nothing on the board changes" if idle else "in one position a player would see one move"
        if len(idle) > 1:
            label += f"; also `{'`, `'.join(idle[1 : MOST_NAMED + 1])}`{' ..' if len(idle) > MOST_NAMED + 1 else ''}"
        move = self._definition.moves.get(name)
        span = move.span if move is not None else self._definition.name.span
        self._findings.report(codes.SAME_ACT, span, f"{both} do the same", label=label, help=help_)

    def _written_apart(self, one: Step, other: Step) -> str:
        """A notation that tells two steps apart: with all the parameters, or the move's name."""
        if one.schema != other.schema:
            return f"begin the notation of one with its name, as in `look: {{notation: {{{other.schema}: {other.schema} ..}}}}`"
        params = " ".join(argument.name for argument in self._game.notation.arguments[other.schema])
        return f"name everything that distinguishes them, as in `look: {{notation: {{{other.schema}: {params}}}}}`"

    def _begins_another(self, before: Position, after: Position) -> bool:
        """Whether a step ended a play of a match, and the next one is set up."""
        layout = self._game.layout
        at = layout.at("game") if layout.has("game") else None
        return at is not None and before.vector[at] != after.vector[at]

    def _board(self, position: Position) -> tuple[int, ...]:
        return self._game.layout.key(position.vector, "board")

    def _place(self, step: Step) -> Span:
        move = self._definition.moves.get(step.schema)
        return move.span if move is not None else self._definition.name.span


class _Alike:
    """The pairs of a move's parameters that may change places, in the positions whose legal steps were compared."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, int, int], bool] = {}

    def look(self, made: Mapping[Step, Position]) -> None:
        """Takes all legal steps of a position and what each leads to."""
        for step, after in made.items():
            for one, other in combinations(range(len(step.args)), 2):
                args = list(step.args)
                if args[one] == args[other]:
                    continue
                args[one], args[other] = args[other], args[one]
                key = (step.schema, one, other)
                self._held[key] = self._held.get(key, True) and made.get(Step(step.schema, tuple(args))) == after

    def always(self, name: str) -> tuple[int, int] | None:
        """The places of two arguments that were exchanged without a difference wherever they were compared."""
        return next(((one, other) for (schema, one, other), held in self._held.items() if schema == name and held), None)
