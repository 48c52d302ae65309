"""Shared parts of the verbs: GAME arguments, and the moves that lead to a position.

A GAME is the name of a bundled game, a path, `-` for standard input, or one of these with options behind a colon:
`sgibun:side=7,pie=off`. Bad ones raise the errors of `ggl.play.errors`, or `click.UsageError`.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ggl.play.game import Game, State
    from ggl.source import Source
    from ggl.syntax.document import Mapping

_WITH_OPTIONS = re.compile(r"(?P<game>.*?):(?P<options>[A-Za-z_]\w*=.*)", re.DOTALL)
_OPTION = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_]\w*")
_BETWEEN_MOVES = re.compile(r"[;\n]")
_BETWEEN_COMMAS = re.compile(r"(?:\[[^]]*\]|\{[^}]*\}|[^,])+")

_SUFFIXES = (".yaml", ".yml")
MOST_ENTRIES = 20_000
"""The most files and folders that are searched for games, as nobody means a whole disk."""

_AFTER = click.option("--after", "after", metavar="MOVES", default="", help="Play these moves first: `MOVE; MOVE; ..`")
_TEST = click.option("--test", "test", metavar="NAME", default="", help="Start from the position of this test in the file.")

MOST_NAMED = 5
"""The most tests to name in a hint."""


def split_argument(text: str) -> tuple[str, dict[str, str]]:
    """A GAME argument as the game and its options, none of them looked at. A file with such a name comes first."""
    from ggl.play.loading import is_file, is_there

    found = _WITH_OPTIONS.fullmatch(text)
    if not text.strip() or (found is not None and not found["game"].strip()):
        hint = f"write `GAME{text.strip()[:60]}`" if text.strip() else "`ggl list` shows the games that come with ggl"
        raise click.UsageError(f"the game name is empty; {hint}")
    if found is None or is_there(Path(text)):
        game, _, word = text.rpartition(":")
        if _WORD.fullmatch(word) and not is_there(Path(text)) and (is_bundled(game) or is_file(Path(game))):
            raise click.UsageError(f"the option `{word}` needs a value; write `{game}:{word}=VALUE`")
        return text, {}
    options: dict[str, str] = {}
    for part in found["options"].split(","):
        option = _OPTION.fullmatch(part)
        if option is None:
            raise click.UsageError(f"`{part.strip()}` is not an option; write `{found['game']}:NAME=VALUE,NAME=VALUE`")
        if option[1] in options:
            raise click.UsageError(f"the option `{option[1]}` is given twice")
        if not option[2]:
            raise click.UsageError(f"the option `{option[1]}` has no value; write `{found['game']}:{option[1]}=VALUE`")
        options[option[1]] = option[2]
    return found["game"], options


def merged(source: Source) -> Mapping:
    """The tree of a file with its bases merged in. Raises `InvalidGameError`."""
    from ggl.diagnostics import Findings
    from ggl.model.extends import bases_of, in_full, load_chain
    from ggl.play.errors import InvalidGameError

    findings = Findings()
    chain = load_chain(source, findings, bases_of(source))
    tree = chain.merged(findings) if chain is not None else None
    if chain is None or tree is None or findings.has_errors:
        raise InvalidGameError(source.name, findings.sorted())
    return in_full(tree, chain)


def files_of(names: Iterable[str]) -> list[str]:
    """Names as given, with each folder replaced by the game files in it, the folders below it included.

    Hidden folders and links to folders are left out; a folder with too much in it is refused.
    """
    found: list[str] = []
    for name in names:
        if name != "-" and name and Path(name).is_dir() and not is_bundled(name):
            inside = sorted(_game_files(name))
            if not inside:
                raise click.UsageError(f"there is no .yaml file in `{name}`")
            found += inside
        else:
            split_argument(name)  # refuses invalid names before any file is processed
            found.append(name)
    return list(dict.fromkeys(found))


def _game_files(folder: str) -> Iterator[str]:
    """The game files in a folder and below it."""
    seen, waiting = 0, [folder]
    while waiting:
        try:
            entries = os.scandir(waiting.pop())
        except OSError as error:
            if error.filename == folder:
                raise
            continue  # an unreadable folder below
        with entries:
            for entry in entries:
                seen += 1
                if seen > MOST_ENTRIES:
                    raise click.UsageError(f"`{folder}` has more than {MOST_ENTRIES} files; give a folder with only the games")
                if entry.is_dir(follow_symlinks=False):
                    waiting += [] if entry.name.startswith(".") else [entry.path]
                elif entry.name.endswith(_SUFFIXES):
                    with contextlib.suppress(OSError):  # a loop of links
                        if entry.is_file():
                            yield str(Path(entry.path))


def is_bundled(name: str) -> bool:
    """Whether a GAME without options names a game that comes with ggl; such names come before files."""
    from ggl import resources

    return resources.bundled_game(name) is not None


def load_argument(text: str) -> Game:
    """The game of a GAME argument, checked, with its options bound."""
    from ggl.play.loading import find_source, made_of

    name, options = split_argument(text)
    return made_of(find_source(name), options)


def split_moves(text: str, *, at_commas: bool = True) -> list[str]:
    """Moves in a row: between `;` and line ends, or where there is neither between commas, but for those of lists and sets.
    Without `at_commas`, moves may have commas of their own."""
    in_lines = not at_commas or _BETWEEN_MOVES.search(text)
    parts = _BETWEEN_MOVES.split(text) if in_lines else _BETWEEN_COMMAS.findall(text)
    return [part.strip() for part in parts if part.strip()]


def moves_in(text: str, game: Game) -> list[str]:
    """Moves in a row, as a game writes them."""
    return split_moves(text, at_commas=not game.notation.has_commas)


def position_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that name a position of a game; see `position_at`."""
    return _AFTER(_TEST(command))


