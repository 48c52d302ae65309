"""A full board of hexagons has a winner, so that a side always has a move; told wherever the theorem does not reach."""

import random
from pathlib import Path

import pytest

from ggl.play.loading import load

JOINING = """ggl: 1
name: Joining
players:
  A: {{home: side({a1}), goal: side({a2})}}
  B: {{home: side(west), goal: side(east)}}
board: {board}
pieces: {pieces}
moves:
  put: {{for: c in cells, where: empty(c), do: put {what} on c}}
end: {{player p wins: {{joined: '{wins}'}}}}
"""
HEX = {
    "a1": "south", "a2": "north", "board": "rhombus(3, 4)", "pieces": "{man: {}}", "what": "man",
    "wins": "connected(cells with p man, p.home, p.goal)",
}  # fmt: skip
Y = {**HEX, "board": "triangle(4)", "wins": "any(g in groups(p) if all(any(g & s) for s in sides))"}
NO_MOVE = "If the player whose turn it is cannot move"


def told(folder: Path, changed: dict[str, str]) -> str:
    text = JOINING.format(**changed)
    if "triangle" in changed["board"]:
        text = text.replace(text[text.index("players:") : text.index("board:")], "players: [A, B]\n")
    (folder / "joining.yaml").write_text(text, encoding="utf-8")
    return load(folder / "joining.yaml", engine="interpreter").rules_text()


@pytest.mark.parametrize(
    "changed",
    [HEX, {**HEX, "wins": "connected(cells with p man, p.goal, p.home)"}, Y, {**Y, "wins": Y["wins"].replace("g & s", "s & g")}],
)
def test_where_one_of_two_always_wins_a_side_always_has_a_move(changed: dict[str, str], tmp_path: Path) -> None:
    assert NO_MOVE not in told(tmp_path, changed)
    for seed in range(8):
        state, choose = load(tmp_path / "joining.yaml", engine="interpreter").initial_state(), random.Random(seed)
        while not state.is_over:
            state = state.play(choose.choice(state.legal_moves()))
        assert state.result is not None
        assert state.result.winner is not None


@pytest.mark.parametrize(
    "changed",
    [
        {**HEX, "board": "square(4)"},
        {**HEX, "a2": "east"},
        {**HEX, "a1": "west", "a2": "east"},
        {**HEX, "pieces": "{man: {}, king: {}}"},
        {**HEX, "pieces": "{man: {}, rock: {of: nobody}}", "what": "rock"},
        {**HEX, "wins": "connected(cells with man of other(p), p.home, p.goal)"},
        {**HEX, "wins": "connected(cells with p man, p.home, p.goal, {east, west})"},
        {**HEX, "wins": "connected(row(1) with p man, p.home, p.goal)"},
        {**Y, "wins": "any(g in groups(p) if any(any(g & s) for s in sides) and size(g) > 9)"},
        {**Y, "wins": "any(g in groups(p) if all(any(g & s - corners) for s in sides))"},
        {**Y, "board": "triangle(4) without b2"},
        {**Y, "board": "hexagon(3)"},
    ],
)
def test_elsewhere_it_is_told_what_a_side_without_a_move_is(changed: dict[str, str], tmp_path: Path) -> None:
    shape, cut, cells = changed["board"].partition(" without ")
    assert NO_MOVE in told(tmp_path, {**changed, "board": f"{{shape: {shape}, without: {cells}}}" if cut else shape})
