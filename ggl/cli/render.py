"""`ggl render`: positions as pictures, SVG or PNG: of a game, after moves, or out of a record."""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import click

from ggl.cli import terminal
from ggl.cli.common import begin, moves_in, position_options, see_ours
from ggl.cli.records import Damage, Replayer, records

if TYPE_CHECKING:
    from ggl.play.game import State
    from ggl.play.move import Move

MOST_PICTURES = 2_000
"""The most files that `--all` writes, as a record may come from a stranger."""

FORMATS = ("svg", "png")


@click.command("render")
@click.argument("game", required=False)
@position_options
@click.option("--record", "record", metavar="FILE", help="Draw the last position of a record.")
@click.option("--nth", metavar="K", type=click.IntRange(min=1), help="The K-th record of the file.")
@click.option("--ply", metavar="N", type=click.IntRange(min=0), help="The position after N turns of the record.")
@click.option("--all", "every", is_flag=True, help="One file for the position after each turn.")
@click.option("-o", "--output", metavar="FILE", default="-", help="The output file. [standard output]")
@click.option("--format", "format_", type=click.Choice(FORMATS), help="By default the suffix of FILE, or svg.")
@click.option("--theme", type=click.Choice(["light", "dark", "auto"]), default="light", help="auto: follows the reader's system.")
@click.option("--size", metavar="PIXELS", type=int, help="The width in pixels.")
@click.option("--mark", "marks", metavar="SITE", multiple=True, help="Mark a site; may be repeated.")
@click.option("--bare", is_flag=True, help="Draw the board without coordinates and lines of text.")
@click.pass_context
def command(ctx: click.Context, /, game: str | None, after: str, test: str, record: str | None, nth: int | None, ply: int | None,
            every: bool, output: str, format_: str | None, bare: bool, **look: object) -> None:  # fmt: skip
    """Draw a position: the start of GAME, a position after moves, or a position of a record. Frames the last move.

    \b
    Example: ggl render quarod --after "place c3 c4" -o quarod.svg
    """
    if record is None and (ply is not None or every or nth is not None):
        raise click.UsageError("--ply, --all and --nth need a record; give one with --record FILE")
    if record is not None and (after or test or (every and ply is not None)):
        raise click.UsageError("--after, --test, --ply and --all choose different positions; use one of them")
    if every and output == "-":
        raise click.UsageError("--all writes many files; name them with -o: `-o play.svg` gives play-000.svg, play-001.svg ..")
    writer = _Writer(output, format_, {**look, "coordinates": not bare, "status": not bare})
    if record is not None:
        whole = _of_record(record, nth or 1, game, writer, ply, every)
        ctx.exit(0 if whole else 1)
    if game is None:
        raise click.UsageError("give a GAME, or a record with --record FILE")
    if game.endswith(".jsonl"):
        raise click.UsageError(f"`{game}` looks like a record; write `--record {game}`")
    writer.one(*_played(begin(game, test), after))


def _played(reached: State, text: str) -> tuple[State, tuple[Move, ...]]:
    """The state after the moves of an `--after`, and the steps of the last turn, which may be among those that led to it."""
    from ggl.play.errors import GglError
    from ggl.play.turn_text import read_turn

    last = _Last()
    state, led = reached.came_by()
    for step in led:
        state = state.after(step)
        last.follow(step, state)
    for number, move in enumerate(moves_in(text, state.game), 1):
        try:
            for step in read_turn(state, move):
                state = state.after(step)
                last.follow(step, state)
        except GglError as error:
            raise click.UsageError(f"--after, move {number}: {error}") from None
    return state, last.steps


class _Last:
    """The steps of the last turn, or of the current one. Rolls belong to nobody, and frame nothing."""

    def __init__(self) -> None:
        self.steps: tuple[Move, ...] = ()
        self._over = True

    def follow(self, move: Move, after: State) -> bool:
        """Take up a step and the state after it. True if it ends a turn."""
        from ggl.play.perft import is_roll
        from ggl.play.turns import ends_turn

        roll = is_roll(after.game.layout, move.step)
        if not roll:
            self.steps = (move,) if self._over else (*self.steps, move)
            self._over = False
        done = ends_turn(move, after)
        self._over = self._over or done
        return done


