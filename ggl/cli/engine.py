"""`ggl engine`: a game and an agent behind a protocol, for referees, graphical boards and scripts."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Mapping

import click

from ggl.cli import terminal
from ggl.cli.common import read_argument, split_argument

PROTOCOLS = ("ugi", "gtp")


@click.command("engine")
@click.argument("game")
@click.option("--protocol", default="ugi", show_default=True, type=click.Choice(PROTOCOLS), help="What is spoken.")
@click.option(
    "--agent", default="mcts", show_default=True, metavar="SPEC", help="Who chooses the moves: `mcts:sims=400`, `random` .."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 2**63 - 1), help="The same seed plays the same way.")
def command(game: str, protocol: str, agent: str, seed: int) -> None:
    """Speak UGI (Universal Game Interface) or a GTP-like protocol on standard input and output, so that other programs can drive
    a game and ask an agent for its moves. What is spoken stands in docs/internals/protocols.md; UGI has `help`, GTP has
    `list_commands`.

    \b
    Example: ggl engine hex:size=7 --agent mcts:sims=400
    """
    from ggl.play.errors import InvalidGameError
    from ggl.play.game import Game, check_source
    from ggl.protocols import Speaker, Table, gtp, ugi

    if game == "-" or game.startswith("-:"):
        raise click.UsageError("standard input is for the commands; give the game as a name or a file")
    name, options = split_argument(game)
    source = read_argument(name)

    def load(wanted: Mapping[str, object]) -> Game:
        checked, diagnostics = check_source(source, wanted)
        if checked is None:
            raise InvalidGameError(name, diagnostics)
        return Game(checked)

    table = Table(load, load(options), agent, seed)
    if terminal.is_terminal(sys.stdin):
        first = "`help` and `quit`" if protocol == "ugi" else "`list_commands` and `quit`"
        terminal.note(f"{table.spec} at {table.game!r} listens for {protocol.upper()}; there are {first}")
    speaker = Speaker(sys.stdout.buffer)
    if protocol == "ugi":
        ugi.serve(table, sys.stdin.buffer, speaker, is_heard=_reader_of(sys.stdout))
    else:
        gtp.serve(table, sys.stdin.buffer, speaker)
    if speaker.gone:
        terminal.hush(sys.stdout)


def _reader_of(stream: object) -> Callable[[], bool]:
    """Whether somebody can still read an output; where that cannot be asked, somebody can."""
    try:
        poll = select.poll()
        poll.register(stream.fileno(), select.POLLERR)  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):
        return lambda: True
    return lambda: not poll.poll(0)
