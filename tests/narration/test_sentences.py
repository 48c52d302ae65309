"""Sentences that the rules of small games must say, and others that would be untrue or no English: `sentences.yaml`."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ggl.play.loading import load

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "sentences.yaml").read_text(encoding="utf-8"))
HEAD = {
    "players": "[Red, Blue]",
    "board": "square(3)",
    "pieces": "{man: {}}",
    "moves": "{drop: {for: c in vacant, do: put man on c}}",
    "end": "{draw: ply > 9}",
}


def written(rules: str) -> str:
    """The file of a case: what the rules do not name themselves stands before them."""
    own = yaml.safe_load(rules)
    return "".join(["ggl: 1\nname: Case\n", *(f"{key}: {HEAD[key]}\n" for key in HEAD if key not in own), rules])


@pytest.mark.parametrize("telling", ["exact", "readable"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["kind"]))
def test_the_rules_say_what_is_so_and_nothing_else(tmp_path: Path, case: dict[str, Any], telling: str) -> None:
    path, mark = tmp_path / "case.yaml", "exact " if telling == "exact" else ""
    path.write_text(written(case["rules"]), encoding="utf-8")
    told = " ".join(load(path).rules_text(exact=telling == "exact").split())
    wanted = [*case.get("both", ()), *case.get(f"{mark}says", ())]
    assert [text for text in wanted if text not in told] == []
    assert [text for text in (*case.get("neither", ()), *case.get(f"{mark}lacks", ())) if text in told] == []
