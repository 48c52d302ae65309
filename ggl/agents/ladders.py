"""Ladders: the levels of a game, each with the strength that was measured for it.

A ladder belongs to rules, by their fingerprint. Those of the bundled games come with ggl (`games/levels/`); `ggl calibrate` makes
others, which are kept with the user's plays. Level 0 is the random agent, and its rating is 0.

Takes a game; returns its ladder, or an unmeasured one. Raises `LadderError` for an invalid file.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ggl import resources
from ggl.diagnostics.escape import escape
from ggl.errors import GglError
from ggl.play.errors import ArgumentError
from ggl.play.game import Game
from ggl.play.storage import state_folder
from ggl.typed_json import TypedJsonError, decode

FORMAT = 1
SUFFIX = ".json"
LARGEST_FILE = 1 << 20
MOST_LEVELS = 100

NEAR = 0.03
"""A level chooses among moves whose values, in shares of a win, are within this of the best."""

_STEPS = (2, 5, 12, 30, 75, 200, 500)
UNMEASURED = (*(f"mcts:sims={sims},near={NEAR}" for sims in _STEPS), "mcts:sims=1500")
UNMEASURED_BY_VIEW = tuple(f"ismcts:sims={sims}" for sims in (*_STEPS, 1500))
"""The levels of a game without a ladder, and of one with hidden information."""


class LadderError(GglError):
    """A file that should hold a ladder and does not."""


@dataclass(frozen=True)
class Level:
    """A spec with its measurements and their intervals: the rating in Elo above the random agent, and the score against the
    level below. An unmeasured level has none of them.
    """

    spec: str
    rating: float | None = None
    low: float | None = None
    high: float | None = None
    score: float | None = None
    score_low: float | None = None
    score_high: float | None = None
    plays: int = 0


@dataclass(frozen=True)
class Ladder:
    """The levels of one game from level 1 on; `fingerprint` is that of its rules."""

    game: str
    fingerprint: str
    levels: tuple[Level, ...]

    @property
    def measured(self) -> bool:
        return bool(self.levels) and self.levels[0].rating is not None

    def to_json(self) -> str:
        return json.dumps({"ggl_ladder": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False) + "\n"


def ladder_of(game: Game) -> Ladder:
    """The ladder measured for these rules, or an unmeasured one."""
    for folder in (own_folder(), resources.games_folder() / "levels"):
        for file in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else ():
            if game.fingerprint in _beginning(file):
                ladder = read_ladder(file)
                if ladder.fingerprint == game.fingerprint:
                    return ladder
    specs = UNMEASURED_BY_VIEW if game.hides else UNMEASURED
    return Ladder(game.name, game.fingerprint, tuple(map(Level, specs)))


def own_folder() -> Path:
    """The default folder of `ggl calibrate` for ladders."""
    return state_folder() / "levels"


def read_ladder(file: Path) -> Ladder:
    """Raises `LadderError`."""
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise LadderError(f"{file} is too large for a ladder; make a new one with `ggl calibrate`")
        told = json.loads(file.read_text("utf-8"))
        if told.pop("ggl_ladder") != FORMAT:
            raise LadderError(f"{file} is a ladder of another version of ggl; make a new one with `ggl calibrate`")
        ladder = decode(Ladder, told)
        if not ladder.levels:
            raise ValueError("no levels")
        for level in ladder.levels:
            measures = (level.rating, level.low, level.high, level.score, level.score_low, level.score_high)
            if len({measure is None for measure in measures}) > 1:
                raise ValueError("a level has incomplete measures")
        return replace(ladder, levels=ladder.levels[:MOST_LEVELS])
    except OSError as error:
        raise LadderError(f"{file} cannot be read: {error.strerror}") from error
    except (TypedJsonError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise LadderError(f"{file} is not a ladder ({escape(str(error)[:80])}); make a new one with `ggl calibrate`") from None


def _beginning(file: Path) -> str:
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            return lines.read(1000)
    except OSError:
        return ""


def level_of(game: Game, number: int) -> tuple[Level, Ladder]:
    """Raises `ArgumentError` for a level that the game does not have."""
    ladder = ladder_of(game)
    if not 0 <= number <= len(ladder.levels):
        raise ArgumentError(f"the levels of {game.name} are 0 (random) to {len(ladder.levels)}, not {number}")
    return (Level("random", 0.0, 0.0, 0.0) if number == 0 else ladder.levels[number - 1]), ladder
