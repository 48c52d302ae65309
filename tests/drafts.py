"""The games of the language's first draft, for tests that go through many games; those that are refused, each with its code."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "model" / "drafts"
REFUSED = {
    "backgammon": "GGL141",  # what a variable holds was said otherwise in the draft
    "chess": "GGL205",  # none, where what else it may be is now said with `in:`
    "oware": "GGL141",  # sow
    "tak": "GGL311",  # stacks that keep the place of each piece
    "tiku-points": "GGL204",  # what is handed over in a turn was named otherwise
    "tiles": "GGL144",  # shapes of several cells
}
SOUND = [path for path in sorted(FOLDER.glob("*.yaml")) if path.stem not in REFUSED]
