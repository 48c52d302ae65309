"""The few games that stand for all in every run have all that any of the bundled games has."""

from __future__ import annotations

import ggl
from ggl.core.walk import walk
from ggl.resources import bundled_games
from tests.few import FEW


def parts(name: str) -> set[tuple[str, object]]:
    game = ggl.load(name)
    checked = game.checked
    forms = {(type(form).__name__, getattr(form, "op", "")) for form in walk(checked.core)}
    kinds = checked.world.kinds.values()
    return {
        *forms,
        ("board", checked.board.basis), *(("site", kind.site) for kind in kinds),
        *(("kind", each) for kind in kinds for each in ("stacks", "piles", "faces", "has") if getattr(kind, each)),
        *(("outcome", rule.outcome) for rule in checked.core.end), ("match", checked.core.match is not None),
        ("phases", len(checked.core.turn.phases) > 1), ("compares turns", checked.core.turn.prefer != ""),
        ("hides", game.hides), ("extends", bool(checked.definition.replaced)), ("labels", checked.definition.labels is not None),
        ("patterns", bool(checked.definition.look.patterns)), ("marks", bool(checked.definition.look.draw)),
    }  # fmt: skip


def test_the_few_have_what_any_bundled_game_has() -> None:
    found = set().union(*map(parts, FEW))
    missing = {name: sorted(map(str, more)) for name in bundled_games() if (more := parts(name) - found)}
    assert not missing, "add one of these to `tests/few.py`"
