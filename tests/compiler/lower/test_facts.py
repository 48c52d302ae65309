"""What is known of a field when effects change it: what guards and sources have said of the site, as long as it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.walk import forms_in, set_in
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.facts import FieldFacts, shown_by
from ggl.compiler.lower.game import HOOKS
from ggl.compiler.lower.module import ModuleBuilder
from ggl.compiler.passes.pipeline import optimized
from ggl.compiler.runtime.engine import Compiled
from ggl.core import forms as f
from ggl.core.types import Domain, Fin
from tests.compiler.agreement import differences

GAME = """\
ggl: 1
name: Facts
players: [Black, White]
board: square(3)
pieces: {stone: {}, wall: {of: nobody}}
moves:
  go:
    for: FOR
    where: "WHERE"
    do: |
      DO
end:
  draw: {full: full}
"""

# sources; the guard; the effects; how often a code is loaded to find the plane that a site leaves
CASES = [
    ("c in cells", "empty(c)", "put own stone on c", 0),
    ("c in cells", "not empty(c)", "put own stone on c", 1),
    ("c in cells, d in cells", "empty(c) and empty(d)", "put own stone on c; put wall on d", 1),
    ("c in cells, d in neighbors(c)", "empty(c) and empty(d)", "put own stone on c; put wall on d", 0),
    ("c in cells, d in neighbors(c)", "empty(c)", "put wall on d; put own stone on c", 1),
    ("c in cells, d in cells", "empty(c)", "put wall on d; put own stone on c", 2),
    ("c in cells with own piece, d in neighbors(c)", "empty(d)", "move c to d", 0),
    ("c in cells with own piece, d in neighbors(c)", "true", "move c to d", 1),
    ("c in cells with own piece, d in neighbors(c)", "true", "exchange c, d", 0),
    ("c in cells, d in neighbors(c)", "empty(c)", "put wall on x for x in neighbors(d); put own stone on c", 2),
]


def core_of(folder: Path, source: str, where: str, do: str) -> ggl.Game:
    file = folder / "facts.yaml"
    effects = "\n      ".join(part.strip() for part in do.split(";"))
    file.write_text(GAME.replace("FOR", source).replace("WHERE", where).replace("DO", effects))
    return ggl.load(file)


@pytest.mark.parametrize(("source", "where", "do", "loads"), CASES, ids=[f"{a}: {b}: {c}" for a, b, c, _ in CASES])
def test_a_plane_that_is_known_is_not_looked_up(tmp_path: Path, source: str, where: str, do: str, loads: int) -> None:
    game = core_of(tmp_path, source, where, do)
    engine = Compiled(game.checked.core, as_python=True)
    functions = engine.emitted.kernel.functions
    done = next(function for name, function in functions.items() if name.startswith("do") and function.note == "go")
    called = [part for part in forms_in(done) if isinstance(part, k.Call) and part.function.startswith("set")]
    assert len(called) == loads
    assert not list(differences(game, engine, range(2), 6))


def test_what_is_known_by_a_source_and_by_a_guard(tmp_path: Path) -> None:
    game = core_of(tmp_path, "c in cells with wall, d in neighbors(c)", "empty(d)", "move c to d")
    core = optimized(game.checked.core)
    found = shown_by(Context(ModuleBuilder(core), HOOKS), core.schemas[0])
    none = next(field for field in core.fields if field.name == "at").start
    assert found.codes["at", "d"] == none
    assert found.codes["at", "c"] not in (none, None)
    assert found.apart == {frozenset(("c", "d"))}


TILES = """\
ggl: 1
name: Facts of tiles
players: [Black, White]
board: square(3)
pieces: {tile: {faces: orthogonal}}
setup: |
  put Black tile on c facing north for c in {a1, b2, c3}
  put White tile on c facing east for c in {a2, b1, c2}
moves:
  go:
    for: FOR
    do: |
      DO
turn: {pass: forced}
end:
  draw: {long: "ply >= 20"}
