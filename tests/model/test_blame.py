"""What a variant breaks in its base is told at the variant's own line."""

import pytest

from ggl.checker.game import check
from ggl.diagnostics import Diagnostic, Findings
from ggl.model.extends import load_definition
from ggl.source import Source

BASE = """
ggl: 1
name: Base
players: [Red, Blue]
board: square(4)
pieces: {man: {supply: 6}}
moves:
  place:
    for: c in vacant
    do: put man on c from supply
  walk:
    for: c in cells with own man, t in neighbors(c)
    where: empty(t) and beside(t)
    do: move c to t
define:
  beside(t): any(neighbors(t) with enemy man)
  few: count(cells with man) < 3
turn:
  phases:
    placing: {play: place, until: hand(Red) + hand(Blue) == 0}
    moving: {play: walk}
end:
  draw: ply >= 100 or few and ply > 50
"""


def found(variant: str) -> tuple[Diagnostic, ...]:
    source, base = Source("variant.yaml", f"ggl: 1\nname: Variant\nextends: base.yaml\n{variant}"), Source("base.yaml", BASE)
    findings = Findings()
    definition = load_definition(source, findings, lambda name: base)
    if definition is not None:
        check(definition, {}, findings)
    return findings.sorted()


REMOVALS = {
    "a move that a phase names": ("moves: {walk: removed}\n", "walk: removed", ["walk"]),
    "a kind that rules and supplies rest on": ("pieces: {man: removed}\n", "man: removed", ["man"] * 3),
    "a definition with parameters": ("define: {beside(t): removed}\n", "beside(t): removed", ["beside"]),
    "a definition without": ("define: {few: removed}\n", "few: removed", ["few"]),
}


@pytest.mark.parametrize("name", REMOVALS)
def test_what_is_removed_and_still_named_is_one_finding_at_the_removal(name: str) -> None:
    variant, removal, named = REMOVALS[name]
    (finding,) = found(variant)
    assert finding.code.code == "GGL608"
    assert finding.span is not None
    assert (finding.span.source.name, finding.span.text) == ("variant.yaml", removal)
    places = [note.span for note in finding.notes if note.span is not None]
    assert [(span.source.name, span.text) for span in places] == [("base.yaml", one) for one in named]


def test_what_is_removed_and_said_anew_is_no_mistake() -> None:
    assert found("define: {few: removed}\nend: {draw: ply >= 100}\n") == ()


def test_another_mistake_of_the_variant_is_told_beside() -> None:
    codes = {finding.code.code for finding in found("moves: {walk: removed}\nend: {draw: nothing_such}\n")}
    assert codes == {"GGL203", "GGL608"}


def test_an_error_in_the_base_says_that_the_variant_may_be_the_cause() -> None:
    errors = [finding for finding in found("players: [Light, Dark]\n") if finding.code.severity == "error"]
    assert errors
    assert all(finding.span is not None and finding.span.source.name == "base.yaml" for finding in errors)
    assert all("`variant.yaml` extends" in finding.notes[-1].text for finding in errors)