def _of_record(file: str, nth: int, game: str | None, writer: _Writer, ply: int | None, every: bool) -> bool:
    """Draw the requested part of a record. False if the replay fails or the file is damaged; draws as much as possible."""
    replayer = Replayer(file, game)
    damage = Damage()
    with closing(records(file, damage)) as found:  # type: ignore[type-var]
        record = next(islice(found, nth - 1, None), None)
    if record is None:
        name = "standard input" if file == "-" else f"`{file}`"
        raise click.UsageError(f"{name} contains no record" if nth == 1 else f"{name} has fewer than {nth} records")
    rules = replayer.game(record)
    same = rules.fingerprint == record.fingerprint
    if not same:
        terminal.note("the rules are not those of the record")
    if every and len(record.turns) + 1 > MOST_PICTURES:
        raise click.UsageError(
            f"the record has {len(record.turns)} turns, but --all draws at most {MOST_PICTURES}; choose one with --ply"
        )
    told = _Told()
    drawn = -1
    for number, state, last in _positions(replayer.walk(record), told):
        if every:
            writer.numbered(number, state, last)
        elif number == ply:
            writer.one(state, last)
        drawn = number
        if number == ply:
            return damage.told() and same
        final = state, last
    if not told.broken and ply is not None:
        raise click.UsageError(f"--ply {ply}: the record has {drawn} turns")
    if not every and ply is None and drawn >= 0:
        writer.one(*final)
    return damage.told() and same and not told.broken


class _Told:
    broken = False


def _positions(walked: Iterator[tuple[Move | None, State]], told: _Told) -> Iterator[tuple[int, State, tuple[Move, ...]]]:
    """The positions of a record after each turn, by the number of turns; an unfinished last turn counts with the one before it.
    Reports a failing replay."""
    from ggl.play.record import ReplayError

    last, turns = _Last(), 0
    waiting: tuple[int, State, tuple[Move, ...]] | None = None
    try:
        for move, state in walked:
            if move is not None and last.follow(move, state):
                if waiting is not None:
                    yield waiting
                turns += 1
            waiting = turns, state, last.steps
    except ReplayError as error:
        told.broken = True
        terminal.error(str(error))
    if waiting is not None:
        yield waiting


_SIGN = b"ggl render"
"""What is in the beginning of each picture, so that later ones may replace it: a comment of an SVG, a text chunk of a PNG."""


def _signed(picture: str | bytes) -> str | bytes:
    if isinstance(picture, str):
        return picture.replace(">", f"><!-- {_SIGN.decode()} -->", 1)
    chunk = b"tEXtSoftware\0" + _SIGN
    header = 8 + 25  # the first chunk, which has the size of the picture
    return picture[:header] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", crc32(chunk)) + picture[header:]


class _Writer:
    """Writes the pictures to their targets, all in one theme."""

    def __init__(self, output: str, format_: str | None, look: dict[str, object]) -> None:
        if not output:
            raise click.UsageError("the file name is empty")
        if Path(output).name in ("", "..") or Path(output).is_dir():
            raise click.UsageError(f"`{output}` is a folder; give a file name")
        self._output, self._look = output, look
        suffix = Path(output).suffix.lower().lstrip(".") if output != "-" else ""
        if format_ is None and suffix not in ("", *FORMATS):
            raise click.UsageError(f"a picture is .svg or .png, not `.{suffix[:20]}`; otherwise use --format")
        self._format = format_ or suffix or "svg"
        if self._format == "png" and output == "-" and terminal.is_terminal(sys.stdout):
            raise click.UsageError("a terminal cannot show a PNG; use -o FILE.png, or a pipe")

    def one(self, state: State, last: tuple[Move, ...]) -> None:
        self._write(self._output, state, last)

    def numbered(self, number: int, state: State, last: tuple[Move, ...]) -> None:
        path = Path(self._output)
        self._write(str(path.with_name(f"{path.stem}-{number:03}.{self._format}")), state, last)

    def _write(self, name: str, state: State, last: tuple[Move, ...]) -> None:
        from ggl.play.storage import replace_file
        from ggl.render import png, svg

        text = svg(state, last=last, **self._look)  # type: ignore[arg-type]
        picture: str | bytes = text
        if self._format == "png":
            picture = png(text, 1.0 if self._look.get("size") else 2.0)
        picture = _signed(picture)
        if name == "-":
            terminal.data(picture)
            return
        see_ours(Path(name), (_SIGN,), "a picture by `ggl render`")
        replace_file(Path(name), picture)
        terminal.data(name)
