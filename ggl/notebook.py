"""`%load_ext ggl`: a cell of a notebook that is a game file.

    %%ggl pond
    ggl: 1
    name: Pond
    ...

The game is then in the variable `pond`, or without a name in `game`. What is found in the file is printed with its lines, and
a variable of that name stays as it was where there is an error.
"""

from __future__ import annotations

from typing import Any

from ggl.diagnostics import render
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

CELL = "<cell>"
"""How findings name the text of a cell."""


def load_into(shell: Any) -> None:
    """Give a shell of IPython the magic `%%ggl`."""
    shell.register_magic_function(lambda line, cell: game_of_cell(shell, line, cell), magic_kind="cell", magic_name="ggl")


def game_of_cell(shell: Any, line: str, cell: str) -> Game | None:
    name = line.strip() or "game"
    if not name.isidentifier():
        print(f"`{name}` is not a name of a variable; write `%%ggl NAME`, or `%%ggl` alone")
        return None
    checked, found = check_source(Source(CELL, cell))
    if found:
        print(render(found, "full"), end="")
    if checked is None:
        return None
    game = Game(checked)
    shell.user_ns[name] = game
    return game
