"""The files that come with ggl: game files, the JSON Schema, the tutorial.

Gives folders, in a checkout (`games/`, `schemas/` beside the package) and in an installed wheel (`ggl/data/`).
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

SUFFIX = ".yaml"


def games_folder() -> Path:
    return _folder("games")


def schemas_folder() -> Path:
    return _folder("schemas")


def game_schema() -> Path:
    """The JSON Schema of a game file."""
    return schemas_folder() / "game.schema.json"


def bundled_games() -> tuple[str, ...]:
    """The names of the games that come with ggl, sorted."""
    folder = games_folder()
    return tuple(sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))) if folder.is_dir() else ()


def bundled_game(name: str) -> Path | None:
    """The file of a bundled game, or None. A name with a folder in it is never one."""
    return games_folder() / f"{name}{SUFFIX}" if name in bundled_games() else None


def tutorial_page() -> Path:
    """The tutorial, as Markdown."""
    return _folder("docs") / "tutorial.md"


def tutorial_checks() -> Path:
    """The folder with the checks of the tutorial's steps: for each file of the tutorial one of the same name, which extends it
    and has tests."""
    return _folder("docs") / "tutorial"


@cache
def _folder(name: str) -> Path:
    """A package from a wheel has `data/`; in a checkout the folder lies beside the package."""
    package = Path(str(resources.files("ggl")))
    installed = package / "data" / name
    return installed if installed.is_dir() else package.parent / name