def position_at(game: str, after: str, test: str) -> State:
    """The state of a GAME after the moves of an `--after`, from the start, or from where a test of the file looks."""
    return play_moves(begin(game, test), after)


def begin(game: str, test: str) -> State:
    """The start of a GAME, or what the test of that name looks at, for which a part of the name is enough if no other has it."""
    from ggl.play.filetests import position_of_test

    loaded = load_argument(game)
    if not test:
        return loaded.initial_state()
    tests = loaded.checked.definition.tests
    found = [each for each in tests if each.name == test] or [each for each in tests if test.lower() in each.name.lower()]
    if len(found) == 1:
        return position_of_test(loaded.checked, found[0])
    if not tests:
        raise click.UsageError(f"--test: {loaded.name} has no tests in its file")
    names = [each.name for each in found or tests]
    named = "; ".join([*names[:MOST_NAMED], *[".."] * (len(names) > MOST_NAMED)])
    which = f"{len(found)} tests have `{test}` in their names" if found else f"no test has `{test}` in its name"
    raise click.UsageError(f"--test: {which}: {named}")


def play_moves(state: State, text: str) -> State:
    """The state after the moves of an `--after`."""
    from ggl.play.errors import GglError

    for number, move in enumerate(moves_in(text, state.game), 1):
        try:
            state = state.play(move)
        except GglError as error:
            raise click.UsageError(f"--after, move {number}: {error}") from None
    return state


def see_ours(file: Path, signs: tuple[bytes, ...], what: str) -> None:
    """Check by its beginning that ggl made a file before replacing it; an empty file and a device are allowed. Raises
    `StorageError`, and `GglError` if the file is not a `what`."""
    from ggl.play.errors import GglError
    from ggl.play.storage import StorageError

    try:
        if not file.is_file():
            return
        with file.open("rb") as stream:
            begin = stream.read(4096)
    except (OSError, ValueError) as error:
        raise StorageError(file, error, "read") from None
    if begin and not any(sign in begin for sign in signs):
        raise GglError(f"{file} is not {what}, and is left unchanged; choose another name")
