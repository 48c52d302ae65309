"""`ggl play`: a game at the prompt, between people at one terminal, or with agents in some seats."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.common import is_bundled, load_argument, split_argument
from ggl.cli.records import check_name, elsewhere, game_name
from ggl.frozen import frozen

if TYPE_CHECKING:
    from types import FrameType

    from ggl.play.clock import Timing
    from ggl.play.game import Game
    from ggl.play.lock import Hold
    from ggl.play.record import Record
    from ggl.play.session import Session


@click.command("play", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[GAME]")
@click.option("--first", metavar="WHO", help="Who sits in the first seat: `human` (the default), `random`, or an agent.")
@click.option("--second", metavar="WHO",
              help="Who sits in the second seat; `--third`, .. if there are more. Also by side: `--black mcts`.")  # fmt: skip
@click.option("--seat", metavar="SIDE",
              help="Whose view is shown, in a game in which players do not see everything; `all` is the referee's.")  # fmt: skip
@click.option("--judge", metavar="AGENT", help="The agent behind `hint`, `eval` and `review`; by default a strong one.")
@click.option("--clock", metavar="TIME", help="The time of each player: `5m`, or `5m+3s` to add 3 s after each turn.")
@click.option("--flag-fall", is_flag=True, help="A player who runs out of time loses; otherwise ggl only says so.")
@click.option("--seed", type=int, help="The same seed gives the same rolls and the same moves of agents.")
@click.option("--resume", is_flag=True, help="Resume the latest play (of GAME) that is not over.")
@click.option("--save", "save", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
              help="Also store the record in FILE.")  # fmt: skip
@click.option("--style", type=click.Choice(["ascii", "unicode"]), help="The characters of the board.")
@click.option("--plain", is_flag=True, help="No colour, no line editing, no animation.")
@click.option("--ask-pass", is_flag=True, help="Ask for a pass even if it is the only choice.")
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...], first: str | None, second: str | None, seat: str | None,
            judge: str | None, clock: str | None, flag_fall: bool, seed: int | None, resume: bool, save: Path | None,
            style: str | None, plain: bool, ask_pass: bool) -> None:  # fmt: skip
    """Play at a prompt; `help` lists its commands. Every move is on disk before the prompt returns.

    \b
    Examples: ggl play sgibun:side=5
              ggl play tabik --white mcts:sims=400 --clock 5m+3s
              ggl play --resume
    """
    if plain:
        ctx.with_resource(_unmoving())
    argument, sides = _words(words)
    judge = None if judge is None else _agent("--judge", judge)
    seats = {seat: who for seat, who in (("first", first), ("second", second)) if who is not None}
    wishes = _Wishes(seats, sides, seed, not ask_pass, save, _timing(clock, flag_fall), flag_fall)
    if argument is not None and argument.partition(":")[0] == "-":
        raise click.UsageError("standard input carries the moves; give the game as a name or a file")
    if resume:
        session = _resumed(argument, wishes)
    else:
        if argument is None:
            raise click.UsageError("which game? `ggl list` shows the games, and `ggl play --resume` resumes a play", ctx)
        session = _new(argument, wishes)
    _run(ctx, session, style, plain, judge, seat or "")


@frozen
class _Wishes:
    """The command line: the occupants of seats and sides, and the rest."""

    seats: Mapping[str, str]
    sides: Mapping[str, str]
    seed: int | None
    forced_pass: bool
    save: Path | None
    clock: Timing | None
    flag_fall: bool


def _timing(text: str | None, fall: bool) -> Timing | None:
    from ggl.play.clock import Timing

    return None if text is None else Timing.read(text, fall=fall)


def _words(words: tuple[str, ...]) -> tuple[str | None, dict[str, str]]:
    """The game, and the options that only the game knows: one for each side."""
    game: str | None = None
    sides: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word.startswith("-") and word != "-":
            name, equals, value = word.lstrip("-").partition("=")
            sides[name] = value if equals else next(rest, "")
        elif game is None:
            game = word
        else:
            raise click.UsageError(f"one game is played at a time, but `{word}` would be another")
    return game, sides


def _seats(game: Game, wishes: _Wishes) -> dict[str, str]:
    seats = {seat: _mover(f"--{seat}", who) for seat, who in wishes.seats.items()}
    sides = {side.lower(): seat for side, seat in game.initial_state().seats.items()}
    known = {seat: seat for seat in sides.values()} | sides
    for name, who in wishes.sides.items():
        if name.lower() not in known:
            options = ", ".join(f"--{side}" for side in sides)
            raise click.UsageError(f"there is no option `--{name}`; for the sides of this game there are {options}")
        seat = known[name.lower()]
        if seat in seats:
            raise click.UsageError(f"`--{name}` is the {seat} seat, which another option gives to `{seats[seat]}`")
        seats[seat] = _mover(f"--{name}", who)
    return seats


def _mover(option: str, who: str) -> str:
    """The player for a seat: `human`, `random`, or an agent's canonical spec."""
    from ggl.play.session import HUMAN, RANDOM

    if who in (HUMAN, RANDOM):
        return who
    if not who.strip():
        raise click.UsageError(f"who plays {option}? Write `{option} human`, `{option} random` or `{option} mcts:sims=400`")
    return _agent(option, who, f"; `{option} human` is a person")


