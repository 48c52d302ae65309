"""The page on agents names every sort of agent with every setting."""

from __future__ import annotations

import re
from pathlib import Path

from ggl.agents.kinds import KINDS

PAGE = Path(__file__).parent.parent.parent / "docs/agents.md"


def test_the_page_has_every_agent_with_its_settings() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", PAGE.read_text("utf-8"), re.M))
    assert list(rows) == list(KINDS)
    for name, kind in KINDS.items():
        keys = [key.name for key in kind.keys] or ([kind.bare] if kind.bare else [])
        assert re.findall(r"`(\w+)`", rows[name]) == keys
