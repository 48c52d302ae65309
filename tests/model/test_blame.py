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


def found(variant: str, base_text: str = BASE, between: str = "") -> tuple[Diagnostic, ...]:
    source, base = Source("variant.yaml", f"ggl: 1\nname: Variant\nextends: base.yaml\n{variant}"), Source("base.yaml", base_text)
    bases = {"base.yaml": base}
    if between:
        source = Source(source.name, source.text.replace("base.yaml", "between.yaml"))
        bases["between.yaml"] = Source("between.yaml", f"ggl: 1\nname: Between\nextends: base.yaml\n{between}")
    findings = Findings()
    definition = load_definition(source, findings, bases.get)
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


REPLACED = {
    "a list of players": ("players: [Light, Dark]\n", "players", ["Red"]),
    "the parameters of a move": ("moves: {walk: {for: 'c in cells with own man, u in neighbors(c)'}}\n", "for", ["t"] * 2),
}


@pytest.mark.parametrize("name", REPLACED)
def test_what_is_written_anew_without_a_name_of_the_base_is_one_finding_at_its_key(name: str) -> None:
    variant, key, named = REPLACED[name]
    (finding,) = found(variant)
    assert finding.code.code == "GGL608"
    assert finding.span is not None
    assert (finding.span.source.name, finding.span.text) == ("variant.yaml", key)
    assert [note.span.text for note in finding.notes if note.span is not None] == named


def test_a_kind_of_a_player_who_is_replaced_is_one_finding_at_the_players() -> None:
    base = BASE.replace("supply: 6", "of: Red")
    (finding,) = (
        one
        for one in found("players: [Light, Dark]\nturn: {phases: {placing: {until: ply > 3}}}\n", base)
        if one.code.severity == "error"
    )
    assert (finding.code.code, finding.span and finding.span.text) == ("GGL608", "players")
    assert [note.span and note.span.text for note in finding.notes] == ["Red"]


def test_of_many_rules_that_still_name_what_is_removed_three_are_shown() -> None:
    moves = "".join(f"  {name}: {{for: c in vacant, do: put man on c}}\n" for name in ("one", "two"))
    [finding] = found("pieces: {man: removed, stone: {}}\n", BASE.replace("moves:\n", f"moves:\n{moves}"))
    assert [note.span.line for note in finding.notes if note.span] == [8, 9, 12]


def test_a_name_that_a_rule_has_for_itself_is_not_that_of_another_that_is_replaced() -> None:
    hop = "  hop:\n    for: c in cells with own man, t in neighbors(c)\n    do: set latest to t\ndefine:"
    variant = "moves: {walk: {for: 'c in cells with own man, u in neighbors(c)', where: empty(u), do: move c to u}}\n"
    told = found(variant + "state: {latest: {start: 0}}\n", BASE.replace("define:", hop) + "state: {latest: {start: a1}}\n")
    assert [(one.code.code, one.span and one.span.text) for one in told if one.code.severity == "error"] == [("GGL205", "t")]


WITHOUT_BRACKETS = "define: {beside: any(vacant)}\n"
BESIDE = {
    "nothing": ("", ["GGL608 beside"]),
    "a variable of another type": ("state: {latest: {start: 0}}\n", ["GGL608 beside"]),
    "the rule that uses it": ("moves: {walk: {where: empty(t)}}\n", []),
    "a board that rules do not fit": ("board: square(3)\nmoves: {walk: {where: empty(t)}}\n", ["GGL608 board"]),
}


@pytest.mark.parametrize("case", BESIDE)
def test_a_definition_without_the_brackets_of_its_base_is_blamed_for_rules_that_use_them(case: str) -> None:
    base = BASE.replace("few and", "empty(d4) and latest == a1 and") + "state: {latest: {start: a1}}\n"
    variant, errors = BESIDE[case]
    told = [one for one in found(variant + WITHOUT_BRACKETS, base) if one.code.severity == "error"]
    assert [f"{one.code.code} {one.span and one.span.text}" for one in told] == errors


BOARDS = {
    "a direction": ("hexagon(3)", "where: empty(t)", "where: step(c, north) == t", ["north"]),
    "directions at all": ("{links: a1x - b1x}", "empty(t)", "any(t in ray(c, d) for d in directions)", ["ray(c, d)"]),
    "a cell": ("square(3)", "where: empty(t)", "where: t != d4", ["d4"]),
    "cells of the set-up": ("square(3)", "moves:", 'setup: {drawing: "' + "\\n".join(["m . . ."] * 4) + '"}\nmoves:', []),
}


@pytest.mark.parametrize("name", BOARDS)
def test_what_the_board_of_a_variant_lacks_is_one_finding_at_its_key(name: str) -> None:
    board, old, new, named = BOARDS[name]
    (finding,) = found(f"board: {board}\n", BASE.replace(old, new))
    assert (finding.code.code, finding.span and finding.span.source.name) == ("GGL608", "variant.yaml")
    assert finding.span is not None
    assert finding.span.text == "board"
    assert [note.span and note.span.source.name for note in finding.notes] == ["base.yaml"]
    assert [note.span.text for note in finding.notes if note.span is not None][: len(named)] == named


