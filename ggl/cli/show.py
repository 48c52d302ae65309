"""`ggl show`: a game at each stage on its way from text to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument, position_at, position_options, split_argument
from ggl.diagnostics.escape import escape

if TYPE_CHECKING:
    from ggl.compiler.kernel.forms import Module
    from ggl.core.forms import CoreGame
    from ggl.play.game import State
    from ggl.syntax.document import Node

STEP = "  "
STAGES = ("source", "tree", "definition", "board", "core", "kernel", "position")


class Stage(click.ParamType[str]):
    """A stage of `STAGES`, or a pass of the compiler, whose names are looked up only if need be."""

    name = "stage"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in STAGES:
            return value
        from ggl.compiler.backends import wasm_passes
        from ggl.compiler.passes import pipeline
        from ggl.diagnostics.near import list_names, near

        passes = (*pipeline.NAMES, *wasm_passes.PASSES)
        if value in passes:
            return value
        close = near(value, [*STAGES, *passes])
        all_of_them = f"there are {', '.join(STAGES)}, and the passes {', '.join(passes)}"
        there = f"near: {list_names(close, len(close))}" if close else all_of_them
        self.fail(f"there is no stage `{escape(value[:40])}`; {there}", param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(STAGES)}|PASS]"


@click.command("show")
@click.argument("game")
@click.option(
    "--stage",
    type=Stage(),
    default="board",
    show_default=True,
    help="source: the text; tree: its YAML, with lines and columns; definition: what was read, bases merged in; "
    "board: the sites; core: what engines run; kernel: the program that the "
    "compiled engine makes of it; position: the fields and their values. "
    "Or a pass of the compiler, such as fuse-loops: the core after it, or the kernel.",
)
@click.option("--whole", is_flag=True, help="With --stage core, or a pass: also print the entries of the board's tables.")
@position_options
def command(game: str, stage: str, whole: bool, after: str, test: str) -> None:
    """Print a game at a stage between its text and machine code.

    \b
    Example: ggl show tabik:size=4 --stage core
    """
    from ggl.play.loading import find_source

    if (after or test) and stage != "position":
        raise click.UsageError(f"{'--after' if after else '--test'} needs --stage position")
    if whole and stage in STAGES and stage != "core":
        raise click.UsageError("--whole needs --stage core, or a pass")
    stages: dict[str, Callable[[], str]] = {
        "source": lambda: find_source(split_argument(game)[0]).text,
        "tree": lambda: _tree(game),
        "definition": lambda: "\n".join(_described(load_argument(game).checked.definition, "")),
        "board": lambda: _board(game),
        "core": lambda: _text(load_argument(game).checked.core, whole),
        "kernel": lambda: _printed(_kernel(game)),
        "position": lambda: _position(position_at(game, after, test)),
    }
    terminal.data(stages[stage]() if stage in stages else _after_pass(game, stage, whole))


def _after_pass(game: str, name: str, whole: bool) -> str:
    from ggl.compiler.backends import wasm_passes
    from ggl.compiler.passes import pipeline

    if name in pipeline.NAMES:
        return _text(next(core for stage, core in pipeline.stages(load_argument(game).checked.core) if stage == name), whole)
    return _printed(next(module for stage, module in wasm_passes.wasm_stages(_kernel(game)) if stage == name))


def _kernel(game: str) -> Module:
    engine = load_argument(game).fast.required()
    return engine.whole.kernel


def _printed(module: Module) -> str:
    from ggl.compiler.kernel.printer import printed

    return printed(module)


def _tree(game: str) -> str:
    from ggl.diagnostics import Findings
    from ggl.play.errors import InvalidGameError
    from ggl.play.loading import find_source
    from ggl.syntax.document import read_document

    name, _ = split_argument(game)
    findings = Findings()
    tree = read_document(find_source(name), findings)
    if tree is None:
        raise InvalidGameError(name, findings.sorted())
    return "\n".join(_nodes(tree, "", ""))


def _nodes(node: Node, head: str, indent: str) -> Iterator[str]:
    """A line a value: its place, its key, and a scalar's style and text."""
    from ggl.syntax.document import Mapping, Scalar

    place = f"{node.span.line}:{node.span.column}"
    if isinstance(node, Scalar):
        yield f"{place:>8}  {indent}{head}{node.style} {node.text!r}"
        return
    kind = ("map" if isinstance(node, Mapping) else "list") + (" in brackets" if node.flow else "")
    yield f"{place:>8}  {indent}{head}{kind}"
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield from _nodes(entry.value, f"{entry.key.text}: ", indent + STEP)
    else:
        for item in node.items:
            yield from _nodes(item, "- ", indent + STEP)


