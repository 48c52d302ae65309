"""What a supposed piece changes in a plane: nothing where the piece is of other codes, and the site was empty."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.compiler.kernel.forms import Literal, Type
from ggl.compiler.lower.context import Context, Supposed
from ggl.compiler.lower.game import HOOKS
from ggl.compiler.lower.module import ModuleBuilder
from ggl.compiler.lower.supposed_codes import is_among, was_among
from ggl.compiler.passes.pipeline import optimized
from ggl.core import forms as f
from ggl.core.walk import walk

GAME = """\
ggl: 1
name: Supposed
players: [Black, White]
board: square(3)
pieces: {stone: {}}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put own stone on c
    ensure: ENSURE
end:
  draw: {full: full}
"""

CASES = {
    "own": ("any(neighbors(c) with own stone)", True, False),
    "the opponent's": ("any(neighbors(c) with opponent stone)", False, False),
    "Black's": ("any(neighbors(c) with Black stone)", None, False),
    "anybody's": ("any(neighbors(c) with stone)", True, False),
}
"""A condition with a plane; whether the own stone is in it, and whether an empty cell is, for all movers alike."""


@pytest.mark.parametrize(("ensure", "there", "before"), CASES.values(), ids=CASES)
def test_it_is_known_of_each_mover_whether_a_plane_has_the_supposed_stone(
    tmp_path: Path, ensure: str, there: bool | None, before: bool
) -> None:
    file = tmp_path / "supposed.yaml"
    file.write_text(GAME.replace("ENSURE", ensure))
    core = optimized(ggl.load(file, engine="interpreter").checked.core)
    ctx = Context(ModuleBuilder(core), HOOKS)
    (put,) = [form for form in walk(core.schemas[0].do) if isinstance(form, f.Put)]
    (values,) = {form.values for form in walk(core.schemas[0].ensure) if isinstance(form, f.Plane)}
    site = Literal(0, Type.WORD)
    none = f.Lit(ctx.m.layout.slots["at"].field.start, put.piece.type)
    change = Supposed(site, site, (site,), put.layer, put.site, put.piece, none)
    assert is_among(ctx, change, values) is there
    assert was_among(ctx, change, values) is before
