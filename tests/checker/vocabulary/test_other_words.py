"""What a help says to write instead of a word of another language is itself understood."""

import pytest

from ggl.checker.game import check
from ggl.checker.vocabulary import other_words
from ggl.diagnostics import Findings
from ggl.model.extends import load_definition
from ggl.source import Source
from ggl.syntax.document import read_document

GAME = """ggl: 1
name: Test
players: [Black, White]
board: square(3)
pieces: {stone: {supply: 9}}
state: {n: {start: 0, in: 0..9}}
moves:
  place:
    for: c in cells, e in cells, p in players, d in directions, k in kinds
    let:
      s: neighbors(c)
      x: HERE
    where: empty(c)
    do: put stone on c
end: {draw: full}
"""

CALLS = {f"{name}({', '.join(one.params)})": one.text for name, one in other_words.CALLS.items()}
DOTS = {
    f"{one.params}.{name}": one.text
    for table in (other_words.PROPERTIES, other_words.PLAYER_PROPERTIES, other_words.KIND_PROPERTIES)
    for name, one in table.items()
}
NAMES = {name: text for name, text in other_words.NAMES.items() if text not in ("none", "other(winner)")}
WORDS = {**CALLS, **DOTS, **NAMES}


def findings_of(value: str) -> Findings:
    findings = Findings()
    source = Source("test.yaml", GAME.replace("HERE", value))
    assert read_document(source, findings) is not None
    definition = load_definition(source, findings, lambda name: None)
    assert definition is not None
    check(definition, {}, findings)
    return findings


@pytest.mark.parametrize("instead", sorted(set(WORDS.values())))
def test_what_is_proposed_is_understood(instead: str) -> None:
    found = [each for each in findings_of(instead).sorted() if each.code.severity == "error"]
    assert not found, found[0].message


@pytest.mark.parametrize("tried", WORDS)
def test_the_word_that_was_tried_leads_to_the_proposal(tried: str) -> None:
    [found] = [each for each in findings_of(tried).sorted() if each.code.severity == "error"]
    assert found.help == f"write `{WORDS[tried]}`"


def test_the_loser_is_the_other_one_than_the_winner() -> None:
    def help_for(first: str) -> list[str]:
        findings = Findings()
        match = f"match: {{until: 'total(Black) > 2', points(p): n, next first: '{first}'}}\n"
        definition = load_definition(Source("test.yaml", GAME.replace("HERE", "ply") + match), findings, lambda name: None)
        assert definition is not None
        check(definition, {}, findings)
        return [str(each.help) for each in findings.sorted() if each.code.severity == "error"]

    assert help_for("loser") == ["write `other(winner)`"]
    assert "(other(winner) if other(winner) != none else ..)" in "".join(help_for("other(winner)"))
    assert help_for("other(winner) if other(winner) != none else starter") == []


TEN, SPACED = "{a1, a2, a3, b1, b2, b3, c1, c2, c3, a1}", "{a1, a2, a3, b1, b2, b3, c1, c2, c3,  a1}"


@pytest.mark.parametrize(
    ("tried", "shown", "edit"),
    [
        ("distance_to(e, a1)", "distance(e, a1)", "distance(e, a1)"),
        ("abs(n - 1)", "max(n - 1, -(n - 1))", "max(n - 1, -(n - 1))"),
        ("contains({c} or {e}, a1)", "a1 in ({c} or {e})", "a1 in ({c} or {e})"),
        ("supply(p)", "hand(p, k)", None),
        ("contains({e})", "c in {e}", None),
        ("len(cells, edges)", "size(cells)", None),
        (f"len({TEN})", f"size({TEN})", f"size({TEN})"),
        (f"len({SPACED})", "size(s)", f"size({SPACED})"),
    ],
)
def test_the_arguments_of_the_author_stand_in_the_proposal(tried: str, shown: str, edit: str | None) -> None:
    [found] = [each for each in findings_of(tried).sorted() if each.code.severity == "error"]
    assert found.help == f"write `{shown}`"
    assert (found.fix.replacement if found.fix else None) == edit