def _agent(option: str, spec: str, more: str = "") -> str:
    from ggl.agents import SpecError, read

    try:
        return str(read(spec))
    except SpecError as error:
        raise click.UsageError(f"{option}: {error}{more}") from None


def _new(argument: str, wishes: _Wishes) -> Session:
    from ggl.play.kept import is_found_from, new_file, prune_finished
    from ggl.play.session import Session

    prune_finished()
    game = load_argument(argument)
    seats = _seats(game, wishes)
    clock = _clock(game, wishes)
    name = check_name(game_name(argument))
    files, held = [new_file(name)], None
    if wishes.save is not None:
        held = _begun(wishes.save)
        files.append(wishes.save)
        if not is_found_from(name, wishes.save):
            terminal.note(elsewhere(name, str(wishes.save)))
    session = Session(game, name, seats=seats, seed=wishes.seed, forced_pass=wishes.forced_pass, files=tuple(files), clock=clock)
    if wishes.save is not None:
        session.files.hold(wishes.save, held)
    return session


def _begun(path: Path) -> Hold:
    """A new file for the record, held so that no other process writes to it. Raises `HeldError`, `RecordError` and
    `StorageError`."""
    from ggl.play.lock import hold_if_replaced
    from ggl.play.record import RecordError
    from ggl.play.storage import StorageError, create_file, replace_file

    held = hold_if_replaced(path)
    try:
        if not path.exists():
            create_file(path, "")
        elif path.stat().st_size:
            raise RecordError(f"{path} exists already; `load` it at the prompt, or choose another name")
        else:
            replace_file(path, "")
    except BaseException as error:
        held.release()
        if isinstance(error, OSError):
            raise StorageError(path, error) from None
        raise
    return held


def _clock(game: Game, wishes: _Wishes, before: Timing | None = None) -> Timing | None:
    """The clock to play with; for a resumed play, its previous one."""
    clock = wishes.clock or before
    if wishes.flag_fall and clock is None:
        raise click.UsageError("--flag-fall needs a clock; add `--clock 5m`")
    if clock is not None and wishes.flag_fall:
        clock = replace(clock, fall=True)
    if clock is not None and clock.fall and len(game.players) != 2:
        raise click.UsageError("--flag-fall is for games of two; without it, an expired clock is only reported")
    return clock


def _resumed(argument: str | None, wishes: _Wishes) -> Session:
    from ggl.diagnostics.escape import escape
    from ggl.play.errors import GameNotFoundError, GglError
    from ggl.play.kept import is_finished, kept_sessions
    from ggl.play.lock import HeldError, hold
    from ggl.play.storage import state_folder

    name = None if argument is None else game_name(argument)
    game = load_argument(argument) if argument is not None else None
    told = argument is not None and bool(split_argument(argument)[1])
    at_another = ""
    for file, record in [*kept_sessions(_tell_damaged)]:
        if is_finished(record) or not (record.turns or record.session):
            continue
        its_game = game if told else None
        if game is not None and record.game != name:
            its_game = _moved(record, argument or "")
            if its_game is None:
                continue
        if game is not None and told and not _has_options_of(record, game):
            continue
        try:
            held = hold(file)
        except HeldError as error:
            owner = f", in process {error.owner}" if error.owner else ""
            terminal.note(f"the play saved in {file.name} is in progress elsewhere{owner}; the newest other one is resumed here")
            at_another = " and not in progress elsewhere"
            continue
        try:
            return _gone_on(file, held, its_game, name or record.game, wishes)
        except BaseException as error:
            held.release()
            if isinstance(error, GameNotFoundError):
                message = f"the newest play is saved in {file}, but its game `{escape(record.game)}` is no longer there"
                raise click.ClickException(f"{message}; if it has moved, or for another play, `ggl play GAME --resume`") from None
            if isinstance(error, GglError):
                terminal.note(f"the newest play is saved in {file}; `ggl play GAME --resume` resumes one of another game")
            raise
    of = f" of {argument}" if argument is not None else ""
    raise click.ClickException(f"{state_folder()} has no play{of} that is not over{at_another}")


