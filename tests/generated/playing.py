"""A made game played by several players of the rules side by side, and what must hold in each of them.

A `Reader` is anything that plays a game by its rules: an engine, or a plain reading of the file. The first of several is the
meaning; what another does otherwise is a `Difference`. Any number of readers may take part: one that reads the definition by
itself sees the mistakes that engines have in common.
"""

from __future__ import annotations

import random
import re
import signal
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

from ggl.checker.game import CheckedGame
from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.runtime.engine import Compiled
from ggl.compiler.runtime.stepper import CompiledStepper, CompiledWalker
from ggl.engine.draws import draw_below, seeded
from ggl.engine.protocol import Engine, Position, Step, WorkLimitError
from ggl.interpreter import Interpreter
from ggl.play.errors import ArgumentError
from ggl.play.fast import plays_in_sequence
from ggl.play.fingerprint import fingerprint
from ggl.play.game import Game
from ggl.play.loading import check_source, find_source
from ggl.play.perft import leaves
from ggl.play.record import replay
from ggl.play.session import Session
from ggl.play.stepping import Interpreted
from ggl.play.trial import trial
from ggl.play.unordered import unordered
from ggl.play.values import SEATS
from ggl.render import svg
from ggl.source import Source
from tests.generated.english import mistakes, names_like_mistakes
from tests.generated.layout import renamed, written
from tests.generated.making import Made
from tests.generated.searching import searches_agree


@dataclass(frozen=True)
class Difference:
    """What is not as it must be: which check says so, what came out otherwise there, and the words for it."""

    check: str
    what: str
    by: str = ""
    """The check of `examined` that found it."""

    def __str__(self) -> str:
        return f"{self.check}: {self.what}"


class Reader(Protocol):
    """Plays the game by its rules, in a way of its own. What it gives is compared with `==`."""

    name: str

    def start(self) -> Any:
        """The play before its first step."""

    def steps(self, at: Any) -> Sequence[object]:
        """The legal steps in their order."""

    def facts(self, at: Any) -> object:
        """All that can be told of the position: what stands where, who moves, what is over and who has won."""

    def play(self, at: Any, number: int) -> Any:
        """The play after the step of this number, from 0."""


class OfEngine:
    """An engine as a reader; `facts` are the vector, the last key of the history and the scores."""

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name
        self.engine = engine

    def start(self) -> Position:
        return self.engine.start()

    def steps(self, at: Position) -> Sequence[object]:
        return self.engine.steps(at)

    def facts(self, at: Position) -> object:
        kinds = {type(each) for each in at.vector}  # true is as good as 1 where vectors are compared, and not where they are told
        return at.vector, len(at.history), at.history[-1:], self.engine.scores(at), kinds

    def play(self, at: Position, number: int) -> Position:
        return self.engine.play(at, self.engine.steps(at)[number])


def side_by_side(readers: Sequence[Reader], numbers: range, most_steps: int) -> Iterator[Difference]:
    """What differs in random plays of some numbers; after the first difference there is no more to compare in a play."""
    first = readers[0]
    for number in numbers:
        state = seeded(17, number)
        try:
            ats = [reader.start() for reader in readers]
        except WorkLimitError:
            return
        for count in range(most_steps + 1):
            where = f"play {number}, step {count}"
            try:
                told = first.facts(ats[0])
            except WorkLimitError:  # by its scores
                return
            for reader, at in zip(readers[1:], ats[1:], strict=True):
                if (facts := reader.facts(at)) != told:
                    yield Difference("position", f"{where}: {first.name} and {reader.name} differ: {_unlike(told, facts)}")
                    return
            try:
                offered = [list(first.steps(ats[0]))]
            except WorkLimitError:
                break
            offered += [list(reader.steps(at)) for reader, at in zip(readers[1:], ats[1:], strict=True)]
            for reader, steps in zip(readers[1:], offered[1:], strict=True):
                if steps != offered[0]:
                    ours = [step for step in offered[0] if step not in steps][:4]
                    theirs = [step for step in steps if step not in offered[0]][:4]
                    counts = f"{first.name} has {len(offered[0])}, {reader.name} {len(steps)}"
                    yield Difference("steps", f"{where}: {counts}; {ours} and {theirs}")
                    return
            if not offered[0] or count == most_steps:
                break
            place, state = draw_below(state, len(offered[0]))
            try:
                ats = [first.play(ats[0], place)] + [r.play(at, place) for r, at in zip(readers[1:], ats[1:], strict=True)]
            except WorkLimitError:
                break


