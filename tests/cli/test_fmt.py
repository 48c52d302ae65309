"""Formatting changes spelling only: pairs of before and after, and every game there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl import resources
from ggl.cli.fmt import formatted_file
from ggl.diagnostics import Findings
from ggl.model.extends import load_definition
from ggl.model.formatting import trees_of
from ggl.play.errors import InvalidGameError
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Scalar
from ggl.syntax.unparse import canonical, unparse, unparse_binders, unparse_effects, unparse_plan
from tests.few import one_in

DRAFTS = Path(__file__).parents[1] / "model" / "drafts"
LANGUAGE = Path(__file__).parents[1] / "language" / "games"
EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = [
    *(resources.games_folder() / f"{name}.yaml" for name in resources.bundled_games()),
    *(path for folder in (DRAFTS, LANGUAGE, EXAMPLES) for path in sorted(folder.glob("*.yaml"))),
]
HEAD = "ggl: 1\nname: Test\nplayers: [Black, White]\nboard: square(3)\npieces: {man: {}}\n"


def with_moves(do: str) -> str:
    return f"{HEAD}moves:\n  place:\n    for: c in cells\n{do}"


PAIRS = {
    "an expression": ("    where: (empty( c ))\n    do: again\n", "    where: empty(c)\n    do: again\n"),
    "a comment behind it": ("    where: not  full # why\n    do: again\n", "    where: not full # why\n    do: again\n"),
    "quotes stay": ("    where: 'empty(c)and full'\n    do: again\n", "    where: 'empty(c) and full'\n    do: again\n"),
    "a part of a value": ("    do: again\nturn: {pie: swap-sides if a+b}\n", "    do: again\nturn: {pie: swap-sides if a + b}\n"),
    "effects with comments": (
        "    do: |\n      put man of Black on c # first\n\n      # then\n      if full :\n          again\n",
        "    do: |\n      put Black man on c  # first\n\n      # then\n      if full:\n        again\n",
    ),
    "heads of blocks": (
        "    do: |\n      repeat at most  3  while  full :  # grow\n        again\n      if full and  ( full ) :\n        win\n"
        "      else  :\n        for x in  cells  if empty( x ) :\n          again\n",
        "    do: |\n      repeat at most 3 while full:  # grow\n        again\n      if full and full:\n        win\n"
        "      else:\n        for x in cells if empty(x):\n          again\n",
    ),
    "a list in brackets": ("    do: again if c in {a1,b1}\n", "    do: again if c in {a1, b1}\n"),
    "brackets that say how far `with` reaches stay": (
        "    where: c in cells-(cells with man)\n    do: again\n",
        "    where: c in cells - (cells with man)\n    do: again\n",
    ),
    "blanks at the ends": ("    do: again   \n# done  \n\n\n", "    do: again\n# done\n"),
    "no line end": ("    do: again", "    do: again\n"),
    "what YAML would take for a map stays": (
        "    where: ({a1}) == {c}\n    do: again\n",
        "    where: ({a1}) == {c}\n    do: again\n",
    ),
    "lines that fit are joined": (
        "    where: |\n      full\n      or empty(c)\n    do: again\n",
        "    where: |\n      full or empty(c)\n    do: again\n",
    ),
    "long ones break at their joints": (
        "    where: |\n      " + "empty(c) or\n      " * 12 + "full\n    do: again\n",
        "    where: |\n      empty(c)\n" + "      or empty(c)\n" * 11 + "      or full\n    do: again\n",
    ),
    "a comment inside keeps a text as it is": (
        "    where: |\n      full   # so\n      or empty( c )\n    do: again\n",
        "    where: |\n      full   # so\n      or empty( c )\n    do: again\n",
    ),
    "a text in braces takes no comma": (
        "    do: again\n  hop(c): {do: win, then: hop(c)  if full otherwise lift(c)}\n  lift(c): {do: win, where: (full)}\n",
        "    do: again\n  hop(c): {do: win, then: hop(c)  if full otherwise lift(c)}\n  lift(c): {do: win, where: full}\n",
    ),
    "rows that would become one row stay": (
        "    do: again\ndefine:\n  f(a): {by: a, 1: 2, (1): 3, (2): 1+1}\n",
        "    do: again\ndefine:\n  f(a): {by: a, 1: 2, (1): 3, 2: 1 + 1}\n",
    ),
    "a tab is as deep as to the parser": (
        "    do: |\n      if full:\n      \twin\n              again\n",
        "    do: |\n      if full:\n        win\n        again\n",
    ),
    "a line further left within brackets": (
        "    do: |\n      if full:\n          put man on {a1, # one\n        b1}\n          again\n",
        "    do: |\n      if full:\n        put man on {a1, # one\n        b1}\n        again\n",
    ),
    "a text that would grow too long stays": (
        f"    where: c in {{{'c,' * 3980}c}}\n    do: again\n",
        f"    where: c in {{{'c,' * 3980}c}}\n    do: again\n",
    ),
    "comments at the end of a block stay in it": (
        "    do: |\n      if full:\n          if true:\n              again\n              # in\n          # between\n"
        "      # out\n      again\n      if full:\n         again\n         # in\n\n         # too\n      # out\n",
        "    do: |\n      if full:\n        if true:\n          again\n          # in\n        # between\n"
        "      # out\n      again\n      if full:\n        again\n        # in\n\n        # too\n      # out\n",
    ),
    "a comment further left than its block goes into it": (
        "    do: |\n      if full:\n      # why\n        again\n      # more\n        again\n",
        "    do: |\n      if full:\n        # why\n        again\n        # more\n        again\n",
    ),
    "blanks at the end of effects and on the lines below": (
        "    do: |\n      again  \n      again \t \n   \n  \nturn: {pass: forced}\n",
        "    do: |\n      again\n      again\n\n\nturn: {pass: forced}\n",
    ),
    "blanks at the end of an expression and of the file": (
        "    do: again\ndefine:\n  f: |\n    full  \n    \n  g: |\n    full \n  \n\n",
        "    do: again\ndefine:\n  f: |\n    full\n\n  g: |\n    full\n",
    ),
    "windows line ends": (
        "    do: |\r\n      again  \r\n      again  \r\n \r\nturn: {pass: forced}\r\n",
        "    do: |\r\n      again\r\n      again\r\n\r\nturn: {pass: forced}\r\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_before_and_after(name: str) -> None:
    before, after = PAIRS[name]
    assert formatted_file(Source("test.yaml", with_moves(before))) == with_moves(after)
    assert formatted_file(Source("test.yaml", with_moves(after))) == with_moves(after)


@pytest.mark.parametrize("path", one_in(8, FILES), ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_every_game_reads_back_as_itself_and_settles(path: Path) -> None:
    try:
        once = formatted_file(Source(str(path), path.read_text("utf-8")))
    except InvalidGameError:
        assert path.parent == DRAFTS
        pytest.skip("a draft with words that are not built yet")
    assert formatted_file(Source(str(path), once)) == once
    if path.parent in (resources.games_folder(), EXAMPLES):
        assert path.read_text("utf-8") == once, "ours are formatted"


@pytest.mark.parametrize("path", one_in(8, FILES, 1), ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_every_tree_of_every_game_reads_back_as_itself(path: Path) -> None:
    from ggl.model.extends import find_beside

    definition = load_definition(Source(str(path), path.read_text("utf-8")), Findings(), find_beside(path.parent))
    if definition is None:
        pytest.skip("a draft with words that are not built yet")
    found = list(trees_of(definition))
    assert len(found) > 1
    for tree in found:
        if isinstance(tree, tuple):
            assert parser.binders(placed(unparse_binders(tree))) == tree
            assert parser.binders(placed(unparse_binders(canonical(each) for each in tree))) == tuple(map(canonical, tree))
        elif isinstance(tree, t.Plan):
            assert parser.plan(placed(unparse_plan(tree))) == tree
        elif isinstance(tree, t.Effect):
            assert parser.effects(placed(unparse_effects(tree))) == tree
        else:
            assert parser.expression(placed(unparse(tree))) == tree


def placed(text: str) -> Scalar:
    return Scalar(text, Source("", text).span(0, len(text)))


def test_what_a_variant_takes_out_may_move_to_another_place() -> None:
    text = "ggl: 1\nname: Sgibun without\nextends: sgibun\nscore(p): {}\ndefine:\n  sizes(p): removed\n"
    assert formatted_file(Source("test.yaml", text.format("land( p )"))) == text.format("land(p)")


BASE = """\
ggl: 1
name: Base
players: [A, B]
board: square(3)
options: {size: 3 in 1..4}
regions: {corner: "{a1}"}
pieces: {man: {glyph: m}, dog: {}}
state: {n: 0}
define:
  f(x): x == 1
  t(x):
    1: x == a1
    else: 2
