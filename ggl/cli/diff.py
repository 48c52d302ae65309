"""`ggl diff`: what differs between two games, part by part of their rules."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.common import merged, split_argument

if TYPE_CHECKING:
    from ggl.play.game import Game
    from ggl.source import Source
    from ggl.syntax.document import Node

Parts = dict[tuple[str, ...], list[str]]


@click.command("diff")
@click.argument("left", metavar="GAME")
@click.argument("right", metavar="GAME")
@click.option("--all", "everything", is_flag=True, help="Also compare names, notes, looks, sentences and tests.")
@click.pass_context
def command(ctx: click.Context, left: str, right: str, everything: bool) -> None:
    """Compare two games after merging their bases: `-` is the first, `+` the second. Exits with 1 if they differ.

    \b
    Example: ggl diff sgibun tirnabun
    """
    from ggl.play.loading import find_source, made_of

    given = split_argument(left), split_argument(right)
    if all(name == "-" for name, _ in given):
        raise click.UsageError("only one of the games can come from standard input")
    sources = [(find_source(name), options) for name, options in given]
    played = _bound(*(made_of(source, options) for source, options in sources))
    ours, theirs = (_parts(source) for source, _ in sources)
    lines = [*played, *_rules(ours, theirs, everything), *_orders(ours, theirs)]
    colours = {"-": "red", "+": "green"} if terminal.uses_colour(sys.stdout) else {}
    for line in lines:
        terminal.data(click.style(line, fg=colours[line[0]]) if line[:1] in colours else line)
    if not lines:
        terminal.note("no difference")
    ctx.exit(1 if lines else 0)


def _bound(left: Game, right: Game) -> Iterator[str]:
    """The effect of the options: their values, and the board."""
    ours, theirs = _facts(left), _facts(right)
    changed = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
    if changed:
        yield "as played"
    for name in changed:
        for sign, facts in (("-", ours), ("+", theirs)):
            if name in facts:
                yield f"{sign} {name}: {facts[name]}"


def _facts(game: Game) -> dict[str, str]:
    from ggl.play.values import option_text

    options = {f"option {name}": option_text(value) for name, value in game.options.items()}
    return {"board": f"{game.board.shape}, {len(game.board.cells)} cells", "players": ", ".join(game.players), **options}


def _rules(ours: Parts, theirs: Parts, everything: bool) -> Iterator[str]:
    from ggl.model.keys import OWN

    heading: tuple[str, ...] = ()
    for path in _in_order([*ours, *theirs]):
        before, after = ours.get(path, []), theirs.get(path, [])
        if [" ".join(line.split()) for line in before] == [" ".join(line.split()) for line in after]:
            continue
        if not everything and path[0] in (*OWN, "look", "says", "targets"):
            continue
        if path != heading:
            yield " › ".join(path)
            heading = path
        for line in difflib.ndiff(before, after):
            if line[:1] in "-+":
                yield line.rstrip()


def _orders(ours: Parts, theirs: Parts) -> Iterator[str]:
    """The lines on keys in another order, where the order matters: of the end, of phases, players and tables."""
    for parent in dict.fromkeys(path[:length] for path in ours for length in (1, 2, 3) if length < len(path)):
        if parent not in _ORDERED and parent[0] not in _TABLES:
            continue
        if parent == ("define",) or "by" in _below(parent, ours):
            continue
        before, after = (_below(parent, parts) for parts in (ours, theirs))
        both = [key for key in before if key in after]
        if both != (moved := [key for key in after if key in before]):
            yield " › ".join((*parent, "order"))
            yield f"- {', '.join(both)}"
            yield f"+ {', '.join(moved)}"


_ORDERED = (("players",), ("turn", "phases"))
_TABLES = ("end", "define", "score")


def _below(parent: tuple[str, ...], parts: Parts) -> list[str]:
    """The keys below one, in the order of the file."""
    length = len(parent)
    return list(dict.fromkeys(path[length] for path in parts if path[:length] == parent and len(path) > length))


def _in_order(paths: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The paths, each once, those below one key together, keys in the order of the files."""
    from ggl.model.keys import TOP

    rank: dict[tuple[str, ...], int] = {(key,): at for at, key in enumerate(TOP)}
    for path in paths:
        for length in range(1, len(path) + 1):
            rank.setdefault(path[:length], len(rank))
    return sorted(dict.fromkeys(paths), key=lambda path: [rank[path[:length]] for length in range(1, len(path) + 1)])


def _parts(source: Source) -> Parts:
    """The values by the keys that lead to them; names of parameters do not tell keys apart."""
    parts: Parts = {}
    _gather(merged(source), (), parts)
    return parts


def _gather(node: Node, path: tuple[str, ...], parts: Parts) -> None:
    from ggl.model.keys import identity, is_set_literal
    from ggl.syntax.document import Mapping, Scalar, Sequence

    if isinstance(node, Mapping) and not is_set_literal(node):
        for entry in node.entries:
            key = " ".join(entry.key.text.split())
            name = identity(key) if len(path) < 2 else key  # rows of a table are identified by their whole text
            _gather(entry.value, (*path, name), parts)
            if name != key:  # the names of the parameters belong to the definition
                parts[*path, name] = [f"{key}:", *parts.get((*path, name), ())]
    elif isinstance(node, Sequence) and not node.flow:
        parts[path] = [item.text if isinstance(item, Scalar) else item.span.text for item in node.items]
    elif isinstance(node, Mapping) and not node.entries:
        parts[path] = ["{}"]  # its text may contain what a variant removes
    else:
        parts[path] = (node.text if isinstance(node, Scalar) else node.span.text).strip().split("\n")