def _described(value: object, indent: str) -> Iterator[str]:
    """The fields of a definition, one a line; expressions as text. What is empty is left out."""
    assert is_dataclass(value)
    for spec in fields(value):
        if spec.compare and spec.name != "source":
            yield from _named(spec.name.replace("_", " "), getattr(value, spec.name), indent)


def _named(name: str, value: object, indent: str) -> Iterator[str]:
    lines = _inline(value)
    if lines is not None:
        if len(lines) == 1 and lines[0]:
            yield f"{indent}{name}: {lines[0]}"
        elif len(lines) > 1:
            yield f"{indent}{name}:"
            yield from (f"{indent}{STEP}{line}" for line in lines)
        return
    if isinstance(value, dict | tuple) and not value:
        return
    yield f"{indent}{name}:"
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _named(str(key), item, indent + STEP)
    elif isinstance(value, tuple):
        for number, item in enumerate(value, 1):
            yield from _named(str(number), item, indent + STEP)
    else:
        yield from _described(value, indent + STEP)


def _inline(value: object) -> list[str] | None:
    """The lines of a value without parts; none if it has parts."""
    from ggl.model.definition import Text
    from ggl.model.targets import Target
    from ggl.syntax import tree as t
    from ggl.syntax.unparse import unparse, unparse_binders, unparse_effects, unparse_plan

    if value is None:
        return [""]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, str | int | Target):
        return [str(value)]
    if isinstance(value, Text):
        return value.text.split("\n")
    if isinstance(value, t.Lined):
        rows = [f"by: {unparse(value.by)}"] if value.by is not None else []
        rows += [f"{unparse(key)}: {unparse(body)}" for key, body in value.rows]
        return [*rows, f"else: {unparse(value.other)}"] if value.other is not None else rows
    if isinstance(value, t.Plan):
        return [unparse_plan(value)]
    if isinstance(value, t.Effect):
        return unparse_effects(value).split("\n")
    if isinstance(value, t.Binder):
        return [unparse_binders((value,))]
    if isinstance(value, t.Tree):
        return [unparse(value)]  # type: ignore[arg-type]
    if isinstance(value, tuple) and value and all(isinstance(item, t.Binder) for item in value):
        return [unparse_binders(value)]
    return None


def _board(game: str) -> str:
    from ggl.topology.picture import board_picture

    board = load_argument(game).board
    inner, rim = len(board.edges), len(board.rim)
    facts = [
        ("shape", board.shape),
        ("basis", board.basis),
        ("sites", f"{len(board.cells)} cells, {inner} edges, {rim} rim edges, {len(board.vertices)} vertices"),
        ("directions", " ".join(board.directions) or "none"),
        ("sides", ", ".join(f"{name} {len(cells)}" for name, cells in board.sides) or "none"),
    ]
    return "".join(f"{name:<12}{text}\n" for name, text in facts) + "\n" + board_picture(board, lambda site: ".")


def _text(core: CoreGame, whole: bool) -> str:
    """The core as text; of the board's long tables only the heads, unless the whole is requested."""
    from dataclasses import replace

    from ggl.core.printer import print_core

    if whole:
        return print_core(core)
    heads = tuple(replace(table, entries=()) for table in core.tables)
    return f"; {len(heads)} tables, whose entries --whole prints\n{print_core(replace(core, tables=heads))}"


def _position(state: State) -> str:
    """The fields by name; of a field over sites or players only the entries that differ from its start."""
    from itertools import product

    from ggl.core.types import Fin

    values, domains = state.game.values, state.game.checked.world.domains
    lines = [str(state), ""]
    for slot in state.game.layout.slots.values():
        codes = state.position.vector[slot.start : slot.stop]
        said = slot.field.name.replace("_", " ")
        if not slot.sizes:
            lines.append(f"{said}: {values.text(codes[0], slot.field.values)}")
            continue
        entries = []
        for index, code in zip(product(*map(range, slot.sizes)), codes, strict=True):
            if code != slot.field.start:
                where = " ".join(values.text(i, Fin(domains[name])) for i, name in zip(index, slot.field.index, strict=True))
                entries.append(f"{where}={values.text(code, slot.field.values)}")
        rest = values.text(slot.field.start, slot.field.values)
        lines.append(f"{said}: {', '.join([*entries, f'else {rest}'] if len(entries) < len(codes) else entries)}")
    return "\n".join(lines)
