"""What notebooks show: states, games, playouts, matches and reports, and a cell that is a game file."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

import ggl
from ggl.notebook import game_of_cell

CELL = """\
ggl: 1
name: <b>Pond</b>
about: Frogs & "ponds".
players: [Green, Brown]
board: square(2)
pieces: {frog: {}}
moves:
  put: {for: c in vacant, do: put frog on c}
end: {draw: {full: full}}
"""


class Shell:
    """As much of IPython's shell as the extension asks for."""

    def __init__(self) -> None:
        self.user_ns: dict[str, object] = {}
        self.magics: dict[str, Callable[[str, str], object]] = {}

    def register_magic_function(self, work: Callable[[str, str], object], magic_kind: str, magic_name: str) -> None:
        assert magic_kind == "cell"
        self.magics[magic_name] = work


def test_a_cell_that_is_a_game_file_becomes_a_game() -> None:
    shell = Shell()
    ggl.load_ipython_extension(shell)
    game = shell.magics["ggl"](" pond ", CELL)
    assert isinstance(game, ggl.Game)
    assert shell.user_ns == {"pond": game}
    assert [str(move) for move in game.initial_state().legal_moves()] == ["put a1", "put b1", "put a2", "put b2"]
    assert isinstance(shell.magics["ggl"]("", CELL), ggl.Game)
    assert set(shell.user_ns) == {"pond", "game"}


def test_a_cell_with_a_mistake_tells_its_place_and_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    shell = Shell()
    assert game_of_cell(shell, "pond", CELL.replace("vacant", "vacnt")) is None
    assert "<cell>:8:19" in capsys.readouterr().out
    assert game_of_cell(shell, "two words", CELL) is None
    assert "%%ggl NAME" in capsys.readouterr().out
    assert shell.user_ns == {}


def test_the_magic_works_in_ipython_itself() -> None:
    testing = pytest.importorskip("IPython.testing.globalipapp")
    shell = testing.start_ipython()
    shell.run_line_magic("load_ext", "ggl")
    shell.run_cell_magic("ggl", "pond", CELL)
    assert isinstance(shell.user_ns["pond"], ggl.Game)


def test_a_game_shows_its_start_and_what_it_is_about_as_text() -> None:
    shell = Shell()
    game = game_of_cell(shell, "", CELL)
    assert game is not None
    shown = game._repr_html_()
    assert "&lt;b&gt;Pond&lt;/b&gt;. Frogs &amp; &quot;ponds&quot;." in shown
    assert "<b>" not in shown
    assert shown.count("<svg") == 1


def test_playouts_and_matches_show_tables() -> None:
    from ggl.arena import match

    game = ggl.load("tic-tac-toe")
    shown = game.playouts(20, seed=1)._repr_html_()
    rows = [[cell.text for cell in row] for row in ET.fromstring(shown).iter("tr")]
    assert [row[0] for row in rows] == [None, *(f"{side} wins" for side in game.players), "draws"]
    result = match(game, ["random", "greedy"], pairs=2, seed=1)
    rows = [[cell.text for cell in row] for row in ET.fromstring(result._repr_html_()).iter("tr")]
    assert [row[:4] for row in rows[1:]] == [
        [each.name, str(each.counts.wins), str(each.counts.draws), str(each.counts.losses)] for each in result.contestants
    ]


def test_a_report_is_shown_as_its_page_without_script() -> None:
    from ggl.markup import framed

    shown = framed('<p class="x">& <script>alert(1)</script></p>', 'a "report"')
    root = ET.fromstring(shown)
    assert root.get("sandbox") == ""
    assert root.get("srcdoc") == '<p class="x">& <script>alert(1)</script></p>'
    assert root.get("title") == 'a "report"'
