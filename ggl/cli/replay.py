"""`ggl replay`: records played again, with the rules checked against those of the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.records import Damage, Replayer, records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ggl.checker.declarations import OptionValue
    from ggl.play.game import Game, State
    from ggl.play.record import Record


@click.command("replay")
@click.argument("file")
@click.option("--to", "to", metavar="N", type=click.IntRange(min=0), help="Show the position after N turns, instead of the last.")
@click.option("--nth", metavar="K", type=click.IntRange(min=1), help="Replay only the K-th record of the file.")
@click.option("--game", "argument", metavar="GAME", help="Use this game, with the record's options unless it names some.")
@click.option("--seat", metavar="SIDE", help="Show what that side saw, or a `watcher`, where players do not see everything.")
@click.option("--style", type=click.Choice(["ascii", "unicode"]), help="The characters of the board.")
@click.pass_context
def command(
    ctx: click.Context, file: str, to: int | None, nth: int | None, argument: str | None, seat: str | None, style: str | None
) -> None:
    """Replay the records of FILE (`-`: standard input). Exits with 1 if a record breaks, if the rules of its game have changed,
    or if a line is not a record; replays the others all the same.

    Shows a single record with its moves and its board, and several records in a line each.

    \b
    Example: ggl replay mine.jsonl --to 12
    """
    if not file:
        raise click.UsageError("the file name is empty")
    show = _Show(style or terminal.default_style(), to, seat or "")
    replayer = Replayer(file, argument)
    damage = Damage()
    found = records(file, damage)
    if nth is not None:
        chosen = next((record for number, record in enumerate(found, 1) if number == nth), None)
        if chosen is None:
            raise click.UsageError(f"{file} has fewer than {nth} records")
        found = iter((chosen,))
    first, second = next(found, None), next(found, None)
    if first is None:
        raise click.UsageError(f"{'standard input' if file == '-' else f'`{file}`'} contains no record")
    if second is None:
        clean = show.whole(replayer, first)
        ctx.exit(0 if clean and damage.told() else 1)
    if seat and to is None:
        raise click.UsageError("several records come in a line each, which is the same from every seat; add --nth or --to")
    from itertools import chain

    told = [show.line(replayer, number, record) for number, record in enumerate(chain((first, second), found), nth or 1)]
    whole = damage.told()
    terminal.note(f"{len(told)} records, {told.count(False)} broken or with other rules")
    ctx.exit(0 if all(told) and whole else 1)


class _Show:
    def __init__(self, style: str, to: int | None, seat: str = "") -> None:
        self._style = style
        self._to = to
        self._seat = seat

    def whole(self, replayer: Replayer, record: Record) -> bool:
        """One record: who played, the moves, the board, the end. False if something is wrong with it."""
        from ggl.cli.prompt_viewer import numbered_lines
        from ggl.diagnostics.escape import escape
        from ggl.play.picture import picture
        from ggl.play.record import ReplayError
        from ggl.play.session import Session
        from ggl.play.turns import ends_turn

        game = replayer.game(record)
        self._see_side(game)
        clean = self._same_rules(record, game)
        told = [f"{seat}: {who}" for seat, who in record.seats.items()] + ([record.date] if record.date else [])
        terminal.data(f"{escape(game.name)}{_options(game.options)}" + (f" ({escape(', '.join(told))})" if told else ""))
        session = Session(game, record.game, forced_pass=False)
        broken, done = None, 0
        try:
            for move, state in replayer.walk(record):
                if move is not None and done == self._to:
                    break
                session.follow(move, state)
                done += move is not None and ends_turn(move, state)
        except ReplayError as error:
            broken = error
        if self._seat and game.hides:
            side = self._side(session.state)
            terminal.data("\n".join(numbered_lines(session.state.information(side).story)))
            terminal.data("\n" + picture(session.state.view(side), self._style, width=terminal.page_width()))
        else:
            for turn in session.turns():
                terminal.data(f"{turn.number:4}. {turn.with_names}")
            terminal.data("\n" + picture(session.state, self._style, last=session.last_steps(), width=terminal.page_width()))
        if broken is not None:
            terminal.error(f"line {record.line}: {broken}")
            return False
        if self._to is not None and done < self._to:
            raise click.UsageError(f"--to {self._to}: the record has {done} turns")
        if record.ending is not None and record.ending.resigned is not None and self._to is None:
            terminal.data(f"over: {escape(str(record.ending))}")
        return clean

    def line(self, replayer: Replayer, number: int, record: Record) -> bool:
        """One of many records, in a line."""
        from ggl.diagnostics.escape import escape
        from ggl.play.errors import GglError
        from ggl.play.picture import picture
        from ggl.play.turns import ends_turn

        state, turns = None, 0
        options: Mapping[str, OptionValue] = record.options
        try:
            game = replayer.game(record)
            options = game.options
            for move, state in replayer.walk(record):
                turns += move is not None and ends_turn(move, state)
                if turns == self._to:
                    break
        except GglError as error:
            cause = escape(str(error)).splitlines()[0]
            terminal.data(f"{number}: {escape(record.game)}{_options(options)}: broken: line {record.line}: {cause}")
            return False
        assert state is not None
        if self._to is not None:
            self._see_side(game)
        end = escape(str(record.ending)) if record.ending is not None else "not over"
        counted = len(record.turns) if self._to is not None else turns
        terminal.data(f"{number}: {escape(record.game)}{_options(options)}, {counted} turns: {end}")
        if self._to is not None:
            shown = state.view(self._side(state)) if self._seat and game.hides else state
            terminal.data(picture(shown, self._style, width=terminal.page_width()) + "\n")
        return self._same_rules(record, game, f"{number}: ")

    def _see_side(self, game: Game) -> None:
        """Raise `GglError`, before anything is printed, if the game has no such side."""
        if self._seat:
            self._side(game.initial_state())

    def _side(self, state: State) -> str:
        """Whose view is shown."""
        from ggl.cli.prompt_viewer import side_of
        from ggl.play.seen_vector import WATCHER

        is_watcher = self._seat.lower() == WATCHER and all(side.lower() != WATCHER for side in state.seats)
        return WATCHER if is_watcher else side_of(state, self._seat)

    @staticmethod
    def _same_rules(record: Record, game: Game, which: str = "") -> bool:
        from ggl.diagnostics.escape import escape

        if record.fingerprint == game.fingerprint:
            return True
        terminal.note(f"{which}the rules are not those of the record: fingerprint {escape(record.fingerprint)}, "
                      f"now {game.fingerprint}")  # fmt: skip
        return False


def _options(options: Mapping[str, OptionValue]) -> str:
    from ggl.diagnostics.escape import escape
    from ggl.play.values import options_text

    return f":{escape(options_text(options, ','))}" if options else ""