"""

BLACK_WHITE = "a in cells with Black tile, b in neighbors(a) with White tile"

# sources; the effects; the tests that are left in them; the codes that are loaded; the changed planes that are known
EXCHANGES = [
    (BLACK_WHITE, "exchange a, b; turn a to b; turn b to a", 0, 0, 2),
    (BLACK_WHITE, "exchange a, b; turn b to a; turn a to b", 0, 0, 2),
    (BLACK_WHITE, "exchange a, b; turn a to b", 0, 2, 2),
    (BLACK_WHITE, "exchange a, b; turn a to b; turn b to a if a.facing == north", 1, 2, 2),
    (BLACK_WHITE, "turn a to b; turn b to a; exchange a, b", 0, 2, 2),
    ("a in cells with Black tile, b in neighbors(a) with tile", "exchange a, b; turn a to b; turn b to a", 1, 3, 2),
    ("a in cells with Black tile, b in cells with White tile", "exchange a, b; turn a to b; turn b to a", 2, 2, 2),
    ("e in edges where owners(e.cells) == {Black, White}", "exchange e.cells", 2, 4, 2),
    ("e in edges where Black in owners(e.cells)", "exchange e.cells", 2, 4, 0),
]


@pytest.mark.parametrize(("source", "do", "tests", "codes", "planes"), EXCHANGES, ids=[f"{a}: {b}" for a, b, *_ in EXCHANGES])
def test_an_exchange_does_what_is_not_known(tmp_path: Path, source: str, do: str, tests: int, codes: int, planes: int) -> None:
    file = tmp_path / "tiles.yaml"
    source, _, where = source.partition(" where ")
    text = TILES.replace("FOR", f'{source}\n    where: "{where or "true"}"').replace("DO", do.replace("; ", "\n      "))
    file.write_text(text)
    game = ggl.load(file)
    engine = Compiled(game.checked.core, as_python=True)
    functions = engine.emitted.kernel.functions
    done = next(function for name, function in functions.items() if name.startswith("do") and function.note == "go")
    assert sum(isinstance(form, k.If) for form in forms_in(done)) == tests
    assert sum(local.name.startswith("code") for local in set_in(done.body)) == codes
    known = [form for form in forms_in(done) if isinstance(form, k.Store) and isinstance(form.index, k.Literal)]
    assert len(known) == planes
    assert not list(differences(game, engine, range(3), 12))


@pytest.mark.parametrize(("others", "chosen"), [("neighbors(a)", False), ("cells", True)])
def test_a_put_tile_faces_without_a_test_where_it_surely_may(tmp_path: Path, others: str, chosen: bool) -> None:
    file = tmp_path / "tiles.yaml"
    file.write_text(TILES.replace("FOR", f"a in cells, b in {others}").replace("DO", "put Black tile on a facing b"))
    game = ggl.load(file)
    engine = Compiled(game.checked.core, as_python=True)
    functions = engine.emitted.kernel.functions
    done = next(function for name, function in functions.items() if name.startswith("do") and function.note == "go")
    assert any(isinstance(form, k.Choose) for form in forms_in(done)) == chosen
    assert not list(differences(game, engine, range(2), 6))


def test_a_name_that_is_bound_again_knows_what_its_value_knows_and_nothing_more() -> None:
    facts = FieldFacts({("cells", "c"): 0, ("cells", "d"): 2}, frozenset({frozenset({"c", "d"}), frozenset({"d", "e"})}))
    cell = Fin(Domain("cell", 9))
    ctx = Context(ModuleBuilder(optimized(ggl.load("tic-tac-toe").checked.core)), HOOKS)
    assert facts.named(ctx, "c") == FieldFacts({("cells", "d"): 2}, frozenset({frozenset({"d", "e"})}))
    assert facts.named(ctx, "c", f.Lit(0, cell)) == facts.named(ctx, "c")
    assert facts.named(ctx, "c", f.Var("d", cell)) == FieldFacts(
        {("cells", "d"): 2, ("cells", "c"): 2}, frozenset({frozenset({"d", "e"}), frozenset({"c", "e"})})
    )