def _unlike(one: object, other: object) -> str:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for place, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return f"[{place}] {_unlike(a, b)}"
    return f"{one} and {other}"[:300]


# ---------------------------------------------------------------------------------------------------- the checks of a game


class TooLong(BaseException):
    """A game takes longer than a test may; it counts as not played. No handler of errors within the game may catch it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises `TooLong` where the block takes more time of the processor: again each second, for it may be lost in a finalizer."""

    def stop(_: int, __: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def steps_for(game: Game) -> int:
    """How many steps of a play are worth their time: Python is slow on large boards."""
    return max(4, min(40, 1500 // game.layout.length))


def engines_agree(game: Game, compiled: Compiled, plays: int) -> Iterator[Difference]:
    """Steps, order, vectors, histories, scores; drawn steps; playouts in one call; counts of whole turns."""
    interpreter = Interpreter(game.checked.core)
    most = steps_for(game)
    yield from side_by_side([OfEngine("interpreter", interpreter), OfEngine("compiled", compiled)], range(plays), most)
    yield from _draws(interpreter, compiled, most)
    yield from _at_once(game, interpreter, compiled, plays, most)


def _draws(interpreter: Interpreter, compiled: Compiled, most: int) -> Iterator[Difference]:
    state = seeded(23, 1)
    try:
        at = interpreter.start()
        for count in range(min(most, 12)):
            here = interpreter.draw(at, state)
            there = compiled.draw(at, state)
            legal = interpreter.steps(at)
            if here != there or (here[0] is None) != (not legal) or (legal and here[0] not in legal):
                yield Difference("draw", f"step {count}: interpreter draws {here}, compiled {there}")
                return
            if here[0] is None:
                return
            at, state = interpreter.play(at, here[0]), here[1]
    except WorkLimitError:
        return


MOST_LEAVES = 400


def _at_once(game: Game, interpreter: Interpreter, compiled: Compiled, plays: int, most: int) -> Iterator[Difference]:
    """From the start, and from a position with a past, which what is played and counted from there must leave as it is."""
    yield from _at_once_from(game, interpreter, compiled, plays, most, None)
    try:
        [(_, _, steps)] = plays_in_sequence(interpreter, 1, 7, most)
        begin = interpreter.start()
        for step in steps[: len(steps) // 2]:
            begin = interpreter.play(begin, step)
        legal = interpreter.steps(begin)
    except WorkLimitError:
        return
    yield from _at_once_from(game, interpreter, compiled, plays, most, begin)
    if compiled.steps(begin) != legal:
        yield Difference("steps", f"after plays and counts from there, {len(steps) // 2} steps deep")


def _at_once_from(
    game: Game, interpreter: Interpreter, compiled: Compiled, plays: int, most: int, begin: Position | None
) -> Iterator[Difference]:
    at = game.layout.at
    try:
        played = plays_in_sequence(interpreter, plays, 5, most, begin=begin)
        expected = [(number, position, steps, interpreter.scores(position) or ()) for number, position, steps in played]
    except WorkLimitError:
        return
    rows = compiled.playouts(plays, 5, most, begin=begin).tolist()
    for row, (number, position, steps, scores) in zip(rows, expected, strict=True):
        ours = [len(steps), position.vector[at("winner")], position.vector[at("over")], *scores]
        theirs = [*row[:2], row[3], *row[4 : 4 + len(scores)]]
        if ours != theirs:
            yield Difference("playouts", f"playout {number}: interpreter {ours}, compiled {theirs}")
            return
    for depth in (1, 2, 3):
        start = interpreter.start() if begin is None else begin
        try:
            counted = sum(1 for _ in islice(leaves(interpreter, start, depth), MOST_LEAVES))
        except WorkLimitError:
            return
        if counted == MOST_LEAVES:
            return
        try:
            other: object = compiled.perft(start, depth)
        except WorkLimitError as error:
            other = str(error)
        if other != counted:
            yield Difference("perft", f"depth {depth}: interpreter {counted}, compiled {other}")
            return


def names_mean_nothing(one: Made, checked: CheckedGame, plays: int = 2) -> Iterator[Difference]:
    """The game under its drawn names and under neutral ones is the same: same vectors, same steps by their numbers."""
    if not one.names:
        return
    other, found = check_source(Source("made.yaml", one.plain_text))
    if other is None:
        yield Difference("names", f"with neutral names the checker refuses it: {found[0]}")
        return
    meant = renamed({name: name for name in one.tree["moves"]}, one.names)
    back = {new.split("(")[0]: old.split("(")[0] for new, old in zip(meant, one.tree["moves"], strict=True)}

    class Renamed(OfEngine):
        def steps(self, at: Position) -> Sequence[object]:
            return [Step(back.get(step.schema, step.schema), step.args) for step in self.engine.steps(at)]

    plain, named = OfEngine("neutral names", Interpreter(other.core)), Renamed("drawn names", Interpreter(checked.core))
    most = steps_for(Game(checked))
    if len(plain.start().vector) != len(named.start().vector):
        yield Difference("names", "the vectors have different lengths")
        return
    for each in side_by_side([plain, named], range(plays), most):
        yield Difference("names", each.what)


def records_come_back(game: Game, number: int = 0) -> Iterator[Difference]:
    """A play as text is read back to the same positions."""
    rng = random.Random(number)
    state = game.initial_state()
    try:
        for count in range(min(steps_for(game), 16)):
            legal = state.legal_moves()
            if not legal:
                return
            move = legal[rng.randrange(len(legal))]
            if count % 3 == 0 and len(legal) < 60:
                seen: dict[str, Any] = {}
                for each in dict.fromkeys(legal):
                    if each.text in seen:
                        yield Difference("record", f"{seen[each.text].step} and {each.step} are both written `{each.text}`")
                        return
                    seen[each.text] = each
            read = state.read(move.text)
            if read.step != move.step:
                yield Difference("record", f"step {count}: `{move.text}` is {move.step} and is read as {read.step}")
                return
            state = state.after(move)
            if not state.is_over:
                state.explain(move.text)  # most often illegal now
    except WorkLimitError:
        return


ROWS = 3


def programs_agree(game: Game, native: bool) -> Iterator[Difference]:
    """States that go on by numbers of actions, and rows of a batch, are the states that moves lead to."""
    try:
        actions = game.actions
    except ArgumentError:
        return
    direct = Game(game.checked, "compiled" if native else "interpreter")
    batch = direct.batch(ROWS, rolls=False)
    by_moves, by_numbers = [game.initial_state()] * ROWS, [direct.initial_state()] * ROWS
    draws = seeded(29, 0)
    try:
        for count in range(min(steps_for(game), 14)):
            starts, numbers = batch.legal()
            chosen = []
            for row, (state, other) in enumerate(zip(by_moves, by_numbers, strict=True)):
                legal = list(numbers[starts[row] : starts[row + 1]])
                wanted = [actions.number(move) for move in state.legal_moves()]
                facts = (state.vector, state.is_over, state.to_move, state.rewards)
                for name, theirs, acts in (
                    ("state", (other.vector, other.is_over, other.to_move, other.rewards), other.legal_actions()),
                    (
                        "batch",
                        (
                            tuple(batch.positions[row].tolist()), bool(batch.over[row]), int(batch.seat[row]),
                            tuple(batch.rewards[row].tolist()),
                        ),
                        legal,
                    ),
                ):  # fmt: skip
                    if theirs != facts:
                        yield Difference("programs", f"step {count}, {name}: {_unlike(facts, theirs)}")
                        return
                    if list(acts) != wanted:
                        yield Difference("programs", f"step {count}, {name}: legal are {wanted[:9]}, and it has {list(acts)[:9]}")
                        return
                place, draws = draw_below(draws, max(len(wanted), 1))
                chosen.append(wanted[place] if wanted else -1)
            if all(state.is_over for state in by_moves):
                return
            batch.step(chosen)
            for row, number in enumerate(chosen):
                if number >= 0:
                    by_moves[row] = by_moves[row].after(actions.move(number))
                    by_numbers[row] = by_numbers[row].apply(number)
    except WorkLimitError:
        return


def cursors_agree(game: Game, compiled: Compiled) -> Iterator[Difference]:
    """A cursor that goes forward and back, and plays at random meanwhile, is where the interpreter's is, with the same past."""
    try:
        plain, stepper = Interpreted(game, Interpreter(game.checked.core)), CompiledStepper(compiled)
        one, other = plain.walker(plain.start()), CompiledWalker(compiled, stepper, stepper.start())
    except (ArgumentError, WorkLimitError):
        return
    rng, most = random.Random(31), steps_for(game)
    for count in range(2 * most):
        try:
            numbers = one.here()
            if other.here() != numbers:
                yield Difference("cursor", f"after {count} calls, legal are {numbers[:9]}, and it has {other.here()[:9]}")
                return
            what = rng.random()
            if what < 0.7 and numbers:
                number = rng.choice(numbers)
                one.go(number)
                other.go(number)
            elif what < 0.9:
                for _ in range(rng.randrange(min(len(one.stack), 9) + 1)):
                    one.back()
                    other.back()
            else:
                ours, theirs = (each.played_out(count, most // 2) for each in (one, other))
                if (ours[0], ours[2]) != (theirs[0], theirs[2]):
                    yield Difference("cursor", f"after {count} calls, it plays at random {theirs[0][:9]}, not {ours[0][:9]}")
                    return
        except WorkLimitError:
            return
        here, there = one.snapshot(), stepper.position(other.snapshot())
        if here != there:
            yield Difference(
                "cursor", f"after {count} calls: {_unlike((here.vector, here.history), (there.vector, there.history))}"
            )
            return


def typed_in_any_order(game: Game, number: int = 0) -> Iterator[Difference]:
    """Where parameters have no order of their own, a move is read whichever comes first."""
    rng = random.Random(number)
    places = {schema.name: unordered(schema) for schema in game.checked.core.schemas}
    if not any(places.values()):
        return
    state = game.initial_state()
    try:
        for count in range(min(steps_for(game), 12)):
            legal = state.legal_moves()
            if not legal:
                return
            for move in rng.sample(legal, min(4, len(legal))):
                at = places.get(move.schema, ())
                words = [str(value) for value in move.args.values()]
                turned = words.copy()
                for place, other in zip(at, reversed(at), strict=True):
                    turned[place] = words[other]
                text = " ".join([move.schema, *turned])
                if at and (read := state.read(text)).step != move.step:
                    yield Difference("order", f"step {count}: `{text}` is read as {read.step}, and is {move.step}")
                    return
            state = state.after(legal[rng.randrange(len(legal))])
    except WorkLimitError:
        return


NO_RULES = ("look", "says", "notes", "tests", "targets")
"""Parts of a file that change no rule."""


def what_is_no_rule_changes_none(one: Made, checked: CheckedGame) -> Iterator[Difference]:
    """Without looks, sentences and the like it is the same game; without labels too, and that reads the records of the other."""
    if one.file:
        return
    bare = {key: value for key, value in one.tree.items() if key not in NO_RULES}
    other, found = check_source(Source("made.yaml", written(renamed(bare, one.names))))
    if other is None:
        yield Difference("no rule", f"without its looks the game is refused: {found[0]}")
    elif fingerprint(other) != fingerprint(checked):
        yield Difference("no rule", "without its looks it is another game")
    if "labels" not in bare:
        return
    plain_cells = checked.board.plain.cells
    by_line = checked.board.plan.renamed.lines if checked.board.plan.renamed is not None else ()
    names = {name: cell.name for name, cell in zip(by_line, plain_cells, strict=False)}
    names |= {labelled.name: cell.name for labelled, cell in zip(checked.board.cells, plain_cells, strict=True)}
    names = {name: cell for name, cell in names.items() if name.isidentifier()}
    definition = checked.definition
    called = (*definition.moves, *definition.routines, *definition.definitions)
    others = {*(kind.layer for kind in definition.pieces.values()), *called}
    if names.keys() & others:
        return  # what is called as a cell is now would be renamed with it
    board = bare.get("board")
    cut = str(board.get("without", "")) if isinstance(board, dict) else ""
    if any(name not in names for name in re.findall(r"\b[a-z]+[0-9]+\b", cut)):
        return  # a cell that is cut out by its label, which the board no longer knows
    del bare["labels"]
    plain, _ = check_source(Source("made.yaml", written(renamed(renamed(bare, one.names), names))))
    if plain is None:
        return  # an edge has a name, or what takes a place in the file is called as a cell is now
    if fingerprint(plain) != fingerprint(checked):
        yield Difference("labels", "without its labels it is another game")
        return
    session = Session(Game(checked, "interpreter"), "made", seats=dict.fromkeys(SEATS[: len(checked.players)], "random"), seed=1)
    try:
        session.answer()
        *_, (_, state) = replay(session.record(), Game(plain, "interpreter"))
    except WorkLimitError:
        return
    if state.vector != session.state.vector:
        yield Difference("labels", "the record leads elsewhere without its labels")


def told(game: Game) -> Iterator[Difference]:
    """Its English has no known mistakes, and it and what `show --stage definition` prints fail for no game."""
    from ggl.cli.show import _described
    from ggl.narration.text import rules_text

    odd = names_like_mistakes(game.checked)
    for exact in (False, True):
        text = rules_text(game.checked, exact=exact)
        yield from (Difference("English", mistake) for mistake in mistakes(text, odd))
    list(_described(game.checked.definition, ""))


def formatted_again(game: Game, text: str) -> Iterator[Difference]:
    """The formatted file is the same game."""
    from ggl.cli.fmt import formatted_file

    _, before = check_source(Source("made.yaml", text))
    other, found = check_source(Source("made.yaml", formatted_file(Source("made.yaml", text))))
    if other is None:
        yield Difference("fmt", f"the formatted file is refused: {found[0]}")
    elif more := Counter(each.code.code for each in found) - Counter(each.code.code for each in before):
        new = next(each for each in found if each.code.code in more)
        yield Difference("fmt", f"the formatted file has a finding more: {new}")
    elif replace(other.core, reasons=()) != replace(game.checked.core, reasons=()):  # a reason may be the text of a condition
        yield Difference("fmt", "the formatted file is another game")


def compared(text: str) -> Iterator[Difference]:
    """What differs from another game is told."""
    from ggl.cli.diff import _parts, _rules

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "made.yaml")
        path.write_text(text, "utf-8")
        list(_rules(_parts(find_source(str(path))), _parts(find_source("amazons")), True))
    return iter(())


def shown(game: Game) -> Iterator[Difference]:
    """Positions, results and the reasons of legal moves can be told all through a play."""
    state = game.initial_state()
    try:
        for number in range(steps_for(game)):
            str(state)
            if number % 5 == 0 and len(game.board.cells) < 100:
                svg(state)
            legal = state.legal_moves()
            if not legal:
                str(state.result)
                break
            move = legal[number % len(legal)]
            if number < 3:
                state.explain(move.text)
            state = state.after(move)
    except WorkLimitError:
        pass
    return iter(())


def tried(game: Game) -> Iterator[Difference]:
    """`check --play` has findings about a game, and fails for none."""
    with suppress(WorkLimitError):
        trial(game, 1, most=steps_for(game))
    return iter(())


def variants_are_whole(one: Made, checked: CheckedGame) -> Iterator[Difference]:
    """A game as a variant of another is the game in one file."""
    if one.base is None or one.variant is None:
        return
    from ggl.cli.fmt import formatted_file

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "base.yaml").write_text(written(renamed(one.base, one.names)), "utf-8")
        path = Path(folder, "made.yaml")
        path.write_text(written(renamed(one.variant, one.names)), "utf-8")
        source = Source(str(path), path.read_text("utf-8"))
        whole, found = check_source(source)
        if whole is not None:
            path.write_text(formatted_file(source), "utf-8")
            again, _ = check_source(Source(str(path), path.read_text("utf-8")))
            if again is None or replace(again.core, reasons=()) != replace(whole.core, reasons=()):
                yield Difference("extends", "the formatted variant is another game")
    if whole is None:
        yield Difference("extends", f"the variant is refused: {found[0]}")
    elif fingerprint(whole) != fingerprint(checked):  # definitions that nothing uses number the made-up names of others
        yield Difference("extends", "the variant is another game than the whole file")


def examined(
    one: Made,
    *,
    native: bool = False,
    seconds: float = 20.0,
    plays: int = 2,
    others: Sequence[Callable[[Game], Iterator[Difference]]] = (),
    only: str = "",
    programs: bool = False,
) -> list[Difference]:
    """All that is wrong with a made game, by every check or `only` one; `native` by machine code. Raises `TooLong`.

    `others` are further readings of a game: each takes it and yields what it finds otherwise. With `programs` numbers of actions,
    batches, cursors and searches are compared too, which takes as long as all else.
    """
    text = one.text
    found: list[Difference] = []
    checked, _ = check_source(Source("made.yaml", text))
    assert checked is not None
    game = Game(checked, "interpreter")

    def compare() -> Iterator[Difference]:
        yield from engines_agree(game, Compiled(checked.core, "made", as_python=not native), plays)

    def by_program() -> Iterator[Difference]:
        yield from programs_agree(game, native)
        yield from cursors_agree(game, Compiled(checked.core, "made", as_python=not native))
        if not native:  # more to compile, which Python tells as much about
            yield from (Difference("search", what) for what in searches_agree(game))

    checks: list[tuple[str, Callable[[], Iterator[Difference]]]] = [
        ("engines", compare),
        ("names", lambda: names_mean_nothing(one, checked)),
        ("record", lambda: records_come_back(game)),
        ("order", lambda: typed_in_any_order(game)),
        ("no rule", lambda: what_is_no_rule_changes_none(one, checked)),
        ("told", lambda: told(game)),
        ("fmt", lambda: formatted_again(game, text)),
        ("diff", lambda: compared(text)),
        ("shown", lambda: shown(game)),
        ("tried", lambda: tried(game)),
        ("extends", lambda: variants_are_whole(one, checked)),
        *([("programs", by_program)] if programs or only == "programs" else []),
        *((f"reading {number}", lambda other=other: other(game)) for number, other in enumerate(others)),  # type: ignore[misc]
    ]
    for name, check in checks:
        if only not in ("", name):
            continue
        with within(seconds):
            try:
                found += [replace(each, by=name) for each in islice(check(), 3)]
            except CannotCompileError:
                if native:
                    raise
            except WorkLimitError as error:  # what is too much for the interpreter has ended the check before
                if name == "engines":
                    found.append(Difference(name, f"the compiled engine refuses what the interpreter plays: {error}", name))
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                found.append(
                    Difference(name, f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}: {error}"[:400], name)
                )
    return found