LET = BASE.replace("    where: empty(t) and beside(t)\n", "    let: {there: empty(t)}\n    where: there and beside(t)\n")
WAYS = BASE.replace("[Red, Blue]", "{Red: {way: north}, Blue: {way: south}}").replace("few and", "mover.way == north and")
BETWEEN = {
    "a file between removes": ("", "define: {few: removed}\n", BASE, "between.yaml", "few: removed"),
    "a file between writes a whole part anew": ("", "players: [Light, Dark]\n", BASE, "between.yaml", "players"),
    "a file between changes the board": ("", "board: square(5)\n", BASE + "setup: {drawing: m}\n", "between.yaml", "board"),
    "a name of the file between": (
        "moves: {walk: {let: {other: empty(t)}}}\n",
        "moves: {walk: {let: {there: empty(t)}, where: there}}\n",
        BASE,
        "variant.yaml",
        "let",
    ),
    "a definition of the file between": (
        "define: {near: true}\n",
        "define: {near(t): beside(t)}\nmoves: {walk: {where: near(t)}}\n",
        BASE,
        "variant.yaml",
        "near",
    ),
    "a name under `let`": ("moves: {walk: {let: {other: empty(t)}}}\n", "", LET, "variant.yaml", "let"),
    "a constant of players": ("players: [Red, Blue]\n", "", WAYS, "variant.yaml", "players"),
}
"""A variant, the file that it extends and the base of that, and the file and the text of the one line to blame."""


@pytest.mark.parametrize("case", BETWEEN)
def test_the_blame_is_on_the_line_that_changes_what_the_rules_rest_on(case: str) -> None:
    variant, between, base, file, text = BETWEEN[case]
    (finding,) = (one for one in found(variant, base, between) if one.code.severity == "error")
    assert finding.code.code == "GGL608"
    assert finding.span is not None
    assert (finding.span.source.name, finding.span.text) == (file, text)


def test_definitions_that_keep_their_brackets_are_not_to_blame() -> None:
    base = BASE.replace("where: empty(t)", "where: t != d4")
    same = "define: {beside(x): empty(x), few: stuck}\n"
    (finding,) = found(f"board: square(3)\n{same}", base)
    assert finding.span is not None
    assert finding.span.text == "board"


def test_a_definition_that_is_removed_is_told_so_whatever_its_brackets() -> None:
    base = BASE.replace("count(cells with man) < 3", "empty(d4)")
    texts = {one.span.text for one in found("board: square(3)\ndefine: {beside: removed}\n", base) if one.span is not None}
    assert texts == {"board", "beside: removed"}


def test_a_mistake_of_the_variants_own_is_told_alone() -> None:
    codes = [finding.code.code for finding in found("pieces: {man: {sites: edges}}\nend: {draw: nothing_such}\n")]
    assert codes == ["GGL203"]


def test_what_is_removed_and_said_anew_is_no_mistake() -> None:
    assert found("define: {few: removed}\nend: {draw: ply >= 100}\n") == ()


@pytest.mark.parametrize("part", ["says: {man: removed}", "look: {glyphs: {man: removed}}", "end: {man: removed}"])
def test_what_is_told_of_a_name_and_removed_is_no_cause_of_a_mistake(part: str) -> None:
    base = BASE + "  man: full\nsays: {man: a man}\nlook: {glyphs: {man: m}}\n"
    assert "GGL608" not in [each.code.code for each in found(f"pieces: {{man: {{sites: edges}}}}\n{part}\n", base)]


def test_another_mistake_of_the_variant_is_told_beside() -> None:
    codes = {finding.code.code for finding in found("moves: {walk: removed}\nend: {draw: nothing_such}\n")}
    assert codes == {"GGL203", "GGL608"}


def test_an_error_in_the_base_says_that_the_variant_may_be_the_cause() -> None:
    errors = [finding for finding in found("pieces: {man: {sites: edges}}\n") if finding.code.severity == "error"]
    assert errors
    assert all(finding.span is not None and finding.span.source.name == "base.yaml" for finding in errors)
    assert all("`variant.yaml` extends" in finding.notes[-1].text for finding in errors)


def test_what_is_only_noted_of_the_base_is_told_beside_a_mistake_of_the_variant() -> None:
    odd = BASE.replace("  few:", "  odd(p):\n    by: p\n    Red: true\n  few:").replace(
        "or few", "or any(odd(p) for p in players) or few"
    )
    told = [(each.code.code, each.span and each.span.source.name) for each in found("score(p): 3 + true\n", odd)]
    assert told == [("GGL220", "base.yaml"), ("GGL205", "variant.yaml")]


