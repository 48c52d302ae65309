"""`ggl engine`: a game and an agent behind a protocol, for referees, graphical boards and scripts."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from typing import IO

import click

from ggl.cli import terminal
from ggl.cli.common import split_argument

PROTOCOLS = ("ugi", "gtp")


@click.command("engine")
@click.argument("game")
@click.option("--protocol", default="ugi", show_default=True, type=click.Choice(PROTOCOLS), help="The protocol.")
@click.option("--agent", default="mcts", show_default=True, metavar="SPEC",
              help="The agent that chooses the moves: `mcts:sims=400`, `random` ..")  # fmt: skip
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 2**63 - 1),
              help="The same seed gives the same moves.")  # fmt: skip
def command(game: str, protocol: str, agent: str, seed: int) -> None:
    """Speak UGI (Universal Game Interface) or a GTP-like protocol on standard input and output, so that other programs can drive
    a game and ask an agent for its moves. UGI's `help` and GTP's `list_commands` list the commands. The output of your own
    classes goes to standard error.

    \b
    Example: ggl engine hex:size=7 --agent mcts:sims=400
    """
    from ggl.play.loading import find_source, made_of
    from ggl.protocols import LineWriter, Table, serve_gtp, serve_ugi

    if game == "-" or game.startswith("-:"):
        raise click.UsageError("standard input carries the commands; give the game as a name or a file")
    name, options = split_argument(game)
    source = find_source(name)
    table = Table(lambda wanted: made_of(source, wanted), made_of(source, options), agent, seed)
    if terminal.is_terminal(sys.stdin):
        first = "`help` and `quit`" if protocol == "ugi" else "`list_commands` and `quit`"
        terminal.note(f"{table.spec} at {table.game!r} reads {protocol.upper()} commands, such as {first}")
    out = _output()
    serve = serve_ugi if protocol == "ugi" else serve_gtp
    writer = LineWriter(out)
    serve(table, sys.stdin.buffer, writer, is_heard=_reader_of(out))
    if writer.error is not None:
        raise OSError(writer.error.errno, writer.error.strerror, "standard output")


def _output() -> IO[bytes]:
    """Standard output for the protocol alone: everything else printed here, and by programs that we start, goes to stderr.

    Permanently, since an abandoned thread of a user's class may print at any time.
    """
    try:
        sys.stdout.flush()
        spoken = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):  # no file, as in a test
        return sys.stdout.buffer
    sys.stdout = sys.stderr
    return spoken


def _reader_of(stream: IO[bytes]) -> Callable[[], bool]:
    """A test of whether an output still has a reader; if the system cannot tell, it has one."""
    try:
        poll = select.poll()
        poll.register(stream.fileno(), select.POLLERR)
    except (AttributeError, OSError, ValueError):
        return lambda: True
    return lambda: not poll.poll(0)
