"""The sorts of agents there are, with their settings: the one table that specs, help and manual read."""

from __future__ import annotations

from ggl.agents import chance, greedy
from ggl.agents.specs import Kind

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("random", "any legal move, each as likely", chance.make),
        Kind("greedy", "the move after which its score is best, one step ahead", greedy.make),
    )
}
