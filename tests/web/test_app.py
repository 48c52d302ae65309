"""The state of the page in node: what is chosen, played and shown as answers of the host come, in whatever order."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parent / "app.mjs"


def scene(name: str, node: str) -> Any:
    return json.loads(subprocess.run([node, str(SCRIPT), name], capture_output=True, text=True, check=True).stdout)


def test_after_a_refused_move_the_moves_are_those_of_the_board_of_now(node: str) -> None:
    assert scene("stale", node) == {"offered": ["b1", "c1"], "why": "the board has changed"}


def test_what_was_judged_by_other_rules_is_forgotten(node: str) -> None:
    assert scene("rules", node) == {"before": [{"steps": []}, [1], {"plays": 1}], "after": [None, [], None]}


def test_a_drag_plays_only_a_move_from_one_site_to_the_other(node: str) -> None:
    assert scene("drags", node) == {"all": [[], [], ["table.play a1-c1"], ["table.why"]], "chosen": ["d1"]}


def test_each_position_on_the_board_is_evaluated(node: str) -> None:
    assert scene("evaluations", node) == {"found": [1, 0, 1, 0, 1, 1, 0, 1, 0, 1], "said": "", "values": [4]}


def test_a_table_that_is_opened_again_begins_with_nothing_judged(node: str) -> None:
    assert scene("again", node) == {"tree": None, "hint": None, "review": None, "values": 0, "opponents": 1}
