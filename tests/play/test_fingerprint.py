"""The fingerprints of all games that come with ggl, and of the small games of the language, are the kept ones.

A record and a ladder that a user has kept name the fingerprint of their game; with another one they are refused. So it changes
where play does, with a line in `docs/changes.md`, and nowhere else. `GGL_BLESS=1 pytest tests/play/test_fingerprint.py -n 0`
writes the file anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import ggl
from tests.games.test_conformance import SETTINGS, label
from tests.language.test_language import GAMES

KEPT = Path(__file__).parent / "fingerprints.json"
kept: dict[str, str] = json.loads(KEPT.read_text())

ALL = {f"{path.parent.name}/{path.stem} {label(options)}": (path, dict(options)) for path, options in SETTINGS}
ALL |= {f"language/{path.stem}": (path, {}) for path in GAMES}


@pytest.mark.parametrize("name", ALL)
def test_a_game_has_the_fingerprint_that_its_records_name(name: str) -> None:
    path, options = ALL[name]
    found = ggl.load(path, **options).fingerprint
    if os.environ.get("GGL_BLESS"):
        kept[name] = found
        KEPT.write_text(json.dumps({each: kept[each] for each in sorted(kept) if each in ALL}, indent=0) + "\n")
    assert found == kept.get(name)


def test_no_fingerprint_is_kept_of_a_game_that_is_gone() -> None:
    assert kept.keys() == ALL.keys()
