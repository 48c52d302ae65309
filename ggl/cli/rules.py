"""`ggl rules`: the rules in English, made from the rules themselves."""

from __future__ import annotations

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument


@click.command("rules")
@click.argument("game")
@click.option("--exact", is_flag=True, help="State each part of the rules literally, as the file has it.")
@click.option("--measure", "measured", is_flag=True, help="Compare the readability of the text and of the exact one, in numbers.")
def command(game: str, exact: bool, measured: bool) -> None:
    """Print the rules in English, for the given options.

    \b
    Example: ggl rules sgibun:side=5
    """
    if exact and measured:
        raise click.UsageError("--measure compares both texts; leave out --exact")
    loaded = load_argument(game)
    if measured:
        from ggl.narration.measure import measure, measure_table
        from ggl.narration.nouns import words

        names = tuple(words(name) for name in loaded.checked.definition.definitions)
        readable, literal = (measure(loaded.rules_text(exact=each), names) for each in (False, True))
        terminal.data(measure_table(readable, literal).rstrip("\n"))
        return
    terminal.data(loaded.rules_text(exact=exact))
