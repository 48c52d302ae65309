"""The command line: `ggl COMMAND GAME`.

A verb is a module of this package with a click command named `command`, loaded on demand: `ggl --version` loads none.
`ggl.cli.failures` turns a verb's errors into a message and an exit code.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from ggl.cli import failures
from ggl.version import __version__

VERBS = {
    "writing rules": {
        "new": "start a game, or a variant of one",
        "check": "find mistakes in game files",
        "fmt": "format the expressions of game files",
        "test": "run the tests in game files",
        "explain": "explain the code of a finding, with an example",
        "expand": "print a variant as one complete file",
        "diff": "compare two games",
        "show": "print a game at a stage between text and machine code",
        "lsp": "serve editors: findings, completion, rename",
        "bug": "write a bug report about ggl",
    },
    "studying a game": {
        "list": "list the games that come with ggl",
        "rules": "print the rules in English",
        "moves": "list the legal moves of a position",
        "why": "explain why a move is legal or not",
        "ask": "evaluate an expression of the language",
        "perft": "count the ways to play a number of turns",
        "bench": "measure the speed of random games",
        "analyze": "report on a game's design",
    },
    "playing, once or many times": {
        "play": "play at a prompt",
        "workshop": "write, play and share in a browser",
        "tutorial": "learn to write a game in a browser, step by step",
        "playground": "write the workshop as static files, for any web server",
        "export": "write a game as one self-contained page",
        "replay": "replay recorded plays",
        "render": "draw a position as SVG or PNG",
        "selfplay": "let agents play, and store the records",
        "match": "let agents compete, and rate them",
        "calibrate": "measure levels of play for a game",
        "train": "train a network by self-play",
        "engine": "serve other programs: UGI, GTP",
    },
}
"""The verbs by purpose, each with what it does, so that the list of them needs no verb's module."""

_ALL = {verb: what for verbs in VERBS.values() for verb, what in verbs.items()}


class _Verbs(click.Group):
    """The group whose commands are modules."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*_ALL]  # not `list(..)`: the verb's module shadows `list` once it is loaded

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _ALL:
            return None
        command = importlib.import_module(f"ggl.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _ALL and not args[0].startswith("-"):
            from ggl.diagnostics.near import near

            close = near(args[0], _ALL) or [verb for verb in _ALL if len(args[0]) > 1 and verb.startswith(args[0])]
            hint = f"near: {', '.join(f'`{each}`' for each in close)}" if close else f"the commands are {', '.join(_ALL)}"
            raise click.UsageError(f"there is no command `{args[0]}`; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for purpose, verbs in VERBS.items():
            with formatter.section(purpose.capitalize()):
                formatter.write_dl([*verbs.items()])

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Run a command line and exit with its code; nothing else leaves here."""
        if "_GGL_COMPLETE" in os.environ:
            super().main(args, prog_name or "ggl")
        words = [*(sys.argv[1:] if args is None else args)]
        extra.pop("standalone_mode", None)

        def work() -> None:
            with self.make_context(prog_name or "ggl", words, **extra) as ctx:
                self.invoke(ctx)

        sys.exit(failures.run(work, words))


_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group("ggl", cls=_Verbs, subcommand_metavar="COMMAND [GAME] ..", context_settings=_SETTINGS)
@click.version_option(__version__, "-V", "--version", message="ggl %(version)s")
def group() -> None:
    """A board game's rules in one readable file that runs.

    GAME is a bundled game's name, a file, or `-`; with options: `sgibun:side=7,pie=off`.
    To begin: `ggl play sgibun`. More: `ggl COMMAND --help`.
    """


def main() -> NoReturn:
    group.main()
