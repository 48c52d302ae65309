"""`ggl bug`: one file with all that is needed to mend a bug of ggl, and nothing else."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.bug_report import section, shortened, versions
from ggl.cli.common import moves_in, split_argument, split_moves
from ggl.cli.words import quantity

if TYPE_CHECKING:
    from ggl.engine.protocol import Step
    from ggl.play.game import Game, State
    from ggl.play.move import Move
    from ggl.play.record import Record
    from ggl.play.side_by_side import Compared
    from ggl.source import Source

LONGEST = 200_000
"""The most characters of a failure's text in the report."""

MOST_LISTED = 40
SECONDS = 20.0
"""About how long the engines are compared, along the moves and again in random games."""


@click.command("bug")
@click.argument("game")
@click.option("--after", "after", metavar="MOVES", default="", help="The moves that lead to the bug: `MOVE; MOVE; ..`")
@click.option("--record", "record", metavar="FILE", help="A record; the moves of its first play lead to the bug.")
@click.option("--failure", "failure", metavar="FILE", help="The file that ggl named in its error message.")
@click.option("--note", "note", metavar="TEXT", default="", help="What you did, what you saw, and what you expected.")
@click.option("--games", "games", metavar="N", type=click.IntRange(0, 1000), default=5, show_default=True,
              help="Random games to play with both engines.")  # fmt: skip
@click.option("-o", "--output", "output", metavar="FILE", help="The output file; `-` prints. [ggl-bug-NAME.txt]")
def command(
    game: str, after: str, record: str | None, failure: str | None, note: str, games: int, output: str | None
) -> None:  # fmt: skip
    """Write a bug report about ggl as one text file. Sends nothing and replaces no file.

    The report contains the game's file and those that it extends, options, moves, versions of ggl and of its platform, the
    findings of `ggl check`, and both engines side by side. It shortens folders, and contains no environment variables and no
    other files. Ctrl-C skips a part that takes too long.

    \b
    Example: ggl bug mygame.yaml:size=5 --after "a1; b1" --note "b2 should be legal"
    """
    if after and record:
        raise click.UsageError("--after and --record both give the moves; use one of them")
    target = _target(game, output)
    report = _Report(game, after, record, failure, note, games)
    terminal.note("these files go into the report:")
    for name in report.files:
        terminal.note(f"  {name}")
    text = report.text()
    if target is None:
        terminal.data(text)
        return
    from ggl.play.storage import replace_file

    replace_file(target, text)
    terminal.data(str(target))
    terminal.note("nothing was sent; please read it, and send it to the authors of ggl")


def _target(game: str, output: str | None) -> Path | None:
    """The file for the report; None for standard output."""
    if output == "-":
        return None
    if output is not None:
        if not output:
            raise click.UsageError("the file name is empty")
        if Path(output).exists():
            raise click.UsageError(f"`{output}` exists already; choose another name")
        return Path(output)
    stem = Path(split_argument(game)[0]).stem if game != "-" else "game"
    names = (f"ggl-bug-{stem}{more}.txt" for more in ("", *(f"-{number}" for number in range(2, 1000))))
    return Path(next(name for name in names if not Path(name).exists()))


