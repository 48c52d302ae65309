"""What an exported page says of a move that is not legal: the stage and the condition that ggl names, in the same words."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.export.page import page_data
from ggl.host.tables.chosen import step_of
from ggl.play.explain import explain_step
from tests.hiding import HIDING, OPEN

HERE = Path(__file__).parent
pytestmark = pytest.mark.usefixtures("node")


def told(game: ggl.Game, folder: Path, **asked: Any) -> list[dict[str, Any]]:
    file = folder / "data.json"
    file.write_text(page_data(game, "name"))
    given = json.dumps({"data": str(file), "plays": 2, "most": 20, "tries": 12, "seed": 5, **asked})
    run = subprocess.run(["node", str(HERE / "whys.mjs")], input=given, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    return [json.loads(line) for line in run.stdout.splitlines()]


def agrees(game: ggl.Game, folder: Path, **asked: Any) -> Counter[str]:
    """How often a move failed at which stage."""
    state, play, stages = game.initial_state(), 0, Counter[str]()
    for seen in told(game, folder, **asked):
        if seen["play"] != play:
            state, play = game.initial_state(), seen["play"]
        for text in seen["made"]:
            state = state.after(state.read(text))
        eyes = state.view(state.mover) if game.hides else state
        for tried in seen["tries"]:
            wanted = explain_step(eyes, step_of(game, tried["name"], tried["args"]))
            assert (tried["verdict"] == "legal") == wanted.legal
            reads_alike(tried)
            if wanted.legal:
                continue
            assert tried["stage"] == wanted.stage
            line = "" if wanted.span is None else wanted.span.source.line(wanted.span.line).strip()
            if wanted.stage in ("guard", "ensure", "choice"):
                assert tried["rule"] == line
            if "chosen together" not in tried["reason"]:
                assert tried["reason"] == wanted.what
            stages[wanted.stage] += 1
    return stages


def reads_alike(tried: dict[str, Any]) -> None:
    """A move typed as the file writes it is explained as the one chosen, unless that names another one, several, or none."""
    read = tried["read"]
    if read["move"] == tried["full"] and read["verdict"] != "no move":
        assert (read["verdict"], read["stage"], read["reason"]) == (tried["verdict"], tried["stage"], tried["reason"])


def test_a_move_typed_as_the_file_writes_it_is_explained(tmp_path: Path) -> None:
    seen = told(ggl.load("chess"), tmp_path, plays=1, most=6)
    typed = [tried for each in seen for tried in each["tries"] if tried["name"] == "move"]
    assert len(typed) > 5
    assert all(tried["read"]["verdict"] == tried["verdict"] for tried in typed)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*OPEN, *HIDING])
def test_a_page_says_why_a_move_is_not_legal_as_ggl_does(name: str, tmp_path: Path) -> None:
    found = sum(agrees(ggl.load(name), tmp_path).values())
    assert found >= 5 or name in ("pig", "rock-paper-scissors"), "each of whose moves is always legal where there is a choice"


def test_each_stage_at_which_a_move_can_fail_is_told(tmp_path: Path) -> None:
    stages = agrees(ggl.load(HERE / "asked.yaml"), tmp_path, plays=3, tries=20)
    assert {*stages} == {"turn", "domain", "guard", "ensure", "choice"}


def test_follow_ups_in_tiers_are_explained_alike(tmp_path: Path) -> None:
    file = HERE.parent / "language/games/what_follows_may_have_conditions_and_tiers.yaml"
    stages = agrees(ggl.load(file), tmp_path, plays=3, tries=20)
    assert {"turn", "guard"} <= {*stages}
