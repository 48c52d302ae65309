"""`ggl new`: a file to begin with, whole and playable, or a variant of another game."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl import resources
from ggl.cli import terminal
from ggl.cli.common import is_bundled, load_argument, split_argument

if TYPE_CHECKING:
    from ggl.play.game import Game

_PLAIN = re.compile(r"[\w ,.'()!-]+")
"""Text that YAML reads as it stands."""

_STEM = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]*")

_SCHEMA = "# yaml-language-server: $schema={}"

_GAME = """\
{schema}ggl: 1
name: {title}
about: Lay stones in turn; three in a row win.

# What players may choose before the game: the default and the allowed values.
options:
  size: 3 in 3..9

players: [Black, White]
board: square(size)
pieces:
  stone: {{glyph: o}}

# A move has parameters, conditions on the position before, and effects. `ensure:` tests the position after.
moves:
  place:
    for: c in cells
    where:
      an empty cell: empty(c)
    do: put stone on c

# The first line that holds ends the game. The words before a condition are the reason shown to the players.
end:
  player p wins:
    three in a row: lined(cells with p stone, 3)
  draw:
    the board is full: full

# What the rules should do; `ggl test` runs these.
tests:
  three in a row win:
    play: a1, b1, a2, b2, a3
    winner: Black
"""

_VARIANT = """\
{schema}ggl: 1
name: {title}
about: {about}
extends: {extends}

# What is here replaces what {base} has, key by key; `removed` removes a key. `ggl expand {file}` shows the whole.
# {base} has
{has}
"""


@click.command("new")
@click.argument("name")
@click.option("--from", "base", metavar="GAME", help="Start a variant that extends this game.")
def command(name: str, base: str | None) -> None:
    """Write NAME.yaml, a small working game to start from. Never replaces a file.

    \b
    Example: ggl new mygame
             ggl new widetiku --from tiku
    """
    from ggl.play.storage import create_file

    path = Path(name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
    if not _STEM.fullmatch(path.stem):
        raise click.UsageError(f"`{path.stem}` cannot be the name of a game file; use letters, digits, `-` and `_`")
    title = re.sub(r"[-_ ]+", " ", path.stem).strip() or path.stem
    title = title[:1].upper() + title[1:]
    text = _variant(path, title, base) if base is not None else _GAME.format(title=title, schema=_schema_line(path))
    if not path.parent.is_dir():
        raise click.UsageError(f"there is no folder `{path.parent}`")
    if os.path.lexists(path):
        raise click.UsageError(f"`{path}` exists already, and `new` replaces nothing; choose another name")
    create_file(path, text)
    terminal.data(str(path))
    terminal.note(f"next: ggl check {path}, ggl play {path}")
    if not _schema_line(path):
        line = _SCHEMA.format(resources.game_schema().resolve().as_posix())
        terminal.note(f"for completion in an editor, begin the file on this machine with: {line}")


def _schema_line(path: Path) -> str:
    """The line that tells editors the schema of the file, if both are in one tree of folders, so that it stays true elsewhere."""
    folder, schema = Path(os.path.realpath(path)).parent, resources.game_schema().resolve()
    if not folder.is_relative_to(schema.parent.parent):
        return ""
    return _SCHEMA.format(Path(os.path.relpath(schema, folder)).as_posix()) + "\n"


def _variant(path: Path, title: str, base: str) -> str:
    name, options = split_argument(base)
    if name == "-":
        raise click.UsageError("a variant extends a game by its name, but standard input has none")
    if options:
        raise click.UsageError("write the options' values into the variant, under `options:`")
    game = load_argument(name)
    extends = name
    if not is_bundled(name):
        if Path(name).resolve().parent != Path(os.path.realpath(path)).parent:
            raise click.UsageError(f"a variant must be in the same folder as the file it extends, which is {Path(name).parent}")
        extends = Path(name).name
    called = " ".join(game.name.split())
    about = f"A variant of {called}."
    return _VARIANT.format(
        title=title,
        schema=_schema_line(path),
        about=about if _PLAIN.fullmatch(about) else json.dumps(about, ensure_ascii=False),
        extends=extends,
        base=called,
        file=path.name,
        has="\n".join(_has(game)),
    )


def _has(game: Game) -> list[str]:
    """The parts of the game that a variant may change, as comments."""
    definition = game.checked.definition
    parts = {
        "options": [f"{name}: {value}" for name, value in definition.options.items()],
        "moves": list(definition.moves),
        "define": [f"{one.name}({', '.join(one.params)})" if one.params else one.name for one in definition.definitions.values()],
    }
    lines = []
    for part, names in parts.items():
        if names:
            lines += [f"#   {part}:", *(f"#     {name}" for name in names)]
    return lines