@pytest.mark.parametrize("text", ["score(p): 1 +\n", "extends: far.yaml\n", "moves: none\n", "score(p): 1\nscore(q): 2\n"])
def test_what_has_mistakes_is_no_definition(text: str) -> None:
    findings = Findings()
    source = Source("variant.yaml", f"ggl: 1\nname: Variant\nextends: base.yaml\n{text}")
    assert load_definition(source, findings, {"base.yaml": Source("base.yaml", BASE)}.get) is None
    assert findings.has_errors


def test_a_key_of_the_base_that_cannot_stay_is_told_where_the_variant_can_remove_it() -> None:
    base = BASE + "targets: {second seat: at least 20%}\n"
    at_once = "  together: place\n  pass: forced"
    cases = {
        f"turn:\n{at_once}": ("variant.yaml:4:1", "write `phases: removed` under `turn`"),
        "players: [Red]\nturn: {first: Red}": ("base.yaml:", "write `second seat: removed` under `targets` in `variant.yaml`"),
    }
    for text, (place, help_) in cases.items():
        assert any(str(one).startswith(place) and one.help == help_ for one in found(text, base)), text


def test_keys_of_a_part_that_cannot_stay_are_one_finding() -> None:
    base = BASE.replace("turn:\n", "turn:\n  pass: forced\n  pie: swap-sides\n")
    (only,) = (
        one
        for one in found("moves:\n  walk: {do: win}\nturn: {phases: removed, together: walk}", base)
        if one.code.code == "GGL144"
    )
    assert only.help == "write `pass: removed`, `pie: removed` under `turn`"
    assert only.message == "`pass`, `pie` of the base cannot stay beside what is here"
    assert [note.span and note.span.text for note in only.notes] == ["pass", "pie"]
    assert only.fix is None


def test_another_mistake_at_a_key_of_the_base_is_told_in_its_own_words() -> None:
    base = BASE + "values:\n  suits: [clubs, hearts]\n  cards: {suit: suits, rank: 1..20}\n"
    (only,) = found("values: {suits: [clubs, hearts, spades, stars]}\n", base)
    assert (only.code.code, only.span and (only.span.source.name, only.span.text)) == ("GGL606", ("base.yaml", "cards"))


TWO = BASE.replace("ply > 50", "ply > 50 or any(p in players if other(p) == mover)")
PIE = TWO.replace("turn:\n", "turn:\n  pie: swap-sides\n")
CHANGED = {
    "a player more": (TWO, "players: [Red, Blue, Green]\n", "players", "the number of players is"),
    "one who is added to them": (TWO, "players: {Green: {}, Red: {}}\n", "players", "the number of players is"),
    "a pie rule for three": (PIE, "players: [Red, Blue, Green]\n", "players", "the number of players is"),
    "the same board": (TWO, "board: square(4)\nplayers: [Red, Blue, Green]\n", "players", "the number of players is"),
    "both, each in its own way": (
        PIE.replace("few and", "empty(d4) and"),
        "board: square(3)\nplayers: [Red, Blue, Green]\n",
        "board",
        "the board and the number of players are",
    ),
    "both": (TWO, "board: square(5)\nplayers: [Red, Blue, Green]\n", "board", "the board and the number of players are"),
}


@pytest.mark.parametrize("case", CHANGED)
def test_rules_for_another_number_of_players_are_one_finding_at_that_key(case: str) -> None:
    base, variant, key, message = CHANGED[case]
    (finding,) = (one for one in found(variant, base) if one.code.severity == "error")
    assert (finding.code.code, finding.span and finding.span.text) == ("GGL608", key)
    assert finding.message.startswith(message)
    assert all(note.span is not None and note.span.source.name == "base.yaml" for note in finding.notes)


def test_the_same_board_is_not_blamed_for_a_mistake_of_the_base() -> None:
    wrong = TWO.replace("other(p)", "other(p, p)")
    (only,) = (one for one in found("board: square(4)\n", wrong) if one.code.severity == "error")
    assert only.span is not None
    assert only.span.source.name == "base.yaml"


def test_cells_that_other_labels_rename_are_one_finding_at_the_labels() -> None:
    base = BASE.replace("few and ply", "empty(d4) and ply")
    for labels in ("{columns: capitals}", "{rows: [one, two, three, four]}"):
        (finding,) = (one for one in found(f"labels: {labels}\n", base) if one.code.severity == "error")
        assert (finding.code.code, finding.span and finding.span.text) == ("GGL608", "labels")
        assert [note.span and note.span.text for note in finding.notes] == ["d4"]


def test_a_variant_may_remove_a_move_that_has_the_name_of_a_key() -> None:
    with_score = BASE.replace("  walk:", "  score: {for: c in vacant, do: put man on c}\n  walk:").replace(
        "play: walk", "play: score or walk"
    )
    changed = "moves: {score: removed}\nturn: {phases: {placing: {play: place, until: ply > 8}, moving: {play: walk}}}\n"
    assert found(changed, with_score) == ()