routines: {r(c): put man on c}
moves:
  drop:
    for: c in cells
    where: {free: empty(c)}
    do: put man on c
    then: jump(c)
  jump(c): {do: again}
turn: {pie: swap-sides}
end:
  draw: full
  A wins: {long: ply > 4}
look: {notation: {drop: c}, colours: {A: red}}
targets: {length: 1..9}
"""
REMOVED = [
    "options: removed", "options: {size : removed}", "regions: {corner: removed}", "pieces: {dog: removed}",
    "pieces:\n  man: {glyph: removed}", "state:\n  n: removed  # so", "state: removed", "define:\n  f( y ): removed",
    "define:\n  t(x): removed\n  f(x): x==1 +1", "routines: {r(c): removed}", "moves:\n  drop:\n    then: removed",
    "moves:\n  drop: {where: removed}", "moves:\n  jump(d): removed\n  drop: {then: removed}", "turn: {pie: removed}",
    "turn: removed", "end:\n  draw: 'removed'", "end: {A   wins: removed}", "look: {notation: removed}", "look: removed",
    "look:\n  colours: {A: removed}", "targets: {length: removed}", "targets: removed",
]  # fmt: skip


@pytest.mark.parametrize("taken", one_in(4, REMOVED))
def test_a_variant_that_takes_something_out_is_formatted(tmp_path: Path, taken: str) -> None:
    (tmp_path / "base.yaml").write_text(BASE)
    (tmp_path / "middle.yaml").write_text("ggl: 1\nname: Middle\nextends: base.yaml\n")
    for base in ("base.yaml", "middle.yaml"):
        text = f"ggl: 1\nname: Variant\nextends: {base}\n{taken}   \nscore(p): count( cells )\n"
        once = formatted_file(Source(str(tmp_path / "variant.yaml"), text))
        assert once.endswith("score(p): count(cells)\n")
        assert formatted_file(Source(str(tmp_path / "variant.yaml"), once)) == once