class _Report:
    """The report of one game. Reads its files first, so that errors appear before anything is written."""

    def __init__(self, game: str, after: str, record: str | None, failure: str | None, note: str, games: int) -> None:
        from ggl.play.loading import find_source

        name, self._options = split_argument(game)
        self._argument, self._after, self._note, self._games = game, after, note, games
        self._source = find_source(name)
        self._has_errors = False
        self._sources = self._with_bases()
        self._record = _first(record) if record is not None else None
        self._failure = _beginning(failure) if failure is not None else ""
        self.files = [source.name for source in self._sources]
        self.files += [f"{record} (the moves of its first play)"] if record is not None else []
        self.files += [failure] if failure is not None else []

    def _with_bases(self) -> list[Source]:
        """The game's file and those that it extends, as far as they can be found."""
        from ggl.diagnostics import Findings
        from ggl.model.extends import bases_of, load_chain

        found, find = [self._source], bases_of(self._source)

        def noted(name: str) -> Source | None:
            base = find(name)
            if base is not None:
                found.append(base)
            return base

        section("files", lambda: str(load_chain(self._source, Findings(), noted)))
        return found

    def text(self) -> str:
        """The whole report, with each file by its own name, and no folder."""
        folders = {str(Path(source.name).resolve().parent) for source in self._sources}
        text = "\n".join(self._sections())
        for source in sorted(self._sources, key=lambda source: -len(source.name)):
            text = text.replace(source.name, Path(source.name).name)
        return shortened(text, folders)

    def _sections(self) -> Iterator[str]:
        yield f"What to send when ggl fails, written by `ggl bug {shlex.quote(self._argument)}`.\n"
        if self._note:
            yield section("what was seen", lambda: self._note)
        yield section("versions", versions)
        if self._failure:
            yield section("the failure", lambda: self._failure)
        options = ", ".join(f"{name}={value}" for name, value in self._options.items())
        yield section("options", lambda: options or "as in the file")
        yield section("moves", lambda: "\n".join(self._moves()) or "none")
        for source in self._sources:
            yield section(f"file {Path(source.name).name}", lambda: source.text)  # noqa: B023  (done at once)
        yield section("ggl check", self._checked)
        if not self._has_errors:
            yield section("both engines along the moves", self._along)
            yield section(f"both engines in {quantity(self._games, 'random game')}", self._random)

    def _moves(self) -> list[str]:
        from ggl.play.errors import GglError

        if self._record is not None:
            return list(self._record.steps)
        with contextlib.suppress(GglError):
            return moves_in(self._after, self._game())
        return split_moves(self._after)

    def _checked(self) -> str:
        from ggl.diagnostics import render
        from ggl.play.loading import check_source

        checked, found = check_source(self._source, self._options)
        self._has_errors = checked is None
        return render(found, "full", colour=False) or "nothing wrong"

    def _game(self) -> Game:
        from ggl.play.loading import made_of

        options = self._options or (self._record.options if self._record is not None else {})
        return made_of(self._source, options)

    def _along(self) -> str:
        """The position after the moves, as far as they are legal, its legal moves, and where the engines differ on the way."""
        from ggl.play.errors import GglError
        from ggl.play.record import start_of
        from ggl.play.side_by_side import compared_along

        game = self._game()
        state = first = game.initial_state() if self._record is None else start_of(self._record, game)
        steps: list[Step] = []
        said = ""
        for number, text in enumerate(self._moves(), 1):
            try:
                moves = self._meant(state, text)
            except GglError as error:
                said = f"move {number}, `{text}`: {error}\n"
                break
            for move in moves:
                steps.append(move.step)
                state = state.after(move)
        start = first.position if self._record is not None and self._record.start is not None else None
        found = compared_along(game, start, tuple(steps), seconds=SECONDS)
        return f"fingerprint {game.fingerprint}\n{said}{state}\n\n{_legal(state)}\n{_told(game, found)}"

    def _meant(self, state: State, text: str) -> tuple[Move, ...]:
        """The steps of a move or a whole turn that a text means; a record has its own form, without labels."""
        from ggl.play.record.replaying import read_filed
        from ggl.play.turn_text import read_turn

        return read_turn(state, text) if self._record is None else (read_filed(state, text, self._record.form),)

    def _random(self) -> str:
        from ggl.play.side_by_side import compared

        game = self._game()
        return _told(game, compared(game, self._games, seconds=SECONDS))


def _beginning(file: str) -> str:
    """The beginning of a file, as much as a report holds; the file may be endless."""
    with Path(file).open(encoding="utf-8", errors="replace") as stream:
        return stream.read(LONGEST)


def _first(file: str) -> Record:
    from ggl.cli.records import Damage, records

    record = next(records(file, Damage()), None)
    if record is None:
        raise click.UsageError(f"`{file}` contains no record")
    return record


def _legal(state: State) -> str:
    moves = state.legal_moves()
    named = ", ".join(move.text for move in moves[:MOST_LISTED])
    return (
        f"{quantity(len(moves), 'legal step')}: {named}{' ..' if len(moves) > MOST_LISTED else ''}"
        if moves
        else str(state.result)
    )


def _told(game: Game, found: Compared | None) -> str:
    if found is None:
        return "these rules cannot be compiled: only the interpreter plays them"
    if found.difference is None:
        return f"no difference in {quantity(found.games, 'game')} of {quantity(found.steps, 'step')} in all"
    import traceback

    moves = "; ".join(game.notation.text(step) for step in found.difference.steps)
    error = found.difference.error
    trace = "".join(traceback.format_exception(error)) if error is not None else ""
    where = f"they differ in game {found.games}, after {quantity(len(found.difference.steps), 'step')}"
    return "\n".join(line for line in (where, moves, found.difference.text, trace) if line)
