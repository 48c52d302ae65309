"""Pairs of a rule before and after a pass: one file a pass, which `python -m tests.compiler.passes.pairs` writes anew.

- fact: what the pair shows
  rule: a condition of a cell `c`; or `effects: |`, those of a move; or `for`, the parameters of a move
  first: [passes that run before, if some must]
  before: |
    the core of the rule
  after: |
    the core of the rule after the pass, with the definitions that the pass has added; or `unchanged`
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from ggl.compiler.passes.pipeline import PASSES, Pass
from ggl.core import forms as f
from ggl.core.printer import canonical_core, print_form
from ggl.core.verify import verify
from ggl.play.loading import check_source, decoded

HERE = Path(__file__).parent
BY_NAME: dict[str, Pass] = {each.__name__: each for each in PASSES}
UNCHANGED = "unchanged"
Pair = dict[str, Any]

FILE = """\
ggl: 1
name: Trial
players: [Black, White]
board: square(3)
pieces: {stone: {}}
state: {tally: {start: 0, in: 0..99}, other: {start: 0, in: 0..99}, dice: {start: [], in: 1..3}}
moves:
  place:
    for: SOURCES
    where: empty(c) and asked(c)
    do: |
EFFECTS
define:
  asked(c): "CONDITION"
  near(s): around(s)
  mine: cells with own stone
  free(c): slides(c, orthogonal, blocked=cells with stone)
  less(n): n - 1
end:
  draw: {full: full}
"""


def pairs_of(name: str) -> list[Pair]:
    """The pairs of a pass."""
    pairs: list[Pair] = yaml.safe_load((HERE / f"{name}.yaml").read_text())
    return pairs


def core_of(pair: Pair) -> f.CoreGame:
    effects, condition = pair.get("effects", "put stone on c"), pair.get("rule", "c in mine")
    sources = pair.get("for", "c in cells")
    text = FILE.replace("SOURCES", sources).replace("EFFECTS", _indented(effects, 6)).replace("CONDITION", condition)
    checked, found = check_source(decoded(text.encode(), "trial.yaml"))
    assert checked is not None, found
    return checked.core


def before_and_after(name: str, pair: Pair) -> tuple[str, str]:
    """What the texts of a pair are; the core is sound before and after."""
    core = core_of(pair)
    for each in pair.get("first", ()):
        core = BY_NAME[each](core)
    changed = BY_NAME[name](core)
    verify(core)
    verify(changed)
    known = {each.name for each in core.definitions}
    before, after = _written(core, pair, known), _written(changed, pair, known)
    return before, UNCHANGED if after == before else after


def _written(core: f.CoreGame, pair: Pair, known: set[str]) -> str:
    core = canonical_core(core)
    domains = {domain.name: domain for domain in core.domains}
    if "for" in pair:
        move = core.schemas[0]
        return "\n".join(print_form(each, domains).strip() for each in (*move.params, *move.lets))
    if "effects" in pair:
        return print_form(core.schemas[0].do, domains).strip()
    body = next(each.body for each in core.definitions if each.name == "asked")
    added = [each for each in core.definitions if each.name not in known]
    return "\n".join(print_form(each, domains).strip() for each in (body, *added))


def _indented(text: str, by: int) -> str:
    return "\n".join(" " * by + line for line in text.strip().split("\n"))


def renewed(name: str) -> str:
    lines = []
    for pair in pairs_of(name):
        before, after = before_and_after(name, pair)
        lines.append(f"- fact: {pair['fact']}")
        lines += [f"  {key}: {pair[key]}" for key in ("rule", "for") if key in pair]
        lines += ["  effects: |", _indented(pair["effects"], 4)] if "effects" in pair else []
        lines += [f"  first: [{', '.join(pair['first'])}]"] if "first" in pair else []
        lines += ["  before: |", _indented(before, 4)]
        lines += ["  after: unchanged"] if after == UNCHANGED else ["  after: |", _indented(after, 4)]
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    for each in BY_NAME:
        (HERE / f"{each}.yaml").write_text(renewed(each))