def _moved(record: Record, argument: str) -> Game | None:
    """The game of an argument with a record's options, if the file of the record is gone and this one has its rules."""
    from ggl.play.errors import OptionError
    from ggl.play.loading import find_source, is_file, made_of

    if is_bundled(record.game) or is_file(Path(record.game)):
        return None
    try:
        game = made_of(find_source(split_argument(argument)[0]), record.options)
    except OptionError:
        return None
    return game if game.fingerprint == record.fingerprint else None


def _has_options_of(record: Record, game: Game) -> bool:
    """Whether a record has the options of a game, whose rules may have changed since."""
    from ggl.play.record import option_values

    return all(record.options.get(name, value) == value for name, value in option_values(game).items())


def _tell_damaged(file: Path, cause: str) -> None:
    terminal.note(f"a saved play is damaged, and is left unchanged: {file}: {cause}; repair that file, or delete it")


def _gone_on(file: Path, held: Hold, game: Game | None, name: str, wishes: _Wishes) -> Session:
    """The play of a file that we hold, as the last to hold it left it; from here on its game has this name."""
    from ggl.host.tables.seating import resumed
    from ggl.play.kept import check_replaceable, line_for
    from ggl.play.record import game_of, read_record_file
    from ggl.play.storage import create_file, replace_file

    record = read_record_file(file)[-1]
    game = game or game_of(record, own=True)
    session, remarks = resumed(record, game, name, file, own=True, seats=_seats(game, wishes),
                               forced_pass=wishes.forced_pass)  # fmt: skip
    for remark in remarks:
        terminal.note(remark)
    session.files.hold(file, held)
    if wishes.save is not None:
        try:
            session.files.hold(wishes.save)
            is_new = check_replaceable(wishes.save, session.is_part_of_it)
            (create_file if is_new else replace_file)(wishes.save, line_for(session.record(), wishes.save))
        except BaseException:
            session.files.release()
            raise
        session.files.paths = (file, wishes.save)
    session.timing = _clock(game, wishes, session.timing)
    session.seed = session.seed if wishes.seed is None else wishes.seed
    return session


def _run(ctx: click.Context, session: Session, style: str | None, plain: bool, judge: str | None, seat: str) -> None:
    from ggl.cli.prompt import Prompt
    from ggl.cli.prompt_lines import reader

    editing = not plain and terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout)
    try:
        colour = editing and terminal.uses_colour(sys.stdout)
        prompt = Prompt(session, style or terminal.default_style(), colour=colour, judge=judge, seat=seat)
    except BaseException:
        session.files.release()
        raise
    try:
        with _ended_by_signals():
            prompt.run(reader(prompt, editing))
    except SystemExit:
        prompt.farewell()
        raise
    except (KeyboardInterrupt, EOFError) as stop:
        if terminal.is_terminal(sys.stdin):
            terminal.note("")  # the cursor stands after the prompt, or after a `^C`
        prompt.farewell()
        ctx.exit(130 if isinstance(stop, KeyboardInterrupt) else 0)
    finally:
        prompt.leave()


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Have a signal to end, and the closing of the terminal, raise SystemExit, so that agents and files are let go."""

    def leave(number: int, _: FrameType | None) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)  # once is enough: do not disturb the shutdown
        raise SystemExit(128 + number)

    here = threading.current_thread() is threading.main_thread()
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)] if here else []
    before = {number: signal.signal(number, leave) for number in numbers if signal.getsignal(number) is signal.SIG_DFL}
    try:
        yield
    finally:
        if not isinstance(sys.exc_info()[1], SystemExit):
            for number, handler in before.items():
                signal.signal(number, handler)


@contextlib.contextmanager
def _unmoving() -> Iterator[None]:
    """Treats the terminal as one without cursor movement, for output from within."""
    before = os.environ.get("TERM")
    os.environ["TERM"] = "dumb"
    try:
        yield
    finally:
        if before is None:
            del os.environ["TERM"]
        else:
            os.environ["TERM"] = before
