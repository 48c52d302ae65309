"""`ggl test`: the tests that stand in game files."""

from __future__ import annotations

import sys

import click

from ggl.cli import failures, terminal
from ggl.cli.common import files_of, load_argument


@click.command("test")
@click.argument("games", metavar="GAME..", nargs=-1, required=True)
@click.option("--only", metavar="NAME", default="", help="Run only tests whose names contain this text.")
@click.option("-v", "--verbose", is_flag=True, help="Also list the tests that pass.")
@click.pass_context
def command(ctx: click.Context, games: tuple[str, ...], only: str, verbose: bool) -> None:
    """Run the `tests:` of game files; a folder means the game files in it. Exits with 1 if one fails.

    \b
    Example: ggl test mygame.yaml -v
    """
    from ggl.diagnostics import render
    from ggl.play.filetests import run_tests

    code = passed = failed = 0
    for name in files_of(games):
        try:
            game = load_argument(name)
        except Exception as error:
            code = max(code, failures.tell(error, name))
            continue
        for outcome in run_tests(game.checked):
            if only.lower() not in outcome.name.lower():
                continue
            passed += outcome.passed
            failed += not outcome.passed
            if outcome.failures:
                terminal.data(render(outcome.failures, "full", colour=terminal.uses_colour(sys.stdout)))
            elif verbose:
                terminal.data(f"passed  {name}: {outcome.name}")
    if passed + failed:
        terminal.note(f"{passed} passed, {failed} failed")
    elif only and not code:
        raise click.UsageError(f"no test has `{only}` in its name")
    elif not code:
        terminal.note("no tests")
    ctx.exit(max(code, failures.FINDINGS if failed else failures.CLEAN))
