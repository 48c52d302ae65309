"""An exported page as a file: small, self-contained, allowed to run nothing but its own script; made from what is in the tree."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ggl
from ggl.cli import group
from ggl.compiler import tree_layout
from ggl.export.errors import ExportError
from ggl.export.page import export_page, page_data
from ggl.play.loading import made_of
from ggl.resources import bundled_games
from ggl.source import Source
from tests.few import one_in
from tests.hiding import HIDING, OPEN

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "ggl/web/bundle"
MOST = 300_000


def in_node(script: str, given: Any) -> Any:
    """What a script writes of `INPUT`."""
    head = re.match(r"(import .*?;)(.*)", script, re.S)
    assert head is not None
    text = f"{head[1]} const INPUT = {json.dumps(given)}; {head[2]}"
    run = subprocess.run(["node", "--input-type=module"], input=text, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


@pytest.mark.parametrize("name", one_in(24, bundled_games()))
def test_a_page_has_at_most_300_kb(name: str) -> None:
    assert len(export_page(ggl.load(name), name).encode()) <= MOST


def test_a_page_asks_for_nothing_from_outside() -> None:
    text = export_page(ggl.load("tic-tac-toe"), "tic-tac-toe")
    head = text[: text.index("<style>")]
    assert "default-src 'none'" in head
    assert "connect-src" not in head
    assert not re.search(r"<(link|img|iframe|script[^>]*\ssrc)", text[: text.index('id="data"')])
    assert text.count("</script>") == 2


def test_a_page_replaces_a_page_of_a_game_and_nothing_else(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text((ROOT / "games/tic-tac-toe.yaml").read_text())
    before = mine.read_text()
    done = CliRunner().invoke(group, ["export", str(mine), "-o", str(mine)])
    assert done.exit_code == 2
    assert f"{mine} is not a page of a game, and is left unchanged; choose another name" in done.stderr
    assert mine.read_text() == before
    for _ in range(2):
        assert CliRunner().invoke(group, ["export", str(mine), "-o", str(tmp_path / "new.html")]).exit_code == 0


def test_markup_in_a_name_stays_text(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    odd = Path(ROOT / "games/tic-tac-toe.yaml").read_text().replace("name: Tic-Tac-Toe", "name: '</script><b>\"&'")
    file.write_text(odd)
    text = export_page(ggl.load(file), "odd")
    assert "</script><b>" not in text
    assert text.count("</script>") == 2


def test_what_a_page_cannot_carry_is_said() -> None:
    text = (ROOT / "tests/export/shown.yaml").read_text(encoding="utf-8")
    game = made_of(Source("shown.yaml", text[: text.index("look:")] + 'look: {view: "cells with stone"}\n'))
    with pytest.raises(ExportError, match="cannot be exported: what its board shows is computed in each position"):
        export_page(game, "shown")


BESIDE = """ggl: 1
name: Beside
players: [Red, Blue]
board: square(3)
pieces:
  man: {piles: 9}
  flag: {layer: air}
moves:
  drop: {for: c in cells, do: put man on c}
end:
  draw: full
"""


def test_the_games_that_hide_something_are_those_that_are_listed() -> None:
    assert tuple(name for name in (*OPEN, *HIDING) if ggl.load(name).hides) == HIDING


def test_in_a_game_that_hides_something_the_page_has_no_program_that_searches() -> None:
    offered = {
        name: {level["spec"] for level in json.loads(page_data(ggl.load(name), name))["words"]["levels"]}
        for name in ("phantom-tic-tac-toe", "tic-tac-toe")
    }
    assert offered["phantom-tic-tac-toe"] == {"random"}
    assert "mcts:time=1" in offered["tic-tac-toe"]


def test_piles_beside_other_pieces_are_refused() -> None:
    with pytest.raises(ExportError, match="cannot be exported: a page cannot draw piles beside other pieces"):
        export_page(made_of(Source("beside.yaml", BESIDE)), "beside")


def test_the_script_is_made_from_the_modules_of_the_page(node: str, tmp_path: Path) -> None:
    if not (TOOLS / "node_modules/esbuild").exists():
        pytest.skip("esbuild is missing: npm ci in ggl/web/bundle")
    before = (ROOT / "ggl/export/page.js").read_bytes()
    subprocess.run([node, "export.js", str(tmp_path / "page.js")], cwd=TOOLS, check=True)
    assert (tmp_path / "page.js").read_bytes() == before, "npm run export in ggl/web/bundle"


def test_the_page_reads_a_tree_where_machine_code_writes_it() -> None:
    text = (ROOT / "ggl/web/page/export/engine.js").read_text("utf-8")
    listed = re.findall(r"^const \[([^\]]+)\] = \[([\d, ]+)\];", text.partition("// Fields of the tree")[2], re.MULTILINE)
    fields = {
        name.strip(): int(at) for names, places in listed for name, at in zip(names.split(","), places.split(","), strict=True)
    }
    fields |= {name: int(value) for name, value in re.findall(r"^const (HEAD|PLACE|UNIT) = (\d+)n?;", text, re.MULTILINE)}
    del fields[""]
    assert len(fields) > 12
    assert fields == {name: getattr(tree_layout, name) for name in fields}
