"""`ggl rules`: the rules in English, made from the rules themselves."""

from __future__ import annotations

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument


@click.command("rules")
@click.argument("game")
@click.option("--exact", is_flag=True, help="Each part of the rules as the file says it, word by word.")
@click.option("--measure", "measured", is_flag=True, help="How the text reads, in numbers, beside the exact one.")
def command(game: str, exact: bool, measured: bool) -> None:
    """The rules in English, for these options.

    \b
    Example: ggl rules sgibun:side=5
    """
    loaded = load_argument(game)
    if measured:
        from ggl.narration.measure import measure, table
        from ggl.narration.nouns import words

        names = tuple(words(name) for name in loaded.checked.definition.definitions)
        readable, literal = (measure(loaded.rules_text(exact=each), names) for each in (False, True))
        terminal.data(table(readable, literal).rstrip("\n"))
        return
    terminal.data(loaded.rules_text(exact=exact))
