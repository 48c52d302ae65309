"""A report on a game: its figures, as JSON and as a notebook shows them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ggl.analysis.figures import FORMAT, Base, Figures, Strength, Verdict
from ggl.analysis.page import page
from ggl.markup import framed
from ggl.play.record import option_values


@dataclass(frozen=True)
class Report(Figures):
    def _repr_html_(self) -> str:
        """The report in a notebook: its page."""
        return framed(page(self), f"{self.game.name}: a report")

    def to_dict(self, verdicts: Sequence[Verdict] = ()) -> dict[str, Any]:
        from ggl.version import __version__

        game = self.game
        first = self.first
        return {
            "format": FORMAT,
            "ggl": __version__,
            "game": {
                "name": game.name, "fingerprint": game.fingerprint, "players": list(game.players),
                "options": option_values(game),
                "board": str(game.board.shape), "sites": len(game.board.cells),
            },
            "seed": self.seed,
            "judge": self.judge,
            "cut_short": self.cut_short,
            "strengths": [_strength(each) for each in self.strengths],
            "sizes": [asdict(each) for each in self.sizes],
            "rules": [asdict(each) for each in self.rules],
            "rules_positions": self.positions,
            "first_moves": None if first is None else {
                "judge": first.judge, "pie": first.pie, "of": first.of, "why_not": first.why_not,
                "moves": [{"move": each.text, "sites": list(each.sites), "take": each.take, **each.value.to_dict()}
                          for each in first.moves],
                "offer": first.to_offer.text if first.to_offer else None,
            },
            "verdicts": [
                {"kind": each.kind, "said": each.said, "strength": each.spec, "measure": each.measure, "wanted": each.wanted,
                 **each.ours.to_dict(), "base": each.base.to_dict() if each.base else None, "p": each.chance}
                for each in verdicts
            ],
        }  # fmt: skip

    def to_json(self, verdicts: Sequence[Verdict] = ()) -> str:
        return json.dumps(self.to_dict(verdicts), indent=1, ensure_ascii=False, allow_nan=False)

    @property
    def base(self) -> Base:
        """The report as the base of a comparison."""
        return Base(
            self.game.name, self.game.fingerprint, self.judge, {each.spec: dict(each.measures) for each in self.strengths}
        )


def _strength(each: Strength) -> dict[str, Any]:
    return {
        "spec": each.spec, "wanted": each.wanted, "plays": each.plays, "distinct": each.distinct, "judged": each.judged,
        "measures": {name: interval.to_dict() for name, interval in each.measures.items()},
        "results": dict(each.results),
        "lengths": [{"from": low, "to": high, "plays": count} for low, high, count in each.lengths],
        "lead": [{"at": at, **interval.to_dict()} for at, interval in each.curve],
        "changed": dict(each.changed), "occupied": dict(each.occupied),
    }  # fmt: skip
